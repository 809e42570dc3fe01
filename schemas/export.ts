// Listings of what was made, and of the endpoints.
import { type Static, Type } from '@sinclair/typebox'
import { answer, nothing, operation } from './operation.ts'
import { Line, oneOf, Written } from './types.ts'

const txtTypes = ['projects', 'analysis', 'api-spec'] as const
const pdfTypes = ['projects', 'analysis'] as const
export const papers = ['a4', 'letter'] as const
/** What a print export holds unless told otherwise. */
export const pdfDefaults = { limit: 1000, paper: 'a4' } as const
export type TxtType = (typeof txtTypes)[number]
export type PdfType = (typeof pdfTypes)[number]
export type Paper = (typeof papers)[number]

const Instant = (description: string) =>
  Type.String({
    format: 'date-time',
    maxLength: 40,
    description: `${description} RFC 3339, for example 2026-01-31T12:00:00Z, or a date.`,
  })

const filters = {
  project_id: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9._-]{1,128}$',
      maxLength: 128,
      description: 'Only this project: 1 to 128 letters, digits, dots, underscores or dashes (projects exports).',
    }),
  ),
  since: Type.Optional(Instant('Only records created at or after this instant.')),
  until: Type.Optional(Instant('Only records created before this instant.')),
}

export const TxtQuery = Type.Object({
  ...filters,
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'At most this many records. Default: all.' }),
  ),
})
const PdfQuery = Type.Object({
  ...filters,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: pdfDefaults.limit,
      description: `At most this many records. Default: ${pdfDefaults.limit}.`,
    }),
  ),
  paper: Type.Optional(
    oneOf(papers, { default: pdfDefaults.paper, description: `Size of the paper. Default: ${pdfDefaults.paper}.` }),
  ),
})
export type TxtQuery = Static<typeof TxtQuery>

/** Text that may be written while it is read: a listing has no bound. */
const Streamed = (description: string) => Type.Unsafe<string | AsyncIterable<string>>(Written(description))

const listed = {
  ETag: Line(
    256,
    'Tells this listing from others; sent as If-None-Match it is answered with 304 while nothing changed.',
  ),
  'Content-Disposition': Line(256, 'The name to save it under.'),
}
const unchanged = nothing('The listing is what If-None-Match names.', listed)

export const exportTxt = operation({
  method: 'GET',
  url: '/api/v1/export/txt/:type',
  problems: [],
  examples: {
    'api-spec': { summary: 'Every endpoint of this service', params: { type: 'api-spec' } },
    analysis: { summary: 'Every analysis, newest first', params: { type: 'analysis' } },
  },
  schema: {
    operationId: 'exportTxt',
    tags: ['Export'],
    summary: 'Download a listing as text',
    description:
      'A readable report in UTF-8 as a download, newest first; `api-spec` lists every endpoint of the service.',
    params: Type.Object({ type: oneOf(txtTypes, { description: 'What to list.' }) }),
    querystring: TxtQuery,
    response: {
      200: answer({ 'text/plain': { schema: Streamed('The listing.') } }, 'The listing, as a download.', listed),
      304: unchanged,
    },
  },
})

export const exportPdf = operation({
  method: 'GET',
  url: '/api/v1/export/pdf/:type',
  problems: [],
  examples: {
    projects: { summary: 'Every project with its pages', params: { type: 'projects' } },
    analysis: { summary: 'Every analysis with its colours', params: { type: 'analysis' } },
  },
  schema: {
    operationId: 'exportPdf',
    tags: ['Export'],
    summary: 'Show a listing as a page to print',
    description:
      'An HTML page made for printing or for "save as PDF": page numbers, repeating table heads, colour swatches.',
    params: Type.Object({ type: oneOf(pdfTypes, { description: 'What to list.' }) }),
    querystring: PdfQuery,
    response: { 200: answer({ 'text/html': { schema: Streamed('The page.') } }, 'The page.', listed), 304: unchanged },
  },
})
