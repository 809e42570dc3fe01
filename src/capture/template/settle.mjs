// ---- From loaded to ready: what is hidden, pictures, fonts ----
import { Failure } from './failure.mjs'
import { giveCue, rememberRoots } from './stage.mjs'

/** @import { Config, Page, Stage, Warn } from './types.d.ts' */

/**
 * Waits until the page is ready to be seen; what is not ready within CONFIG.timeouts.settle_ms is told.
 * @param {Page} page
 * @param {Config} config
 * @param {Warn} warn
 */
export async function settle(page, { options, timeouts }, warn) {
  if (options.extra_wait_ms > 0) await page.waitForTimeout(options.extra_wait_ms)
  for (const selector of options.hide_selectors) {
    if (await page.evaluate(isSelector, selector)) continue
    throw new Failure('override', `CONFIG.options.hide_selectors: not a CSS selector: ${selector}`)
  }
  const wish = { limit: timeouts.settle_ms, whole: options.full_page, hidden: options.hide_selectors }
  const late = await giveCue(page, 'ready', wish)
  for (const what of new Set(late)) warn(`${what} not ready within ${wish.limit / 1000} s; going on`)
}

/** @param {string} selector */
function isSelector(selector) {
  try {
    document.createDocumentFragment().querySelector(selector)
    return true
  } catch {
    return false
  }
}

/** What every stage has. */
export const readyParts = [rememberRoots, hideThings, scrollThrough, awaitPictures, awaitFonts]

/**
 * The caret blinks by the wall clock: it goes, and whatever CONFIG.options hides.
 * @param {Stage} stage
 */
function hideThings({ style, cues }) {
  cues.ready.push(({ hidden }) => {
    const rules = hidden.map(selector => `${selector} { visibility: hidden !important }`)
    style('* { caret-color: transparent !important }', ...rules)
  })
}

/**
 * A whole page is walked through once, so that the page's own lazy loaders see every part of it in view.
 * @param {Stage} stage
 */
function scrollThrough({ now, frame, cues }) {
  cues.ready.push(async ({ whole, limit }) => {
    const deadline = now() + limit
    const start = scrollY
    for (let y = 0; whole && y < document.documentElement.scrollHeight && now() < deadline; y += innerHeight) {
      scrollTo({ top: y, behavior: 'instant' })
      await frame()
    }
    if (whole) scrollTo({ top: start, behavior: 'instant' })
  })
}

/**
 * Pictures in view, or all of a whole page, are loaded and decoded.
 * @param {Stage} stage
 */
function awaitPictures({ all, now, frame, wait, cues }) {
  cues.ready.push(async ({ whole, limit }) => {
    const deadline = now() + limit
    const wanted = () => all('img').filter(isWanted)
    const loading = () => wanted().filter(picture => !picture.complete)
    do {
      // Two frames, so that lazy loaders see what came into view.
      await frame()
      await frame()
      if (whole) for (const picture of loading()) picture.loading = 'eager'
    } while (loading().length > 0 && now() < deadline)
    if (loading().length > 0) return 'Pictures are'
    await Promise.race([Promise.allSettled(wanted().map(picture => picture.decode())), wait(limit)])

    /** @param {HTMLImageElement} picture */
    function isWanted(picture) {
      const { top, left, bottom, right } = picture.getBoundingClientRect()
      return whole || (bottom > 0 && right > 0 && top < innerHeight && left < innerWidth)
    }
  })
}

/** @param {Stage} stage */
function awaitFonts({ wait, cues }) {
  cues.ready.push(({ limit }) => {
    return Promise.race([document.fonts.ready.then(() => undefined), wait(limit).then(() => 'Fonts are')])
  })
}
