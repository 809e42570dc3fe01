// The picture of a page as an agent sees it: a render of the service, scaled and encoded small enough for a message.
import type { Static } from '@sinclair/typebox'
import type { FastifyRequest, LightMyRequestResponse } from 'fastify'
import type { Render, RenderResponse } from '../../../schemas/render.ts'
import { Problem } from '../../../src/errors.ts'
import type { WebPicture } from '../../../src/image/web-picture.ts'
import { isObject } from '../../../src/values/narrowing.ts'
import { clientOf } from '../access/auth.ts'
import { problemDocument } from '../errors.ts'
import type { InternalCaller } from '../internal-call.ts'
import type { AppServices } from '../services.ts'

export interface ScreenshotContext {
  readonly call: InternalCaller
  readonly request: FastifyRequest
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
  readonly services: Pick<AppServices, 'analyzer' | 'config' | 'limiters' | 'now' | 'store'>
}

export interface TakenScreenshot {
  readonly image: WebPicture
  readonly render: Render
  /** With the warnings about the request. */
  readonly answer: LightMyRequestResponse
}

type Screenshot =
  | TakenScreenshot
  | { readonly problem: ReturnType<typeof problemDocument>; readonly retryAfter?: unknown }

/** Shorter than the minute after which clients of the protocol give up. */
const screenshotWaitSeconds = 45

const defaultViewport = { width: 1280, height: 800, deviceScaleFactor: 1 } as const

/** Largest image, px and bytes: vision models scale larger ones down. */
const screenshotLimits = { width: 1280, height: 2048, bytes: 150_000 } as const

/** More of a page could not be recognised once it is scaled, CSS px. */
const maxPageHeight = 10_240

/** How often the file of a render is in memory while it is encoded. */
const copiesOfFile = 3

/** @param options of a capture. @returns the picture, or why there is none */
export async function takeScreenshot(
  { viewport, ...options }: Readonly<Record<string, unknown>>,
  context: ScreenshotContext,
): Promise<Screenshot> {
  const { call, request } = context
  const body = {
    ...(String(options.full_page) === 'true' && { max_height: maxPageHeight }),
    ...options,
    viewport: viewport === undefined || isObject(viewport) ? { ...defaultViewport, ...viewport } : viewport,
    output_format: 'png',
    image_type: 'png',
  }
  const answer = await call({ method: 'POST', url: '/api/v1/renders', body, prefer: `wait=${screenshotWaitSeconds}` })
  if (answer.statusCode >= 400) return refusedScreenshot(answer)
  const { render }: Static<typeof RenderResponse> = JSON.parse(answer.payload)
  if (render?.status !== 'done') return { problem: problemDocument(notReady(), '/mcp', request.id), retryAfter: 1 }
  const file = await call({ method: 'GET', url: `/api/v1/renders/${render.id}`, accept: render.type ?? 'image/png' })
  if (file.statusCode >= 400) return refusedScreenshot(file)
  try {
    return { image: await encodeScreenshot(file.rawPayload, render, context), render, answer }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { problem: problemDocument(error, '/mcp', request.id), retryAfter: error.headers['retry-after'] }
  }
}

function refusedScreenshot({ payload, headers }: LightMyRequestResponse): Screenshot {
  return { problem: JSON.parse(payload), retryAfter: headers['retry-after'] }
}

function notReady(): Problem {
  return new Problem('overloaded', {
    detail: `The screenshot is not ready after ${screenshotWaitSeconds} s. The service is still taking it: call screenshot again with the same arguments.`,
  })
}

async function encodeScreenshot(
  bytes: Uint8Array,
  { id, width = 1, height = 1 }: Render,
  { request, signal, services: { analyzer, limiters } }: ScreenshotContext,
): Promise<WebPicture> {
  const client = clientOf(request)
  const scale = Math.min(1, screenshotLimits.width / width, screenshotLimits.height / height)
  const maxSide = Math.max(1, Math.round(scale * Math.max(width, height)))
  const lease = limiters.memory.hold(client, copiesOfFile * bytes.length)
  try {
    const task = { bytes, sha256: id, mediaType: 'image' } as const
    const requester = { client, signal, file: lease }
    const limits = { maxSide, maxBytes: screenshotLimits.bytes }
    return await analyzer.encodePicture({ kind: 'preview', limits }, task, requester)
  } finally {
    lease.release()
  }
}
