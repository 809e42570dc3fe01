// The element to capture, in whichever document of the page it is.
import { measureElement, measureFrame } from '../page/element.mjs'
import { loadedFrames } from './agent.mjs'
import { fail } from './errors.mjs'

/** @import { ElementHandle, Frame, Page } from 'playwright-core' */
/** @import { Area, WindowView } from './types.mjs' */

/** @typedef {{ frame: Frame, element: ElementHandle<Element>, selector: string }} FoundElement */

/**
 * The first element that matches.
 *
 * @param {Page} page
 * @param {string} selector
 * @returns {Promise<FoundElement>}
 */
export async function findElement(page, selector) {
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
export async function measureArea(page, { frame, element, selector }, { x: pageX, y: pageY, scale }) {
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
