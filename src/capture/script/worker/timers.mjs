// Timers that run at their time in the film.
import { timerCallback } from './browser-time.mjs'
import { setTime, timeNow } from './clock.mjs'
import { runTask } from './tasks.mjs'

/** Against the rounding of sums, ms. */
const roundingMs = 1e-6

/** @typedef {{ due: number, fire: () => Promise<void> }} Timer */

/** @type {Map<number, Timer>} */
const timers = new Map()
let lastTimer = 0
/** How deeply the running timer is nested in others. */
let nesting = 0

/** Replaces setTimeout() and setInterval(). */
export function replaceTimers() {
  const clear = (/** @type {unknown} */ id) => timers.delete(Number(id))
  Object.assign(self, { clearTimeout: clear, clearInterval: clear })
  Object.assign(self, { setTimeout: createTimer.bind(self, false), setInterval: createTimer.bind(self, true) })
}

/**
 * @param {boolean} repeats
 * @param {TimerHandler} handler
 * @param {unknown} [delay] ms
 * @param {unknown[]} args
 */
export function createTimer(repeats, handler, delay = 0, ...args) {
  lastTimer += 1
  const id = lastTimer
  const period = Math.max(0, Number(delay) | 0)
  const run = timerCallback(handler, args)
  let depth = nesting
  function start() {
    // HTML: at least 4 ms when nested more than four deep.
    const due = timeNow() + Math.max(period, depth > 4 ? 4 : 0)
    depth += 1
    timers.set(id, { due, fire })
  }
  function fire() {
    timers.delete(id)
    if (repeats) start()
    nesting = depth
    return runTask(run)
  }
  start()
  return id
}

/** Runs the timers that are due, in their order, and sets the clock. @param {number} time ms */
export async function runTimers(time) {
  for (;;) {
    const [next] = [...timers.values()].sort((one, other) => one.due - other.due)
    if (!next || next.due > time + roundingMs) break
    setTime(Math.max(timeNow(), next.due))
    await next.fire()
  }
  nesting = 0
  setTime(time)
}
