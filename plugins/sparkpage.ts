// A style and three texts become a landing page.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { buildSparkpage } from '../schemas/sparkpage.ts'
import { memoize } from '../src/cache.ts'
import { contentId } from '../src/content-id.ts'
import { buildPage, canonicalRequest, type Page } from '../src/sparkpage/build.ts'
import type { Store } from '../src/store/store.ts'
import { clientOf } from './shared/access/client.ts'
import { prefers } from './shared/answers/accept.ts'
import { pagePolicy } from './shared/answers/security.ts'
import { warningTexts } from './shared/leniency/unread.ts'
import { warn } from './shared/leniency/warnings.ts'

interface Options {
  readonly now: () => Date
  readonly store: Store
}

/** Most that pages cached for repeated requests take, bytes: some 60 KB each, ten times as much with the longest texts. */
const maxPageBytes = 8 * 1024 * 1024

/** The variables alone, for those who asked for CSS. */
const rootOf = (variables: Readonly<Record<string, string>>): string =>
  `:root {\n${Object.entries(variables)
    .map(([name, value]) => `  ${name}: ${value};\n`)
    .join('')}}\n`

interface Answer extends Page {
  /** The whole answer as the contract has it. */
  readonly json: string
}

/** Written here once: a serialiser that follows the schema takes twice as long over a whole page, each time. */
const answerOf = (page: Page): Answer => ({
  ...page,
  json: JSON.stringify({ success: true, generated_html: page.html, css_variables: page.cssVariables }),
})

const sparkpage: FastifyPluginAsyncTypebox<Options> = async (app, { now, store }) => {
  const pages = memoize<Answer>({ maxBytes: maxPageBytes, lengthOf: ({ html, json }) => html.length + json.length })

  app.route({
    ...buildSparkpage,
    handler: async (request, reply) => {
      const inputs = canonicalRequest(request.body)
      const { style_metadata: style, content, export_settings: settings } = inputs
      const { framework, responsive_type: responsiveType } = settings
      const ownProject = contentId('prj', inputs)
      const projectId = request.body.project_id ?? ownProject
      const id = contentId('page', { projectId, ownProject })

      const warnings = warningTexts(request)
      const build = () => answerOf(buildPage({ style, content, framework, responsiveType, warnings }))
      // Warnings belong to one request: a page that carries them is neither cached nor part of the record.
      const page = warnings.length === 0 ? pages(ownProject, build) : build()
      await store.savePage({ id, projectId, framework, responsiveType, inputs, client: clientOf(request) }, now())

      warn(reply, page.warnings)
      reply.headers({ 'x-project-id': projectId, 'x-page-id': id, vary: 'accept' })
      if (prefers(request, 'text/html'))
        return reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy).send(page.html)
      if (prefers(request, 'text/css')) return reply.type('text/css; charset=utf-8').send(rootOf(page.cssVariables))
      return reply.type('application/json; charset=utf-8').send(page.json)
    },
  })
}

export default sparkpage
