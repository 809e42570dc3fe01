// What the tools of /mcp answer: the parts of the answers of operations that the next call needs, refusals, and a screenshot.
import type { Static } from '@sinclair/typebox'
import type { LightMyRequestResponse } from 'fastify'
import type { AnalysisResponse } from '../../../schemas/analysis.ts'
import type { SparkpageResponse } from '../../../schemas/built-page.ts'
import type { CaptureResponse } from '../../../schemas/capture.ts'
import { pictureOfPreview } from '../../../src/image/web-picture.ts'
import type { problemDocument } from '../errors.ts'
import type { ScreenshotContext, TakenScreenshot } from './screenshot.ts'

/**
 * The result of a tool call (MCP 2025-11-25, server/tools): JSON as a text and as structured content, also for an operation that refused
 * the request, and a screenshot. No interface, because the SDK requires a type with an index signature.
 */
export type ToolResult = {
  readonly content: (
    | { readonly type: 'text'; readonly text: string }
    | { readonly type: 'image'; readonly data: string; readonly mimeType: string }
  )[]
  readonly structuredContent?: Record<string, unknown>
  readonly isError: boolean
}

export function toolResultOf(value: object, isError = false): ToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(value) }],
    ...(!isError && { structuredContent: { ...value } }),
    isError,
  }
}

export function withScreenshot(
  { content, ...result }: ToolResult,
  { image: { type: mimeType, data } }: TakenScreenshot,
) {
  return { ...result, content: [...content, { type: 'image' as const, data, mimeType }] }
}

export function briefScreenshotOf({ image: { width, height }, render: { verdict } }: TakenScreenshot) {
  const { final_url: url, status, redirected, looks_like } = verdict ?? {}
  return {
    width,
    height,
    final_url: redirected && url ? clip(url) : undefined,
    status: status ?? undefined,
    looks_like: looks_like ?? undefined,
  }
}

/** Field errors that a result lists. */
const maxErrors = 4

export function refusalOf(
  { code, status, detail, request_id, errors = [] }: ReturnType<typeof problemDocument>,
  retry_after?: unknown,
): ToolResult {
  const others = errors.slice(1, maxErrors).map(({ pointer, message }) => clip(`${pointer}: ${message}`))
  const more = others.length > 0 ? { others } : {}
  return toolResultOf({ code, status, detail: clip(detail), ...more, retry_after, request_id }, true)
}

export function briefStyleOf(answer: LightMyRequestResponse, { request }: ScreenshotContext) {
  const { style_metadata: style }: Static<typeof AnalysisResponse> = JSON.parse(answer.payload)
  const { id, url, warnings } = style.analysis
  const { colors, roles, scheme, mood, summary, preview } = style
  const picture = preview && pictureOfPreview(preview).id
  return {
    analysis: { id, url },
    picture: picture && { id: picture, url: request.absoluteUrl(`/api/v1/pictures/${picture}`) },
    colors,
    roles,
    scheme,
    mood: mood?.words,
    summary,
    ...briefWarningsOf(answer, warnings),
  }
}

export function pageRecordOf({ payload }: LightMyRequestResponse) {
  const { page }: Static<typeof SparkpageResponse> = JSON.parse(payload)
  return page
}

export function briefPageOf(answer: LightMyRequestResponse) {
  return { page: pageRecordOf(answer), direction: answer.headers['x-direction'], ...briefWarningsOf(answer) }
}

export function briefCaptureOf(answer: LightMyRequestResponse, { services: { config: settings } }: ScreenshotContext) {
  const { capture, capture_config: config }: Static<typeof CaptureResponse> = JSON.parse(answer.payload)
  const { target_url, output_format, output_file, output_size, record_duration } = config
  const key = settings.API_KEYS.length > 0 ? ' -H "x-api-key: $API_KEY"' : ''
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

export function briefPictureOf(
  { headers, rawPayload }: LightMyRequestResponse,
  id: string,
  { request }: ScreenshotContext,
) {
  const url = request.absoluteUrl(`/api/v1/pictures/${id}`)
  return { picture: { id, url, type: headers['content-type'], bytes: rawPayload.length } }
}

export function briefWarningsOf(
  { headers: { 'x-warnings': header = [] } }: LightMyRequestResponse,
  more: readonly string[] = [],
) {
  const warnings = [header, ...more].flat().join(' ')
  return warnings === '' ? {} : { warnings: clip(warnings) }
}

/** Longest text of a result that a client or a host determines, characters. */
const maxResultTextLength = 300

export function clip(text: string): string {
  return text.length > maxResultTextLength ? `${text.slice(0, maxResultTextLength - 1)}…` : text
}
