// A style and three texts become a landing page.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { buildSparkpage, frameworkWords, responsiveWords } from '../schemas/sparkpage.ts'
import { identify } from '../src/identity.ts'
import { remember } from '../src/memory/remember.ts'
import { buildPage, type Page } from '../src/page/build.ts'
import type { Store } from '../src/store/store.ts'
import { resolveWord } from '../src/word.ts'
import { prefers } from './platform/answers/accept.ts'
import { pagePolicy } from './platform/answers/security.ts'
import { unread } from './platform/leniency/unread.ts'
import { warn } from './platform/leniency/warnings.ts'

interface Options {
  readonly now: () => Date
  readonly store: Store
}

/** Pages kept for requests that come again: some 30 KB each, ten times as much with the longest texts. */
const mostPages = 100

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
  const pages = remember<Answer>(mostPages)

  app.route({
    ...buildSparkpage,
    handler: async (request, reply) => {
      const { style_metadata, content, export_settings = {} } = request.body
      const framework = resolveWord(frameworkWords, export_settings.framework).word
      const responsiveType = resolveWord(responsiveWords, export_settings.responsive_type).word
      const inputs = { style_metadata, content, export_settings: { framework, responsive_type: responsiveType } }
      const ownProject = identify('prj', inputs)
      const projectId = request.body.project_id ?? ownProject
      const id = identify('page', { projectId, ownProject })

      const warnings = unread(request).map(({ pointer, message }) => `${pointer}: ${message}`)
      const page = pages(`${id} ${JSON.stringify(warnings)}`, () =>
        answerOf(buildPage({ style: style_metadata, content, framework, responsiveType, warnings })),
      )
      await store.savePage({ id, projectId, framework, responsiveType, inputs, client: request.ip }, now())

      warn(reply, page.notes)
      reply.headers({ 'x-project-id': projectId, 'x-page-id': id, vary: 'accept' })
      if (prefers(request, 'text/html'))
        return reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy).send(page.html)
      if (prefers(request, 'text/css')) return reply.type('text/css; charset=utf-8').send(rootOf(page.cssVariables))
      return reply.type('application/json; charset=utf-8').send(page.json)
    },
  })
}

export default sparkpage
