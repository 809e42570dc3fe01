// The end of all motion: animations at their last frame, endless ones gone, videos at their first frame.
import { nextFrame, readClock } from '../worker/browser-time.mjs'
import {
  endTimeOf,
  findDrawings,
  findRunningAnimations,
  findVideos,
  isCurrentFrame,
  isDrawing,
  isPlaying,
} from './moving.mjs'
import { isInView } from './roots.mjs'

/** Longest wait for the first frame of a video. */
const firstFrameMs = 5000

/** @returns whether nothing moves any more */
export async function finishMotion() {
  return [
    await finishAll(findRunningAnimations, finishAnimation),
    await finishAll(() => findDrawings().filter(isDrawing), finishDrawing),
    await finishAll(() => findVideos().filter(isPlaying), showFirstFrame),
  ].every(Boolean)
}

/**
 * The end of one can start others.
 *
 * @template Moving
 * @param {() => Moving[]} findMoving
 * @param {(moving: Moving) => unknown} finish
 */
async function finishAll(findMoving, finish) {
  for (let round = 0; round < 20; round += 1) {
    const found = findMoving()
    if (found.length === 0) return true
    for (const moving of found) await finish(moving)
    await nextFrame()
  }
  return false
}

/** @param {Animation} animation */
function finishAnimation(animation) {
  if (endTimeOf(animation) === Infinity) animation.cancel()
  else animation.finish()
}

/** @param {SVGSVGElement} svg */
function finishDrawing(svg) {
  svg.pauseAnimations()
  const ends = [...svg.querySelectorAll('*')].map(endOfElement)
  svg.setCurrentTime(Math.max(0, ...ends.filter(Number.isFinite)))
}

/** Of an SVG animation, seconds; Infinity for other elements. @param {Element} element */
function endOfElement(element) {
  if (!(element instanceof SVGAnimationElement)) return Infinity
  try {
    const repeats = Number(element.getAttribute('repeatCount') ?? 1)
    return element.getStartTime() + element.getSimpleDuration() * repeats
  } catch {
    // It has not begun.
    return Infinity
  }
}

/** Stops a video at its beginning, and waits until that frame is painted. @param {HTMLVideoElement} video */
async function showFirstFrame(video) {
  /** Seconds; undefined before a frame is presented. @type {number | undefined} */
  let presented
  /** @type {VideoFrameRequestCallback} */
  const notePresented = (_now, { mediaTime }) => {
    presented = mediaTime
    video.requestVideoFrameCallback(notePresented)
  }
  video.requestVideoFrameCallback(notePresented)
  video.pause()
  // A ms past the edge, against rounding.
  video.currentTime = 0.001
  const deadline = readClock() + firstFrameMs
  const isShown = () => !video.seeking && presented !== undefined && isCurrentFrame(video, presented)
  while (isPainted(video) && !isShown() && readClock() < deadline) await nextFrame()
}

/** Videos outside the window present no frames. @param {HTMLVideoElement} video */
function isPainted(video) {
  const isVisible = video.isConnected && video.videoWidth > 0 && video.checkVisibility({ visibilityProperty: true })
  return isVisible && isInView(video)
}
