// Animation frames: one for each frame of the film.
import { requestFrame, startTimer } from './browser-time.mjs'
import { isStopped, timeNow } from './clock.mjs'
import { runTask } from './tasks.mjs'

/** @typedef {{ askedAt: number, callback: FrameRequestCallback }} AnimationFrame */

/** @type {Map<number, AnimationFrame>} */
const waitingFrames = new Map()
let lastFrame = 0
/** Time of the last frame, ms. */
let servedAt = -1

/** Replaces requestAnimationFrame(). @param {'browser' | 'timer'} source */
export function replaceFrames(source) {
  // Shared workers have none.
  if (requestFrame === undefined) return
  const request = source === 'browser' ? requestFrame : requestByTimer
  const ask = (/** @type {number} */ id) => request(time => isStopped() || serve(id, time))

  /** @param {number} id @param {number} time @returns {unknown} */
  function serve(id, time) {
    const frame = waitingFrames.get(id)
    if (!frame) return undefined
    // Asked in this frame, for the next.
    if (!isStopped() && time - frame.askedAt < 1) return ask(id)
    return runFrame(id, frame, time)
  }

  self.requestAnimationFrame = callback => {
    lastFrame += 1
    waitingFrames.set(lastFrame, { askedAt: servedAt, callback })
    if (!isStopped()) ask(lastFrame)
    return lastFrame
  }
  self.cancelAnimationFrame = id => waitingFrames.delete(id)
}

/** @param {(time: number) => unknown} callback */
function requestByTimer(callback) {
  return startTimer(() => callback(timeNow()), 16)
}

/** @param {number} id @param {AnimationFrame} frame @param {number} time */
function runFrame(id, { callback }, time) {
  waitingFrames.delete(id)
  servedAt = time
  return runTask(() => callback(time))
}

/** Runs the frames that wait, once for each time. */
export async function runFrames() {
  if (!isStopped() || servedAt >= timeNow()) return
  const time = timeNow()
  for (const id of [...waitingFrames.keys()]) {
    const frame = waitingFrames.get(id)
    if (frame) await runFrame(id, frame, time)
  }
}
