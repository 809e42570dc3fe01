// The capture: a screenshot of the whole page, or of one element.
import { CONFIG } from '../head.mjs'
import { measureElement, measurePage } from '../page/calls.mjs'
import { startScreenshot } from '../page/screenshot.mjs'
import { callInFrames } from './agent.mjs'
import { launchBrowser } from './browser.mjs'
import { fixWindow, takePicture } from './camera.mjs'
import { fail } from './errors.mjs'
import { checkSelectors, openTarget, waitUntilReady } from './loading.mjs'
import { finishOutput, outputSize } from './output.mjs'
import { joinPngs } from './png.mjs'
import { runJob } from './run.mjs'
import { readSettings } from './settings.mjs'
import { emulatedWindow, openPage } from './window.mjs'

/** @import { CDPSession, Page } from 'playwright-core' */
/** @import { Area, Result, Run } from './types.mjs' */

/** Device px. Chromium paints at most 16,384 at once, and smaller parts faster. */
const tileHeight = 8192
const maxHeight = 65_535

/**
 * Captures the page of CONFIG.
 *
 * @param settings as readSettings() returns them; by default those of the environment
 * @param {Promise<never>} [interruption] rejects to stop the capture
 * @returns {Promise<Result>}
 */
export async function capture(settings = readSettings([], process.env), interruption) {
  return runJob(settings, takeScreenshot, interruption)
}

/** @param {Run} run */
async function takeScreenshot(run) {
  // Painted in two steps, a part of a page can differ by one colour level from run to run.
  const browser = await launchBrowser(run, ['--disable-partial-raster'])
  const { page, session } = await openPage(run, browser, emulatedWindow(), `(${startScreenshot})()`)
  await checkSelectors(page)
  await openTarget(page)
  await waitUntilReady(page)
  await callInFrames(page, 'finishMotion')
  await fixWindow(session)

  const area = await findArea(page)
  if (area.height > maxHeight) {
    fail('setting', `The page is ${area.height} px high, the most is ${maxHeight}: set a smaller deviceScaleFactor`)
  }
  // While Chromium paints beyond the window it tells the page other sizes, to which nothing may react.
  await callInFrames(page, 'stopTransitions')
  await session.send('Emulation.setScriptExecutionDisabled', { value: true })
  await joinPngs(`${run.settings.output}.part`, area, takeTiles(session, area))
  return finishOutput(run, { width: area.width, height: area.height, frames: 1, fps: null })
}

/** @param {Page} page @returns {Promise<Area>} */
async function findArea(page) {
  const scale = CONFIG.viewport.deviceScaleFactor
  // #if selector
  const { selector } = CONFIG.options
  if (selector !== null) return findElement(page, selector, scale)
  // #endif
  const { height } = await page.evaluate(measurePage)
  return { x: 0, y: 0, width: outputSize().width, height: Math.floor(height * scale) }
}
// #if selector

/**
 * The first element that matches, with all its partly covered device px.
 *
 * @param {Page} page
 * @param {string} selector
 * @param {number} scale
 * @returns {Promise<Area>}
 */
async function findElement(page, selector, scale) {
  const element = page.locator(`css=${selector}`).first()
  const measuring = element.evaluate(measureElement, undefined, { timeout: CONFIG.timeouts.settle_ms })
  const box = await measuring.catch(() => fail('navigation', `There is no ${selector} on the page`))
  const x = Math.max(0, Math.floor(box.left * scale + 0.01))
  const y = Math.max(0, Math.floor(box.top * scale + 0.01))
  const right = Math.ceil(box.right * scale - 0.01)
  const bottom = Math.ceil(box.bottom * scale - 0.01)
  if (right <= x || bottom <= y) fail('navigation', `${selector} has no size on the page`)
  return { x, y, width: right - x, height: bottom - y }
}
// #endif

/**
 * Each but the first begins with the last row of the one before it, which joinPngs() needs.
 *
 * @param {CDPSession} session
 * @param {Area} area
 */
async function* takeTiles(session, { x, y, width, height }) {
  const scale = CONFIG.viewport.deviceScaleFactor
  for (let top = 0; top < height; top += tileHeight) {
    const first = Math.max(0, top - 1)
    const rows = Math.min(top + tileHeight, height) - first
    const position = { x: x / scale, y: (y + first) / scale }
    const clip = { ...position, width: width / scale, height: rows / scale, scale: 1 }
    yield await takePicture(session, { format: 'png', clip, captureBeyondViewport: true }, 60_000)
  }
}
