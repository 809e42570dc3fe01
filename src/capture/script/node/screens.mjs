// The parts of a page, each shown until its content has loaded.
import { CONFIG } from '../config.mjs'
import { callInPage } from './agent.mjs'
import { warn } from './errors.mjs'
import { advancePage } from './still.mjs'

/** @import { Still } from './still.mjs' */

/** How long each place is shown, ms of the page; each part of the page is in the window at two of them. */
const placeMs = 500
/** How long the end of the page is shown, where many pages add content, ms of the page. */
const endMs = 1500
/** Most windows that a page is divided into: a low window moves by more than its height. */
const maxWindows = 100
/** A page that grows while it is shown is followed for this number of windows beyond its first height. */
const maxGrowth = 30

/**
 * Shows every part, then lays the page out as a whole.
 *
 * @param {Still} still
 * @param {() => unknown} [onShown] called for each part
 * @returns {Promise<number>} where a page is cut that is higher, CSS px
 */
export async function showScreens(still, onShown) {
  const { page, network } = still
  const { max_height = Number.POSITIVE_INFINITY } = CONFIG.options
  let { pageHeight, windowHeight } = await callInPage(page, 'showScreen', 0)
  // Overlapping windows: some content appears only when most of it is in view.
  const step = Math.max(windowHeight, pageHeight / maxWindows) / 2
  const growthLimit = (Math.ceil(pageHeight / windowHeight) + maxGrowth) * windowHeight
  const limit = Math.min(max_height, growthLimit)
  let top = 0
  let bottom = 0
  for (let places = 0; places * step < limit; places += 1) {
    const shown = await callInPage(page, 'showScreen', top)
    pageHeight = shown.pageHeight
    // At the end, unless the page has grown at the place before.
    if (bottom >= Math.min(pageHeight, limit)) break
    bottom = Math.min(top + windowHeight, pageHeight, limit)
    const isEnd = bottom === pageHeight && pageHeight > windowHeight
    await advancePage(still, isEnd ? endMs : placeMs)
    await network.wait()
    await onShown?.()
    top = bottom - windowHeight + step
  }
  await callInPage(page, 'layOutWholePage')
  if (bottom >= pageHeight || bottom === max_height) return max_height
  warn(`The page grows while it is scrolled; cut at ${bottom} px`)
  return bottom
}
