// The agent of a still: what the script asks of the page before it takes a picture. It ends all motion: animations
// are at their last frame, endless ones gone, videos at their first frame.
import { hasOverlays, hasSteps } from '../features.mjs'
import { neverWait, nextFrame, wait } from '../worker/browser-time.mjs'
import { seedCrypto } from '../worker/random.mjs'
import { keepOverlays } from './overlays.mjs'
import { hasScripts, prepare } from './prepare.mjs'
import {
  addStyles,
  endTimeOf,
  findAnimations,
  findSvgs,
  findVideos,
  isInView,
  isRunning,
  isSvgRunning,
  recordShadowRoots,
} from './roots.mjs'
import { advancePageClock, isPageWaiting, stopPageClock } from './still-clock.mjs'
import { measureFacts } from './verdict.mjs'

/** Where animated SVG is stopped, seconds: after the end of what ends, at the beginning of most that repeats. */
const svgEnd = 3600
/** Longest wait for the first frame of a video. */
const firstFrameMs = 5000

/** @param {object} others what else the script may ask */
export function startStill(others) {
  if (!hasScripts) neverWait()
  stopPageClock()
  seedCrypto()
  recordShadowRoots()
  const agent = { prepare, measureFacts, advance }
  if (hasSteps) Object.assign(agent, { addStyles })
  if (hasSteps && hasOverlays) Object.assign(agent, { keepOverlays })
  Object.defineProperty(self, 'captureAgent', { value: { ...agent, ...others } })
}

/** Tells whether something moves the document, or will soon. @param {number} milliseconds @param {number} quietMs */
export async function advance(milliseconds, quietMs) {
  await advancePageClock(milliseconds)
  const hasMoved = await finishMotion()
  return { isMoving: hasMoved || isPageWaiting(quietMs), hasScripts }
}

/** What ends can start something else, for the next call. @returns whether anything moved */
async function finishMotion() {
  const animations = findAnimations().filter(isRunning)
  for (const animation of animations) {
    if (endTimeOf(animation) === Infinity) animation.cancel()
    else animation.finish()
  }
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

/** For the picture, since Chromium tells the page other sizes while it paints beyond the window. */
export function stopTransitions() {
  addStyles('*, ::before, ::after { transition: none !important }')
}
