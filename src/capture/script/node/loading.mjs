// Loading: opens the page up to wait_until, then waits for what CONFIG names, for images and for fonts.
import { setTimeout as delay } from 'node:timers/promises'
import { CONFIG } from '../head.mjs'
import { checkSelector, isParsing } from '../page/calls.mjs'
import { callInFrames } from './agent.mjs'
import { fail, firstLine, warn } from './errors.mjs'
import { Network } from './network.mjs'
import { checkSteps } from './steps.mjs'

/** @import { Page } from 'playwright-core' */
/** @import { PrepareOptions } from '../types.mjs' */

/** Longest wait for the answer of a page, ms. */
const pageAnswerMs = 1000

/** @param {Page} page */
export async function openTarget(page, network = new Network(page)) {
  const { target_url, wait_until, timeouts } = CONFIG
  const timeout = timeouts.navigation_ms
  const refuse = (/** @type {Error} */ error) =>
    fail('navigation', `Cannot open the page (wait_until ${wait_until}): ${firstLine(error)}`)
  const response = await page.goto(target_url, { waitUntil: 'commit', timeout }).catch(refuse)
  const status = response?.status() ?? 200
  // #if accept_status
  const isAccepted = CONFIG.options.accept_status?.includes(status)
  if (status >= 400 && !isAccepted) fail('navigation', `The page answered ${status}: ${target_url}`)
  // #endif
  // #if !accept_status
  if (status >= 400) fail('navigation', `The page answered ${status}: ${target_url}`)
  // #endif
  if (wait_until === 'commit') return
  await waitUntilLoaded(page, network)
  if (wait_until !== 'networkidle') return
  await page.waitForLoadState('networkidle', { timeout: timeouts.idle_ms }).catch(() => {
    warn(`The network was not quiet within ${timeouts.idle_ms / 1000} s; going on`)
  })
}

/**
 * Waits for the page, but not for requests without an answer. Where it can show nothing without them, it is opened
 * again as if they had failed.
 *
 * @param {Page} page
 * @param {Network} network
 */
async function waitUntilLoaded(page, network) {
  const { wait_until, timeouts } = CONFIG
  const timeout = timeouts.navigation_ms
  const state = wait_until === 'load' ? 'load' : 'domcontentloaded'
  const loading = page.waitForLoadState(state, { timeout }).then(
    () => 'loaded',
    () => 'late',
  )
  let result
  while (!result && network.late.length === 0) {
    result = await Promise.race([loading, network.wait().then(() => delay(50))])
  }
  if (result === 'late' && (await isUnread(page)))
    fail('navigation', `Cannot open the page (wait_until ${wait_until}): Timeout ${timeout} ms exceeded`)
  if (result === 'late') warn(`The page has not loaded within ${timeout / 1000} s; going on`)
  if (network.late.length === 0) return
  const lacksStyles = network.late.some(request => request.resourceType() === 'stylesheet')
  if (!lacksStyles && !(await isUnread(page))) return
  const late = network.late.splice(0)
  const addresses = late.map(request => request.url())
  await page.route(
    url => addresses.includes(url.href),
    route => route.abort(),
  )
  await openTarget(page, network)
}

/** Whether the page has not been read to its end, or does not answer. @param {Page} page */
async function isUnread(page) {
  return Promise.race([page.evaluate(isParsing), delay(pageAnswerMs, true, { ref: false })])
}

/** @param {Page} page @param {number} [limitMs] longest wait for images and for fonts */
export async function prepareDocuments(page, limitMs = CONFIG.timeouts.settle_ms) {
  const timeout = CONFIG.timeouts.navigation_ms
  // A document that is replaced meanwhile does not answer.
  let answers = await callInFrames(page, 'prepare', prepareOptions(limitMs))
  for (let tries = 0; tries < 5 && answers.includes(undefined); tries += 1) {
    await page.waitForLoadState('load', { timeout }).catch(() => {})
    answers = await callInFrames(page, 'prepare', prepareOptions(limitMs))
  }
  const limit = `within ${limitMs / 1000} s; going on`
  if (answers.includes(undefined)) warn(`The documents are not ready ${limit}`)
  if (answers.some(answer => answer?.hasImages === false)) warn(`The images are not ready ${limit}`)
  if (answers.some(answer => answer?.hasFonts === false)) warn(`The fonts are not ready ${limit}`)
}

/** @param {number} limit ms @returns {PrepareOptions} */
function prepareOptions(limit) {
  return {
    limit,
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
  // #if steps
  await checkSteps(page)
  // #endif
}
