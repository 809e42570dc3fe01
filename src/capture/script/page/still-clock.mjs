// The clock of a still: time stands in the page until the script moves it, so a page looks the same each time.
import { timerCallback, wait } from '../worker/browser-time.mjs'
import { replaceDate } from '../worker/date.mjs'

/** @typedef {{ due: number, run: () => unknown }} ScheduledCallback */

// Kept before scripts of the page can replace it.
const { IntersectionObserver } = self
const frameMs = 1000 / 60
/** How much time an idle callback is told that it has, ms. */
const idleMs = 10
/** Longest wait for a frame of the browser, ms; documents that are not shown get none. */
const paintMs = { top: 2000, inner: 100 }
/** Timers and animation frames by their ids, in the order in which they were requested. @type {Map<number, ScheduledCallback>} */
const waiting = new Map()
let lastId = 0
/** Time of the page, ms since it was opened. */
let now = 0
/** How often scripts have read the time since it moved: a loop that waits for a time must end. */
let reads = 0

/** Replaces clocks, timers and animation frames of the page. */
export function stopPageClock() {
  // A whole minute: what moves by the date has the same phase at each run.
  const start = Math.floor(Date.now() / 60_000) * 60_000
  replaceDate(() => Math.floor(start + readTime()))
  Performance.prototype.now = readTime

  Object.assign(self, { setTimeout: addTimer.bind(self, false), setInterval: addTimer.bind(self, true) })
  Object.assign(self, { requestAnimationFrame: addFrame, webkitRequestAnimationFrame: addFrame })
  Object.assign(self, { requestIdleCallback: addIdleCallback })
  const cancel = (/** @type {unknown} */ id) => waiting.delete(Number(id))
  for (const kind of ['AnimationFrame', 'IdleCallback']) Reflect.set(self, `cancel${kind}`, cancel)
  for (const kind of ['Timeout', 'Interval']) Reflect.set(self, `clear${kind}`, cancel)
}

function readTime() {
  reads += 1
  return now + reads / 1000
}

/** @param {(deadline: { didTimeout: boolean, timeRemaining: () => number }) => void} callback */
function addIdleCallback(callback) {
  return addTimer(false, () => {
    const end = now + idleMs
    callback({ didTimeout: false, timeRemaining: () => Math.max(0, end - readTime()) })
  })
}

/** @param {FrameRequestCallback} callback */
function addFrame(callback) {
  // Times are multiples of a frame up to rounding.
  return schedule((Math.floor(now / frameMs + 0.001) + 1) * frameMs, () => callback(now))
}

/**
 * @param {boolean} repeats
 * @param {TimerHandler} handler
 * @param {unknown} [delay] ms
 * @param {unknown[]} args
 */
function addTimer(repeats, handler, delay = 0, ...args) {
  const period = Math.max(1, Number(delay) | 0)
  const callback = timerCallback(handler, args)
  const id = schedule(now + period, run)
  function run() {
    if (repeats) schedule(now + period, run, id)
    callback()
  }
  return id
}

/** @param {number} due @param {() => unknown} run @param {number} [id] */
function schedule(due, run, id = lastId + 1) {
  lastId = Math.max(lastId, id)
  waiting.set(id, { due, run })
  return id
}

/**
 * Moves the clock: timers and animation frames run in the order of their times, then the browser paints.
 *
 * @param {number} milliseconds
 */
export async function advancePageClock(milliseconds) {
  const end = now + milliseconds
  for (let next = findNext(); next && next[1].due <= end; next = findNext()) {
    const [id, { due, run }] = next
    waiting.delete(id)
    setTime(Math.max(now, due))
    try {
      run()
    } catch (error) {
      reportError(error)
    }
    // What promises start comes before the next timer, but nothing else does: the browser must not paint in between.
    for (let turns = 0; turns < 10; turns += 1) await undefined
  }
  setTime(end)
  await nextObservation()
}

/** Waits until the browser has painted a frame and called the observers of the page. */
export async function nextObservation() {
  const observed = new Promise(resolve => new IntersectionObserver(resolve).observe(document.documentElement))
  await Promise.race([observed, wait(window === top ? paintMs.top : paintMs.inner)])
  await wait(0)
}

/** @param {number} time */
function setTime(time) {
  now = time
  reads = 0
}

function findNext() {
  let [next] = waiting
  for (const entry of waiting) if (next && entry[1].due < next[1].due) next = entry
  return next
}

/** Whether timers or animation frames are due within a time. @param {number} milliseconds */
export function isPageWaiting(milliseconds) {
  return [...waiting.values()].some(({ due }) => due <= now + milliseconds)
}
