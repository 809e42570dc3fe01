// The network in a film: the time of the page stands still until its requests are answered.
import { scheduler } from 'node:timers/promises'
import { CONFIG } from '../config.mjs'
import { warn } from './errors.mjs'

/** @import { CDPSession } from 'playwright-core' */

/** @typedef {Awaited<ReturnType<typeof watchNetwork>>} FilmNetwork */

/** Requests that may stay open: the page does not wait for their end. */
const openTypes = new Set(['Media', 'WebSocket', 'EventSource', 'Ping'])
/** How long the page may work on answers before it sends the next request, ms. */
const quietMs = 30

/** @param {CDPSession} session */
export async function watchNetwork(session) {
  /** The addresses of open requests, without their queries. @type {Map<string, string>} */
  const open = new Map()
  /** Those that were not answered in time. @type {Set<string>} */
  const hanging = new Set()
  let hasNew = false

  session.on('Network.requestWillBeSent', ({ requestId, request: { url }, type = 'Other' }) => {
    const [address = ''] = url.split(/[?#]/)
    // The scripts of workers end in a session of the worker; their numbers have no dot.
    const isOfWorker = type === 'Script' && !requestId.includes('.')
    if (isOfWorker || openTypes.has(type) || hanging.has(address) || !/^(https?|blob):/.test(address)) return
    open.set(requestId, address)
    hasNew = true
  })
  session.on('Network.loadingFinished', ({ requestId }) => open.delete(requestId))
  session.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId))
  await session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 })

  return {
    /** Whether the page has sent a request since settle() was called. */
    hasRequests: () => hasNew,

    /** Waits until all requests are answered and no other follows; what is open then is not waited for again. */
    async settle(limitMs = CONFIG.timeouts.settle_ms) {
      const deadline = Date.now() + limitMs
      while (hasNew && Date.now() < deadline) {
        hasNew = open.size > 0
        await scheduler.wait(hasNew ? 5 : quietMs)
      }
      hasNew = false
      if (open.size === 0) return
      warn(`The page was still loading after ${limitMs / 1000} s; continuing`)
      for (const address of open.values()) hanging.add(address)
      open.clear()
    },
  }
}
