// The whole API as plain text, rendered from the contract.
import { commonHeaders, type Operation, pathOfOperation } from '../../schemas/operation.ts'
import { type ProblemCode, problemCodes, problemKinds } from '../../schemas/problems.ts'
import { wrapText } from './format.ts'
import { describeFields, describeType, type JsonSchema, pageWidth } from './schema-text.ts'

interface SecurityScheme {
  readonly description: string
  /** Name of its header; default: Authorization: Bearer. */
  readonly name?: string
}

interface ApiDescription {
  readonly service: string
  readonly version: string
  readonly description: string
  /** In document order. */
  readonly operations: readonly Operation[]
  /** The named models that the operations refer to. */
  readonly models: readonly JsonSchema[]
  /** By name. */
  readonly schemes: Readonly<Record<string, SecurityScheme>>
  /** ['Body of analyze-vibe', '32 MB'] */
  readonly limits: readonly (readonly [name: string, value: string])[]
}

const conventions = [
  'Bodies are JSON in UTF-8 unless stated otherwise. Times are ISO 8601 in UTC with milliseconds.',
  'Every failure is application/problem+json (RFC 9457) with success: false and a stable code; all errors of a request',
  'are reported together. Every response has an x-request-id header.',
].join(' ')

/** Lists every operation, model, problem and limit in lines of at most 90 columns; only a single longer word exceeds them. */
export function renderApiSpec(api: ApiDescription): string {
  const title = `${api.service} API, version ${api.version}`
  return [
    `${title}\n${'='.repeat(title.length)}\n\n`,
    ...api.description.split('\n').map(line => wrapText(line, pageWidth)),
    `\n${wrapText(conventions, pageWidth)}`,
    renderSection('OVERVIEW', renderOverview(api.operations)),
    renderSection('ACCESS', renderAccess(api.schemes)),
    renderSection('ENDPOINTS', renderEndpoints(api)),
    renderSection('MODELS', renderModels(api)),
    renderSection('PROBLEMS', renderProblems()),
    api.limits.length > 0 ? renderSection('LIMITS', renderTable(api.limits)) : '',
  ].join('')
}

function renderSection(title: string, text: string): string {
  return `\n${title}\n${'='.repeat(title.length)}\n\n${text}`
}

function renderOverview(operations: readonly Operation[]): string {
  return renderTable(
    operations.map(operation => [operation.method, pathOfOperation(operation), operation.schema.summary]),
  )
}

/** Columns are as wide as their longest cell. */
function renderTable(rows: readonly (readonly string[])[]): string {
  const width = (column: number) =>
    Math.max(...rows.flatMap(row => row.slice(column, column + 1)).map(cell => cell.length))
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(width(column))).join('  ')
  return rows.map(row => `${line(row).trimEnd()}\n`).join('')
}

function renderAccess(schemes: ApiDescription['schemes']): string {
  return Object.entries(schemes)
    .map(([id, { name = 'Authorization', description }]) => {
      const header = name === 'Authorization' ? `${name}: Bearer` : `${name}:`
      return `${id}, ${header} <secret>\n${wrapText(description, pageWidth, '  ')}`
    })
    .join('\n')
}

function renderEndpoints({ operations, models }: ApiDescription): string {
  return operations
    .map((operation, index) => renderEndpoint(operation, index + 1, models))
    .join(`\n${'-'.repeat(pageWidth)}\n\n`)
}

const titleIndent = '   '
const fieldIndent = '     '

function renderEndpoint(operation: Operation, position: number, models: ApiDescription['models']): string {
  const { schema, problems } = operation
  const title = `${position}. ${operation.method} ${pathOfOperation(operation)}`
  return [
    `${title}\n${wrapText(`${schema.summary}.`, pageWidth, titleIndent)}\n`,
    wrapText(schema.description, pageWidth, titleIndent),
    renderInputs(operation, models),
    ...Object.entries(schema.response).map(([status, response]) => renderResponse(status, response, models)),
    renderFailures(problems),
  ].join('')
}

function renderInputs({ schema, fileBodies = {} }: Operation, models: ApiDescription['models']): string {
  const parts: readonly (readonly [title: string, schema: JsonSchema | undefined])[] = [
    ['Path parameters', schema.params],
    ['Query parameters', schema.querystring],
    ['Headers', schema.headers],
    ['Body, application/json', schema.body],
    ...Object.entries(fileBodies).map(([type, body]) => [`Body, ${type}`, body.schema] as const),
  ]
  return parts
    .flatMap(([title, part]) =>
      part ? [`\n${titleIndent}${title}\n${describeFields(resolveReference(part, models), fieldIndent)}`] : [],
    )
    .join('')
}

function resolveReference(schema: JsonSchema, models: ApiDescription['models']): JsonSchema {
  return models.find(({ $id }) => $id !== undefined && $id === schema.$ref) ?? schema
}

type ResponseModel = NonNullable<Operation['schema']['response'][200 | 204 | 304]>

/** A successful response; problems are listed by their codes. */
function renderResponse(
  status: string,
  { description, content = {}, headers }: ResponseModel,
  models: ApiDescription['models'],
): string {
  const names = Object.keys(headers).filter(name => !commonHeaders.includes(name))
  const text = names.length > 0 ? `${description} Headers: ${names.join(', ')}.` : description
  const mediaTypes = Object.entries(content)
  if (mediaTypes.length === 0) return `\n${titleIndent}Answer ${status}\n${wrapText(text, pageWidth, fieldIndent)}`
  return mediaTypes
    .filter(([mediaType]) => mediaType !== 'application/problem+json')
    .map(([mediaType, media]) => {
      const schema: JsonSchema = media.schema
      const fields = schema.$ref === undefined ? '' : describeFields(resolveReference(schema, models), fieldIndent)
      return `\n${titleIndent}Answer ${status}, ${mediaType}\n${wrapText(text, pageWidth, fieldIndent)}${fields}`
    })
    .join('')
}

/** The codes that an operation can answer with, by status. */
function renderFailures(problems: readonly ProblemCode[]): string {
  const statuses = [...new Set(problems.map(code => problemKinds[code].status))].sort((a, b) => a - b)
  const lines = statuses.map(status => {
    const codes = problems.filter(code => problemKinds[code].status === status)
    return `${fieldIndent}${status}  ${wrapText(codes.join(', '), pageWidth, `${fieldIndent}     `).trimStart()}`
  })
  return `\n${titleIndent}Problems, application/problem+json\n${lines.join('')}`
}

/** The models that no endpoint shows in full. */
function renderModels({ operations, models }: ApiDescription): string {
  const shown = new Set(operations.flatMap(findShownModels))
  return models
    .filter(({ $id }) => $id !== undefined && !shown.has($id))
    .map(renderModel)
    .join('\n')
}

function findShownModels({ schema, fileBodies = {} }: Operation): readonly string[] {
  const contents = [...Object.values(schema.response[200]?.content ?? {}), ...Object.values(fileBodies)]
  return [schema.body, ...contents.map(content => content.schema)].flatMap(part => (part ? [describeType(part)] : []))
}

function renderModel(schema: JsonSchema): string {
  const { $id, description = '' } = schema
  return `${$id}\n${wrapText(description, pageWidth, '  ')}${describeFields(schema, '  ')}`
}

function renderProblems(): string {
  return problemCodes
    .map(code => {
      const { status, title, advice } = problemKinds[code]
      return `${status}  ${code}\n${wrapText(`${title}. ${advice}`, pageWidth, '     ')}`
    })
    .join('')
}
