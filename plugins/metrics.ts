// The figures as Prometheus reads them. No operation of the contract: it stands beside, like the probes.
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyPluginAsync } from 'fastify'
import type { Figures } from './shared/figures/figures.ts'
import type { Metering } from './shared/figures/metering.ts'

interface Options {
  readonly figures: Figures
  readonly metering: Pick<Metering, 'latencies'>
}

/** A scrape ends after 10 s by default; what the process itself knows is to arrive whatever the store does. ms */
const patience = 3000

const metrics: FastifyPluginAsync<Options> = async (app, { figures, metering }) => {
  app.get('/api/admin/metrics', { schema: { hide: true } }, async (request, reply) => {
    // The library takes a twentieth of a second to load, which a service that nobody scrapes does not spend.
    const { exposition, mediaType } = await import('./shared/figures/exposition.ts')
    const totals = figures.totals().catch(error => {
      request.log.warn({ err: error }, 'the store told nothing to a scrape')
      return undefined
    })
    const known = await Promise.race([totals, wait(patience, undefined, { ref: false })])
    const text = await exposition({ own: figures.own(), totals: known, latencies: metering.latencies() })
    return reply.type(mediaType).header('cache-control', 'no-store').send(text)
  })
}

export default metrics
