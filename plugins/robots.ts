// /robots.txt: crawlers may visit published pages, but not call the operations of the API.
import type { FastifyPluginAsync } from 'fastify'

/** Robots Exclusion Protocol, RFC 9309. */
const rules = `User-agent: *
Allow: /api/v1/pages/
Disallow: /api/
Disallow: /mcp
`

const robots: FastifyPluginAsync = async app => {
  app.get('/robots.txt', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=86400')
    // Page checkers request it from a published page, which has an opaque origin.
    reply.header('cross-origin-resource-policy', 'cross-origin')
    return reply.type('text/plain; charset=utf-8').send(rules)
  })
}

export default robots
