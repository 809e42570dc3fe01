// The end of all motion: animations at their last frame, endless ones gone, videos at their first frame.
import { nextFrame, wait } from '../worker/browser-time.mjs'
import { endTimeOf, findAnimations, findSvgs, findVideos, isInView, isRunning, isSvgRunning } from './roots.mjs'

/** Where animated SVG is stopped, seconds: after the end of what ends, at the beginning of most that repeats. */
const svgEnd = 3600
/** Longest wait for the first frame of a video. */
const firstFrameMs = 5000
/** SVG animations that have begun are ended once: some begin each other forever. @type {WeakSet<Element>} */
const begunAnimations = new WeakSet()

/** @returns whether nothing moves any more */
export async function finishMotion() {
  return [
    await finishAll(() => findAnimations().filter(isRunning), finishAnimation),
    await finishAll(() => findSvgs().filter(isUnfinished), finishSvg),
    await finishAll(() => findVideos().filter(isMoving), showFirstFrame),
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

/** Scripts can begin animations in a stopped SVG, too. @param {SVGSVGElement} svg */
function isUnfinished(svg) {
  return isSvgRunning(svg) || (!svg.ownerSVGElement && findBeginning(svg).length > 0)
}

/** @param {SVGSVGElement} svg */
function finishSvg(svg) {
  const start = isSvgRunning(svg) ? 0 : svg.getCurrentTime()
  svg.pauseAnimations()
  for (const animation of findBeginning(svg)) begunAnimations.add(animation)
  svg.setCurrentTime(start + svgEnd)
}

/** Animations that begin now or later, for the first time. @param {SVGSVGElement} svg */
function findBeginning(svg) {
  const animations = [...svg.querySelectorAll('animate, animateMotion, animateTransform, set')]
  const time = svg.getCurrentTime()
  return animations.filter(animation => !begunAnimations.has(animation) && startOf(animation) >= time)
}

/** Seconds; NaN while the beginning is unknown. @param {Element} animation */
function startOf(animation) {
  try {
    return animation instanceof SVGAnimationElement ? animation.getStartTime() : Number.NaN
  } catch {
    return Number.NaN
  }
}

/** @param {HTMLVideoElement} video */
function isMoving(video) {
  return !video.paused && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
}

/** Stops a video at its beginning, and waits until that frame is painted. @param {HTMLVideoElement} video */
async function showFirstFrame(video) {
  video.pause()
  // The frame before may be on its way to the screen.
  await nextFrame()
  await nextFrame()
  const presented = new Promise(resolve => video.requestVideoFrameCallback(resolve))
  // A ms past the edge, against rounding.
  video.currentTime = 0.001
  // Outside the window no frames are presented.
  const isPainted = video.checkVisibility({ visibilityProperty: true }) && isInView(video)
  await Promise.race([presented, wait(isPainted ? firstFrameMs : 0)])
}
