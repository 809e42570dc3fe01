// Pages of other origins that may use the service from a browser (WHATWG Fetch, CORS).
import cors from '@fastify/cors'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

interface Options {
  /** Scheme, host and port of each; `*` for all; none: no browser page but our own. */
  readonly origins: readonly string[]
}

/** Headers that a page may read beside the simple ones. */
const exposed = [
  'x-request-id',
  'x-warnings',
  'x-analysis-id',
  'x-project-id',
  'x-page-id',
  'x-capture-id',
  'preference-applied',
  'content-disposition',
  'etag',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
]

const daySeconds = 86_400

export default fp<Options>(async (app, { origins }) => {
  if (origins.length === 0) return
  await app.register(cors, {
    delegator: async (request: FastifyRequest) => ({
      origin: [...origins],
      methods: ['GET', 'HEAD', 'POST'],
      exposedHeaders: exposed,
      maxAge: daySeconds,
      // Any other OPTIONS asks for the methods of an address, and is answered with Allow.
      preflight: request.headers['access-control-request-method'] !== undefined,
    }),
  })
})
