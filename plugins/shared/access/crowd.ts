// Load shedding: how many requests may be under way at once, and how soon a client hears that it has to wait.
import { setTimeout as wait } from 'node:timers/promises'
import fp from 'fastify-plugin'
import type { FairLimiter, Lease } from '../../../src/limits/fair-limiter.ts'
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

/** Answers 503 that a client gets at once in a second; the others come a second later, so that asking again and again costs little. */
const promptRefusals = 16
const secondMs = 1000

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

  const refusals = new Map<string, number>()
  const clock = setInterval(() => refusals.clear(), secondMs).unref()
  app.addHook('onClose', async () => clearInterval(clock))

  app.addHook('onSend', async (request, { statusCode }) => {
    if (statusCode !== 503 || isProbe(request)) return
    const client = clientOf(request)
    const [count = 0] = [refusals.get(client)]
    refusals.set(client, count + 1)
    if (count < promptRefusals) return
    request.place?.release()
    await wait(secondMs, undefined, { ref: false })
  })
})
