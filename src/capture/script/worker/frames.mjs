// Animation frames: once for each frame of the video.
import { requestFrame } from './browser-time.mjs'
import { runTask, timeNow } from './timers.mjs'

/** @type {Map<number, FrameRequestCallback>} */
const waitingFrames = new Map()
/** Those that the browser runs when it paints next. @type {Set<number>} */
const requestedFrames = new Set()
let lastFrame = 0
/** Time of the last frame, ms; before the video none can run. */
let servedAt = Number.POSITIVE_INFINITY

/** Replaces requestAnimationFrame(). @param {boolean} arePainted whether the browser runs them: in pages, when it paints */
export function replaceFrames(arePainted) {
  // Shared workers have none.
  if (requestFrame === undefined) return
  self.requestAnimationFrame = callback => {
    lastFrame += 1
    waitingFrames.set(lastFrame, callback)
    // Asked in a frame, it is for the next one.
    if (arePainted && servedAt < timeNow()) requestPainted(lastFrame)
    return lastFrame
  }
  self.cancelAnimationFrame = id => waitingFrames.delete(id)
}

/** @param {number} id */
function requestPainted(id) {
  if (requestedFrames.has(id)) return
  requestedFrames.add(id)
  requestFrame?.(() => {
    requestedFrames.delete(id)
    endFrame()
    takeFrame(id)?.(timeNow())
  })
}

/** @param {number} id */
function takeFrame(id) {
  const callback = waitingFrames.get(id)
  waitingFrames.delete(id)
  return callback
}

/** Asks the browser to run the frames that wait when it paints next. */
export function requestFrames() {
  if (servedAt === Number.POSITIVE_INFINITY) servedAt = -1
  if (servedAt < timeNow()) for (const id of waitingFrames.keys()) requestPainted(id)
}

/** Callbacks that are requested from now on belong to the next frame. */
export function endFrame() {
  servedAt = timeNow()
}

export function hasFrames() {
  return requestedFrames.size > 0
}

/** Runs the frames that wait, once for each time. */
export async function runFrames() {
  const time = timeNow()
  if (servedAt === time) return
  servedAt = time
  for (const id of [...waitingFrames.keys()]) {
    const callback = takeFrame(id)
    if (callback) await runTask(() => callback(time))
  }
}
