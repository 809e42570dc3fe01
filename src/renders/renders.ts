// Renders as the service offers them: adds them to the queue, waits for them, and runs them in this process where it has a browser.
import { EventEmitter } from 'node:events'
import { Problem } from '../errors.ts'
import type { HostRules } from '../fetch/allowed-hosts.ts'
import type { Cidr } from '../fetch/ip-policy.ts'
import { createResolver, type Lookup } from '../fetch/resolver.ts'
import type { RenderJob, RenderQueue, RenderState } from '../store/render-records.ts'
import type { WebhookQueue } from '../store/webhook-queue.ts'
import { findAvailability, type RenderAvailability, type RenderSettings } from './availability.ts'
import type { OwnAnswer } from './proxy.ts'
import { createRenderSlot } from './render-slot.ts'
import { type Renderer, type RenderLog, type RenderTimes, startRenderer } from './renderer.ts'
import { startWebhooks, type WebhookSender } from './webhooks.ts'

interface RendersOptions {
  readonly queue: RenderQueue
  readonly webhooks: WebhookQueue
  readonly settings: RenderSettings & {
    readonly FETCH_ALLOW_CIDRS: readonly Cidr[]
    readonly WEBHOOK_SECRET: Uint8Array | undefined
  }
  /** Whether only keys or this machine reach the service. */
  readonly isPrivate: boolean
  /** Answers a path of the service itself. */
  readonly readOwn: (path: string) => Promise<OwnAnswer>
  readonly now: () => Date
  readonly log: RenderLog
  /** Replacements for tests. */
  readonly lookup?: Lookup | undefined
  readonly program?: URL | undefined
}

interface WaitOptions {
  readonly milliseconds: number
  /** Of the client that waits. */
  readonly signal: AbortSignal
}

export interface Renders {
  /** Starts to take renders from the queue, if this process does, and webhooks. It starts with the first request otherwise. */
  readonly start: () => void
  /** Why renders are rejected, and what to do; undefined if they are accepted. */
  readonly refusal: () => string | undefined
  /** @throws Problem `render_unavailable`, `overloaded` */
  readonly add: (jobs: readonly RenderJob[], client: string, isWaiting: boolean) => Promise<readonly string[]>
  /** @returns the state of a render when it has ended, or when the time is over */
  readonly wait: (id: string, options: WaitOptions) => Promise<RenderState | undefined>
  /** Render attempts of this process so far. */
  readonly times: () => readonly RenderTimes[]
  readonly close: () => Promise<void>
}

/** Interval of checks of a render that another process may run, ms. */
const pollMs = 250

export function createRenders(options: RendersOptions): Renders {
  const { queue, settings, now } = options
  const ends = new EventEmitter().setMaxListeners(0)
  let availability: RenderAvailability | undefined
  let renderer: Renderer | undefined
  let sender: WebhookSender | undefined
  const closing = new AbortController()
  const onEnd = (id: string): void => {
    ends.emit(id)
    sender?.wake()
  }

  const find = (): RenderAvailability => {
    availability ??= findAvailability(settings, options.isPrivate)
    return availability
  }
  const start = (): RenderAvailability => {
    const found = find()
    if (closing.signal.aborted) return found
    if (found.slots > 0) renderer ??= openRenderer(options, found.slots, onEnd)
    sender ??= openWebhooks(options)
    return found
  }

  return {
    start: () => void start(),
    refusal: () => find().refusal,
    add: async (jobs, client, isWaiting) => {
      const { refusal } = start()
      if (refusal !== undefined) throw new Problem('render_unavailable', { detail: refusal })
      const ids = await queue.add(jobs, client, isWaiting, now())
      renderer?.wake()
      return ids
    },
    wait: async (id, { milliseconds, signal }) => {
      const deadline = now().getTime() + milliseconds
      for (;;) {
        const state = await queue.read(id)
        const left = deadline - now().getTime()
        if (hasEnded(state)) return state
        if (left <= 0 || signal.aborted || closing.signal.aborted) return state
        await pause(ends, id, Math.min(left, pollMs), [signal, closing.signal])
      }
    },
    times: () => renderer?.times() ?? [],
    close: async () => {
      closing.abort()
      await renderer?.close()
      await sender?.close()
    },
  }
}

/** Also a render that was deleted. */
export function hasEnded(state: RenderState | undefined): boolean {
  return state?.status !== 'queued' && state?.status !== 'running'
}

function openWebhooks(options: RendersOptions): WebhookSender | undefined {
  const { queue: renders, webhooks, now, log } = options
  const key = options.settings.WEBHOOK_SECRET
  return key && startWebhooks({ renders, webhooks, key, rules: hostRules(options), now, log })
}

function hostRules({ settings: { FETCH_ALLOW_CIDRS: allow }, lookup }: RendersOptions): HostRules {
  return { allow, lookup: lookup ?? createResolver({ allowsPrivate: allow.length > 0 }) }
}

function openRenderer(options: RendersOptions, slots: number, onEnd: (id: string) => void): Renderer {
  const { settings, readOwn, program } = options
  const slotOptions = {
    ...{ ...hostRules(options), readOwn, program },
    chromium: settings.CHROMIUM_PATH || undefined,
    hasSandbox: settings.RENDER_SANDBOX,
    ffmpeg: settings.FFMPEG_PATH,
  }
  return startRenderer({ ...options, slots: Array.from({ length: slots }, () => createRenderSlot(slotOptions)), onEnd })
}

/** Until a render ends in this process, the time is over, or a signal stops it. */
function pause(ends: EventEmitter, id: string, milliseconds: number, stopping: readonly AbortSignal[]): Promise<void> {
  return new Promise(resolve => {
    // Not AbortSignal.timeout: Node.js 20 collects one that only AbortSignal.any refers to, and it never fires.
    const timer = setTimeout(end, milliseconds)
    ends.once(id, end)
    for (const signal of stopping) signal.addEventListener('abort', end)
    function end(): void {
      clearTimeout(timer)
      ends.off(id, end)
      for (const signal of stopping) signal.removeEventListener('abort', end)
      resolve()
    }
  })
}
