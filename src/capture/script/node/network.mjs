// The network: which requests of the page have no answer yet.
import { setTimeout as delay } from 'node:timers/promises'
import { CONFIG } from '../head.mjs'
import { warn } from './errors.mjs'

/** @import { Page, Request } from 'playwright-core' */

/** What a page does not wait for: some of these never end. */
const endlessTypes = ['media', 'eventsource', 'websocket', 'ping']
/** Longest wait for the rest of an answer to fetch(). */
const streamMs = 500

export class Network {
  /** @type {Set<Request>} */
  #pending = new Set()
  #changedAt = Date.now()
  /** Requests that were not answered in time. @type {Request[]} */
  late = []
  /** How long wait() has waited until now. */
  waitedMs = 0

  /** @param {Page} page */
  constructor(page) {
    page.on('request', request => {
      if (!endlessTypes.includes(request.resourceType())) this.#pending.add(request)
      this.#changedAt = Date.now()
    })
    const end = (/** @type {Request} */ request) => {
      if (this.#pending.delete(request)) this.#changedAt = Date.now()
    }
    page.on('requestfinished', end).on('requestfailed', end)
    // One whose answer is a stream, or is not read, never ends.
    page.on('response', response => {
      if (response.request().resourceType() === 'fetch') setTimeout(end, streamMs, response.request()).unref()
    })
  }

  isQuiet() {
    return this.#pending.size === 0
  }

  /**
   * Waits until every request is answered, or none has been for settle_ms: those without an answer are late, and not
   * waited for again.
   */
  async wait() {
    const { settle_ms } = CONFIG.timeouts
    const start = Date.now()
    while (!this.isQuiet() && Date.now() - this.#changedAt < settle_ms) await delay(10)
    this.waitedMs += Date.now() - start
    for (const request of this.#pending) {
      warn(`No answer within ${settle_ms / 1000} s (timeouts.settle_ms), going on without: ${request.url()}`)
      this.late.push(request)
    }
    this.#pending.clear()
  }
}
