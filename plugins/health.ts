// Whether the service runs: for people, and for the probes of orchestrators.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getHealth } from '../schemas/health.ts'
import { version } from '../src/version.ts'

interface Options {
  readonly now: () => Date
  readonly isDraining: () => boolean
  /** Whether the database answers; told in the body only, so that one outage never empties the balancer. */
  readonly isStoreReady: () => boolean
  /** Whether the worker processes are ready, so that the first request is as fast as any later one. */
  readonly isWarm: () => boolean
}

const health: FastifyPluginAsyncTypebox<Options> = async (app, { now, isDraining, isStoreReady, isWarm }) => {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })

  app.route({
    ...getHealth,
    compress: false,
    handler: async (_request, reply) => {
      const draining = isDraining()
      return reply.code(draining ? 503 : 200).send({
        status: draining ? 'draining' : 'ok',
        service: 'automation-service',
        version,
        timestamp: now().toISOString(),
      })
    },
  })

  app.get('/livez', { compress: false, schema: { hide: true } }, async () => ({ status: 'ok' }))

  app.get('/readyz', { compress: false, schema: { hide: true } }, async (_request, reply) => {
    const status = isDraining() ? 'draining' : isWarm() ? 'ok' : 'starting'
    return reply.code(status === 'ok' ? 200 : 503).send({ status, store: isStoreReady() ? 'ok' : 'away' })
  })
}

export default health
