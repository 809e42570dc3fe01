// CORS: which origins may use /api/v1 from a browser (WHATWG Fetch).
import cors from '@fastify/cors'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** Origins whose pages may use this scope (scheme, host and port), or `*` for all. Empty in every scope except /api/v1. */
    corsOrigins: readonly string[]
  }
}

/** Response headers that scripts may read in addition to the CORS-safelisted ones. */
const exposedHeaders =
  'x-request-id, x-warnings, x-analysis-id, x-picture-id, x-project-id, x-page-id, x-direction, x-capture-id, preference-applied, content-location, content-disposition, etag, retry-after, ratelimit, ratelimit-policy'

const preflightMaxAgeSeconds = 86_400

interface CorsOptions {
  /** CORS_ORIGINS */
  readonly origins: readonly string[]
}

/** Adds the headers of CORS in scopes with `corsOrigins`, to answers of every later hook too. */
export default fp<CorsOptions>(
  async (app, { origins }) => {
    app.decorate('corsOrigins', [])
    if (origins.length === 0) return
    await app.register(cors, {
      delegator: async ({ server: { corsOrigins }, headers }: FastifyRequest) => ({
        origin: corsOrigins.length > 0 && [...corsOrigins],
        methods: ['GET', 'HEAD', 'POST', 'PUT'],
        exposedHeaders,
        maxAge: preflightMaxAgeSeconds,
        // Any other OPTIONS request asks for the methods of a path; the 404 handler answers it with Allow.
        preflight: headers['access-control-request-method'] !== undefined,
      }),
    })
  },
  { name: 'cors' },
)

/** Lets pages of these origins use the whole scope. */
export const allowCors = fp<CorsOptions>(async (scope, { origins }) => scope.decorate('corsOrigins', origins), {
  name: 'allow-cors',
  dependencies: ['cors'],
})
