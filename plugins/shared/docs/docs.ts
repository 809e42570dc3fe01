// The API reference at /docs/: Swagger UI with a theme, an introduction and code samples.
import { readFileSync } from 'node:fs'
import swaggerUi from '@fastify/swagger-ui'
import fp from 'fastify-plugin'
import { html } from 'ghtml'
import { analyzeVibe } from '../../../schemas/analysis.ts'
import { captureMedia } from '../../../schemas/capture.ts'
import type { Operation } from '../../../schemas/operation.ts'
import { buildSparkpage } from '../../../schemas/sparkpage.ts'
import { baseCss, favicon } from '../../../src/base-css.ts'
import { version } from '../../../src/version.ts'
import { pathOf } from '../request-logging.ts'

/** Nothing is loaded from elsewhere, and no text of the document becomes a script. */
const staticCSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export default fp(
  async app => {
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
          { filename: 'frame.js', content: `globalThis.docsFrame = ${JSON.stringify(frame())}` },
          { filename: 'page.js', content: read('page.js') },
        ],
      },
      uiConfig: {
        layout: 'BaseLayout',
        // Runs in the browser, where page.js defines the function.
        plugins: [system => Reflect.get(globalThis, 'docsPlugin')(system)],
        deepLinking: true,
        displayRequestDuration: true,
        docExpansion: 'list',
        defaultModelsExpandDepth: 0,
        syntaxHighlight: false,
        tryItOutEnabled: true,
      },
      // The document at /docs/json is one level deeper than /openapi.json, and the server is relative to it.
      transformSpecification: document => ({ ...document, servers: [{ ...document.servers?.[0], url: '..' }] }),
      transformSpecificationClone: false,
      uiHooks: {
        onRequest: (request, reply, done) => {
          reply.header('cache-control', 'no-cache')
          // Addresses of the page are relative to /docs/, so that it works behind any path prefix.
          if (pathOf(request.url).endsWith('/docs')) reply.redirect('docs/')
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

interface Step {
  readonly operation: Operation
  readonly title: string
  readonly text: string
}

const steps: readonly Step[] = [
  {
    operation: analyzeVibe,
    title: 'Picture',
    text: 'Send a picture, get its style: colours, roles, mood, focal point.',
  },
  {
    operation: buildSparkpage,
    title: 'Page',
    text: 'Send the style and three texts, get a landing page in light and dark.',
  },
  {
    operation: captureMedia,
    title: 'Script',
    text: 'Send any address, get a script that photographs or films it in 4K.',
  },
]

/** The body of the page around Swagger UI, which page.js moves into #operations. Addresses are relative. */
function frame(): string {
  return html`<a class="skip" href="#operations">Skip to the operations</a>
<header class="top">
<a class="mark" href="../">Automation Service</a>
<nav aria-label="Documents"><a href="../problems/">Problems</a><a href="../openapi.yaml" download>openapi.yaml</a><a href="../openapi.json" download>openapi.json</a></nav>
</header>
<main class="page">
<div class="pitch">
<p class="eyebrow">API reference, version ${version}</p>
<h1>Picture, page, script.</h1>
<p class="lead">Three requests, each the next one's material. Every operation below has examples that run as they stand: open one, then Execute.</p>
</div>
<ol class="tour">
!${steps.map(stepItem)}</ol>
<section id="operations" aria-labelledby="operations-title" tabindex="-1">
<div class="head"><h2 id="operations-title">Operations</h2></div>
</section>
</main>
<footer class="foot"><span>Every failure is a problem document; its type leads to a page with cause and cure.</span><a href="../problems/">All problems</a></footer>
`
}

function stepItem({ operation: { schema, method, url }, title, text }: Step): string {
  return html`<li>
<h2>${title}</h2>
<p>${text}</p>
<a href="#/${schema.tags[0]}/${schema.operationId}"><code>${method} ${url}</code></a>
</li>
`
}
