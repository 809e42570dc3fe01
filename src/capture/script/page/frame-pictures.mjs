// Frames of other sites: Chromium leaves out those outside the window, so each is covered by a picture of it.
import { findAll, isVisible } from './roots.mjs'
import { scrollInside } from './screens.mjs'
import { nextObservation } from './still-clock.mjs'

/** @typedef {{ left: number, top: number, right: number, bottom: number }} CssBox CSS px */

/** Smaller ones show nothing, CSS px. */
const minArea = 64

/**
 * Parts of those that are not wholly in the window, which is at the top of the page. The page does not learn of the
 * scrolling that follows: its time stands, so a button that comes with scrolling could not leave again.
 *
 * @param {number} maxShare of the height of the window that a part has at most
 */
export function findDistantFrames(maxShare) {
  for (const type of ['scroll', 'scrollend']) addEventListener(type, event => event.stopImmediatePropagation(), true)
  const parts = findAll('iframe, object')
    .filter(frame => isOfOtherSite(frame) && isVisible(frame))
    .map(frame => frame.getBoundingClientRect())
    .filter(({ width, height, bottom }) => width * height > minArea && bottom > innerHeight)
    .flatMap(box => splitBox(box, maxShare * innerHeight))
    .sort((one, other) => one.top - other.top)
  return { parts, windowHeight: innerHeight }
}

/** Without what is beside the window. @param {CssBox} box @param {number} maxHeight @returns {CssBox[]} */
function splitBox({ left, top, right, bottom }, maxHeight) {
  const sides = { left: Math.max(0, left), right: Math.min(right, innerWidth) }
  const tops = Array.from({ length: Math.ceil((bottom - top) / maxHeight) }, (_, index) => top + index * maxHeight)
  if (sides.right <= sides.left) return []
  return tops.map(partTop => ({ ...sides, top: partTop, bottom: Math.min(bottom, partTop + maxHeight) }))
}

/** @param {Element} frame */
function isOfOtherSite(frame) {
  return 'contentDocument' in frame && frame.contentDocument === null
}

/** Scrolls the page, and waits until frames that come into view are painted. @param {number} top @returns where it is now */
export async function scrollPage(top) {
  const page = document.scrollingElement ?? document.documentElement
  scrollInside(page, top)
  await nextObservation()
  await nextObservation()
  return page.scrollTop
}

/**
 * Shows a picture above a part of the page, whose top is in view.
 *
 * @param {{ left: number, top: number }} corner device px from the top of the page
 * @param {{ width: number, height: number }} size device px
 * @param {number} scale device px in a CSS px
 * @param {string} base64 of a PNG file
 */
export async function coverWithPicture({ left, top }, { width, height }, scale, base64) {
  const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes]))
  // The policy of the page may forbid images of this kind.
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
  const size = `width: ${width / scale}px; height: ${height / scale}px`
  canvas.style.cssText = `all: initial; position: absolute; z-index: 2147483647; left: 0; top: 0; ${size}`
  document.documentElement.append(canvas)
  const origin = canvas.getBoundingClientRect()
  canvas.style.left = `${left / scale - origin.left}px`
  canvas.style.top = `${top / scale - scrollY - origin.top}px`
}
