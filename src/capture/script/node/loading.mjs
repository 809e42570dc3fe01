// Loading: opens the page up to wait_until, then waits for what CONFIG names, for images and for fonts.
import { CONFIG } from '../head.mjs'
import { checkSelector } from '../page/calls.mjs'
import { callInFrames } from './agent.mjs'
import { fail, firstLine, warn } from './errors.mjs'

/** @import { Page } from 'playwright-core' */
/** @import { PrepareOptions } from '../types.mjs' */

/** @param {Page} page */
export async function openTarget(page) {
  const { target_url, wait_until, timeouts } = CONFIG
  const timeout = timeouts.navigation_ms
  const refuse = (/** @type {Error} */ error) =>
    fail('navigation', `Cannot open the page (wait_until ${wait_until}): ${firstLine(error)}`)
  const response = await page.goto(target_url, { waitUntil: 'commit', timeout }).catch(refuse)
  const status = response?.status() ?? 200
  if (status >= 400) fail('navigation', `The page answered ${status}: ${target_url}`)
  if (wait_until === 'commit') return
  await page.waitForLoadState(wait_until === 'load' ? 'load' : 'domcontentloaded', { timeout }).catch(refuse)
  if (wait_until !== 'networkidle') return
  await page.waitForLoadState('networkidle', { timeout: timeouts.idle_ms }).catch(() => {
    warn(`The network was not quiet within ${timeouts.idle_ms / 1000} s; going on`)
  })
}

/** @param {Page} page */
export async function waitUntilReady(page) {
  const { options, timeouts } = CONFIG
  const timeout = timeouts.navigation_ms
  const { wait_for_selector } = options
  if (wait_for_selector !== null) {
    const missing = () => fail('navigation', `There is no visible ${wait_for_selector} on the page`)
    await page.waitForSelector(`css=${wait_for_selector}`, { timeout }).catch(missing)
  }
  await page.waitForTimeout(Number.parseFloat(options.delay) * 1000)
  await prepareDocuments(page)
}

/** @param {Page} page */
export async function prepareDocuments(page) {
  const { timeouts } = CONFIG
  // A document that is replaced meanwhile does not answer.
  let answers = await callInFrames(page, 'prepare', prepareOptions())
  for (let tries = 0; tries < 5 && answers.includes(undefined); tries += 1) {
    await page.waitForLoadState('load', { timeout: timeouts.navigation_ms }).catch(() => {})
    answers = await callInFrames(page, 'prepare', prepareOptions())
  }
  const limit = `within ${timeouts.settle_ms / 1000} s; going on`
  if (answers.includes(undefined)) warn(`The documents are not ready ${limit}`)
  if (answers.some(answer => answer?.hasImages === false)) warn(`The images are not ready ${limit}`)
  if (answers.some(answer => answer?.hasFonts === false)) warn(`The fonts are not ready ${limit}`)
}

/** @returns {PrepareOptions} */
function prepareOptions() {
  return {
    limit: CONFIG.timeouts.settle_ms,
    hidden: CONFIG.options.hide_selectors,
    // #if hide_cookie_banners
    banners: CONFIG.banner_selectors,
    // #endif
  }
}

/** Before the page is open: an empty page parses selectors, too. @param {Page} page */
export async function checkSelectors(page) {
  const { selector, wait_for_selector, hide_selectors } = CONFIG.options
  for (const one of [selector, wait_for_selector, ...hide_selectors]) {
    if (one === null) continue
    await page.evaluate(checkSelector, one).catch(() => fail('setting', `Not a CSS selector: ${one}`))
  }
}
