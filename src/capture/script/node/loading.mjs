// Loading: opens the page up to wait_until.
import { scheduler } from 'node:timers/promises'
import { CONFIG } from '../config.mjs'
import { hasOverlays } from '../features.mjs'
import { callInFrames } from './agent.mjs'
import { fail, firstLine, warn } from './errors.mjs'
import { withoutQuery } from './pending-requests.mjs'

/** @import { Page } from 'playwright-core' */
/** @import { PrepareOptions } from '../page/prepare.mjs' */
/** @import { PendingRequests } from './pending-requests.mjs' */

/** Without these a page may show nothing. */
const blockingTypes = ['stylesheet', 'script']

const downloadAdvice = 'it is a file to download, such as a PDF or an attachment, which a browser does not show'
const signInAdvice =
  '. CAPTURE_HEADERS, CAPTURE_COOKIES or storage_state can sign in; accept_status captures the page nevertheless'
const adviceByStatus = new Map([
  [401, `${signInAdvice}. HTTP authentication is {"authorization": "Basic …"} in CAPTURE_HEADERS`],
  [403, signInAdvice],
])

/** @param {Page} page @param {PendingRequests} network @returns {Promise<void>} */
export async function openTarget(page, network) {
  const { target_url, wait_until, timeouts } = CONFIG
  const timeout = timeouts.navigation_ms
  const refuse = (/** @type {Error} */ error) => {
    const reason = /download/i.test(error.message) ? downloadAdvice : firstLine(error)
    return fail('navigation', `Cannot open the page (wait_until ${wait_until}): ${reason}`)
  }
  const response = await page.goto(target_url, { waitUntil: 'commit', timeout }).catch(refuse)
  const status = response?.status() ?? 200
  const isAccepted = status < 400 || CONFIG.options.accept_status?.includes(status)
  if (!isAccepted)
    fail('navigation', `The page answered ${status}: ${target_url}${adviceByStatus.get(status) ?? ''}`)
  if (wait_until === 'commit') return
  const state = wait_until === 'load' ? 'load' : 'domcontentloaded'
  const loading = page.waitForLoadState(state, { timeout }).then(() => true, refuse)
  await waitUntilLoaded(loading, network)
  if (network.late.some(request => blockingTypes.includes(request.resourceType()))) {
    // Opened again, as if these requests had failed.
    const addresses = network.late.splice(0).map(request => withoutQuery(request.url()))
    await page.route(
      url => addresses.includes(withoutQuery(url.href)),
      route => route.abort(),
    )
    return openTarget(page, network)
  }
  if (wait_until !== 'networkidle') return
  await page.waitForLoadState('networkidle', { timeout: timeouts.idle_ms }).catch(() => {
    const advice = 'Set wait_until to load to avoid this wait'
    warn(`The page was still loading after ${timeouts.idle_ms / 1000} s; continuing. ${advice}`)
  })
}

/** Waits for the page, but not for requests without an answer. @param {Promise<boolean>} loading @param {PendingRequests} network */
async function waitUntilLoaded(loading, network) {
  // It may fail when nothing waits for it any more.
  loading.catch(() => {})
  const pause = async () => {
    await scheduler.wait(50)
    return false
  }
  let isLoaded = false
  while (!isLoaded && network.late.length === 0) {
    isLoaded = await Promise.race([loading, network.wait().then(pause)])
  }
}

/** Hides what is to be hidden, and shows what is to be shown. @param {Page} page */
export async function prepareDocuments(page) {
  const { full_page, selector, motion, hide_selectors = [] } = CONFIG.options
  /** @type {PrepareOptions} */
  const options = { showsAll: Boolean(full_page || selector || motion), hidden: hide_selectors }
  if (hasOverlays) {
    options.banners = CONFIG.banner_selectors
    options.hidesOverlays = CONFIG.options.hide_overlays
  }
  for (let tries = 0; tries < 5; tries += 1) {
    const answers = await callInFrames(page, 'prepare', options)
    // A document that is replaced meanwhile does not answer.
    if (!answers.includes(undefined)) return
    await page.waitForLoadState('load', { timeout: CONFIG.timeouts.navigation_ms }).catch(() => {})
  }
}
