// A listing as data for other programs: JSON, or CSV with the same fields as columns.
import { type Field, type Listing, streamChunks } from './listing.ts'

/** Writes one JSON document, newest record first, in chunks and in constant memory. */
export function renderJson<R>({
  fields,
  pages,
  count,
  total,
  generatedAt,
}: Listing<R>): AsyncGenerator<string, void, void> {
  const head = JSON.stringify({ success: true, count, total, timestamp: generatedAt.toISOString() })
  return streamChunks({
    head: `${head.slice(0, -1)},"records":[\n`,
    pages,
    row: row => JSON.stringify(Object.fromEntries(fields.map(({ name, value }) => [name, value(row)]))),
    separator: ',\n',
    foot: '\n]}\n',
  })
}

const lineEnd = '\r\n'

/** Writes CSV (RFC 4180) with a line of names, newest record first, in chunks and in constant memory. */
export function renderCsv<R>({ fields, pages }: Listing<R>): AsyncGenerator<string, void, void> {
  return streamChunks({
    head: fields.map(({ name }) => name).join(',') + lineEnd,
    pages,
    row: row => fields.map(({ value }) => renderCsvCell(value(row))).join(',') + lineEnd,
    foot: '',
  })
}

function renderCsvCell(value: ReturnType<Field<unknown>['value']>): string {
  if (typeof value === 'number') return String(value)
  const text = neutralizeFormulas(typeof value === 'string' ? value : value.join(' '))
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Where a spreadsheet may begin a cell: many languages separate cells by semicolons, and some programs by tabs. */
const formulaStart = /(^|[;\t\r\n])([\s"]*)(?=[=+\-@＝＋－＠])/g

/** Inserts an apostrophe before what spreadsheets would run as a formula (OWASP, CSV Injection). */
function neutralizeFormulas(text: string): string {
  return text.replace(formulaStart, "$1$2'")
}
