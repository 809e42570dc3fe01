// Figures for the operator. Who may see them is decided for all of /api/admin in platform/access.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getStats } from '../schemas/admin.ts'
import type { Figures } from './shared/figures/figures.ts'

interface Options {
  readonly now: () => Date
  readonly figures: Figures
}

const admin: FastifyPluginAsyncTypebox<Options> = async (app, { now, figures }) => {
  app.route({
    ...getStats,
    handler: async () => {
      const { analyses, ...totals } = await figures.totals()
      const { cacheHits, ...own } = figures.own()
      const stats = { ...own, ...totals, analyses: { ...analyses, cache_hits: cacheHits } }
      return { stats, timestamp: now().toISOString() }
    },
  })
}

export default admin
