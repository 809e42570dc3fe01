// How many requests may be under way at once, of all clients together.
import fp from 'fastify-plugin'
import type { FairLimiter, Lease } from '../../../src/work/fair-limiter.ts'
import { clientOf } from './client.ts'
import { isProbe } from './probe.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The place among the requests under way; undefined for probes. */
    place: Lease | undefined
  }
}

interface Options {
  readonly requests: FairLimiter
}

export default fp<Options>(async (app, { requests }) => {
  app.decorateRequest('place', undefined)

  app.addHook('onRequest', async (request, { raw }) => {
    if (isProbe(request)) return
    const place = await requests.acquire(clientOf(request), 1)
    request.place = place
    raw.once('close', place.release)
  })

  // What has arrived is answered; a request whose body is still on its way gives its place to others.
  app.addHook('preValidation', async ({ place }) => place?.keep())
})
