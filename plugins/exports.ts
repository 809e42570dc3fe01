// GET /api/v1/export/…: records as text or print HTML, and the operations as text.
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
import { answerNotModified, weakEtag } from './shared/negotiation.ts'
import { routeIn } from './shared/operations.ts'
import { reportPolicy } from './shared/security-headers.ts'
import type { AppServices } from './shared/services.ts'

const exports: FastifyPluginAsyncTypebox<AppServices> = async (app, { now, store, config }) => {
  const spec = lazy(() => {
    const text = renderApiSpec({
      service: 'Automation Service',
      version,
      description: introduction,
      operations,
      models,
      schemes: securitySchemes,
      limits: limitRows(config),
    })
    // As bytes: encoding 60 KB as UTF-8 takes longer than the rest of the answer.
    return { bytes: Buffer.from(text), etag: weakEtag(text) }
  })

  answerNotModified(app)

  app.route({
    ...routeIn(app, exportTxt),
    handler: async (request, reply) => {
      const { type } = request.params
      const createdAt = now()
      const disposition = attachment(formatFileName(type, createdAt, 'txt'))
      reply
        .type('text/plain; charset=utf-8')
        .headers({ 'content-disposition': disposition, 'cache-control': 'no-cache' })
      if (type === 'api-spec') return reply.header('etag', spec().etag).send(spec().bytes)
      const filter = filterOf(request.query)
      const { summary, write } = await openListing(store, type, filter, createdAt)
      return reply.header('etag', weakEtag('txt', type, filter, summary)).send(toStream(write(renderTxt)))
    },
  })

  app.route({
    ...routeIn(app, exportPdf),
    handler: async (request, reply) => {
      const { type } = request.params
      const { limit = pdfDefaults.limit, paper = pdfDefaults.paper } = request.query
      const filter = filterOf({ ...request.query, limit })
      const { summary, write } = await openListing(store, type, filter, now())
      const pages = write(report => renderPrintPage(report, paper))
      reply.type('text/html; charset=utf-8').headers({
        'content-disposition': 'inline',
        'cache-control': 'no-cache',
        'content-security-policy': reportPolicy,
      })
      return reply.header('etag', weakEtag('pdf', type, filter, paper, summary)).send(toStream(pages))
    },
  })
}

export default exports

function limitRows(config: Config): readonly (readonly [string, string])[] {
  return [
    ['Body of analyze-vibe and build-sparkpage', toMebibytes(config.BODY_LIMIT_BYTES)],
    ['Body elsewhere', '1 MiB'],
    ['Picture', `${toMebibytes(config.FETCH_MAX_BYTES)}, ${config.MAX_PIXELS / 1e6} megapixels`],
    ['Fetching source_url', `${config.FETCH_TIMEOUT_MS} ms, 5 redirects`],
  ]
}

function toMebibytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`
}

/** RFC 6266: an ASCII name for all clients, and the same as UTF-8 for those that prefer it. */
function attachment(name: string): string {
  return `attachment; filename="${name}"; filename*=UTF-8''${encodeURIComponent(name)}`
}

function filterOf({ project_id, since, until, limit }: TxtQuery): Filter {
  return {
    projectId: project_id,
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
    limit,
  }
}

/** Writes a listing in one format: text or print HTML. */
type Write = <R>(listing: Listing<R>) => AsyncIterable<string>

/** Reads only the summary at first: the ETag depends on it alone, so no row is read for a client that has the listing already. */
async function openListing(store: Store, type: PdfType, filter: Filter, generatedAt: Date) {
  if (type === 'projects') {
    const records = await store.projects(filter)
    return {
      summary: records.summary,
      write: (write: Write) => write(listProjects({ ...records, filter, generatedAt })),
    }
  }
  const records = await store.analyses(filter)
  return { summary: records.summary, write: (write: Write) => write(listAnalyses({ ...records, filter, generatedAt })) }
}

/** Buffers one chunk and no more: clients may stop reading. */
function toStream(chunks: AsyncIterable<string>): Readable {
  return Readable.from(chunks, { highWaterMark: 1 })
}
