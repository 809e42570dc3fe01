// Frames of other sites: Chromium leaves out those outside the window, so each is covered by a picture of it.
import { findAll, isVisible } from './roots.mjs'
import { scrollInside } from './screens.mjs'
import { nextObservation } from './still-clock.mjs'

/** @typedef {{ left: number, top: number, right: number, bottom: number }} CssBox CSS px */

/** Smaller ones show nothing, CSS px. */
const minArea = 64

/**
 * Those that are not wholly in the window, which is at the top of the page. The page does not learn of the scrolling
 * that follows: its time stands, so a button that comes with scrolling could not leave again.
 */
export function findDistantFrames() {
  for (const type of ['scroll', 'scrollend']) addEventListener(type, event => event.stopImmediatePropagation(), true)
  const frames = findAll('iframe, object')
    .filter(frame => isOfOtherSite(frame) && isVisible(frame))
    .map(frame => frame.getBoundingClientRect())
    .filter(({ width, height, bottom }) => width * height > minArea && bottom > innerHeight)
    .map(({ left, top, right, bottom }) => ({
      left: Math.max(0, left),
      top,
      right: Math.min(right, innerWidth),
      bottom,
    }))
    .filter(({ left, right }) => right > left)
  return { frames, windowHeight: innerHeight }
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
 * @param {CssBox} box from the top of the page
 * @param {string} base64 of a PNG file
 */
export async function coverWithPicture({ left, top, right, bottom }, base64) {
  const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes]))
  // The policy of the page may forbid images of this kind.
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: bitmap.width, height: bitmap.height })
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
  const size = { width: `${right - left}px`, height: `${bottom - top}px` }
  Object.assign(canvas.style, {
    all: 'initial',
    position: 'absolute',
    zIndex: '2147483647',
    left: 0,
    top: 0,
    ...size,
  })
  document.documentElement.append(canvas)
  const origin = canvas.getBoundingClientRect()
  canvas.style.left = `${left - origin.left}px`
  canvas.style.top = `${top - scrollY - origin.top}px`
}
