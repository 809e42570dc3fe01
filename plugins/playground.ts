// The page at /: a picture goes in by hand, and what comes out is shown. Files of web/ as they are, and a frame for previews.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyPluginAsync } from 'fastify'
import { answerNotModified, weakEtag } from './shared/negotiation.ts'

interface Options {
  /** Without it / leads to the documents. */
  readonly isEnabled: boolean
}

const folder = new URL('../web/', import.meta.url)

const types = { css: 'text/css', js: 'text/javascript' } as const

/** What the page loads beside itself. */
const parts = [
  ['playground.css', types.css],
  ['playground.js', types.js],
  ['service.js', types.js],
  ['formats.js', types.js],
  ['views.js', types.js],
] as const

/** Our own files and service; pictures also from where a person points; nothing written as a text ever becomes markup. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob: https: http:",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** For a document that holds somebody's page: an origin of its own, one script, and nothing from anywhere. */
const framePolicy = (script: string): string =>
  [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ')

/** A file of web/, and where it is served. */
interface Served {
  readonly url: string
  readonly name: string
  readonly type: string
  readonly headers?: (text: string) => Readonly<Record<string, string>>
}

const served: readonly Served[] = [
  { url: '/', name: 'index.html', type: 'text/html', headers: () => ({ 'content-security-policy': pagePolicy }) },
  {
    url: '/playground/preview',
    name: 'preview.html',
    type: 'text/html',
    headers: text => ({
      'content-security-policy': framePolicy(text.replace(/.*<script>(.*)<\/script>.*/s, '$1')),
      'x-frame-options': 'SAMEORIGIN',
    }),
  },
  ...parts.map(([name, type]) => ({ url: `/playground/${name}`, name, type })),
]

const playground: FastifyPluginAsync<Options> = async (app, { isEnabled }) => {
  if (!isEnabled) {
    app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.redirect('docs/'))
    return
  }
  answerNotModified(app)
  for (const { url, name, type, headers } of served) {
    const text = await readFile(new URL(name, folder), 'utf8')
    const all = { 'cache-control': 'no-cache', etag: weakEtag(text), ...headers?.(text) }
    app.get(url, { schema: { hide: true } }, async (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).headers(all).send(text),
    )
  }
}

export default playground
