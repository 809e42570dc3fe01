// Bounded work: so many at once, so many waiting, the rest is told to come back.
import { overloaded } from './overloaded.ts'

interface QueueOptions {
  /** Tasks that run at the same time. */
  readonly atOnce: number
  /** Tasks that may wait for their turn. */
  readonly waiting: number
}

export type Queue = <T>(task: () => Promise<T>) => Promise<T>

/**
 * A queue in order of arrival.
 *
 * @returns a function that runs a task when its turn comes and settles as the task does.
 * @throws Problem `overloaded` with `retry-after` (rejects) when both places are full.
 */
export const createQueue = ({ atOnce, waiting }: QueueOptions): Queue => {
  const line: (() => void)[] = []
  let running = 0
  const turn = async (): Promise<void> => {
    if (running >= atOnce) {
      if (line.length >= waiting) throw overloaded()
      // The one who leaves hands its place on, so `running` does not move.
      return new Promise(resolve => line.push(resolve))
    }
    running++
  }
  const leave = (): void => {
    const next = line.shift()
    if (next === undefined) running--
    else next()
  }
  return async task => {
    await turn()
    try {
      return await task()
    } finally {
      leave()
    }
  }
}
