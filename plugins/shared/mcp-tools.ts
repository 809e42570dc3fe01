// What the tools of /mcp do: each sends requests to operations of the API and shortens the answers to what the next call needs.
import type { TObject } from '@sinclair/typebox'
import type { LightMyRequestResponse } from 'fastify'
import { filmFormat, type McpToolName, type mcpTools } from '../../schemas/mcp-tools.ts'
import { Problem } from '../../src/errors.ts'
import { findPictures, pointerOfSource, withSources } from '../../src/pictures/places.ts'
import { problemDocument } from './errors.ts'
import type { InternalCall } from './internal-call.ts'
import {
  briefCaptureOf,
  briefPageOf,
  briefPictureOf,
  briefScreenshotOf,
  briefStyleOf,
  briefWarningsOf,
  clip,
  isRefused,
  pageRecordOf,
  refusalOf,
  refusalOfAnswer,
  type ToolResult,
  toolResultOf,
  withScreenshot,
} from './mcp-results.ts'
import { type ScreenshotContext, takeScreenshot } from './mcp-screenshot.ts'
import { wrongType } from './validation.ts'

export interface ToolContext extends ScreenshotContext {
  /** Whether the service takes screenshots. */
  readonly canSee: boolean
}

type Arguments = Readonly<Record<string, unknown>>

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
  screenshot: [['page_id', 'target_url']],
  capture_script: [['page_id', 'target_url']],
}

const tools: Readonly<Record<McpToolName, Tool>> = {
  analyze_style: ({ data, ...sent }, context) => {
    const source = data === undefined ? {} : { source_url: toDataUri(data) }
    // The picture of the page that follows.
    const body = { preview: true, ...sent, ...source }
    return ask(context, { method: 'POST', url: '/api/v1/analyze-vibe', body }, answer => briefStyleOf(answer, context))
  },
  build_page: async ({ analysis_id: id, project_id, framework, direction, brand, ...texts }, context) => {
    const content = { ...texts, brand: brand === undefined ? undefined : { name: brand } }
    const read = await readPictures(content, context)
    if ('refusal' in read) return read.refusal
    const body = {
      project_id,
      style_metadata: { analysis: { id: toId(id) } },
      content: read.content,
      export_settings: { framework, direction },
    }
    const answer = await context.call({ method: 'POST', url: '/api/v1/build-sparkpage', body })
    if (isRefused(answer)) return refusalOfAnswer(answer)
    const result = briefPageOf(answer)
    if (!context.canSee) return toolResultOf(result)
    const shown = await takeScreenshot({ target_url: result.page?.url, full_page: true }, context)
    if ('problem' in shown) return toolResultOf({ ...result, screenshot_failed: clip(shown.problem.detail) })
    return withScreenshot(toolResultOf({ ...result, screenshot: briefScreenshotOf(shown) }), shown)
  },
  screenshot: async ({ page_id, ...options }, context) => {
    const target = await readTarget(page_id, context)
    if ('refusal' in target) return target.refusal
    const shown = await takeScreenshot({ ...options, ...target }, context)
    if ('problem' in shown) return refusalOf(shown.problem, shown.retryAfter)
    const warnings = briefWarningsOf(shown.answer, shown.render.warnings)
    return withScreenshot(toolResultOf({ screenshot: briefScreenshotOf(shown), ...warnings }), shown)
  },
  capture_script: async ({ page_id, ...sent }, context) => {
    const options = sent.record_duration === undefined ? sent : { output_format: filmFormat, ...sent }
    const target = await readTarget(page_id, context)
    if ('refusal' in target) return target.refusal
    const body = { ...options, ...target }
    return ask(context, { method: 'POST', url: '/api/v1/capture-media', body }, answer =>
      briefCaptureOf(answer, context),
    )
  },
  get_record: ({ id: sent }, context) => {
    const id = toId(sent)
    const kind = id.replace(/_.*/s, '')
    if (kind === 'page') return ask(context, recordRequest('pages', id), briefPageOf)
    if (kind === 'cap') return ask(context, recordRequest('captures', id), answer => briefCaptureOf(answer, context))
    if (kind === 'pic')
      return ask(context, recordRequest('pictures', id), answer => briefPictureOf(answer, id, context))
    return ask(context, recordRequest('analyses', id), answer => briefStyleOf(answer, context))
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

/** The address of a stored page; nothing without an id. */
async function readTarget(pageId: unknown, { call }: ToolContext) {
  if (pageId === undefined) return {}
  const answer = await call(recordRequest('pages', toId(pageId)))
  return isRefused(answer) ? { refusal: refusalOfAnswer(answer) } : { target_url: pageRecordOf(answer).url }
}

/** An id of a picture, or its address. */
const storedPicture = /^(?:https?:\/\/\S+\/api\/v1\/pictures\/)?(pic_[0-9a-f]{32})$/

/** Stored pictures of a page: as many as fit into it at a size that is worth showing. */
const maxStoredPictures = 24

/** @returns the content with data URIs in the place of the ids of pictures, also of their addresses. */
async function readPictures(content: object, { call, request }: ToolContext) {
  const named = findPictures(content).flatMap(({ path, picture: { src } }) => {
    const [, id] = (typeof src === 'string' && storedPicture.exec(src)) || []
    return id === undefined ? [] : [{ id, src: String(src), pointer: pointerOfSource(path) }]
  })
  const pictures = new Map<string, string>()
  for (const { id, src, pointer } of named) {
    if (pictures.has(src)) continue
    const isTooMany = pictures.size === maxStoredPictures
    const answer = isTooMany ? undefined : await call(recordRequest('pictures', id))
    if (answer && !isRefused(answer)) {
      pictures.set(src, `data:${answer.headers['content-type']};base64,${answer.rawPayload.toString('base64')}`)
      continue
    }
    const fault = isTooMany
      ? ({ code: 'too_many', message: `Send at most ${maxStoredPictures} stored pictures.` } as const)
      : ({
          code: 'not_allowed',
          message: 'No stored picture has this id. Send an id that analyze_style returned.',
        } as const)
    const problem = new Problem('invalid_request', { fieldErrors: [{ pointer, ...fault }] })
    return { refusal: refusalOf(problemDocument(problem, '/mcp', request.id)) }
  }
  return { content: withSources(content, ({ picture: { src } }) => pictures.get(String(src))) }
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
