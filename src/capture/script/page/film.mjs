// The agent of a film: runs inside the page, before its own scripts.
import { nextFrame, readClock } from '../worker/browser-time.mjs'
import { controlAnimations, replaceTimeline } from './film-animations.mjs'
import { showImages } from './film-images.mjs'
import { scrollTo } from './film-scroll.mjs'
import { controlVideos } from './film-videos.mjs'
import { prepare, stillImages } from './prepare.mjs'
import { addStyles, recordShadowRoots } from './roots.mjs'

/** @import { Agent, FilmSettings } from '../types.mjs' */
/** @import { startTime } from '../worker/time.mjs' */

/**
 * @param {typeof startTime} takeOverTime
 * @param {FilmSettings} settings
 */
export function startFilm(takeOverTime, { page, worker }) {
  const isVirtual = page.clock === 'virtual'
  recordShadowRoots()
  addStyles(stillImages)
  const time = takeOverTime(page, worker)
  if (isVirtual) replaceTimeline(time)
  const moveAnimations = isVirtual ? controlAnimations() : () => {}
  const videos = controlVideos()

  /** Frames of the page are painted with it. */
  async function waitForPaint(/** @type {number} */ limitMs) {
    if (page.awaitsPaint && window === top) await nextFrame(limitMs)
  }

  /** @satisfies {Partial<Agent> & { readClock: () => number }} */
  const agent = {
    prepare,
    async moveTo(moment) {
      const pageTime = await time.moveTo(moment)
      moveAnimations(pageTime)
      videos.moveTo(pageTime)
      const state = isVirtual ? await videos.wait() : videos.state()
      await waitForPaint(5000)
      return state
    },
    showImages: known => showImages(known, isVirtual),
    workerScript: time.workerScript,
    readClock,
    // #if scroll
    async scrollTo(progress) {
      const state = scrollTo(progress)
      // The page learns of it in the browser's next frame.
      await waitForPaint(1000)
      return state
    },
    // #endif
  }
  Object.defineProperty(self, 'captureAgent', { value: agent })
}
