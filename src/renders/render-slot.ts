// A slot in which renders run one after the other: a proxy, a render process with its browser, and the steps from a job to its outcome.
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CaptureConfig } from '../../schemas/capture-config.ts'
import type { RenderFacts, RenderType } from '../../schemas/render.ts'
import { renderScript } from '../capture/script.ts'
import type { HostRules } from '../fetch/allowed-hosts.ts'
import { limits } from '../limits/limits.ts'
import { pieceBytes, type RenderJob, type RenderOutcome } from '../store/render-records.ts'
import { mebibyte, secondMs } from '../values/units.ts'
import { parseUrl } from '../values/url.ts'
import { createRenderProxy, type OwnAnswer, ownHost, type RenderProxy } from './proxy.ts'
import { createRenderChild, type TaskEnd } from './render-child.ts'

export interface SlotOptions extends HostRules {
  readonly readOwn: (path: string) => Promise<OwnAnswer>
  readonly chromium: string | undefined
  readonly hasSandbox: boolean
  readonly ffmpeg: string
  /** Module of the render process; default: the one of this folder. */
  readonly program?: URL | undefined
}

export interface RenderSlot {
  /** Saving the file is part of `finish`, which is called while it exists. */
  readonly run: (
    job: RenderJob,
    signal: AbortSignal,
    onProgress: (progress: number) => void,
    finish: (outcome: RenderOutcome) => Promise<void>,
  ) => Promise<void>
  readonly close: () => Promise<void>
}

/** The longest time of a render, seconds. */
const longestSeconds = 3600

export function createRenderSlot(options: SlotOptions): RenderSlot {
  const child = createRenderChild(options.program)
  let opening: Promise<RenderProxy> | undefined
  const open = (): Promise<RenderProxy> => {
    opening ??= createRenderProxy({ ...options, maxReceivedBytes: limits.renderDownloads.value * mebibyte }).catch(
      error => {
        opening = undefined
        throw error
      },
    )
    return opening
  }
  const prepare = async () => {
    const proxy = await open()
    return { proxy, folder: await mkdtemp(join(await child.folder(), 'job-')) }
  }
  return {
    run: async (job, signal, onProgress, finish) => {
      const { proxy, folder } = await prepare().catch(async error => {
        // No fault of the page: the attempt does not count.
        await finish({ status: 'returned' })
        throw error
      })
      proxy.begin(job.ownPage)
      try {
        const output = join(folder, `render.${extensionOf(job.config)}`)
        const script = join(folder, 'capture.mjs')
        await writeFile(script, renderScript({ ...job.config, target_url: addressOf(job) }))
        const { video } = job.config
        const task = {
          ...{ script, output, isVideo: video !== undefined, cookies: job.cookies, headers: job.headers },
          browserArguments: browserArguments(proxy.port),
          ...{ hasSandbox: options.hasSandbox, chromium: options.chromium, ffmpeg: options.ffmpeg },
          isStrict: job.config.options.strict === true,
        }
        const onFrame = (done: number): void => onProgress(video ? done / video.frame_count : 0)
        const timeoutMs = timeLimitOf(job.config) * secondMs
        const memoryBytes = limits.renderMemory.value * mebibyte
        const end = await child.run(task, { timeoutMs, memoryBytes, signal, onFrame })
        proxy.end()
        await finish(await outcomeOf(end, job, output, proxy))
      } finally {
        proxy.end()
        await rm(folder, { recursive: true, force: true })
      }
    },
    close: async () => {
      const proxy = await opening?.catch(() => undefined)
      await Promise.all([child.close(), proxy?.close()])
    },
  }
}

/** The service itself has a separate host name. */
function addressOf({ config, ownPage }: RenderJob): string {
  return ownPage === undefined ? config.target_url : `http://${ownHost}${ownPage}`
}

function extensionOf({ options, output_format }: CaptureConfig): string {
  return options.image_type ?? output_format
}

/** The script bounds each wait; this bounds all of them together. Seconds. A video is recorded while its steps wait. */
export function timeLimitOf(config: CaptureConfig): number {
  const { renderTime, renderSecond } = limits
  const { video, timeouts } = config
  const waits = longestWaits(config)
  const seconds = video ? (video.frame_count / video.fps + waits) * renderSecond.value : waits
  return Math.min(longestSeconds, timeouts.run_ms / secondMs, renderTime.value + seconds)
}

/** What the steps and the delay may wait in total, seconds. */
function longestWaits({ options: { steps = [], delay = '0s' }, timeouts }: CaptureConfig): number {
  const ofSteps = steps.map(step => {
    if (step.action === 'wait') return Number.parseFloat(step.duration)
    return (step.action === 'goto' ? timeouts.navigation_ms : timeouts.settle_ms) / secondMs
  })
  return ofSteps.reduce((sum, seconds) => sum + seconds, Number.parseFloat(delay))
}

/**
 * All traffic goes through the proxy, that to loopback addresses too. The browser resolves no names, speaks no QUIC, and sends nothing by
 * WebRTC: Chromium reads the first of the two policies, its headless shell the second.
 */
function browserArguments(port: number): readonly string[] {
  return [
    `--proxy-server=http://127.0.0.1:${port}`,
    '--proxy-bypass-list=<-loopback>',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    '--disable-quic',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  ]
}

async function outcomeOf(end: TaskEnd, job: RenderJob, output: string, proxy: RenderProxy): Promise<RenderOutcome> {
  if (end.kind === 'failed') return failedOutcome(end, job, proxy)
  if (end.kind === 'aborted') return { status: 'returned' }
  if (end.kind === 'crash') return { status: 'returned', reason: end.message }
  if (end.kind === 'memory')
    return failed(
      'The page needs more memory than a render may use. Render a smaller part of the page, or run the script from capture-media.',
    )
  if (end.kind === 'timeout')
    return failed(
      `The render took longer than ${timeLimitOf(job.config)} s. ${shorter(job.config)}, or run the script from capture-media.`,
    )
  const { size } = await stat(output)
  if (size > limits.renderFile.value * mebibyte)
    return failed(
      `The file has ${Math.ceil(size / mebibyte)} MiB; at most ${limits.renderFile.value} are allowed. Render a smaller part of the page, or a shorter video.`,
    )
  const facts = factsOf(end, job, size)
  return { status: 'done', facts, pieces: createReadStream(output, { highWaterMark: pieceBytes }) }
}

/** What makes a render take less time. */
function shorter({ video }: CaptureConfig): string {
  return video ? 'Render a shorter video' : 'Shorten its waits, render a smaller part of the page'
}

function factsOf({ result, warnings }: Extract<TaskEnd, { kind: 'done' }>, job: RenderJob, bytes: number): RenderFacts {
  const { width, height, duration, final_url = null, status = null, redirected = false, looks_like = null } = result
  const verdict = { final_url: final_url && asRequested(final_url, job), status, redirected, looks_like }
  const shown = warnings.map(warning => asRequested(warning, job))
  return { type: typeOf(job.config), width, height, bytes, duration, verdict, warnings: shown }
}

/** A message of the script with the URL that the client sent. */
function asRequested(text: string, job: RenderJob): string {
  return text.replaceAll(addressOf(job), job.config.target_url)
}

function typeOf({ options, video }: CaptureConfig): RenderType {
  return video ? 'video/mp4' : `image/${options.image_type ?? 'png'}`
}

function failed(detail: string): RenderOutcome {
  return { status: 'failed', code: 'render_failed', detail }
}

/** Error codes of the script, with those of the API; any other error comes from the browser. */
const codesOfCauses: Readonly<Record<string, 'page_not_opened' | 'render_failed' | 'render_unavailable'>> = {
  navigation: 'page_not_opened',
  setting: 'render_failed',
  unresponsive: 'render_failed',
  encoding: 'render_failed',
  tool: 'render_unavailable',
}

function failedOutcome(
  { cause, message }: Extract<TaskEnd, { kind: 'failed' }>,
  job: RenderJob,
  proxy: RenderProxy,
): RenderOutcome {
  if (proxy.hasRefused(parseUrl(job.config.target_url)?.hostname ?? '')) {
    const detail = 'The host of the page is not on the public internet, and FETCH_ALLOW_CIDRS does not allow it.'
    return { status: 'failed', code: 'page_not_opened', detail }
  }
  const code = codesOfCauses[cause]
  const detail = asRequested(message.trim().replace(/\n.*/s, ''), job)
  return code === undefined ? { status: 'returned', reason: detail } : { status: 'failed', code, detail }
}
