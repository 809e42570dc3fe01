// Swagger UI to explore the description, on a page of ours.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import files from '@fastify/static'
import fp from 'fastify-plugin'
import { baseCss } from '../../../src/base-css.ts'
import { docsPage } from './page.ts'

const read = (name: string): string => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8')

/** Swagger UI as @fastify/swagger-ui carries it; its page has no viewport, language or landmarks, so ours stands in its place. */
const bundle = dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/static/swagger-ui.css'))

/** Nothing comes from anywhere else, and no text of the document becomes a script. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export default fp(async app => {
  const hidden = { schema: { hide: true } }
  const own = {
    '/docs/': { type: 'text/html; charset=utf-8', text: docsPage() },
    '/docs/theme.css': { type: 'text/css; charset=utf-8', text: baseCss + read('theme.css') },
    '/docs/start.js': { type: 'text/javascript; charset=utf-8', text: read('start.js') },
  }
  for (const [url, { type, text }] of Object.entries(own))
    app.get(url, hidden, async (_request, reply) =>
      reply
        .headers({ 'content-type': type, 'content-security-policy': policy, 'cache-control': 'no-cache' })
        .send(text),
    )
  app.get('/docs', hidden, async (_request, reply) => reply.redirect('docs/'))
  await app.register(async scope => {
    scope.addHook('onRoute', route => {
      route.schema = { ...route.schema, hide: true }
    })
    await scope.register(files, {
      root: bundle,
      prefix: '/docs/static/',
      decorateReply: false,
      index: false,
      maxAge: '1h',
    })
  })
})
