// The capture: a screenshot of the whole page.
import { CONFIG } from '../config.mjs'
import { measurePage } from '../page/calls.mjs'
import { startWholePage } from '../page/whole-page.mjs'
import { callInFrames, callInPage } from './agent.mjs'
import { findWindow, finishOutput, outputSize } from './camera.mjs'
import { warn } from './errors.mjs'
import { showDistantFrames } from './frame-pictures.mjs'
import { showScreens } from './screens.mjs'
import { launchPage, loadPage, passDelay, waitForRest } from './still.mjs'
import { captureArea } from './tiles.mjs'
import { judgePage } from './verdict.mjs'

/** @import { Page } from 'playwright-core' */
/** @import { Still } from './still.mjs' */
/** @import { Area, Result, Run, WindowView } from './types.mjs' */

/** Fewer texts that disappear are those of clocks, counters and carousels; more are a warning, as a part of all. */
const minMissing = { count: 5, share: 0.1 }
/** A frame of this part of the window, whose content is higher than it, is what the page shows. */
const minFrameShare = 0.7

/** @param {Run} run @returns {Promise<Result>} */
export async function takeCapture(run) {
  const still = await launchPage(run, startWholePage)
  const { page, session } = still
  await loadPage(still)
  const maxHeight = await showScreens(still, () => callInPage(page, 'rememberScreen'))
  await passDelay(still)
  await waitForRest(still)

  await callInPage(page, 'scrollPage', 0)
  await warnOfMissing(page)
  const verdict = await judgePage(run.settings, still)
  const view = await findWindow(session)
  const area = await measureArea(still, view, maxHeight)
  await showDistantFrames(still, area)
  const size = await captureArea(run, still, area, view.scale)
  return finishOutput(run, { ...size, frames: 1, fps: null }, verdict)
}

/** @param {Still} still @param {WindowView} view @param {number} maxHeight CSS px @returns {Promise<Area>} */
async function measureArea({ page }, { x, y, scale }, maxHeight) {
  const { width, height } = await page.evaluate(measurePage)
  // One that overflows to the left is shown from its right edge.
  const isWider = x === 0 && width > CONFIG.viewport.width
  return {
    x: x * scale,
    y: y * scale,
    width: isWider ? Math.floor(width * scale) : outputSize().width,
    height: Math.floor(Math.min(height, maxHeight) * scale + 1e-9),
  }
}

/** Warns of what a picture of the whole page cannot show. @param {Page} page */
async function warnOfMissing(page) {
  const [main, ...frames] = await callInFrames(page, 'findMissingContent')
  const { missing, seen } = main ?? { missing: 0, seen: 0 }
  if (missing >= minMissing.count && missing > minMissing.share * seen) {
    const reason = 'the page shows them only while they are scrolled into view'
    const advice = 'Record a video, or take several screenshots with scroll_to steps'
    warn(`${missing} of ${seen} texts are missing from the screenshot: ${reason}. ${advice}`)
  }
  const { width, height } = CONFIG.viewport
  const content = frames.find(frame => frame && frame.scrollingArea > minFrameShare * width * height)
  if (content) {
    const reason = 'The page is in a frame that scrolls, and the screenshot shows only its first window'
    warn(`${reason}. Capture ${content.address} instead`)
  }
}
