// The capture: a screenshot of one element, in whichever document of the page it is.
import { CONFIG } from '../head.mjs'
import { scrollToTop } from '../page/calls.mjs'
import { measureElement, measureFrame, showElement } from '../page/element.mjs'
import { loadedFrames } from './agent.mjs'
import { findWindow } from './camera.mjs'
import { fail } from './errors.mjs'
import { passTime, waitForRest } from './rest.mjs'
import { runJob } from './run.mjs'
import { readSettings } from './settings.mjs'
import { launchPage, loadPage } from './still.mjs'
import { captureArea } from './tiles.mjs'
import { showWholePage } from './whole-page.mjs'

/** @import { ElementHandle, Frame, Page } from 'playwright-core' */
/** @import { Still } from './still.mjs' */
/** @import { Area, Result, Run, WindowView } from './types.mjs' */

/** @typedef {{ frame: Frame, element: ElementHandle<Element> }} FoundElement */

/** @param {Run} run */
async function takeScreenshot(run) {
  const still = await launchPage(run)
  await loadPage(still)
  await showWholePage(still)
  // #if delay
  await passTime(still, Number.parseFloat(CONFIG.options.delay) * 1000)
  // #endif
  const found = await findElement(still)
  await found.element.evaluate(showElement)
  await waitForRest(still)
  // Headers that stay in view do not cover it at the top of the page.
  await still.page.evaluate(scrollToTop)
  const view = await findWindow(still.session)
  return captureArea(run, still, await measureArea(still.page, found, view), view.scale)
}

/**
 * Captures the element of CONFIG.
 *
 * @param settings as readSettings() returns them; by default those of the environment
 * @param {Promise<never>} [interruption] rejects to stop the capture
 * @returns {Promise<Result>}
 */
export async function capture(settings = readSettings([], process.env), interruption) {
  return runJob(settings, takeScreenshot, interruption)
}

/** The first element that matches. @param {Still} still @returns {Promise<FoundElement>} */
async function findElement({ page }) {
  for (const frame of loadedFrames(page)) {
    const element = await frame.$(`css=${CONFIG.options.selector}`).catch(() => null)
    if (element) return { frame, element }
  }
  return fail('navigation', `There is no ${CONFIG.options.selector} on the page`)
}

/**
 * Where an element is, with all its partly covered device px.
 *
 * @param {Page} page
 * @param {FoundElement} found
 * @param {WindowView} view
 * @returns {Promise<Area>}
 */
async function measureArea(page, { frame, element }, { x: pageX, y: pageY, scale }) {
  let box = await element.evaluate(measureElement)
  for (let inner = frame; inner !== page.mainFrame(); inner = inner.parentFrame() ?? page.mainFrame()) {
    const window = await (await inner.frameElement()).evaluate(measureFrame)
    box = {
      left: window.left + Math.max(0, box.left),
      top: window.top + Math.max(0, box.top),
      right: Math.min(window.right, window.left + box.right),
      bottom: Math.min(window.bottom, window.top + box.bottom),
    }
  }
  const x = Math.max(0, Math.floor((pageX + box.left) * scale + 0.01))
  const y = Math.max(0, Math.floor((pageY + box.top) * scale + 0.01))
  const right = Math.ceil((pageX + box.right) * scale - 0.01)
  const bottom = Math.ceil((pageY + box.bottom) * scale - 0.01)
  if (right <= x || bottom <= y) fail('navigation', `${CONFIG.options.selector} has no size on the page`)
  return { x, y, width: right - x, height: bottom - y }
}
