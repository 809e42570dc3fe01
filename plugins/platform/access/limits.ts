// How much anybody may ask at once: requests a minute of one client, and requests under way of all.
import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Problem } from '../../../src/problem.ts'
import { pathOf } from '../path.ts'

interface Options {
  /** Requests a minute of one client; 0: any number. */
  readonly perMinute: number
  /** Requests under way at once. */
  readonly atOnce: number
  /** What the requests of one client are counted under. */
  readonly clientOf: (request: FastifyRequest) => string
}

/** Clients that are counted at once, the longest silent forgotten first. */
const clients = 10_000

/** Whether the service lives is told to anybody at any time. */
const probes: ReadonlySet<string> = new Set(['/api/health', '/livez', '/readyz'])
const isProbe = ({ url }: FastifyRequest): boolean => probes.has(pathOf(url))

export default fp<Options>(async (app, { perMinute, atOnce, clientOf }) => {
  let underWay = 0
  app.addHook('onRequest', (request, { raw }, done) => {
    if (isProbe(request)) return done()
    if (underWay >= atOnce) return done(new Problem('overloaded', { headers: { 'retry-after': '1' } }))
    underWay += 1
    raw.once('close', () => {
      underWay -= 1
    })
    done()
  })

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
