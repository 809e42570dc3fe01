// GET /api/v1/export/…: records as text, print HTML, JSON or CSV, and the operations as text.
import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { exportPdf, exportTxt, type PdfType, pdfDefaults, type TxtQuery, type TxtType } from '../schemas/export.ts'
import { introduction, models, operations, securitySchemes } from '../schemas/index.ts'
import type { FieldError } from '../schemas/problem-document.ts'
import type { Filter } from '../schemas/records.ts'
import type { Config } from '../src/config/config.ts'
import { maxRedirects } from '../src/fetch/download.ts'
import { maxPlainBody } from '../src/limits/limits.ts'
import { renderApiSpec } from '../src/reports/api-spec.ts'
import { renderCsv, renderJson } from '../src/reports/data.ts'
import { formatFileName } from '../src/reports/format.ts'
import type { Listing } from '../src/reports/listing.ts'
import { reportAnalyses, reportProjects } from '../src/reports/listings.ts'
import { renderPrintPage } from '../src/reports/print.ts'
import { renderTxt } from '../src/reports/txt.ts'
import type { Store } from '../src/store/store.ts'
import { lazy } from '../src/values/lazy.ts'
import { version } from '../src/version.ts'
import { parseTimeSpan } from './shared/input/formats.ts'
import { ignoreInput } from './shared/input/lenient-input.ts'
import { answerNotModified, preferredFormat, weakEtag } from './shared/negotiation.ts'
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
      ignoreInput(reply, unusedFilters(type, request.query))
      if (type === 'api-spec') {
        const disposition = attachment(formatFileName(type, now(), 'txt'))
        reply.headers({ 'content-disposition': disposition, 'cache-control': 'no-cache', etag: spec().etag })
        return reply.type(downloads['text/plain'].mediaType).send(spec().bytes)
      }
      const format = preferredFormat(request, ['text/plain', 'application/json', 'text/csv'])
      const { headers, body } = await openDownload(store, type, format, recordFilterOf(request.query), now())
      return reply.headers(headers).send(body)
    },
  })

  app.route({
    ...routeIn(app, exportPdf),
    handler: async (request, reply) => {
      const { type } = request.params
      ignoreInput(reply, unusedFilters(type, request.query))
      const { limit = pdfDefaults.limit, paper = pdfDefaults.paper } = request.query
      const filter = recordFilterOf({ ...request.query, limit })
      const format = preferredFormat(request, ['text/html', 'application/json', 'text/csv'])
      if (format !== 'text/html') {
        const { headers, body } = await openDownload(store, type, format, filter, now())
        return reply.headers(headers).send(body)
      }
      const { summary, readPictureVersion, write } = await openListing(store, type, filter, now())
      // The only format that shows pictures.
      const facts = ['pdf', type, filter, paper, summary, await readPictureVersion?.()]
      const pages = write(report => renderPrintPage(report, paper))
      reply.type('text/html; charset=utf-8').headers({
        'content-disposition': 'inline',
        'cache-control': 'no-cache',
        'content-security-policy': reportPolicy,
        vary: 'accept',
      })
      return reply.header('etag', weakEtag(...facts)).send(toStream(pages))
    },
  })
}

export default exports

const downloads = {
  'text/plain': { mediaType: 'text/plain; charset=utf-8', extension: 'txt', render: renderTxt },
  'application/json': { mediaType: 'application/json; charset=utf-8', extension: 'json', render: renderJson },
  'text/csv': { mediaType: 'text/csv; charset=utf-8; header=present', extension: 'csv', render: renderCsv },
} as const

function limitRows(config: Config): readonly (readonly [string, string])[] {
  return [
    ['Body of analyze-vibe and build-sparkpage', toMebibytes(config.BODY_LIMIT_BYTES)],
    ['Body elsewhere', toMebibytes(maxPlainBody)],
    ['Picture', `${toMebibytes(config.FETCH_MAX_BYTES)}, ${config.MAX_PIXELS / 1e6} megapixels`],
    ['Fetching source_url', `${config.FETCH_TIMEOUT_MS} ms, ${maxRedirects} redirects`],
  ]
}

function toMebibytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`
}

/** RFC 6266: an ASCII name for all clients, and the same as UTF-8 for those that prefer it. */
function attachment(name: string): string {
  return `attachment; filename="${name}"; filename*=UTF-8''${encodeURIComponent(name)}`
}

/** Filters that have no effect on a listing. */
const inapplicableFilters: Readonly<Record<TxtType, readonly (keyof TxtQuery)[]>> = {
  projects: [],
  analysis: ['project_id'],
  'api-spec': ['project_id', 'since', 'until', 'limit'],
}

function unusedFilters(type: TxtType, query: TxtQuery): FieldError[] {
  return inapplicableFilters[type]
    .filter(name => query[name] !== undefined)
    .map(name => ({
      pointer: `/query/${name}`,
      code: 'not_applicable',
      message: `The parameter ${name} has no effect on the ${type} export. Remove it.`,
    }))
}

function recordFilterOf({ project_id: projectId, limit, ...span }: TxtQuery): Filter {
  return { projectId, limit, ...parseTimeSpan(span) }
}

/** Writes a listing in one format. */
type Write = <R>(listing: Listing<R>) => AsyncIterable<string>

/** Reads only the summary at first: the ETag depends on it, so no row is read for a client that already has the listing. */
async function openListing(store: Store, type: PdfType, filter: Filter, generatedAt: Date) {
  if (type === 'projects') {
    const records = await store.projects(filter)
    const { summary, readPictureVersion } = records
    return {
      summary,
      readPictureVersion,
      write: (write: Write) => write(reportProjects({ ...records, filter, generatedAt })),
    }
  }
  const records = await store.analyses(filter)
  const { summary, readPictureVersion } = records
  return {
    summary,
    readPictureVersion,
    write: (write: Write) => write(reportAnalyses({ ...records, filter, generatedAt })),
  }
}

/** A listing as a download, newest record first. */
async function openDownload(
  store: Store,
  type: PdfType,
  format: keyof typeof downloads,
  filter: Filter,
  createdAt: Date,
) {
  const { mediaType, extension, render } = downloads[format]
  const { summary, write } = await openListing(store, type, filter, createdAt)
  const headers = {
    'content-type': mediaType,
    'content-disposition': attachment(formatFileName(type, createdAt, extension)),
    'cache-control': 'no-cache',
    vary: 'accept',
    etag: weakEtag(extension, type, filter, summary),
  }
  return { headers, body: toStream(write(render)) }
}

/** Buffers one chunk and no more: clients may stop reading. */
function toStream(chunks: AsyncIterable<string>): Readable {
  return Readable.from(chunks, { highWaterMark: 1 })
}
