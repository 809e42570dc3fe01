// Requests of the page that have no answer yet.
import { setTimeout as delay } from 'node:timers/promises'
import { CONFIG } from '../head.mjs'
import { warn } from './errors.mjs'

/** @import { Page, Request } from 'playwright-core' */

/** What a page does not wait for: some of these never end. */
const endlessTypes = ['media', 'eventsource', 'websocket', 'ping']
/** Longest wait for the rest of an answer to fetch(). */
const streamMs = 500
/** A page that has asked for more during this number of settle_ms never stops. */
const maxSettles = 3

export class PendingRequests {
  /** @type {Set<Request>} */
  #pending = new Set()
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
      if (!endlessTypes.includes(request.resourceType())) this.#pending.add(request)
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
      for (const request of this.#pending) if (request.url() === url) this.#end(request)
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
    const limitMs = () => ([...this.#pending].some(request => this.#isDocument(request)) ? navigation_ms : settle_ms)
    const start = Date.now()
    const isOver = () => Date.now() - start > (this.#isEndless ? streamMs : maxSettles * settle_ms)
    while (!this.isQuiet() && Date.now() - this.#changedAt < limitMs()) {
      if (isOver()) return this.#leaveEndless(start)
      await delay(10)
    }
    this.waitedMs += Date.now() - start
    const late = [...this.#pending].filter(request => !this.#isDocument(request))
    for (const request of late) {
      warn(`No answer within ${settle_ms / 1000} s (timeouts.settle_ms), going on without: ${request.url()}`)
      this.late.push(request)
    }
    this.#pending.clear()
  }

  /** @param {number} start of the wait */
  #leaveEndless(start) {
    this.waitedMs += Date.now() - start
    if (!this.#isEndless) warn('The page asks for more all the time; going on')
    this.#isEndless = true
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
