// Long steps of many requests at once, one in each round of the event loop, so that everybody else gets their turn in between.
import { setImmediate as nextRound } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()

/** Resolves when no other long step runs in this round of the loop. */
export const turn = (): Promise<unknown> => {
  last = last.then(() => nextRound())
  return last
}
