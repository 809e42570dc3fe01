// Rate limit: requests per client and minute, counted by this process or, with Redis, by all replicas together.
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import rateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Problem } from '../../../src/errors.ts'
import { isInternalCall } from '../internal-call.ts'
import { clientOf } from './auth.ts'
import { isHealthCheck } from './load-shedding.ts'

/** Clients that one process counts at once; beyond it the least recently seen one is dropped. */
const maxCountedClients = 10_000

interface RateLimitOptions {
  /** Requests a minute of one client; 0: unlimited. */
  readonly perMinute: number
  /** redis://user:password@host:port/database; empty: each process counts separately. */
  readonly redisUrl: string
}

export default fp<RateLimitOptions>(
  async (app, { perMinute, redisUrl }) => {
    if (perMinute === 0) return
    const options = {
      global: false,
      max: perMinute,
      timeWindow: 60_000,
      cache: maxCountedClients,
      keyGenerator: clientOf,
      allowList: (request: FastifyRequest) => isHealthCheck(request) || isInternalCall(request),
    }
    const countHere = await createCounter(app, options)
    const countShared = redisUrl && (await createSharedCounter(app, options, redisUrl))

    app.addHook('onRequest', async (request, reply) => {
      // Counted here in any case, so that a client that used up its limit does not get another one when Redis is lost.
      const here = await countHere(request)
      if (here.isAllowed) return
      const shared = countShared && (await countShared(request))
      const { remaining, ttlInSeconds, isExceeded } = shared && !shared.isAllowed ? shared : here
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

type Counter = ReturnType<FastifyInstance['createRateLimit']>
type CountedRequest = Parameters<Counter>[0]

/** In a scope of its own, because @fastify/rate-limit decorates a scope with one counter only. */
async function createCounter(app: FastifyInstance, options: RateLimitPluginOptions): Promise<Counter> {
  const counter = new Promise<Counter>(resolve => {
    app.register(async scope => {
      await scope.register(rateLimit, options)
      resolve(scope.createRateLimit())
    })
  })
  await app.after()
  return counter
}

/** Longest wait of a request for Redis, ms. */
const redisTimeoutMs = 250
/** Time between two attempts to reach Redis, and after which a connection without answers is replaced, ms. */
const retryMs = 1000

/** Counts in Redis. Returns undefined while Redis is unreachable; losing and regaining it are logged once each. */
async function createSharedCounter(app: FastifyInstance, options: RateLimitPluginOptions, url: string) {
  const { client, failure } = await connectRedis(url)
  app.addHook('onClose', async () => client.disconnect())
  const count = await createCounter(app, { ...options, redis: client, nameSpace: 'automation-service:rate:' })
  let isLost = false
  const noteLoss = (reason: string): void => {
    if (!isLost)
      app.log.warn({ reason }, 'Redis is unreachable: each replica counts requests for RATE_LIMIT separately')
    isLost = true
  }

  const lost = failure()
  if (lost !== undefined) noteLoss(lost)
  return async (request: CountedRequest) => {
    try {
      const result = await Promise.race([count(request), rejectLate()])
      if (isLost) app.log.info('Redis is reachable again: the replicas share their RATE_LIMIT counts')
      isLost = false
      return result
    } catch (error) {
      return noteLoss(failure() ?? String(error))
    }
  }
}

/** Connects, and reconnects for as long as the client is open. @returns `failure`: why it is not connected */
async function connectRedis(url: string) {
  // The bundle gives a CommonJS module its default export only.
  const { Redis } = (await import('ioredis')).default
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: retryMs,
    socketTimeout: retryMs,
    retryStrategy: () => retryMs,
    // A command fails at once without a connection, and is not repeated on the next one.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
  })
  let failure: string | undefined
  // Only messages are logged: these errors have the command as a property, with the password in it.
  client.on('error', ({ message }) => {
    failure = message
  })
  client.on('close', () => {
    failure ??= 'the connection was closed'
  })
  client.on('ready', () => {
    failure = undefined
  })
  await client.connect().catch(() => undefined)
  return { client, failure: () => failure }
}

/** After a pause of the event loop the timer is due before the answer has been read: one more turn reads it. */
async function rejectLate(): Promise<never> {
  await wait(redisTimeoutMs, undefined, { ref: false })
  await nextTurn()
  throw new Error(`no answer within ${redisTimeoutMs} ms`)
}
