// POST /api/v1/build-sparkpage: from a style and three texts to a landing page. GET /api/v1/pages/{id}: a stored one.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { getPage } from '../schemas/record-operations.ts'
import { buildSparkpage, type SparkpageRequest } from '../schemas/sparkpage.ts'
import { StyleInput } from '../schemas/style-input.ts'
import type { AbortableRequester } from '../src/analysis/analyzer.ts'
import { lazy } from '../src/cache.ts'
import { contentId } from '../src/content-id.ts'
import { Problem } from '../src/errors.ts'
import { joinJson, WrittenJson } from '../src/json-parts.ts'
import type { FairQueue } from '../src/limits/fair-queue.ts'
import type { PageBuilder, ThreadPage } from '../src/pictures/page-builder.ts'
import { preparePictures, receivePictures } from '../src/pictures/page-pictures.ts'
import {
  attachPictures,
  detachPictures,
  embedPictures,
  identityOf,
  mainPictureOf,
  type PageDocument,
  picturesOf,
  unpackPage,
  withoutHiddenPreview,
} from '../src/pictures/stored-page.ts'
import { type CanonicalRequest, canonicalRequest } from '../src/sparkpage/canonical-request.ts'
import { findFormWarnings } from '../src/sparkpage/read/form.ts'
import type { PageRecord, Store, StoredPage } from '../src/store/store.ts'
import { designVersion } from '../src/version.ts'
import { previewOf, type WebPicture } from '../src/web-picture.ts'
import { holdAnswer } from './shared/answer-memory.ts'
import { clientOf } from './shared/auth.ts'
import { addWarnings } from './shared/lenient-input.ts'
import { abortSignal } from './shared/load-shedding.ts'
import { answerNotModified, preferredType, prefers, weakEtag } from './shared/negotiation.ts'
import { routeIn } from './shared/operations.ts'
import pageForm from './shared/page-form.ts'
import { pagePolicy, sandboxHeaders } from './shared/security-headers.ts'
import type { AppServices } from './shared/services.ts'

/** Size of the page cache, bytes: a page takes about 120 KB, with the longest texts ten times as much. */
const maxPageCacheBytes = 8 * 1024 * 1024

/** What a page takes while it is built, bytes, and how often it is then in memory until its answer has been sent. */
const [pageBytes, copiesOfPage] = [1024 * 1024, 3]

const sparkpage: FastifyPluginAsyncTypebox<AppServices> = async (app, options) => {
  const { now, store, pageBuilder, limiters, config } = options
  const render = createRenderer(pageBuilder, limiters.pages, config.PUBLIC_URL)

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
      const { ownProject, inputs, pictures } = await preparePage(request, options, requester)
      const projectId = request.body.project_id ?? ownProject
      const id = contentId('page', { projectId, ownProject, design: designVersion })

      file?.grow(pageBytes)
      const page = await render(ownProject, inputs, { client, signal, log, pictures })
      const { html, htmlJson, cssVariables, direction, warnings, document } = page
      file?.grow(copiesOfPage * html.length)
      await savePage(store, { id, projectId, inputs, document, pictures, client }, now())

      addWarnings(reply, [...warnings, ...findFormWarnings(request.body.content)])
      reply.headers({ 'x-project-id': projectId, 'x-page-id': id, 'x-direction': direction })
      reply.headers({ 'content-location': request.publicPath(`/api/v1/pages/${id}`), vary: 'accept' })
      if (prefers(request, 'text/html'))
        return sendText(reply.header('content-security-policy', pagePolicy), 'text/html', html)
      if (prefers(request, 'text/css')) return sendText(reply, 'text/css', stylesheet(cssVariables))
      const answer = {
        ...pageAnswerOf(request, id, projectId, page),
        generated_html: new WrittenJson(Buffer.from(htmlJson.buffer)),
      }
      return reply.type('application/json; charset=utf-8').send(joinJson(answer))
    },
  })

  answerNotModified(app)

  app.route({
    ...routeIn(app, getPage),
    handler: async (request, reply) => {
      const stored = await store.page(request.params.id)
      if (!stored) throw new Problem('record_not_found')
      const job = { log: request.log, client: clientOf(request), signal: lazy(() => abortSignal(reply)) }
      const page = await restorePage(stored, store, render, job)
      holdAnswer(reply, limiters.memory, 2 * page.html.length)
      const type = preferredType(request, ['text/html', 'application/json', 'text/css'])
      const answer = pageAnswerOf(request, request.params.id, stored.projectId, page)
      const content = type === 'application/json' ? answer : page.html
      reply.headers({ etag: weakEtag(type, content), 'cache-control': 'no-cache', vary: 'accept' })
      if (type === 'text/html')
        return reply
          .type('text/html; charset=utf-8')
          .headers(sandboxHeaders(stored.inputs.content.form?.action))
          .send(page.html)
      if (type === 'text/css') return reply.type('text/css; charset=utf-8').send(stylesheet(page.cssVariables))
      return answer
    },
  })
}

export default sparkpage

type RenderPage = ReturnType<typeof createRenderer>

/** The page as it was built; from its inputs if an earlier release built it, its fonts failed or a picture was deleted. */
async function restorePage(
  { document, inputs }: StoredPage,
  store: Pick<Store, 'pictures'>,
  render: RenderPage,
  job: Omit<RenderOptions, 'pictures'>,
): Promise<PageDocument> {
  const page = document ? await unpackPage(document, store) : undefined
  if (page) return page
  const { inputs: attached, pictures } = await attachPictures(inputs, store)
  // Settings that a record of an earlier release lacks have their defaults.
  const canonical = canonicalRequest(attached)
  return render(contentId('prj', canonical), canonical, { ...job, pictures })
}

type BuildRequest = Pick<FastifyRequest<{ Body: SparkpageRequest }>, 'body' | 'dataUris'>
type PictureServices = Pick<AppServices, 'analyzer' | 'config' | 'store'>

/**
 * The inputs of a page, whose pictures are as the page shows them, and the id of the project that the page has without another.
 *
 * @param requester called where there are pictures.
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
  const limits = { analyzer, maxPixels: config.MAX_PIXELS }
  const prepared: ReadonlyMap<string, WebPicture> =
    received.size > 0 ? await preparePictures(received, limits, requester()) : new Map()
  const inputs = embedPictures(requested, prepared)
  const ownProject = contentId('prj', identityOf(requested, received))
  return { ownProject, inputs, pictures: picturesOf(inputs, prepared.values()) }
}

interface SavedPage extends Pick<PageRecord, 'id' | 'projectId' | 'client'> {
  readonly inputs: CanonicalRequest
  readonly document: string
  readonly pictures: readonly WebPicture[]
}

/** Saves a page and its pictures at one time, at which the ids decide what eviction deletes first: the page, and then its pictures. */
async function savePage(
  store: Pick<Store, 'savePage' | 'savePicture'>,
  { inputs, pictures, ...record }: SavedPage,
  at: Date,
): Promise<void> {
  const { framework, responsive_type: responsiveType } = inputs.export_settings
  const pictureId = mainPictureOf(inputs, pictures)?.id ?? ''
  const stored = { ...record, framework, responsiveType, inputs: detachPictures(inputs, pictures), pictureId }
  await Promise.all([
    ...pictures.map(picture => store.savePicture({ ...picture, client: record.client }, at)),
    store.savePage(stored, at),
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
  // The schema requires one of both.
  const record = await store.analysis(String(Object(style.analysis).id))
  if (!record) {
    const detail =
      'No stored analysis has this id (style_metadata.analysis.id). Analyse the picture again: equal requests get equal ids.'
    throw new Problem('record_not_found', { detail })
  }
  const { style: stored, picture } = record
  const sent = Object.entries(style).filter(([name]) => styleMemberNames.includes(name))
  return { ...stored, ...(picture && { preview: previewOf(picture) }), ...Object.fromEntries(sent) }
}

/** A page and its record as JSON. */
function pageAnswerOf(request: FastifyRequest, id: string, projectId: string, { html, cssVariables }: PageDocument) {
  const page = { id, url: request.absoluteUrl(`/api/v1/pages/${id}`), project_id: projectId }
  return { success: true, generated_html: html, css_variables: cssVariables, page }
}

interface RenderOptions {
  readonly log: FastifyBaseLogger
  readonly client: string
  /** Of the client: when it aborts, the page leaves the queue. Called where the page waits. */
  readonly signal: () => AbortSignal
  /** Those that are embedded in the inputs. */
  readonly pictures: readonly WebPicture[]
}

/** @returns a function that builds the page of an id, client by client. */
function createRenderer(pageBuilder: PageBuilder, queue: FairQueue, publicUrl = '') {
  const pages = new LRUCache<string, ThreadPage>({
    maxSize: maxPageCacheBytes,
    sizeCalculation: ({ html, htmlJson, document }) => html.length + htmlJson.length + document.length,
  })
  const base = publicUrl && `${publicUrl.replace(/\/$/, '')}/api/v1/pictures/`
  const withFacts = ({ id, type, data, width, height }: WebPicture) => ({
    ...{ id, type, data, width, height },
    facts: { width, height, url: base && base + id },
  })
  return async (id: string, inputs: CanonicalRequest, request: RenderOptions): Promise<ThreadPage> => {
    const { client, signal, log } = request
    const known = pages.get(id)
    if (known) return known
    const turn = await queue.acquire(client, 1, { signal: signal() })
    try {
      const page = await pageBuilder.build({ inputs, pictures: request.pictures.map(withFacts) })
      if (page.failure !== undefined) log.warn({ err: page.failure }, 'the page uses the fonts of the system')
      else pages.set(id, page)
      return page
    } finally {
      turn.release()
    }
  }
}

function sendText(reply: FastifyReply, type: 'text/html' | 'text/css', text: string): FastifyReply {
  return reply.type(`${type}; charset=utf-8`).send(text)
}

/** The CSS variables alone. */
function stylesheet(variables: Readonly<Record<string, string>>): string {
  const declarations = Object.entries(variables).map(([name, value]) => `  ${name}: ${value};\n`)
  return `:root {\n${declarations.join('')}}\n`
}
