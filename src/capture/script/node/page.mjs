// The capture: a screenshot of the whole page, or of one element of it.
import { CONFIG } from '../config.mjs'
import { measureHeight, scrollToTop } from '../page/calls.mjs'
import { showElement } from '../page/element.mjs'
import { startWholePage } from '../page/whole-page.mjs'
import { findWindow, isWindowBlank } from './camera.mjs'
import { findElement, measureArea } from './element.mjs'
import { finishOutput, outputSize } from './output.mjs'
import { passDelay, waitForRest } from './rest.mjs'
import { runJob } from './run.mjs'
import { checkConfig, readSettings } from './settings.mjs'
import { launchPage, loadPage } from './still.mjs'
import { captureArea } from './tiles.mjs'
import { judgePage } from './verdict.mjs'
import { showWholePage } from './whole-page.mjs'

/** @import { Page } from 'playwright-core' */
/** @import { Area, Result, Run, WindowView } from './types.mjs' */

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
  const verdict = await judgePage(run.settings, still, () => isWindowBlank(session))
  const view = await findWindow(session)
  const area = found ? await measureArea(page, found, view) : await measurePage(page, view, maxHeight)
  const size = await captureArea(run, still, area, view.scale)
  return finishOutput(run, { ...size, frames: 1, fps: null }, verdict)
}

/** @param {Page} page @param {WindowView} view @param {number} maxHeight CSS px @returns {Promise<Area>} */
async function measurePage(page, { x, y, scale }, maxHeight) {
  const height = Math.min(await page.evaluate(measureHeight), maxHeight)
  const size = { width: outputSize().width, height: Math.floor(height * scale + 1e-9) }
  return { x: x * scale, y: y * scale, ...size }
}
