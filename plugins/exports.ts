// Listings of what was made: text to keep, a page to print, and the endpoints themselves.
import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { exportPdf, exportTxt, type PdfType, pdfDefaults, type TxtQuery } from '../schemas/export.ts'
import { introduction, models, operations, securitySchemes } from '../schemas/index.ts'
import type { Filter } from '../schemas/records.ts'
import { lazy } from '../src/cache.ts'
import type { Config } from '../src/config.ts'
import { renderApiSpec } from '../src/reports/api-spec.ts'
import { formatFileName } from '../src/reports/format.ts'
import type { Listing } from '../src/reports/listing.ts'
import { listAnalyses, listProjects } from '../src/reports/listings.ts'
import { renderPrintPage } from '../src/reports/print.ts'
import { renderTxt } from '../src/reports/txt.ts'
import type { Store } from '../src/store/store.ts'
import { version } from '../src/version.ts'
import { pagePolicy } from './shared/answers/security.ts'
import { answerKnown, weakTag } from './shared/answers/tags.ts'

interface Options {
  readonly now: () => Date
  readonly store: Store
  readonly config: Config
}

const filterOf = ({ project_id, since, until, limit }: TxtQuery): Filter => ({
  projectId: project_id,
  since: since === undefined ? undefined : new Date(since),
  until: until === undefined ? undefined : new Date(until),
  limit,
})

/** RFC 6266: an ASCII name for all, and the same as UTF-8 for those who prefer it. */
const attachment = (name: string): string =>
  `attachment; filename="${name}"; filename*=UTF-8''${encodeURIComponent(name)}`

/** One chunk waits here for the socket, no more: clients may stop reading. */
const flow = (chunks: AsyncIterable<string>): Readable => Readable.from(chunks, { highWaterMark: 1 })

/** One form of a listing: text or print. */
type Write = <R>(listing: Listing<R>) => AsyncIterable<string>

/** Asks the store for the summary first: the tag comes out of it, and no row is read for a client that has them already. */
const open = async (store: Store, type: PdfType, filter: Filter, madeAt: Date) => {
  if (type === 'projects') {
    const { summary, pages } = await store.projects(filter)
    return { summary, write: (write: Write) => write(listProjects({ summary, pages, filter, madeAt })) }
  }
  const { summary, pages } = await store.analyses(filter)
  return { summary, write: (write: Write) => write(listAnalyses({ summary, pages, filter, madeAt })) }
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`

const limitsOf = (config: Config): readonly (readonly [string, string])[] => [
  ['Body of analyze-vibe', megabytes(config.BODY_LIMIT_BYTES)],
  ['Body elsewhere', '1 MiB'],
  ['Picture', `${megabytes(config.FETCH_MAX_BYTES)}, ${config.MAX_PIXELS / 1e6} megapixels`],
  ['Fetching source_url', `${config.FETCH_TIMEOUT_MS} ms, 5 redirects`],
]

const exports: FastifyPluginAsyncTypebox<Options> = async (app, { now, store, config }) => {
  const spec = lazy(() => {
    const text = renderApiSpec({
      service: 'Automation Service',
      version,
      description: introduction,
      operations,
      models,
      schemes: securitySchemes,
      limits: limitsOf(config),
    })
    // As bytes: to write 60 KB as UTF-8 anew takes longer than the whole rest of the answer.
    return { bytes: Buffer.from(text), tag: weakTag(text) }
  })

  answerKnown(app)

  app.route({
    ...exportTxt,
    handler: async (request, reply) => {
      const { type } = request.params
      const madeAt = now()
      const disposition = attachment(formatFileName(type, madeAt, 'txt'))
      reply
        .type('text/plain; charset=utf-8')
        .headers({ 'content-disposition': disposition, 'cache-control': 'no-cache' })
      if (type === 'api-spec') return reply.header('etag', spec().tag).send(spec().bytes)
      const filter = filterOf(request.query)
      const listing = await open(store, type, filter, madeAt)
      return reply.header('etag', weakTag('txt', type, filter, listing.summary)).send(flow(listing.write(renderTxt)))
    },
  })

  app.route({
    ...exportPdf,
    handler: async (request, reply) => {
      const { type } = request.params
      const { limit = pdfDefaults.limit, paper = pdfDefaults.paper } = request.query
      const filter = filterOf({ ...request.query, limit })
      const listing = await open(store, type, filter, now())
      const pages = listing.write(report => renderPrintPage(report, paper))
      reply.type('text/html; charset=utf-8').headers({
        'content-disposition': 'inline',
        'cache-control': 'no-cache',
        'content-security-policy': pagePolicy,
      })
      return reply.header('etag', weakTag('pdf', type, filter, paper, listing.summary)).send(flow(pages))
    },
  })
}

export default exports
