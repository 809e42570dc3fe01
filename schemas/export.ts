// The export operations: records as text, print HTML, JSON or CSV, and endpoints as text.
import { type Static, Type } from '@sinclair/typebox'
import { ExportResponse } from './exported-records.ts'
import { contentResponse, etagHeader, fileNameHeader, notModified, operation, warningsHeader } from './operation.ts'
import { DocumentText, enumModel, enumRef, FormattedText, ref } from './types.ts'

const txtTypes = ['projects', 'analysis', 'api-spec'] as const
const pdfTypes = ['projects', 'analysis'] as const
export const papers = ['a4', 'letter'] as const
export const pdfDefaults = { limit: 1000, paper: 'a4' } as const
export type TxtType = (typeof txtTypes)[number]
export type PdfType = (typeof pdfTypes)[number]
export type Paper = (typeof papers)[number]

export const PaperSize = enumModel('PaperSize', papers, `Paper size. Default: ${pdfDefaults.paper}.`)
export const TextListing = enumModel('TextListing', txtTypes, 'Listing to export as text.')
export const PrintListing = enumModel('PrintListing', pdfTypes, 'Listing to export for printing.')

function InstantParameter(description: string, example: string) {
  return FormattedText(
    'timestamp',
    40,
    `${description} RFC 3339, for example 2026-01-31T12:00:00Z, or a date.`,
    example,
  )
}

const filters = {
  project_id: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9._-]{1,128}$',
      minLength: 0,
      maxLength: 128,
      description:
        'Export only this project; not with analyses, which do not belong to projects. 1 to 128 letters, digits, dots, underscores or hyphens.',
      examples: ['spring-launch'],
    }),
  ),
  since: Type.Optional(InstantParameter('Only records created at or after this time.', '2026-01-31T12:00:00Z')),
  until: Type.Optional(
    InstantParameter('Only records created before this time, or until the end of this day.', '2030-01-31T12:00:00Z'),
  ),
}

export const TxtQuery = Type.Object({
  ...filters,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      description: 'Maximum number of records. Default: all.',
      examples: [100],
    }),
  ),
})
const PdfQuery = Type.Object({
  ...filters,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: `Maximum number of records. Default: ${pdfDefaults.limit}.`,
      examples: [100],
    }),
  ),
  paper: Type.Optional(enumRef(PaperSize)),
})
export type TxtQuery = Static<typeof TxtQuery>

/** Listings have no size limit, so handlers may stream them. */
function StreamedText(description: string) {
  return Type.Unsafe<string | AsyncIterable<string>>(DocumentText(description))
}

/** Listings as data, by Accept. */
const dataContent = {
  'application/json': { schema: Type.Unsafe<AsyncIterable<string>>(ref(ExportResponse)) },
  'text/csv': {
    schema: StreamedText(
      'RFC 4180. The first line contains the property names of the JSON; list items are separated by spaces. An apostrophe precedes every value that a spreadsheet would run as a formula.',
    ),
  },
} as const

const exampleProject = {
  id: 'spring-launch',
  created_at: '2026-01-31T12:00:00.000Z',
  last_at: '2026-01-31T12:00:00.000Z',
  pages: 1,
  frameworks: ['bootstrap'],
  headline: 'Ship your story',
}
const responseExamples = {
  200: { success: true, count: 1, total: 1, timestamp: '2026-01-31T12:00:00.000Z', records: [exampleProject] },
}

const listingHeaders = { ...etagHeader, ...fileNameHeader, ...warningsHeader }

export const exportTxt = operation({
  method: 'GET',
  url: '/api/v1/export/txt/:type',
  problems: [],
  responseExamples,
  examples: {
    'api-spec': { summary: 'All endpoints of this service', params: { type: 'api-spec' } },
    analysis: { summary: 'All analyses, newest first', params: { type: 'analysis' } },
  },
  schema: {
    operationId: 'exportTxt',
    tags: ['Export'],
    summary: 'Download a listing as text',
    description:
      'A plain-text report in UTF-8, newest first, as a download. `api-spec` lists all endpoints of the service. `Accept: application/json` or `text/csv` returns the records as data.',
    params: Type.Object({ type: enumRef(TextListing) }),
    querystring: TxtQuery,
    response: {
      200: contentResponse(
        { 'text/plain': { schema: StreamedText('The listing.') }, ...dataContent },
        'The listing, as a download.',
        listingHeaders,
      ),
      304: notModified(listingHeaders),
    },
  },
})

export const exportPdf = operation({
  method: 'GET',
  url: '/api/v1/export/pdf/:type',
  problems: [],
  responseExamples,
  examples: {
    projects: { summary: 'All projects with their pages', params: { type: 'projects' } },
    analysis: { summary: 'All analyses with their colours', params: { type: 'analysis' } },
  },
  schema: {
    operationId: 'exportPdf',
    tags: ['Export'],
    summary: 'Show a listing as an HTML page for printing',
    description:
      'An HTML page for printing or "Save as PDF", with page numbers, repeated table headers and colour swatches. `Accept: application/json` or `text/csv` returns the records as data.',
    params: Type.Object({ type: enumRef(PrintListing) }),
    querystring: PdfQuery,
    response: {
      200: contentResponse(
        { 'text/html': { schema: StreamedText('The page.') }, ...dataContent },
        'The page, or the records as a download.',
        listingHeaders,
      ),
      304: notModified(listingHeaders),
    },
  },
})
