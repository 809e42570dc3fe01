// GET /api/admin/stats and /api/admin/metrics: statistics as JSON and for Prometheus. The scope requires the admin token.
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getStats } from '../schemas/admin.ts'
import { urlWithin } from './shared/operations.ts'
import { formatPrometheus, prometheusType } from './shared/prometheus.ts'

interface Options {
  readonly now: () => Date
  readonly hasMetrics: boolean
}

/** Longest wait for the store, ms. Prometheus gives up after 10 s by default, and the metrics of the process do not depend on the store. */
const storeTimeoutMs = 3000

const admin: FastifyPluginAsyncTypebox<Options> = async (app, { now, hasMetrics }) => {
  const { processStats, storeTotals, registry } = app.metrics

  app.route({
    ...getStats,
    url: urlWithin(app, getStats),
    handler: async () => {
      const { analyses, ...totals } = await storeTotals()
      const { cacheHits, ...own } = await processStats()
      const stats = { ...own, ...totals, analyses: { ...analyses, cache_hits: cacheHits } }
      return { stats, timestamp: now().toISOString() }
    },
  })

  if (!hasMetrics) return
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const answer = storeTotals().catch(error => {
      request.log.warn({ err: error }, 'the store did not answer a scrape')
      return undefined
    })
    const totals = await Promise.race([answer, wait(storeTimeoutMs, undefined, { ref: false })])
    const text = await formatPrometheus({ registry, stats: await processStats(), totals })
    return reply.type(prometheusType).header('cache-control', 'no-store').send(text)
  })
}

export default admin
