// The whole page: each part of it is shown until its content has loaded.
import { CONFIG } from '../config.mjs'
import { callInPage, loadedFrames } from './agent.mjs'
import { warn } from './errors.mjs'
import { advancePage } from './rest.mjs'
import { withTimeout } from './timeout.mjs'

/** @import { Page } from 'playwright-core' */
/** @import { Still } from './still.mjs' */

/** How long each place is shown, ms of the page; each part of the page is in the window at two of them. */
const placeMs = 500
/** Most windows that a page is divided into: a low window moves by more than its height. */
const maxWindows = 100
/** A page that grows while it is shown is followed for this number of windows beyond its first height. */
const maxGrowth = 30
/** Fewer texts that disappear are those of clocks, counters and carousels; more are a warning, as a part of all. */
const minMissing = { count: 5, share: 0.1 }
/** Longest wait for the answer of a frame, ms: some never give one. */
const frameMs = 2000
/** A frame of this part of the window, whose content is higher than it, is what the page shows. */
const minFrameShare = 0.7

/**
 * Shows every part, then lays the page out as a whole.
 *
 * @param {Still} still
 * @returns {Promise<number>} where a page is cut that is higher, CSS px
 */
export async function showWholePage(still) {
  const { page, network } = still
  const { max_height = Number.POSITIVE_INFINITY } = CONFIG.options
  let { pageHeight, windowHeight } = await callInPage(page, 'showScreen', 0)
  // Overlapping windows: some content appears only when most of it is in view.
  const step = Math.max(windowHeight, pageHeight / maxWindows) / 2
  const growthLimit = (Math.ceil(pageHeight / windowHeight) + maxGrowth) * windowHeight
  const limit = Math.min(max_height, growthLimit)
  for (let top = 0; top < Math.min(pageHeight - windowHeight + step, limit); top += step) {
    const shown = await callInPage(page, 'showScreen', top)
    pageHeight = shown.pageHeight
    await advancePage(still, placeMs)
    await network.wait()
    await callInPage(page, 'rememberScreen')
  }
  await callInPage(page, 'layOutWholePage')
  if (pageHeight > growthLimit && limit === growthLimit) {
    warn(`The page grows while it is scrolled; cut at ${growthLimit} px`)
  }
  return limit
}

/** Warns of what a picture of the whole page cannot show. @param {Page} page */
export async function checkWholePage(page) {
  const { missing, seen } = await callInPage(page, 'findMissingTexts')
  if (missing >= minMissing.count && missing > minMissing.share * seen) {
    warn(`${missing} of ${seen} texts were on the page only while they were in view; the picture does not have them`)
  }
  const window = page.viewportSize()
  for (const frame of loadedFrames(page).filter(frame => frame.parentFrame() === page.mainFrame())) {
    const measuring = frame.evaluate(measureDocument).catch(() => undefined)
    const inner = await withTimeout(measuring, frameMs)
    if (!window || !inner || inner.contentHeight <= inner.height) continue
    if (inner.width * inner.height > minFrameShare * window.width * window.height) {
      warn(`The page is in a frame that scrolls, of which the picture has the first window. Request ${frame.url()}`)
    }
  }
}

function measureDocument() {
  const { scrollHeight } = document.scrollingElement ?? document.documentElement
  return { width: innerWidth, height: innerHeight, contentHeight: scrollHeight }
}
