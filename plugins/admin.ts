// GET /api/admin/stats and /api/admin/metrics: statistics as JSON and for Prometheus; DELETE /api/admin/records/{id}. The scope requires the admin token.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Registry } from 'prom-client'
import { getStats } from '../schemas/admin.ts'
import { deleteRecord } from '../schemas/record-operations.ts'
import { Problem } from '../src/errors.ts'
import { routeIn } from './shared/operations.ts'
import type { AppServices } from './shared/services.ts'

const admin: FastifyPluginAsyncTypebox<AppServices> = async (app, { now, store, config }) => {
  app.route({
    ...routeIn(app, getStats),
    handler: async () => ({ stats: await app.metrics.stats(), timestamp: now().toISOString() }),
  })

  app.route({
    ...routeIn(app, deleteRecord),
    handler: async (request, reply) => {
      if (!(await store.deleteRecord(request.params.id))) throw new Problem('record_not_found')
      return reply.code(204).send()
    },
  })

  if (!config.METRICS) return
  app.get('/metrics', { schema: { hide: true } }, async ({ log }, reply) =>
    reply
      .type(Registry.PROMETHEUS_CONTENT_TYPE)
      .header('cache-control', 'no-store')
      .send(await app.metrics.scrape(log)),
  )
}

export default admin
