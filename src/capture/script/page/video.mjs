// The agent of a video: runs inside the page, before its own scripts. It cannot use anything of the script outside its
// function.
import { hasMotion, hasOverlays, hasSteps } from '../features.mjs'
import { neverWait, nextFrame } from '../worker/browser-time.mjs'
import { showImages } from './animated-images.mjs'
import { addMarquee, hasNewMarquees, holdAnimations, replaceTimeline } from './animations.mjs'
import { keepOverlays } from './overlays.mjs'
import { hasScripts, prepare, stillRules } from './prepare.mjs'
import { addStyles, recordShadowRoots } from './roots.mjs'
import { controlScrolling, moveScrolling, scrollToProgress } from './scrolling.mjs'
import { measureContents } from './story.mjs'
import { measureFacts } from './verdict.mjs'
import { controlVideos } from './video-elements.mjs'

/** @import { takeOverTime } from '../worker/time.mjs' */

/** @param {typeof takeOverTime} takeOverTime @param {number} date of the page's start, ms since 1970 */
export function startVideo(takeOverTime, date) {
  if (!hasScripts) neverWait()
  recordShadowRoots()
  addStyles(stillRules)
  const time = takeOverTime(date)
  replaceTimeline(time)
  controlScrolling()
  const videos = controlVideos()

  /** @param {number} elapsed @param {number} [progress] of the scrolling */
  async function move(elapsed, progress) {
    const pageTime = await time.moveTo(elapsed)
    videos.moveTo(pageTime)
    if (elapsed >= 0) moveScrolling(pageTime)
    if (hasMotion && progress !== undefined) scrollToProgress(progress)
    return pageTime
  }

  /** Moves animations, too, and waits until all is painted. @param {number} elapsed @param {number} [progress] */
  async function moveAndPaint(elapsed, progress) {
    videos.moveTo(time.timeAt(elapsed))
    await videos.settle()
    const before = time.timeNow()
    const moveAnimations = holdAnimations()
    moveAnimations((await move(elapsed, progress)) - before)
    // In it the browser fires the events of animations and scrolling, then runs the page's animation frames.
    if (window === top || time.hasFrames()) await nextFrame(window === top ? 5000 : 100)
    time.endFrame()
    return { isVideoLate: await videos.areLate(), hasNewMarquees: hasNewMarquees() }
  }

  /** @param {number} elapsed @param {number} [progress] of the scrolling */
  async function moveTo(elapsed, progress) {
    if (elapsed >= 0) return moveAndPaint(elapsed, progress)
    await move(elapsed)
    return { isVideoLate: false, hasNewMarquees: false }
  }

  const agent = { prepare, moveTo, showImages, addMarquee, measureFacts }
  if (hasSteps) Object.assign(agent, { addStyles })
  if (hasSteps && hasOverlays) Object.assign(agent, { keepOverlays })
  if (hasMotion) Object.assign(agent, { measureContents })
  Object.defineProperty(self, 'captureAgent', { value: agent })
}
