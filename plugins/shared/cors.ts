// CORS: which origins may use the service from a browser (WHATWG Fetch).
import cors from '@fastify/cors'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

/** Response headers that scripts may read beside the CORS-safelisted ones. */
const exposedHeaders =
  'x-request-id, x-warnings, x-analysis-id, x-project-id, x-page-id, x-capture-id, preference-applied, content-location, content-disposition, etag, retry-after, ratelimit, ratelimit-policy'

const preflightMaxAgeSeconds = 86_400

/** @param origins scheme, host and port of each; `*` for all; empty: only pages of this service. */
export default fp<{ readonly origins: readonly string[] }>(
  async (app, { origins }) => {
    if (origins.length === 0) return
    await app.register(cors, {
      delegator: async (request: FastifyRequest) => ({
        origin: [...origins],
        methods: ['GET', 'HEAD', 'POST', 'DELETE'],
        exposedHeaders,
        maxAge: preflightMaxAgeSeconds,
        // Any other OPTIONS request asks for the methods of a path; the 404 handler answers it with Allow.
        preflight: request.headers['access-control-request-method'] !== undefined,
      }),
    })
  },
  { name: 'cors' },
)
