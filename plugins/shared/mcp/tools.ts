// What the tools of /mcp do: each sends requests to operations of the API and shortens the answers to what the next call needs.
import type { TObject } from '@sinclair/typebox'
import type { LightMyRequestResponse } from 'fastify'
import { type McpToolName, type mcpTools, videoOutputFormat } from '../../../schemas/mcp-tools.ts'
import type { FieldError } from '../../../schemas/problem-document.ts'
import { Problem } from '../../../src/errors.ts'
import { findPictures, pointerOfSource, withSources } from '../../../src/pages/places.ts'
import { parseUrl } from '../../../src/values/url.ts'
import { clientOf } from '../access/auth.ts'
import { problemDocument } from '../errors.ts'
import { wrongType } from '../input/validation.ts'
import type { InternalCall } from '../internal-call.ts'
import {
  briefCaptureOf,
  briefPageOf,
  briefPictureOf,
  briefScreenshotOf,
  briefStyleOf,
  briefWarningsOf,
  clip,
  pageRecordOf,
  refusalOf,
  type ToolResult,
  toolResultOf,
  withScreenshot,
} from './results.ts'
import { type ScreenshotContext, takeScreenshot } from './screenshot.ts'

export interface ToolContext extends ScreenshotContext {
  /** Whether the service takes screenshots. */
  readonly canSee: boolean
}

type Arguments = Readonly<Record<string, unknown>>

type Tool = (sent: Arguments, context: ToolContext) => Promise<ToolResult>

/** Ends a tool call with the error of an operation. */
class OperationRefused extends Error {
  readonly result: ToolResult

  constructor(result: ToolResult) {
    super('An operation refused the request of a tool.')
    this.result = result
  }
}

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
  const needed = [...required.map(name => [name]), ...(neededArguments[tool.name] ?? [])]
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
  try {
    if (fieldErrors.length > 0) throw new Problem('invalid_request', { fieldErrors })
    return await tools[tool.name](given, context)
  } catch (error) {
    if (error instanceof OperationRefused) return error.result
    if (!(error instanceof Problem)) throw error
    return refusalOf(problemDocument(error, '/mcp', context.request.id), error.headers['retry-after'])
  }
}

/** Arguments of which each tool requires at least one. */
const neededArguments: Readonly<Partial<Record<McpToolName, readonly (readonly string[])[]>>> = {
  analyze_style: [['source_url', 'data']],
  screenshot: [['page_id', 'target_url']],
  capture_script: [['page_id', 'target_url']],
}

const tools: Readonly<Record<McpToolName, Tool>> = {
  analyze_style: async ({ data, source_url, ...sent }, context) => {
    const stored = await readStored(source_url, '/source_url', context)
    const source = data === undefined ? (stored ?? source_url) : toDataUri(data)
    // The picture of the page that follows.
    const body = { preview: true, ...sent, source_url: source }
    const answer = await callOperation(context, { method: 'POST', url: '/api/v1/analyze-vibe', body })
    return toolResultOf(briefStyleOf(answer, context))
  },
  create_upload: async (_sent, { request, services: { store, now, config } }) => {
    const { token, expiresAt } = await store.uploads.create(clientOf(request), now())
    const url = request.absoluteUrl(`/api/v1/uploads/${token}`)
    return toolResultOf({
      upload: { url, expires_at: expiresAt.toISOString(), max_bytes: config.FETCH_MAX_BYTES },
    })
  },
  build_page: async ({ analysis_id: id, project_id, framework, direction, brand, ...texts }, context) => {
    const content = { ...texts, brand: brand === undefined ? undefined : { name: brand } }
    const body = {
      project_id,
      style_metadata: { analysis: { id: toId(id) } },
      content: await embedStoredPictures(content, context),
      export_settings: { framework, direction },
    }
    const answer = await callOperation(context, { method: 'POST', url: '/api/v1/build-sparkpage', body })
    const result = briefPageOf(answer)
    if (!context.canSee) return toolResultOf(result)
    const shown = await takeScreenshot({ target_url: result.page?.url, full_page: true }, context)
    if ('problem' in shown) return toolResultOf({ ...result, screenshot_failed: clip(shown.problem.detail) })
    return withScreenshot(toolResultOf({ ...result, screenshot: briefScreenshotOf(shown) }), shown)
  },
  screenshot: async ({ page_id, ...options }, context) => {
    const target = await targetOfPage(page_id, context)
    const shown = await takeScreenshot({ ...options, ...target }, context)
    if ('problem' in shown) return refusalOf(shown.problem, shown.retryAfter)
    const warnings = briefWarningsOf(shown.answer, shown.render.warnings)
    return withScreenshot(toolResultOf({ screenshot: briefScreenshotOf(shown), ...warnings }), shown)
  },
  capture_script: async ({ page_id, ...sent }, context) => {
    const options = sent.record_duration === undefined ? sent : { output_format: videoOutputFormat, ...sent }
    const body = { ...options, ...(await targetOfPage(page_id, context)) }
    const answer = await callOperation(context, { method: 'POST', url: '/api/v1/capture-media', body })
    return toolResultOf(briefCaptureOf(answer, context))
  },
  get_record: async ({ id: sent }, context) => {
    const id = toId(sent)
    const read = async (kind: RecordKind) => callOperation(context, recordRequest(kind, id))
    if (id.startsWith('ana_')) return toolResultOf(briefStyleOf(await read('analyses'), context))
    if (id.startsWith('page_')) return toolResultOf(briefPageOf(await read('pages')))
    if (id.startsWith('cap_')) return toolResultOf(briefCaptureOf(await read('captures'), context))
    if (id.startsWith('pic_')) return toolResultOf(briefPictureOf(await read('pictures'), id, context))
    const detail = 'No record has this id. Send one that begins with ana_, page_, cap_ or pic_, or its URL.'
    throw new Problem('record_not_found', { detail })
  },
}

/** A file as a data URI; the declared type does not matter, because the format is detected from the bytes. */
function toDataUri(data: unknown): unknown {
  return typeof data === 'string' && !/^\s*data:/i.test(data) ? `data:application/octet-stream;base64,${data}` : data
}

/** The id of a record; agents may send its URL instead. */
function toId(sent: unknown): string {
  const path = parseUrl(String(sent))?.pathname ?? String(sent)
  return path.replace(/\/+$/, '').replace(/^.*\//s, '')
}

type RecordKind = 'analyses' | 'pages' | 'captures' | 'pictures'

function recordRequest(kind: RecordKind, id: string): InternalCall {
  // Lone surrogates, which have no percent-encoding, are replaced.
  return { method: 'GET', url: `/api/v1/${kind}/${encodeURIComponent(Buffer.from(id).toString())}` }
}

/** The URL of a stored page; undefined without an id. */
async function targetOfPage(pageId: unknown, context: ToolContext) {
  if (pageId === undefined) return {}
  return { target_url: pageRecordOf(await callOperation(context, recordRequest('pages', toId(pageId)))).url }
}

/** The id of a picture, or its URL. */
const storedPicture = /^(?:https?:\/\/\S+\/api\/v1\/pictures\/)?(pic_[0-9a-f]{32})$/

/** @returns a stored picture as a data URI, which the operations accept; undefined if the text names no picture. @throws Problem with the pointer */
async function readStored(source: unknown, pointer: string, { call }: ToolContext): Promise<string | undefined> {
  const [, id] = (typeof source === 'string' && storedPicture.exec(source)) || []
  if (id === undefined) return undefined
  const { statusCode, headers, rawPayload } = await call(recordRequest('pictures', id))
  if (statusCode < 400) return `data:${headers['content-type']};base64,${rawPayload.toString('base64')}`
  throw sourceProblem(pointer, 'not_allowed', unknownPicture)
}

const unknownPicture = 'No stored picture has this id. Send an id that analyze_style or an upload returned.'

function sourceProblem(pointer: string, code: FieldError['code'], message: string): Problem {
  return new Problem('invalid_request', { fieldErrors: [{ pointer, code, message }] })
}

/** Maximum number of stored pictures in a page: as many as fit at a useful size. */
const maxStoredPictures = 24

/** @returns the content with the ids and URLs of stored pictures replaced by data URIs. */
async function embedStoredPictures(content: object, context: ToolContext) {
  const stored = new Map<unknown, string>()
  for (const { path, picture } of findPictures(content)) {
    const pointer = pointerOfSource(path)
    const data = stored.get(picture.src) ?? (await readStored(picture.src, pointer, context))
    if (data !== undefined) stored.set(picture.src, data)
    if (stored.size > maxStoredPictures)
      throw sourceProblem(pointer, 'too_many', `Send at most ${maxStoredPictures} stored pictures.`)
  }
  return withSources(content, ({ picture: { src } }) => stored.get(src))
}

/** Sends a request. @throws OperationRefused */
async function callOperation({ call }: ToolContext, request: InternalCall): Promise<LightMyRequestResponse> {
  const answer = await call(request)
  if (answer.statusCode >= 400)
    throw new OperationRefused(refusalOf(JSON.parse(answer.payload), answer.headers['retry-after']))
  return answer
}
