// The API reference at /docs/: Swagger UI with a theme, an introduction and code samples.
import { readFileSync } from 'node:fs'
import swaggerUi from '@fastify/swagger-ui'
import fp from 'fastify-plugin'
import { baseCss, favicon } from '../../../src/base-css.ts'
import { pathOfUrl } from '../../../src/url.ts'
import { version } from '../../../src/version.ts'

/** Nothing is loaded from elsewhere, and no text of the document becomes a script. A picture in a response is shown from a blob: URL. */
const staticCSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export default fp(
  async app => {
    const frame = read('frame.html').replace('{version}', version)
    const icon = { type: 'image/svg+xml', content: decodeURIComponent(favicon.replace(/^[^,]*,/, '')) }
    await app.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP,
      logo: icon,
      theme: {
        title: 'API reference · Automation Service',
        favicon: [{ ...icon, filename: 'favicon.svg', rel: 'icon', sizes: 'any' }],
        css: [{ filename: 'theme.css', content: baseCss + read('theme.css') }],
        js: [
          { filename: 'frame.js', content: `globalThis.docsFrame = ${JSON.stringify(frame)}` },
          { filename: 'page.js', content: read('page.js') },
        ],
      },
      uiConfig: {
        layout: 'BaseLayout',
        plugins: [callDocsPlugin],
        requestInterceptor: callPrepareRequest,
        deepLinking: true,
        displayRequestDuration: true,
        docExpansion: 'list',
        defaultModelsExpandDepth: 0,
        syntaxHighlight: false,
        tryItOutEnabled: true,
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

/** Runs in the browser, where page.js defines the function that it calls. */
export function callDocsPlugin(system: unknown): object {
  return Reflect.get(globalThis, 'docsPlugin')(system)
}

/** Runs in the browser, as above. */
export function callPrepareRequest(request: unknown): object {
  return Reflect.get(globalThis, 'docsPrepareRequest')(request)
}

function read(name: string): string {
  return readFileSync(new URL(`./${name}`, import.meta.url), 'utf8')
}
