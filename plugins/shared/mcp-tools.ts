// What the tools of /mcp do: each sends requests to operations of the API and shortens the answers to what the next call needs.

import type { Static, TObject } from '@sinclair/typebox'
import type { FastifyRequest, LightMyRequestResponse } from 'fastify'
import type { AnalysisResponse } from '../../schemas/analysis.ts'
import type { SparkpageResponse } from '../../schemas/built-page.ts'
import type { CaptureResponse } from '../../schemas/capture.ts'
import type { McpToolName, mcpTools } from '../../schemas/mcp-tools.ts'
import type { FieldError } from '../../schemas/problem-document.ts'
import { Problem } from '../../src/errors.ts'
import { problemDocument } from './errors.ts'
import type { InternalCall, InternalCaller } from './internal-call.ts'

export interface ToolContext {
  readonly call: InternalCaller
  readonly request: FastifyRequest
  /** Whether the service requires API keys. */
  readonly hasKeys: boolean
}

type Arguments = Readonly<Record<string, unknown>>
type Tool = (sent: Arguments, context: ToolContext) => Promise<object>

/** The members of a problem document that a result shows. */
interface Refusal {
  readonly code: string
  readonly status: number
  readonly detail: string
  readonly request_id: string
  readonly errors?: readonly FieldError[]
}

/** An operation refused the request of a tool. */
class RefusedCall extends Error {
  readonly problem: Refusal
  readonly retryAfter: unknown

  constructor(problem: Refusal, retryAfter?: unknown) {
    super(problem.detail)
    this.problem = problem
    this.retryAfter = retryAfter
  }
}

const tools: Readonly<Record<McpToolName, Tool>> = {
  analyze_style: async ({ data, ...sent }, context) => {
    const source = data === undefined ? {} : { source_url: toDataUri(data) }
    // The picture of the page that follows.
    const body = { preview: true, ...sent, ...source }
    return styleOf(await succeed(context, { method: 'POST', url: '/api/v1/analyze-vibe', body }))
  },
  build_page: async ({ analysis_id: id, project_id, framework, direction, brand, ...texts }, context) => {
    const body = {
      project_id,
      style_metadata: { analysis: { id } },
      content: { ...texts, brand: brand === undefined ? undefined : { name: brand } },
      export_settings: { framework, direction },
    }
    const answer = await succeed(context, { method: 'POST', url: '/api/v1/build-sparkpage', body })
    return { ...pageOf(answer), direction: answer.headers['x-direction'] }
  },
  capture_script: async ({ page_id: id, ...options }, context) => {
    const page = id === undefined ? {} : { target_url: pageOf(await readPage(String(id), context)).page.url }
    const body = { ...options, ...page }
    return captureOf(await succeed(context, { method: 'POST', url: '/api/v1/capture-media', body }), context)
  },
  get_record: async ({ id }, context) => {
    const kind = String(id).replace(/_.*/s, '')
    if (kind === 'page') return pageOf(await readPage(String(id), context))
    const answer = await read(
      kind === 'cap' ? 'captures' : kind === 'pic' ? 'pictures' : 'analyses',
      String(id),
      context,
    )
    if (kind === 'cap') return captureOf(answer, context)
    return kind === 'pic' ? pictureOf(answer, String(id), context) : styleOf(answer)
  },
}

/** Base64 of a file; whatever its type, the bytes decide. */
function toDataUri(data: unknown): unknown {
  return typeof data === 'string' && !/^\s*data:/i.test(data) ? `data:application/octet-stream;base64,${data}` : data
}

function readPage(id: string, context: ToolContext): Promise<LightMyRequestResponse> {
  return read('pages', id, context)
}

function read(kind: 'analyses' | 'pages' | 'captures' | 'pictures', id: string, context: ToolContext) {
  // Lone surrogates, which have no percent-encoding, are replaced.
  const segment = encodeURIComponent(Buffer.from(id).toString())
  return succeed(context, { method: 'GET', url: `/api/v1/${kind}/${segment}` })
}

/** @throws RefusedCall when the answer is an error. */
async function succeed({ call }: ToolContext, request: InternalCall): Promise<LightMyRequestResponse> {
  const answer = await call(request)
  if (answer.statusCode >= 400) throw new RefusedCall(JSON.parse(answer.payload), answer.headers['retry-after'])
  return answer
}

function styleOf(answer: LightMyRequestResponse) {
  const { style_metadata: style }: Static<typeof AnalysisResponse> = JSON.parse(answer.payload)
  const { id, url, warnings } = style.analysis
  const { colors, roles, scheme, mood, summary } = style
  return { analysis: { id, url }, colors, roles, scheme, mood: mood?.words, summary, ...warningsOf(answer, warnings) }
}

function pageOf(answer: LightMyRequestResponse) {
  const { page }: Static<typeof SparkpageResponse> = JSON.parse(answer.payload)
  return { page, ...warningsOf(answer) }
}

function captureOf(answer: LightMyRequestResponse, { hasKeys }: ToolContext) {
  const { capture, capture_config: config }: Static<typeof CaptureResponse> = JSON.parse(answer.payload)
  const { target_url, output_format, output_file, output_size, record_duration } = config
  const key = hasKeys ? ' -H "x-api-key: $API_KEY"' : ''
  const command = `curl -fsS${key} '${capture.url}' -o capture.mjs && npm install playwright && npx playwright install chromium && node capture.mjs`
  return {
    ...{ capture, target_url: clip(target_url), output_format, output_file, output_size, record_duration },
    ...{ command, ...warningsOf(answer) },
  }
}

function pictureOf({ headers, rawPayload }: LightMyRequestResponse, id: string, { request }: ToolContext) {
  const url = request.absoluteUrl(`/api/v1/pictures/${id}`)
  return { picture: { id, url, type: headers['content-type'], bytes: rawPayload.length } }
}

function warningsOf({ headers: { 'x-warnings': header = [] } }: LightMyRequestResponse, more: readonly string[] = []) {
  const warnings = [header, ...more].flat().join(' ')
  return warnings === '' ? {} : { warnings: clip(warnings) }
}

/** Longest text of a result that a client or a host determines, characters. */
const maxTextLength = 300

function clip(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text
}

/** @returns the result of a tool call (MCP 2025-11-25, server/tools): JSON, also for an operation that refused the request. */
export async function callTool(tool: (typeof mcpTools)[number], sent: Arguments, context: ToolContext) {
  try {
    checkRequired(tool.inputSchema, sent, context)
    return resultOf(await tools[tool.name](sent, context))
  } catch (error) {
    if (!(error instanceof RefusedCall)) throw error
    return { ...resultOf(refusalOf(error)), isError: true }
  }
}

function resultOf(value: object) {
  return { content: [{ type: 'text' as const, text: JSON.stringify(value) }] }
}

function checkRequired({ required = [] }: TObject, sent: Arguments, { request }: ToolContext): void {
  const fieldErrors = required
    .filter(name => sent[name] === undefined)
    .map(name => ({ pointer: `/${name}`, code: 'required' as const, message: `Send ${name}, which is required.` }))
  if (fieldErrors.length === 0) return
  throw new RefusedCall(problemDocument(new Problem('invalid_request', { fieldErrors }), '/mcp', request.id))
}

/** Field errors that a result lists. */
const maxErrors = 4

function refusalOf({ problem: { code, status, detail, request_id, errors = [] }, retryAfter }: RefusedCall) {
  const others = errors.slice(1, maxErrors).map(({ pointer, message }) => clip(`${pointer}: ${message}`))
  return {
    code,
    status,
    detail: clip(detail),
    ...(others.length > 0 && { others }),
    retry_after: retryAfter,
    request_id,
  }
}
