// Takes renders from the queue and runs them, in as many slots as the machine allows. Any number of processes may do so at once.
import type { ProblemCode } from '../../schemas/problems.ts'
import { Problem } from '../errors.ts'
import { limits } from '../limits/limits.ts'
import { leaseMs, type RenderOutcome, type RenderQueue, type TakenRender } from '../store/render-records.ts'
import { startPolling } from './polling.ts'
import type { RenderSlot } from './render-slot.ts'

export interface RenderLog {
  readonly info: (facts: object, message: string) => void
  readonly warn: (facts: object, message: string) => void
}

/** Attempts of one kind with one outcome. */
export interface RenderTimes {
  readonly kind: 'picture' | 'video'
  /** The code of a problem; `interrupted`: the browser ended, or this process stopped. */
  readonly outcome: 'done' | 'interrupted' | ProblemCode
  readonly count: number
  /** Of all together. */
  readonly seconds: number
}

interface RendererOptions {
  readonly queue: RenderQueue
  readonly slots: readonly RenderSlot[]
  readonly now: () => Date
  readonly log: RenderLog
  /** Is called when a render has ended in this process. */
  readonly onEnd: (id: string) => void
}

export interface Renderer {
  /** Looks for jobs at once: one was added. */
  readonly wake: () => void
  readonly times: () => readonly RenderTimes[]
  /** Returns what runs to the queue, and ends the browsers. */
  readonly close: () => Promise<void>
}

/** Interval of checks for jobs that another process has added, ms. */
const pollMs = 500

export function startRenderer({ queue, slots, now, log, onEnd }: RendererOptions): Renderer {
  const closing = new AbortController()
  const times = new Map<string, RenderTimes>()

  const measure = ({ id, job }: TakenRender, ended: RenderOutcome, began: number): void => {
    const kind = job.config.video ? 'video' : 'picture'
    const seconds = (performance.now() - began) / 1000
    const outcome = nameOf(ended)
    const { count, seconds: before } = times.get(`${kind} ${outcome}`) ?? { count: 0, seconds: 0 }
    times.set(`${kind} ${outcome}`, { kind, outcome, count: count + 1, seconds: before + seconds })
    const facts = { render: id, kind, outcome, seconds: Math.round(seconds * 1000) / 1000 }
    if (ended.status === 'returned' && ended.reason !== undefined)
      log.warn({ ...facts, reason: ended.reason }, 'a render was interrupted; it will be retried')
    else if (outcome === 'render_unavailable') log.warn({ ...facts, ...ended }, 'this process cannot render')
    else log.info(facts, 'a render attempt ended')
  }
  const runOne = async (slot: RenderSlot, taken: TakenRender): Promise<void> => {
    const began = performance.now()
    const save = async (outcome: RenderOutcome): Promise<void> => {
      const isSaved = await queue.finish(taken, outcome, now())
      measure(taken, outcome, began)
      if (isSaved && outcome.status !== 'returned') onEnd(taken.id)
    }
    const finish = (outcome: RenderOutcome): Promise<void> =>
      save(outcome).catch(async error => {
        if (error instanceof Problem && error.code === 'storage_full')
          return save({ status: 'failed', code: error.code, detail: error.message })
        // No fault of the page: the attempt does not count.
        await save({ status: 'returned' })
        throw error
      })
    const expiry = expiryOf(taken, now())
    if (expiry) return finish(expiry)
    const stopping = new AbortController()
    const signal = AbortSignal.any([closing.signal, stopping.signal])
    let progress = 0
    const lease = setInterval(() => {
      // A database that does not answer now may answer before the lease ends.
      const renewing = queue.renew(taken, progress, now()).catch(() => true)
      renewing.then(isWanted => isWanted || stopping.abort())
    }, leaseMs / 6)
    try {
      await slot.run(
        taken.job,
        signal,
        value => {
          progress = value
        },
        finish,
      )
    } finally {
      clearInterval(lease)
    }
  }
  const pollings = slots.map(slot =>
    startPolling({
      take: async () => {
        const taken = await queue.take(now())
        if (taken) await runOne(slot, taken)
        return taken !== undefined
      },
      pollMs,
      onError: err => log.warn({ err }, 'a render could not be taken from the queue or finished; it will be retried'),
    }),
  )
  return {
    wake: () => {
      for (const { wake } of pollings) wake()
    },
    times: () => [...times.values()],
    close: async () => {
      closing.abort()
      await Promise.all(pollings.map(polling => polling.close()))
      await Promise.all(slots.map(slot => slot.close()))
    },
  }
}

function nameOf(outcome: RenderOutcome): RenderTimes['outcome'] {
  if (outcome.status === 'failed') return outcome.code
  return outcome.status === 'returned' ? 'interrupted' : 'done'
}

/** A render that must not be retried. */
function expiryOf({ tries, createdAt }: TakenRender, now: Date): RenderOutcome | undefined {
  const { renderAttempts, renderAge } = limits
  if (tries > renderAttempts.value) {
    const detail = `The browser crashed in all ${renderAttempts.value} attempts to render the page. Render a smaller part of it, or run the script from capture-media.`
    return { status: 'failed', code: 'render_failed', detail }
  }
  if (now.getTime() - Date.parse(createdAt) <= renderAge.value * 60_000) return undefined
  const detail = `The render waited in the queue for ${renderAge.value} minutes. Send it again later.`
  return { status: 'failed', code: 'overloaded', detail }
}
