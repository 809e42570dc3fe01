// Loading: opens the page up to wait_until, and knows which of its requests have no answer yet.
import { scheduler } from 'node:timers/promises'
import { CONFIG } from '../config.mjs'
import { hasOverlays } from '../features.mjs'
import { callInFrames } from './agent.mjs'
import { fail, firstLine, warn } from './errors.mjs'

/** @import { Page, Request } from 'playwright-core' */
/** @import { PrepareOptions } from '../page/prepare.mjs' */

/** Without these a page may show nothing. */
const blockingTypes = ['stylesheet', 'script']
/** What a page does not wait for: some of these never end. */
const endlessTypes = ['media', 'eventsource', 'websocket', 'ping']
/** Longest wait for the rest of an answer to fetch() that does not tell its length. */
const streamMs = 500
/** A page that asks for more all this time never stops, in settle_ms; nor does one that gets no answer as often. */
const maxSettles = 3

const downloadAdvice = 'it is a file to download, such as a PDF or an attachment, which a browser does not show'
const signInAdvice =
  '. CAPTURE_HEADERS ({"authorization": "Basic …"}), CAPTURE_COOKIES or storage_state can sign in; ' +
  'accept_status captures the page nevertheless'

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
  const advice = [401, 403].includes(status) ? signInAdvice : ''
  if (!isAccepted) fail('navigation', `The page answered ${status}: ${target_url}${advice}`)
  if (wait_until === 'commit') return
  const state = wait_until === 'load' ? 'load' : 'domcontentloaded'
  const loading = page.waitForLoadState(state, { timeout }).then(() => true, refuse)
  // It may fail when nothing waits for it any more.
  loading.catch(() => {})
  let isLoaded = false
  while (!isLoaded && network.late.length === 0) {
    network.leaveOutLate()
    isLoaded = await Promise.race([loading, scheduler.wait(50).then(() => false)])
  }
  if (network.late.some(request => blockingTypes.includes(request.resourceType()))) {
    // Opened again, as if these requests had failed.
    const addresses = network.late.splice(0).map(request => request.url())
    await page.route(
      url => addresses.includes(url.href),
      route => route.abort(),
    )
    return openTarget(page, network)
  }
  if (wait_until !== 'networkidle') return
  await page.waitForLoadState('networkidle', { timeout: timeouts.idle_ms }).catch(() => {
    const idleAdvice = 'Set wait_until to load to avoid this wait'
    warn(`The page was still loading after ${timeouts.idle_ms / 1000} s; continuing. ${idleAdvice}`)
  })
}

/** @param {Page} page */
export async function prepareDocuments(page) {
  /** @type {PrepareOptions} */
  const options = { hidden: CONFIG.options.hide_selectors ?? [] }
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

export class PendingRequests {
  /** @type {Set<Request>} */
  #pending = new Set()
  #changedAt = Date.now()
  /** Requests that were not answered in time. @type {Request[]} */
  late = []
  #lateWaits = 0
  #isEndless = false
  #page

  /** @param {Page} page */
  constructor(page) {
    this.#page = page
    page.on('request', request => {
      if (endlessTypes.includes(request.resourceType())) return
      // Blobs are in memory, and Playwright misses the end of some requests for workers of workers.
      if (request.url().startsWith('blob:')) return
      this.#pending.add(request)
      this.#changedAt = Date.now()
    })
    const end = this.#end.bind(this)
    page.on('requestfinished', end).on('requestfailed', end)
    // A stream never ends.
    page.on('response', response => {
      const isStream = response.request().resourceType() === 'fetch' && !response.headers()['content-length']
      if (isStream) setTimeout(end, streamMs, response.request()).unref()
    })
  }

  /** In Playwright the request for a shared worker never ends, but the worker changes when its script has arrived. */
  async watchSharedWorkers() {
    const session = await this.#page.context().browser()?.newBrowserCDPSession()
    session?.on('Target.targetInfoChanged', ({ targetInfo: { url } }) => {
      for (const request of this.#pending) if (request.url() === url) this.#end(request)
    })
    await session?.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'shared_worker' }] })
  }

  isQuiet() {
    return this.#pending.size === 0
  }

  /**
   * Waits until every request is answered, or none has been for settle_ms, or the page asks for more all the time.
   *
   * @param {number} [followUpMs] how long the page may work on answers before it sends the next request
   */
  async wait(followUpMs = 0) {
    const limit = Date.now() + maxSettles * CONFIG.timeouts.settle_ms
    while (!this.#isEndless && (!this.isQuiet() || Date.now() - this.#changedAt < followUpMs)) {
      this.leaveOutLate()
      if (Date.now() > limit) this.#endWaiting()
      await scheduler.wait(10)
    }
  }

  /** Gives up requests when none has been answered for settle_ms. */
  leaveOutLate() {
    const { settle_ms } = CONFIG.timeouts
    if (this.isQuiet() || Date.now() - this.#changedAt < settle_ms) return
    for (const request of this.#pending) {
      // Loading fails without the document itself.
      if (request.isNavigationRequest() && request.frame() === this.#page.mainFrame()) continue
      warn(`No response within ${settle_ms / 1000} s (timeouts.settle_ms); continuing without ${request.url()}`)
      this.late.push(request)
    }
    this.#pending.clear()
    this.#lateWaits += 1
    if (this.#lateWaits === maxSettles) this.#endWaiting()
  }

  #endWaiting() {
    warn('The page never stops loading; it is captured as it is now. wait_for_selector can wait for its content')
    this.#isEndless = true
  }

  /** @param {Request} request */
  #end(request) {
    if (this.#pending.delete(request)) this.#changedAt = Date.now()
  }
}
