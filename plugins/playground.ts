// The playground at /: a page to try the service. Serves web/ as it is, and an isolated frame for previews of pages.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import files from '@fastify/static'
import type { FastifyPluginAsync } from 'fastify'
import type { AppServices } from './shared/services.ts'

const webFolder = new URL('../web/', import.meta.url)

const playground: FastifyPluginAsync<AppServices> = async (app, { config, renders }) => {
  const hidden = { schema: { hide: true } }
  if (!config.PLAYGROUND) {
    app.get('/', hidden, async (_request, reply) => reply.redirect('docs/'))
    return
  }
  await app.register(files, {
    root: fileURLToPath(webFolder),
    prefix: '/playground/',
    wildcard: false,
    index: false,
    globIgnore: ['**/*.{html,json,md}'],
    cacheControl: false,
    setHeaders: response => response.setHeader('cache-control', 'no-cache'),
  })

  app.get('/', hidden, async (_request, reply) =>
    reply.header('content-security-policy', playgroundPolicy).sendFile('index.html'),
  )

  // Why the page does not offer screenshots; null: it does.
  app.get('/playground/renders', hidden, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ refusal: renders.refusal() ?? null }),
  )

  const preview = await readFile(new URL('preview.html', webFolder), 'utf8')
  const headers = { 'content-security-policy': previewPolicy(preview), 'x-frame-options': 'SAMEORIGIN' }
  app.get('/playground/preview', hidden, async (_request, reply) => reply.headers(headers).sendFile('preview.html'))
}

export default playground

/** Our own files and service, and pictures from any address that the user enters. Trusted Types keep texts from becoming markup. */
const playgroundPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob: https: http:",
  'media-src blob:',
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** The preview contains a generated page: it has an opaque origin, may run only its own script, and loads nothing. */
function previewPolicy(preview: string): string {
  const script = preview.replace(/.*<script>(.*)<\/script>.*/s, '$1')
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
}
