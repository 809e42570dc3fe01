// What the tools of /mcp do: each sends requests to operations of the API and shortens the answers to what the next call needs.
import type { Static, TObject } from '@sinclair/typebox'
import type { FastifyRequest, LightMyRequestResponse } from 'fastify'
import type { AnalysisResponse } from '../../schemas/analysis.ts'
import type { SparkpageResponse } from '../../schemas/built-page.ts'
import type { CaptureResponse } from '../../schemas/capture.ts'
import { filmFormat, type McpToolName, type mcpTools } from '../../schemas/mcp-tools.ts'
import type { FieldError } from '../../schemas/problem-document.ts'
import { Problem } from '../../src/errors.ts'
import { problemDocument } from './errors.ts'
import type { InternalCall, InternalCaller } from './internal-call.ts'
import { wrongType } from './validation.ts'

export interface ToolContext {
  readonly call: InternalCaller
  readonly request: FastifyRequest
  /** Whether the service requires API keys. */
  readonly hasKeys: boolean
}

type Arguments = Readonly<Record<string, unknown>>

/**
 * The result of a tool call (MCP 2025-11-25, server/tools): JSON, also for an operation that refused the request. No interface, because the
 * SDK requires a type with an index signature.
 */
type ToolResult = {
  readonly content: [{ readonly type: 'text'; readonly text: string }]
  readonly isError: boolean
}

type Tool = (sent: Arguments, context: ToolContext) => Promise<ToolResult>

/**
 * Checks which arguments there are, and that texts are texts; the operations check the rest. Models that have to fill in every argument send null or an empty
 * string for those that they omit.
 */
export async function callTool(
  tool: (typeof mcpTools)[number],
  sent: Arguments,
  context: ToolContext,
): Promise<ToolResult> {
  const { required = [], properties }: TObject = tool.inputSchema
  const isGiven = (name: string): boolean => sent[name] !== null && (sent[name] !== '' || required.includes(name))
  const given = Object.fromEntries(Object.entries(sent).filter(([name]) => isGiven(name)))
  const isMissing = (name: string): boolean => given[name] === undefined
  const needed = [...required.map(name => [name]), ...(alternatives[tool.name] ?? [])]
  const missing = needed
    .filter(names => names.every(isMissing))
    .map(names => ({ pointer: `/${names[0]}`, code: 'required' as const, message: `Send ${names.join(' or ')}.` }))
  const mistyped = Object.entries(given)
    .filter(([name, value]) => properties[name]?.type === 'string' && value !== undefined && typeof value !== 'string')
    .map(([name, value]) => ({
      pointer: `/${name}`,
      code: 'wrong_type' as const,
      message: wrongType(['string'], value),
    }))
  const fieldErrors = [...missing, ...mistyped]
  if (fieldErrors.length === 0) return tools[tool.name](given, context)
  return refusalOf(problemDocument(new Problem('invalid_request', { fieldErrors }), '/mcp', context.request.id))
}

/** Arguments of which a tool requires one. */
const alternatives: Readonly<Partial<Record<McpToolName, readonly (readonly string[])[]>>> = {
  analyze_style: [['source_url', 'data']],
  capture_script: [['page_id', 'target_url']],
}

const tools: Readonly<Record<McpToolName, Tool>> = {
  analyze_style: ({ data, ...sent }, context) => {
    const source = data === undefined ? {} : { source_url: toDataUri(data) }
    // The picture of the page that follows.
    const body = { preview: true, ...sent, ...source }
    return ask(context, { method: 'POST', url: '/api/v1/analyze-vibe', body }, briefStyleOf)
  },
  build_page: ({ analysis_id: id, project_id, framework, direction, brand, ...texts }, context) => {
    const body = {
      project_id,
      style_metadata: { analysis: { id: toId(id) } },
      content: { ...texts, brand: brand === undefined ? undefined : { name: brand } },
      export_settings: { framework, direction },
    }
    return ask(context, { method: 'POST', url: '/api/v1/build-sparkpage', body }, briefPageOf)
  },
  capture_script: async ({ page_id: id, ...sent }, context) => {
    const options = sent.record_duration === undefined ? sent : { output_format: filmFormat, ...sent }
    const capture = (body: object) =>
      ask(context, { method: 'POST', url: '/api/v1/capture-media', body }, answer => briefCaptureOf(answer, context))
    if (id === undefined) return capture(options)
    const answer = await context.call(recordRequest('pages', toId(id)))
    if (isRefused(answer)) return refusalOfAnswer(answer)
    return capture({ ...options, target_url: pageRecordOf(answer).url })
  },
  get_record: ({ id: sent }, context) => {
    const id = toId(sent)
    const kind = id.replace(/_.*/s, '')
    if (kind === 'page') return ask(context, recordRequest('pages', id), briefPageOf)
    if (kind === 'cap') return ask(context, recordRequest('captures', id), answer => briefCaptureOf(answer, context))
    if (kind === 'pic')
      return ask(context, recordRequest('pictures', id), answer => briefPictureOf(answer, id, context))
    return ask(context, recordRequest('analyses', id), briefStyleOf)
  },
}

/** Base64 of a file; whatever its type, the bytes decide. */
function toDataUri(data: unknown): unknown {
  return typeof data === 'string' && !/^\s*data:/i.test(data) ? `data:application/octet-stream;base64,${data}` : data
}

/** The id of a record, also from its address, which agents send in its place. */
function toId(sent: unknown): string {
  return String(sent).replace(/^https?:\/\/.*\//s, '')
}

function recordRequest(kind: 'analyses' | 'pages' | 'captures' | 'pictures', id: string): InternalCall {
  // Lone surrogates, which have no percent-encoding, are replaced.
  return { method: 'GET', url: `/api/v1/${kind}/${encodeURIComponent(Buffer.from(id).toString())}` }
}

/** Sends a request and shortens its answer, also that of an error. */
async function ask(
  { call }: ToolContext,
  request: InternalCall,
  shorten: (answer: LightMyRequestResponse) => object,
): Promise<ToolResult> {
  const answer = await call(request)
  return isRefused(answer) ? refusalOfAnswer(answer) : toolResultOf(shorten(answer))
}

function isRefused({ statusCode }: LightMyRequestResponse): boolean {
  return statusCode >= 400
}

function refusalOfAnswer({ payload, headers }: LightMyRequestResponse): ToolResult {
  return refusalOf(JSON.parse(payload), headers['retry-after'])
}

function toolResultOf(value: object, isError = false): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], isError }
}

/** The members of a problem document that a result shows. */
interface Refusal {
  readonly code: string
  readonly status: number
  readonly detail: string
  readonly request_id: string
  readonly errors?: readonly FieldError[]
}

/** Field errors that a result lists. */
const maxErrors = 4

function refusalOf({ code, status, detail, request_id, errors = [] }: Refusal, retry_after?: unknown): ToolResult {
  const others = errors.slice(1, maxErrors).map(({ pointer, message }) => clip(`${pointer}: ${message}`))
  const more = others.length > 0 ? { others } : {}
  return toolResultOf({ code, status, detail: clip(detail), ...more, retry_after, request_id }, true)
}

function briefStyleOf(answer: LightMyRequestResponse) {
  const { style_metadata: style }: Static<typeof AnalysisResponse> = JSON.parse(answer.payload)
  const { id, url, warnings } = style.analysis
  const { colors, roles, scheme, mood, summary } = style
  return {
    analysis: { id, url },
    colors,
    roles,
    scheme,
    mood: mood?.words,
    summary,
    ...briefWarningsOf(answer, warnings),
  }
}

function pageRecordOf({ payload }: LightMyRequestResponse) {
  const { page }: Static<typeof SparkpageResponse> = JSON.parse(payload)
  return page
}

function briefPageOf(answer: LightMyRequestResponse) {
  return { page: pageRecordOf(answer), direction: answer.headers['x-direction'], ...briefWarningsOf(answer) }
}

function briefCaptureOf(answer: LightMyRequestResponse, { hasKeys }: ToolContext) {
  const { capture, capture_config: config }: Static<typeof CaptureResponse> = JSON.parse(answer.payload)
  const { target_url, output_format, output_file, output_size, record_duration } = config
  const key = hasKeys ? ' -H "x-api-key: $API_KEY"' : ''
  const command = `curl -fsS${key} '${capture.url}' -o capture.mjs && npm install --no-save playwright && npx playwright install chromium && node capture.mjs`
  return {
    capture,
    target_url: clip(target_url),
    output_format,
    output_file,
    output_size,
    record_duration,
    command,
    ...briefWarningsOf(answer),
  }
}

function briefPictureOf({ headers, rawPayload }: LightMyRequestResponse, id: string, { request }: ToolContext) {
  const url = request.absoluteUrl(`/api/v1/pictures/${id}`)
  return { picture: { id, url, type: headers['content-type'], bytes: rawPayload.length } }
}

function briefWarningsOf(
  { headers: { 'x-warnings': header = [] } }: LightMyRequestResponse,
  more: readonly string[] = [],
) {
  const warnings = [header, ...more].flat().join(' ')
  return warnings === '' ? {} : { warnings: clip(warnings) }
}

/** Longest text of a result that a client or a host determines, characters. */
const maxResultTextLength = 300

function clip(text: string): string {
  return text.length > maxResultTextLength ? `${text.slice(0, maxResultTextLength - 1)}…` : text
}
