// Health checks, for people (/api/health) and for orchestrators (/livez, /readyz).
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getHealth } from '../schemas/health.ts'
import { version } from '../src/version.ts'

interface Options {
  readonly now: () => Date
  readonly isDraining: () => boolean
  /** Whether the database answers. Reported in the body only: an outage must not take every instance out of the load balancer. */
  readonly isStoreReady: () => boolean
  /** Whether the worker processes have started, so that the first request is as fast as any later one. */
  readonly isWarm: () => boolean
}

const health: FastifyPluginAsyncTypebox<Options> = async (app, { now, isDraining, isStoreReady, isWarm }) => {
  const config = { isHealthCheck: true }

  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })

  app.route({
    ...getHealth,
    config,
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

  const probe = { config, compress: false, schema: { hide: true } } as const

  app.get('/livez', probe, async () => ({ status: 'ok' }))

  app.get('/readyz', probe, async (_request, reply) => {
    const status = isDraining() ? 'draining' : isWarm() ? 'ok' : 'starting'
    return reply.code(status === 'ok' ? 200 : 503).send({ status, store: isStoreReady() ? 'ok' : 'away' })
  })
}

export default health
