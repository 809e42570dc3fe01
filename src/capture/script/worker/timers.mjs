// The clock of a video, which stands still from the start of a page or worker, and the timers that run at its times.
import { timerCallback } from './browser-time.mjs'
import { replaceDate, replacePresent } from './date.mjs'

/** Not 0, which scripts take for a time that is not set: a page is one frame old when it is painted first. */
const firstTime = 1000 / 60

/** Times in ms of performance.now(). recordingStart: NaN before the first move. */
const clock = { time: firstTime, recordingStart: Number.NaN }

export function timeNow() {
  return clock.time
}

/** @param {number} time */
function setTime(time) {
  clock.time = time
}

/**
 * Ties the clock to the video with the first call.
 *
 * @param {number} elapsed ms since the video's page began
 * @returns the time of that moment
 */
export function timeAt(elapsed) {
  if (Number.isNaN(clock.recordingStart)) clock.recordingStart = clock.time - elapsed
  return clock.recordingStart + elapsed
}

/** Replaces Date and performance.now(). @param {number} dateAtStart of the video's page, ms since 1970 */
export function replaceClocks(dateAtStart) {
  const recordingStart = () => (Number.isNaN(clock.recordingStart) ? firstTime : clock.recordingStart)
  const dateNow = () => Math.floor(dateAtStart + clock.time - recordingStart())
  replaceDate(dateNow)
  replacePresent(dateNow)
  Performance.prototype.now = timeNow
}

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

const { port1, port2 } = new MessageChannel()
/** @type {(() => void)[]} */
const afterTasks = []
port1.onmessage = () => afterTasks.shift()?.()

/**
 * Runs a task; an error is reported as a script's own.
 *
 * @param {() => unknown} [task]
 * @returns {Promise<void>} resolves in the next task, when the microtasks of this one are done
 */
export function runTask(task) {
  /** @type {Promise<void>} */
  const done = new Promise(resolve => {
    afterTasks.push(resolve)
    port2.postMessage(null)
    task?.()
  })
  return done.catch(reportError)
}
