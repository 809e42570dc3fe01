// POST /api/v1/build-sparkpage: from a style and three texts to a landing page.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { buildSparkpage } from '../schemas/sparkpage.ts'
import { memoize } from '../src/cache.ts'
import { contentId } from '../src/content-id.ts'
import { buildPage, canonicalRequest, fontRequest, type Page } from '../src/sparkpage/build.ts'
import { clientOf } from './shared/auth.ts'
import { addWarnings, warningTexts } from './shared/lenient-input.ts'
import { prefers } from './shared/negotiation.ts'
import { routeIn } from './shared/operations.ts'
import { pagePolicy } from './shared/security-headers.ts'
import type { AppServices } from './shared/services.ts'

/** Size of the page cache, bytes: a page takes about 60 KB, with the longest texts ten times as much. */
const maxCacheBytes = 8 * 1024 * 1024

const sparkpage: FastifyPluginAsyncTypebox<AppServices> = async (app, { now, store, fontEmbedder }) => {
  const pages = memoize<Page>({ maxBytes: maxCacheBytes, lengthOf: ({ html }) => html.length })

  app.route({
    ...routeIn(app, buildSparkpage),
    handler: async (request, reply) => {
      const inputs = canonicalRequest(request.body)
      const { style_metadata: style, content, export_settings: settings } = inputs
      const { framework, responsive_type: responsiveType } = settings
      const ownProject = contentId('prj', inputs)
      const projectId = request.body.project_id ?? ownProject
      const id = contentId('page', { projectId, ownProject })

      const warnings = warningTexts(request)
      const { layout, scheme, framework_css: frameworkCss } = settings
      const { typeface, ...texts } = fontRequest(inputs)
      const isEmbedded = settings.fonts === 'embedded'
      const fonts = isEmbedded
        ? await fontEmbedder.embed(typeface, texts).catch(err => {
            request.log.warn({ err }, 'the page uses the fonts of the system')
            return undefined
          })
        : undefined
      const build = () =>
        buildPage({ style, content, framework, responsiveType, layout, scheme, frameworkCss, fonts, warnings })
      // Warnings and a failure of the fonts belong to one request: such a page is neither cached nor part of the record.
      const isCacheable = warnings.length === 0 && (fonts !== undefined || !isEmbedded)
      const { html, cssVariables, warnings: pageWarnings } = isCacheable ? pages(ownProject, build) : build()
      await store.savePage({ id, projectId, framework, responsiveType, inputs, client: clientOf(request) }, now())

      addWarnings(reply, pageWarnings)
      reply.headers({ 'x-project-id': projectId, 'x-page-id': id, vary: 'accept' })
      if (prefers(request, 'text/html'))
        return reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy).send(html)
      if (prefers(request, 'text/css')) return reply.type('text/css; charset=utf-8').send(stylesheet(cssVariables))
      return { success: true, generated_html: html, css_variables: cssVariables }
    },
  })
}

export default sparkpage

/** The CSS variables alone. */
function stylesheet(variables: Readonly<Record<string, string>>): string {
  const declarations = Object.entries(variables).map(([name, value]) => `  ${name}: ${value};\n`)
  return `:root {\n${declarations.join('')}}\n`
}
