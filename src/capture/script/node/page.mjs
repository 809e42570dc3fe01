// The capture: a screenshot of the whole page, or of one element of it.
import { CONFIG } from '../config.mjs'
import { measurePage } from '../page/calls.mjs'
import { showElement } from '../page/element.mjs'
import { startWholePage } from '../page/whole-page.mjs'
import { callInPage } from './agent.mjs'
import { findWindow, isWindowBlank } from './camera.mjs'
import { findElement, measureArea } from './element.mjs'
import { showDistantFrames } from './frame-pictures.mjs'
import { finishOutput, outputSize } from './output.mjs'
import { passDelay, waitForRest } from './rest.mjs'
import { runJob } from './run.mjs'
import { checkConfig, readSettings } from './settings.mjs'
import { launchPage, loadPage } from './still.mjs'
import { captureArea } from './tiles.mjs'
import { judgePage } from './verdict.mjs'
import { checkWholePage, showWholePage } from './whole-page.mjs'

/** @import { Still } from './still.mjs' */
/** @import { Area, Result, Run, WindowView } from './types.mjs' */

/** Chromium paints nothing that is wider, device px. */
const maxSurfaceSide = 16_384

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
  await callInPage(page, 'scrollPage', 0)
  if (!found) await checkWholePage(page)
  const verdict = await judgePage(run.settings, still, () => isWindowBlank(session))
  const view = await findWindow(session)
  const area = found ? await measureArea(page, found, view) : await measureWhole(still, view, maxHeight)
  await showDistantFrames(still, area)
  const size = await captureArea(run, still, area, view.scale)
  return finishOutput(run, { ...size, frames: 1, fps: null }, verdict)
}

/** @param {Still} still @param {WindowView} view @param {number} maxHeight CSS px @returns {Promise<Area>} */
async function measureWhole({ page }, { x, y, scale }, maxHeight) {
  const { width, height } = await page.evaluate(measurePage)
  // One that overflows to the left is shown from its right edge.
  const isWider = x === 0 && width > CONFIG.viewport.width
  return {
    x: x * scale,
    y: y * scale,
    width: isWider ? Math.min(Math.floor(width * scale), maxSurfaceSide) : outputSize().width,
    height: Math.floor(Math.min(height, maxHeight) * scale + 1e-9),
  }
}
