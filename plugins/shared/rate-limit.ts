// Rate limit: requests per client and minute.
import rateLimit from '@fastify/rate-limit'
import fp from 'fastify-plugin'
import { Problem } from '../../src/errors.ts'
import { clientOf } from './auth.ts'
import { isInternalCall } from './internal-call.ts'
import { isHealthCheck } from './load-shedding.ts'

/** Clients that are counted at once; beyond it the least recently seen one is dropped. */
const maxClients = 10_000

/** @param perMinute requests a minute of one client; 0: unlimited. */
export default fp<{ readonly perMinute: number }>(
  async (app, { perMinute }) => {
    if (perMinute === 0) return
    await app.register(rateLimit, {
      global: false,
      max: perMinute,
      timeWindow: 60_000,
      cache: maxClients,
      keyGenerator: clientOf,
      allowList: request => isHealthCheck(request) || isInternalCall(request),
    })
    const count = app.createRateLimit()

    app.addHook('onRequest', async (request, reply) => {
      const result = await count(request)
      if (result.isAllowed) return
      const { remaining, ttlInSeconds, isExceeded } = result
      // draft-ietf-httpapi-ratelimit-headers-10; @fastify/rate-limit only knows the older header names.
      reply.headers({
        'ratelimit-policy': `"minute";q=${perMinute};w=60`,
        ratelimit: `"minute";r=${remaining};t=${ttlInSeconds}`,
      })
      if (isExceeded) throw new Problem('rate_limited', { headers: { 'retry-after': `${ttlInSeconds}` } })
    })
  },
  { name: 'rate-limit', dependencies: ['authentication'] },
)
