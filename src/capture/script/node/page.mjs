// The capture: a screenshot of the whole page, or of one element of it.
import { CONFIG } from '../config.mjs'
import { measureHeight, scrollToTop } from '../page/calls.mjs'
import { showElement } from '../page/element.mjs'
import { startWholePage } from '../page/whole-page.mjs'
import { findWindow } from './camera.mjs'
import { findElement, measureArea } from './element.mjs'
import { outputSize } from './output.mjs'
import { passDelay, waitForRest } from './rest.mjs'
import { runJob } from './run.mjs'
import { checkConfig, readSettings } from './settings.mjs'
import { launchPage, loadPage } from './still.mjs'
import { captureArea } from './tiles.mjs'
import { showWholePage } from './whole-page.mjs'

/** @import { Result, Run } from './types.mjs' */

/**
 * Captures the page of CONFIG.
 *
 * @param settings as readSettings() returns them; by default those of the environment
 * @param {Promise<never>} [interruption] rejects to stop the capture
 * @returns {Promise<Result>}
 */
export async function capture(settings = readSettings([], process.env), interruption) {
  checkConfig(['motion'])
  return runJob(settings, takeScreenshot, interruption)
}

/** @param {Run} run */
async function takeScreenshot(run) {
  const still = await launchPage(run, startWholePage)
  const { page, session } = still
  await loadPage(still)
  const maxHeight = await showWholePage(still)
  await passDelay(still)
  const { selector } = CONFIG.options
  const found = selector ? await findElement(page, selector) : undefined
  await found?.element.evaluate(showElement)
  await waitForRest(still)

  // Headers that stay in view do not cover an element at the top of the page.
  await page.evaluate(scrollToTop)
  const view = await findWindow(session)
  if (found) return captureArea(run, still, await measureArea(page, found, view), view.scale)
  const { x, y, scale } = view
  const height = Math.min(await page.evaluate(measureHeight), maxHeight)
  const size = { width: outputSize().width, height: Math.floor(height * scale + 1e-9) }
  return captureArea(run, still, { x: x * scale, y: y * scale, ...size }, scale)
}
