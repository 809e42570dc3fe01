// Requests of the page that have no answer yet.
import { scheduler } from 'node:timers/promises'
import { CONFIG } from '../config.mjs'
import { warn } from './errors.mjs'

/** @import { Page, Request } from 'playwright-core' */

/** What a page does not wait for: some of these never end. */
const endlessTypes = ['media', 'eventsource', 'websocket', 'ping']
/** Longest wait for the rest of an answer to fetch(). */
const streamMs = 500
/** A page that still asks for more after this number of settle_ms never stops. */
const maxSettles = 3
/** Later waits for such a page. */
const endlessMs = 100

export class PendingRequests {
  /** With the times at which they began. @type {Map<Request, number>} */
  #pending = new Map()
  #changedAt = Date.now()
  /** Requests that were not answered in time. @type {Request[]} */
  late = []
  /** page.workers() does not list them. */
  hasSharedWorkers = false
  /** How long wait() has waited until now. */
  waitedMs = 0
  /** Whether the page always asks for more, as some do that look for news. */
  #isEndless = false
  #page

  /** @param {Page} page */
  constructor(page) {
    this.#page = page
    page.on('request', request => {
      if (!endlessTypes.includes(request.resourceType())) this.#pending.set(request, Date.now())
      this.#changedAt = Date.now()
    })
    const end = this.#end.bind(this)
    page.on('requestfinished', end).on('requestfailed', end)
    // One whose answer is a stream, or is not read, never ends.
    page.on('response', response => {
      if (response.request().resourceType() === 'fetch') setTimeout(end, streamMs, response.request()).unref()
    })
  }

  /** The request for a shared worker's script never ends in Playwright, but the worker changes when it has arrived. */
  async watchSharedWorkers() {
    const session = await this.#page.context().browser()?.newBrowserCDPSession()
    session?.on('Target.targetInfoChanged', ({ targetInfo: { type, url } }) => {
      if (type !== 'shared_worker') return
      this.hasSharedWorkers = true
      for (const request of this.#pending.keys()) if (request.url() === url) this.#end(request)
    })
    await session?.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'shared_worker' }] })
  }

  isQuiet() {
    return this.#pending.size === 0
  }

  /**
   * Waits until every request is answered, or none has been for settle_ms: those without an answer are late, and not
   * waited for again. While the document itself arrives the limit is navigation_ms; it is never one of them.
   * Of a page that never stops asking only the first wait is long.
   */
  async wait() {
    const { settle_ms, navigation_ms } = CONFIG.timeouts
    const start = Date.now()
    const longestMs = this.#isEndless ? endlessMs : maxSettles * settle_ms
    const limitMs = () => (this.#hasDocument() ? navigation_ms : settle_ms)
    while (!this.isQuiet() && Date.now() - this.#changedAt < limitMs()) {
      if (Date.now() - start > longestMs && this.#asksForMore()) {
        const advice = 'wait_for_selector can wait for its content'
        if (!this.#isEndless) warn(`The page never stops loading; it is captured as it is now. ${advice}`)
        this.#isEndless = true
        break
      }
      await scheduler.wait(10)
    }
    this.waitedMs += Date.now() - start
    if (Date.now() - this.#changedAt < limitMs()) return
    for (const request of this.#pending.keys()) {
      if (this.#isDocument(request)) continue
      warn(`No response within ${settle_ms / 1000} s (timeouts.settle_ms); continuing without ${request.url()}`)
      this.late.push(request)
    }
    this.#pending.clear()
  }

  /** Whether the page has arrived, and has requests that it has not made long ago. */
  #asksForMore() {
    const isNew = (/** @type {number} */ begunAt) => Date.now() - begunAt < CONFIG.timeouts.settle_ms
    return !this.#hasDocument() && [...this.#pending.values()].some(isNew)
  }

  #hasDocument() {
    return [...this.#pending.keys()].some(request => this.#isDocument(request))
  }

  /** @param {Request} request */
  #end(request) {
    if (this.#pending.delete(request)) this.#changedAt = Date.now()
  }

  /** @param {Request} request */
  #isDocument(request) {
    return request.isNavigationRequest() && request.frame() === this.#page.mainFrame()
  }
}
