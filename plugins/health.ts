// Health checks, for people (/api/health) and for orchestrators (/livez, /readyz).
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getHealth } from '../schemas/health.ts'
import { version } from '../src/version.ts'
import type { AppServices } from './shared/services.ts'

const health: FastifyPluginAsyncTypebox<AppServices> = async (app, { now, isDraining, workers, store }) => {
  // Probes have no spans.
  const config = { isHealthCheck: true, otel: false }

  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })

  app.route({
    ...getHealth,
    config,
    compress: false,
    handler: async (_request, reply) => {
      const status = isDraining() ? 'draining' : 'ok'
      reply.code(status === 'ok' ? 200 : 503)
      return { status, service: 'automation-service', version, timestamp: now().toISOString() } as const
    },
  })

  const probe = { config, compress: false, schema: { hide: true } } as const

  app.get('/livez', probe, async () => ({ status: 'ok' }))

  app.get('/readyz', probe, async (_request, reply) => {
    const status = !(await hasWorker(workers)) ? 'no_worker' : isDraining() ? 'draining' : 'ok'
    // The store is reported in the body only: an outage must not take every instance out of the load balancer.
    return reply.code(status === 'ok' ? 200 : 503).send({ status, store: (await store.answers()) ? 'ok' : 'away' })
  })
}

export default health

/** Longest wait for a worker process that is starting, ms: probes have timeouts of two seconds. */
const maxStartMs = 1000

/** Whether a worker process is ready or starting. Waits for a start in progress, because it may fail; a failed start is repeated every second. */
async function hasWorker(workers: AppServices['workers']): Promise<boolean> {
  for (const deadline = performance.now() + maxStartMs; performance.now() < deadline; ) {
    if (workers().ready > 0) return true
    await wait(20)
    const { ready, starting } = workers()
    if (ready + starting === 0) return false
  }
  return true
}
