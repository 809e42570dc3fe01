// How many requests a minute one client may ask.
import rateLimit from '@fastify/rate-limit'
import fp from 'fastify-plugin'
import { Problem } from '../../../src/errors.ts'
import { clientOf } from './client.ts'
import { isProbe } from './probe.ts'

interface Options {
  /** Requests per minute and client; 0: no limit. */
  readonly perMinute: number
}

/** Clients that are counted at once, the longest silent forgotten first. */
const clients = 10_000

export default fp<Options>(async (app, { perMinute }) => {
  if (perMinute === 0) return
  await app.register(rateLimit, {
    global: false,
    max: perMinute,
    timeWindow: 60_000,
    cache: clients,
    keyGenerator: clientOf,
    allowList: isProbe,
  })
  const count = app.createRateLimit()

  app.addHook('onRequest', async (request, reply) => {
    const counted = await count(request)
    if (counted.isAllowed) return
    const { remaining, ttlInSeconds, isExceeded } = counted
    // draft-ietf-httpapi-ratelimit-headers-10; the plugin knows only the names before it.
    reply.headers({
      'ratelimit-policy': `"minute";q=${perMinute};w=60`,
      ratelimit: `"minute";r=${remaining};t=${ttlInSeconds}`,
    })
    if (isExceeded) throw new Problem('rate_limited', { headers: { 'retry-after': `${ttlInSeconds}` } })
  })
})
