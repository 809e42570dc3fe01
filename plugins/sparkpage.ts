// POST /api/v1/build-sparkpage: from a style and three texts to a landing page.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { buildSparkpage, type SparkpageRequest } from '../schemas/sparkpage.ts'
import { StyleInput } from '../schemas/style-input.ts'
import type { AbortableRequester } from '../src/analysis/analyzer.ts'
import { Problem } from '../src/errors.ts'
import { previewOf, type WebPicture } from '../src/image/web-picture.ts'
import { preparePictures, receivePictures } from '../src/pages/pictures.ts'
import { recordsOf, withoutHiddenPreview, withPictureIds, withPictures } from '../src/pages/stored-page.ts'
import { canonicalRequest } from '../src/sparkpage/canonical-request.ts'
import { findFormWarnings } from '../src/sparkpage/read/form.ts'
import type { PageRecord, Store } from '../src/store/store.ts'
import { contentId } from '../src/values/hash.ts'
import { joinJson, WrittenJson } from '../src/values/json-parts.ts'
import { lazy } from '../src/values/lazy.ts'
import { designVersion } from '../src/version.ts'
import { clientOf } from './shared/access/auth.ts'
import { pageAnswerOf, stylesheetOf } from './shared/answers.ts'
import pageForm from './shared/bodies/page-form.ts'
import { abortSignal } from './shared/disconnect.ts'
import { addWarnings } from './shared/input/lenient-input.ts'
import { namedType } from './shared/negotiation.ts'
import { routeIn } from './shared/operations.ts'
import { pagePolicy } from './shared/security-headers.ts'
import type { AppServices } from './shared/services.ts'

/** Memory of a page while it is built, bytes. */
const pageBytes = 1024 * 1024

/** Number of copies of a built page in memory until its response has been sent. */
const copiesOfPage = 3

const sparkpage: FastifyPluginAsyncTypebox<AppServices> = async (app, options) => {
  const { now, store, pages, limiters, config } = options

  await app.register(pageForm, { memory: limiters.memory })

  app.route({
    ...routeIn(app, buildSparkpage),
    bodyLimit: config.BODY_LIMIT_BYTES,
    handler: async (request, reply) => {
      const { bodyMemory: file, log } = request
      const client = clientOf(request)
      const job = { client, file }
      const signal = lazy(() => abortSignal(reply, file?.signal))
      const requester = () => ({ ...job, signal: signal() })
      const { ownProject, inputs, records } = await preparePage(request, options, requester)
      const projectId = request.body.project_id ?? ownProject
      const id = contentId('page', { projectId, ownProject, design: designVersion })

      file?.grow(pageBytes)
      const { pictures } = records
      const page = await pages.render(ownProject, inputs, { client, signal, log, pictures })
      const { html, htmlJson, cssVariables, direction, warnings, document } = page
      file?.grow(copiesOfPage * html.length)
      await savePage(store, { id, projectId, document, records, client }, now())

      addWarnings(reply, [...warnings, ...findFormWarnings(request.body.content)])
      reply.headers({ 'x-project-id': projectId, 'x-page-id': id, 'x-direction': direction })
      reply.headers({ 'content-location': request.publicPath(`/api/v1/pages/${id}`), vary: 'accept' })
      const type = namedType(request, ['text/html', 'text/css'])
      if (type === 'text/html') return sendText(reply.header('content-security-policy', pagePolicy), 'text/html', html)
      if (type === 'text/css') return sendText(reply, 'text/css', stylesheetOf({ cssVariables }))
      const answer = {
        ...pageAnswerOf(request, id, projectId, page),
        generated_html: new WrittenJson(Buffer.from(htmlJson.buffer)),
      }
      return reply.type('application/json; charset=utf-8').send(joinJson(answer))
    },
  })
}

export default sparkpage

type BuildRequest = Pick<FastifyRequest<{ Body: SparkpageRequest }>, 'body' | 'dataUris'>
type PictureServices = Pick<AppServices, 'analyzer' | 'config' | 'store'>

/**
 * The inputs of a page, whose pictures are as the page shows them, and the id of the project that the page has without another.
 *
 * @param requester called if there are pictures.
 */
async function preparePage(
  { body, dataUris }: BuildRequest,
  services: PictureServices,
  requester: () => AbortableRequester,
) {
  const { analyzer, config, store } = services
  const { content, export_settings = {} } = body
  const style_metadata = await completeStyle(body.style_metadata, store)
  const requested = withoutHiddenPreview(canonicalRequest({ content, export_settings, style_metadata }))
  const received = receivePictures(requested.content, dataUris, config.FETCH_MAX_BYTES)
  const prepared: ReadonlyMap<string, WebPicture> =
    received.size > 0 ? await preparePictures(received, analyzer, requester()) : new Map()
  const identified = withPictureIds(requested, prepared)
  return {
    ownProject: contentId('prj', identified),
    inputs: withPictures(requested, prepared),
    records: recordsOf(identified, prepared),
  }
}

interface SavedPage extends Pick<PageRecord, 'id' | 'projectId' | 'client'> {
  readonly document: string
  readonly records: ReturnType<typeof recordsOf>
}

/** Saves a page and its pictures at one time, at which the ids decide what eviction deletes first: the page, and then its pictures. */
async function savePage(
  store: Pick<Store, 'savePage' | 'savePicture'>,
  { records: { inputs, pictures, mainPicture }, ...record }: SavedPage,
  at: Date,
): Promise<void> {
  const { framework, responsive_type: responsiveType } = inputs.export_settings
  await Promise.all([
    ...pictures.map(picture => store.savePicture({ ...picture, client: record.client }, at)),
    store.savePage({ ...record, framework, responsiveType, inputs, pictureId: mainPicture?.id ?? '' }, at),
  ])
}

const styleMemberNames: readonly string[] = Object.keys(StyleInput.properties)

/**
 * A style without colours names a stored analysis, whose style it changes. Its members are read one by one, since it may have any number.
 *
 * @throws Problem `record_not_found`
 */
async function completeStyle(style: StyleInput, store: Pick<Store, 'analysis'>): Promise<StyleInput> {
  if (style.colors) return style
  // The schema requires one of the two.
  const record = await store.analysis(String(Object(style.analysis).id))
  if (!record) {
    const detail =
      'No stored analysis has this id (style_metadata.analysis.id). Analyse the picture again: identical requests get the same id.'
    throw new Problem('record_not_found', { detail })
  }
  const { style: stored, picture } = record
  const sent = Object.entries(style).filter(([name]) => styleMemberNames.includes(name))
  return { ...stored, ...(picture && { preview: previewOf(picture) }), ...Object.fromEntries(sent) }
}

function sendText(reply: FastifyReply, type: 'text/html' | 'text/css', text: string): FastifyReply {
  return reply.type(`${type}; charset=utf-8`).send(text)
}
