// Work from a queue that other processes fill too: taken as long as there is some, and looked for at each wake and at intervals.
import { setTimeout as wait } from 'node:timers/promises'

export interface Polling {
  /** Looks for work at once. */
  readonly wake: () => void
  /** Resolves once the work that was taken is done. */
  readonly close: () => Promise<void>
}

interface PollingOptions {
  /** Takes and does one piece of work. @returns whether there was one */
  readonly take: () => Promise<boolean>
  /** Between two looks when nothing was found, ms. */
  readonly pollMs: number
  readonly onError: (err: unknown) => void
}

/** After an error, ms. */
const pauseMs = 2000

export function startPolling({ take, pollMs, onError }: PollingOptions): Polling {
  let isClosed = false
  let waking = new AbortController()
  const wake = (): void => {
    waking.abort()
    waking = new AbortController()
  }
  const run = async (): Promise<void> => {
    while (!isClosed) {
      // Work may be added while the queue is asked.
      const { signal } = waking
      const pause = await take().then(
        isTaken => (isTaken ? 0 : pollMs),
        err => {
          onError(err)
          return pauseMs
        },
      )
      if (pause > 0) await wait(pause, undefined, { signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    wake,
    close: () => {
      isClosed = true
      wake()
      return running
    },
  }
}
