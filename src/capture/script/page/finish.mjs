// The end of all motion: animations at their last frame, endless ones gone, videos at their first frame.
import { nextFrame, wait } from '../worker/browser-time.mjs'
import { endTimeOf, findAnimations, findSvgs, findVideos, isInView, isRunning, isSvgRunning } from './roots.mjs'

/** Where animated SVG is stopped, seconds: after the end of what ends, at the beginning of most that repeats. */
const svgEnd = 3600
/** Longest wait for the first frame of a video. */
const firstFrameMs = 5000

/** What ends can start something else, for the next call. @returns whether anything moved */
export async function finishMotion() {
  const animations = findAnimations().filter(isRunning)
  for (const animation of animations) finishAnimation(animation)
  const svgs = findSvgs().filter(isSvgRunning)
  for (const svg of svgs) {
    svg.pauseAnimations()
    svg.setCurrentTime(svgEnd)
  }
  const videos = findVideos().filter(isMoving)
  for (const video of videos) await showFirstFrame(video)
  const hasMoved = animations.length + svgs.length + videos.length > 0
  if (hasMoved) await nextFrame()
  return hasMoved
}

/** @param {Animation} animation */
function finishAnimation(animation) {
  if (endTimeOf(animation) === Infinity) animation.cancel()
  else animation.finish()
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
