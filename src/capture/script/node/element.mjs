// The capture: a screenshot of one element, in whichever document of the page it is.
import { CONFIG } from '../config.mjs'
import { measureElement, measureFrame, showElement } from '../page/calls.mjs'
import { startElement } from '../page/element-agent.mjs'
import { callInPage, loadedFrames } from './agent.mjs'
import { findWindow, finishOutput } from './camera.mjs'
import { fail } from './errors.mjs'
import { showDistantFrames } from './frame-pictures.mjs'
import { showScreens } from './screens.mjs'
import { launchPage, loadPage, passDelay, waitForRest } from './still.mjs'
import { captureArea } from './tiles.mjs'
import { judgePage } from './verdict.mjs'

/** @import { ElementHandle, Frame, Page } from 'playwright-core' */
/** @import { Area, Result, Run, WindowView } from './types.mjs' */

/** @typedef {{ frame: Frame, element: ElementHandle<Element>, selector: string }} FoundElement */

/** @param {Run} run @returns {Promise<Result>} */
export async function takeCapture(run) {
  const still = await launchPage(run, startElement)
  const { page, session } = still
  await loadPage(still)
  await showScreens(still)
  await passDelay(still)
  const found = await findElement(page)
  await found.element.evaluate(showElement)
  await waitForRest(still)

  // Headers that stay in view do not cover an element at the top of the page.
  await callInPage(page, 'scrollPage', 0)
  const verdict = await judgePage(run.settings, still)
  const view = await findWindow(session)
  const area = await measureArea(page, found, view)
  await showDistantFrames(still, area)
  const size = await captureArea(run, still, area, view.scale)
  return finishOutput(run, { ...size, frames: 1, fps: null }, verdict)
}

/** The first element that matches. @param {Page} page @returns {Promise<FoundElement>} */
async function findElement(page) {
  const { selector = '' } = CONFIG.options
  for (const frame of loadedFrames(page)) {
    const element = await frame.$(`css=${selector}`).catch(() => null)
    if (element) return { frame, element, selector }
  }
  return fail('navigation', `There is no ${selector} on the page`)
}

/**
 * Where an element is, with all its partly covered device px.
 *
 * @param {Page} page
 * @param {FoundElement} found
 * @param {WindowView} view
 * @returns {Promise<Area>}
 */
async function measureArea(page, { frame, element, selector }, { x: pageX, y: pageY, scale }) {
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
  if (right <= x || bottom <= y) fail('navigation', `${selector} has no size on the page`)
  return { x, y, width: right - x, height: bottom - y }
}
