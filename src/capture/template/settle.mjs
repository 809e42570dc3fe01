// A section of the capture script: from loaded to ready.
import { fail } from './failure.mjs'
import { warn } from './progress.mjs'
import { giveCue, rememberRoots } from './stage.mjs'

/** @import { Config, Page, Stage } from './types.d.ts' */

// --- From loaded to ready

/** @param {Config['options']} options */
const listOf = ({ hide_selectors }) => hide_selectors.join() || ':not(*)'

/**
 * @param {Page} page
 * @param {Config} config
 */
function checkSelectors(page, { options }) {
  const wrong = () => fail('override', `hide_selectors: not CSS selectors: ${listOf(options)}`)
  return page.evaluate(list => document.querySelector(list)?.id, listOf(options)).catch(wrong)
}

/**
 * @param {Page} page
 * @param {Config} config
 */
async function settle(page, { options, timeouts }) {
  const { wait_for_selector, extra_wait_ms, full_page } = options
  const timeout = timeouts.navigation_ms
  if (wait_for_selector) {
    const missing = () => fail('navigation', `There is no ${wait_for_selector} on the page`)
    await page.waitForSelector(wait_for_selector, { timeout }).catch(missing)
  }
  if (extra_wait_ms > 0) await page.waitForTimeout(extra_wait_ms)

  const wish = { limit: timeouts.settle_ms, whole: full_page, hidden: listOf(options) }
  let late = await giveCue(page, 'ready', wish)
  for (let tries = 0; tries < 5 && late.includes('Frames are'); tries += 1) {
    await page.waitForLoadState('load', { timeout })
    late = await giveCue(page, 'ready', wish)
  }
  for (const what of late) warn(`${what} not ready within ${timeouts.settle_ms / 1000} s; going on`)
}

const readyParts = [rememberRoots, hideThings, scrollThrough, awaitPictures, awaitFonts]

/**
 * The caret blinks on.
 * @param {Stage} stage
 */
function hideThings({ style, cues }) {
  cues.ready.push(({ hidden }) => {
    style(`* { caret-color: transparent !important } ${hidden} { visibility: hidden !important }`)
  })
}

/**
 * @param {Stage} stage
 */
function scrollThrough({ now, frame, cues }) {
  cues.ready.push(async ({ whole, limit }) => {
    if (!whole) return
    const [start, deadline] = [scrollY, now() + limit]
    for (let top = 0; top < document.documentElement.scrollHeight && now() < deadline; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' })
      await frame()
    }
    scrollTo({ top: start, behavior: 'instant' })
  })
}

/**
 * @param {Stage} stage
 */
function awaitPictures({ all, now, frame, wait, cues }) {
  cues.ready.push(async ({ whole, limit }) => {
    const deadline = now() + limit
    const isInView = (/** @type {DOMRect} */ { top, left, bottom, right }) =>
      bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
    const wanted = () => all('img').filter(picture => whole || isInView(picture.getBoundingClientRect()))
    /** @param {HTMLVideoElement} video */
    const isStarting = video => video.autoplay && video.readyState < 3 && !video.ended
    const isLoading = () => wanted().some(({ complete }) => !complete) || all('video').some(isStarting)
    do {
      await frame()
      await frame()
      if (whole) for (const picture of wanted()) picture.loading = 'eager'
    } while (isLoading() && now() < deadline)
    if (isLoading()) return 'Pictures are'
    await Promise.race([Promise.allSettled(wanted().map(picture => picture.decode())), wait(limit)])
  })
}

/** @param {Stage} stage */
function awaitFonts({ wait, cues }) {
  cues.ready.push(({ limit }) =>
    Promise.race([document.fonts.ready.then(() => {}), wait(limit).then(() => 'Fonts are')]),
  )
}

export { checkSelectors, readyParts, settle }
