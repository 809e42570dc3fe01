// The API reference at /docs/: Swagger UI, with what accessibility and our document need.
import { readFileSync } from 'node:fs'
import swaggerUi from '@fastify/swagger-ui'
import fp from 'fastify-plugin'
import { favicon } from '../../../src/reports/problem-pages.ts'
import { pathOfUrl } from '../../../src/values/url.ts'

/** Nothing is loaded from elsewhere, and no text of the document becomes a script. A picture in a response is shown from a blob: URL. */
const staticCSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export default fp(
  async app => {
    const icon = { type: 'image/svg+xml', content: decodeURIComponent(favicon.replace(/^[^,]*,/, '')) }
    await app.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP,
      theme: {
        title: 'API reference · Automation Service',
        favicon: [{ ...icon, filename: 'favicon.svg', rel: 'icon', sizes: 'any' }],
        css: [{ filename: 'theme.css', content: read('theme.css') }],
        js: [{ filename: 'page.js', content: read('page.js') }],
      },
      uiHooks: {
        onRequest: (request, reply, done) => {
          reply.header('cache-control', 'no-cache')
          // Addresses of the page are relative to /docs/, so that it works behind any path prefix.
          if (pathOfUrl(request.url).endsWith('/docs')) reply.redirect('docs/')
          else done()
        },
      },
    })
  },
  { name: 'docs', dependencies: ['openapi'] },
)

function read(name: string): string {
  return readFileSync(new URL(`./${name}`, import.meta.url), 'utf8')
}
