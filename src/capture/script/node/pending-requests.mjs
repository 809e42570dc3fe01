// Requests of the page that have no answer yet.
import { scheduler } from 'node:timers/promises'
import { CONFIG } from '../config.mjs'
import { warn } from './errors.mjs'

/** @import { Page, Request } from 'playwright-core' */

/** What a page does not wait for: some of these never end. */
const endlessTypes = ['media', 'eventsource', 'websocket', 'ping']
/** Longest wait for the rest of an answer to fetch() that does not tell its length. */
const streamMs = 500
/** A page that asks for more all this time never stops, in settle_ms; nor does one that gets no answer as often. */
const maxSettles = 3
/** Later waits for such a page. */
const endlessMs = 100
/** How long a page may work on answers before it sends the next request. */
const followUpMs = 30

export class PendingRequests {
  /** With the times at which they began. @type {Map<Request, number>} */
  #pending = new Map()
  #changedAt = Date.now()
  /** Whether the page has sent a request since settle() was called. */
  #hasNew = false
  /** Requests that were not answered in time. @type {Request[]} */
  late = []
  /** What those ask for is not waited for again. @type {Set<string>} */
  #lateQuestions = new Set()
  #lateWaits = 0
  #isEndless = false
  /** page.workers() does not list them. */
  hasSharedWorkers = false
  /** How long wait() has waited until now. */
  waitedMs = 0
  #page

  /** @param {Page} page */
  constructor(page) {
    this.#page = page
    page.on('request', request => {
      if (endlessTypes.includes(request.resourceType()) || this.#lateQuestions.has(questionOf(request))) return
      this.#pending.set(request, Date.now())
      this.#changedAt = Date.now()
      this.#hasNew = true
    })
    const end = this.#end.bind(this)
    page.on('requestfinished', end).on('requestfailed', end)
    // A stream never ends.
    page.on('response', response => {
      const isStream = response.request().resourceType() === 'fetch' && !response.headers()['content-length']
      if (isStream) setTimeout(end, streamMs, response.request()).unref()
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

  /** Waits until every request is answered, or none has been for settle_ms, or the page asks for more all the time. */
  async wait() {
    const { settle_ms } = CONFIG.timeouts
    const start = Date.now()
    const longestMs = this.#isEndless ? endlessMs : maxSettles * settle_ms
    const isNew = (/** @type {number} */ begunAt) => Date.now() - begunAt < settle_ms
    while (!this.isQuiet()) {
      if (!isNew(this.#changedAt)) this.#leaveOutPending()
      if (Date.now() - start > longestMs && [...this.#pending.values()].some(isNew)) {
        this.#endWaiting()
        break
      }
      await scheduler.wait(10)
    }
    this.waitedMs += Date.now() - start
  }

  /** Waits until every request is answered and no other follows. */
  async settle() {
    const deadline = Date.now() + (this.#isEndless ? endlessMs : CONFIG.timeouts.settle_ms)
    while (this.#hasNew && Date.now() < deadline) {
      this.#hasNew = false
      await this.wait()
      await scheduler.wait(followUpMs)
    }
    if (this.#hasNew) this.#endWaiting()
    this.#hasNew = false
  }

  #leaveOutPending() {
    for (const request of this.#pending.keys()) {
      // Loading fails without the document itself.
      if (request.isNavigationRequest() && request.frame() === this.#page.mainFrame()) continue
      const { settle_ms } = CONFIG.timeouts
      warn(`No response within ${settle_ms / 1000} s (timeouts.settle_ms); continuing without ${request.url()}`)
      this.late.push(request)
      this.#lateQuestions.add(questionOf(request))
    }
    this.#pending.clear()
    this.#lateWaits += 1
    if (this.#lateWaits === maxSettles) this.#endWaiting()
  }

  #endWaiting() {
    const advice = 'wait_for_selector can wait for its content'
    if (!this.#isEndless) warn(`The page never stops loading; it is captured as it is now. ${advice}`)
    this.#isEndless = true
  }

  /** @param {Request} request */
  #end(request) {
    if (this.#pending.delete(request)) this.#changedAt = Date.now()
  }
}

/** What a request asks for, whatever its query: many have a number or a time there. @param {Request} request */
function questionOf(request) {
  return `${withoutQuery(request.url())} ${request.postData() ?? ''}`
}

/** @param {string} address */
export function withoutQuery(address) {
  return address.replace(/[?#].*/, '')
}
