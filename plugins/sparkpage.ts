// POST /api/v1/build-sparkpage: from a style and three texts to a landing page. GET /api/v1/pages/{id}: a stored one.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger } from 'fastify'
import { getPage } from '../schemas/record-operations.ts'
import { buildSparkpage } from '../schemas/sparkpage.ts'
import { memoize } from '../src/cache.ts'
import { contentId } from '../src/content-id.ts'
import { Problem } from '../src/errors.ts'
import type { FairQueue } from '../src/limits/fair-queue.ts'
import { buildPage, fontRequest, type Page } from '../src/sparkpage/build.ts'
import { type CanonicalRequest, canonicalRequest } from '../src/sparkpage/canonical-request.ts'
import type { FontEmbedder } from '../src/sparkpage/fonts.ts'
import { attachPreview, detachPreview } from '../src/sparkpage/stored-preview.ts'
import { clientOf } from './shared/auth.ts'
import { addWarnings, warningTexts } from './shared/lenient-input.ts'
import { abortSignal } from './shared/load-shedding.ts'
import { answerNotModified, preferredType, prefers, weakEtag } from './shared/negotiation.ts'
import { routeIn } from './shared/operations.ts'
import { pagePolicy, sandboxHeaders } from './shared/security-headers.ts'
import type { AppServices } from './shared/services.ts'

/** Size of the page cache, bytes: a page takes about 60 KB, with the longest texts ten times as much. */
const maxCacheBytes = 8 * 1024 * 1024

const sparkpage: FastifyPluginAsyncTypebox<AppServices> = async (app, { now, store, fontEmbedder, limiters }) => {
  const render = createRenderer(fontEmbedder, limiters.fonts)

  app.route({
    ...routeIn(app, buildSparkpage),
    handler: async (request, reply) => {
      const inputs = canonicalRequest(request.body)
      const { framework, responsive_type: responsiveType } = inputs.export_settings
      const ownProject = contentId('prj', inputs)
      const projectId = request.body.project_id ?? ownProject
      const id = contentId('page', { projectId, ownProject })

      const { html, cssVariables, warnings } = await render(ownProject, inputs, {
        log: request.log,
        client: clientOf(request),
        signal: abortSignal(reply),
        warnings: warningTexts(request),
      })
      const { picture, inputs: stored } = detachPreview(inputs)
      const client = clientOf(request)
      // First, so that it is deleted last: eviction and retention begin with what was requested least recently.
      if (picture) await store.savePicture({ ...picture, client }, now())
      await store.savePage({ id, projectId, framework, responsiveType, inputs: stored, client }, now())

      addWarnings(reply, warnings)
      const contentLocation = `/api/v1/pages/${id}`
      reply.headers({ 'x-project-id': projectId, 'x-page-id': id, 'content-location': contentLocation, vary: 'accept' })
      if (prefers(request, 'text/html'))
        return reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy).send(html)
      if (prefers(request, 'text/css')) return reply.type('text/css; charset=utf-8').send(stylesheet(cssVariables))
      return { success: true, generated_html: html, css_variables: cssVariables }
    },
  })

  answerNotModified(app)

  app.route({
    ...routeIn(app, getPage),
    handler: async (request, reply) => {
      const stored = await store.page(request.params.id)
      if (!stored) throw new Problem('record_not_found')
      // Settings that a record of an earlier release lacks have their defaults.
      const inputs = canonicalRequest(await attachPreview(stored, store))
      const { html, cssVariables } = await render(contentId('prj', inputs), inputs, {
        log: request.log,
        client: clientOf(request),
        signal: abortSignal(reply),
      })
      const type = preferredType(request, ['text/html', 'application/json', 'text/css'])
      reply.headers({ etag: weakEtag(type, html), 'cache-control': 'no-cache', vary: 'accept' })
      if (type === 'text/html') return reply.type('text/html; charset=utf-8').headers(sandboxHeaders).send(html)
      if (type === 'text/css') return reply.type('text/css; charset=utf-8').send(stylesheet(cssVariables))
      return { success: true, generated_html: html, css_variables: cssVariables }
    },
  })
}

export default sparkpage

interface Request {
  readonly log: FastifyBaseLogger
  readonly client: string
  /** Of the client: when it aborts, the page leaves the queue for fonts. */
  readonly signal: AbortSignal
  readonly warnings?: readonly string[]
}

/** Warnings and a failure of the fonts belong to one request: such a page is not cached. */
function createRenderer(fontEmbedder: FontEmbedder, queue: FairQueue) {
  const pages = memoize<Page>({ maxBytes: maxCacheBytes, lengthOf: ({ html }) => html.length })
  const embedFonts = async (inputs: CanonicalRequest, { log, client, signal }: Request) => {
    const { typeface, ...texts } = fontRequest(inputs)
    const lease = await queue.acquire(client, 1, signal)
    try {
      return await fontEmbedder.embed(typeface, texts)
    } catch (err) {
      log.warn({ err }, 'the page uses the fonts of the system')
      return undefined
    } finally {
      lease.release()
    }
  }
  /** Builds the page of an id. */
  return async (id: string, inputs: CanonicalRequest, request: Request): Promise<Page> => {
    const { warnings = [] } = request
    const { style_metadata: style, content, export_settings: settings } = inputs
    const { framework, responsive_type: responsiveType, framework_css: frameworkCss } = settings
    const { direction, layout, scheme, motion } = settings
    const page = { style, content, framework, responsiveType, direction, layout, scheme, motion, frameworkCss }
    const isEmbedded = settings.fonts === 'embedded'
    const fonts = isEmbedded ? await embedFonts(inputs, request) : undefined
    const build = () => buildPage({ ...page, fonts, warnings })
    const isCacheable = warnings.length === 0 && (fonts !== undefined || !isEmbedded)
    return isCacheable ? pages(id, build) : build()
  }
}

/** The CSS variables alone. */
function stylesheet(variables: Readonly<Record<string, string>>): string {
  const declarations = Object.entries(variables).map(([name, value]) => `  ${name}: ${value};\n`)
  return `:root {\n${declarations.join('')}}\n`
}
