// POST /api/v1/analyze-vibe: from a picture or video to its style.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { type AnalysisRequest, analysisDefaults, analyzeVibe } from '../schemas/analysis.ts'
import type { StyleMetadata } from '../schemas/style.ts'
import { Problem } from '../src/errors.ts'
import { type DecodedDataUri, isDataUri } from '../src/fetch/source-url.ts'
import type { Lease } from '../src/limits/fair-limiter.ts'
import { isKey } from '../src/providers/providers.ts'
import { clientOf } from './shared/auth.ts'
import { addWarnings, isStrict, type Warning } from './shared/lenient-input.ts'
import { routeIn } from './shared/operations.ts'
import type { AppServices } from './shared/services.ts'

/** Largest video that is fetched, bytes. */
const maxVideoBytes = 64 * 1024 * 1024

interface Job {
  readonly client: string
  readonly signal: AbortSignal
  /** The memory of the body, which also covers the bytes that are fetched. */
  readonly file: Lease | undefined
}

const analysis: FastifyPluginAsyncTypebox<AppServices> = async (app, options) => {
  const { now, store, sources, analyzer, vision, limiters, config } = options

  /** The fetch occupies a slot of its client until all bytes have arrived; their memory is counted until they are measured. */
  const fetchSource = async (url: string, limit: { readonly maxBytes?: number }, { client, signal, file }: Job) => {
    const slot = await limiters.fetches.acquire(client, 1, signal)
    const onBytes = (bytes: number): void => {
      file?.grow(bytes)
      limiters.memory.noteChunks(bytes)
    }
    try {
      return await sources.read(url, { ...limit, signal: AbortSignal.any([signal, slot.signal]), onBytes })
    } finally {
      slot.release()
    }
  }

  const measure = async (body: AnalysisRequest, dataUri: DecodedDataUri | undefined, job: Job) => {
    const { source_url, media_type: mediaType } = body
    const { analysis_depth: depth = analysisDefaults.depth, target_platform: platform = analysisDefaults.platform } =
      body
    const limit = mediaType === 'video' ? { maxBytes: maxVideoBytes } : {}
    const { bytes, origin } =
      dataUri || isDataUri(source_url)
        ? await sources.read(dataUri ?? source_url, limit)
        : await fetchSource(source_url, limit, job)
    const task = { bytes, mediaType, maxPixels: config.MAX_PIXELS, ffmpegPath: config.FFMPEG_PATH }
    return { task, source: origin, measured: await analyzer.analyze({ ...task, depth, platform }, job) }
  }

  app.route({
    ...routeIn(app, analyzeVibe),
    bodyLimit: config.BODY_LIMIT_BYTES,
    handler: async (request, reply) => {
      const { body, bodyMemory: file, dataUri } = request
      const { api_key: key = '' } = body
      const started = now()
      const job = { client: clientOf(request), signal: abortSignal(reply, file?.signal), file }
      const access = isKey(key) ? vision.resolveProvider(key, request.headers['x-vision-provider']) : undefined
      const hasProvider = access !== undefined && !(access instanceof Problem)
      const { task, source, measured } = await measure(body, dataUri, job)
      const { style, problem: providerProblem } = hasProvider
        ? await analyzer.annotate(measured, task, access, job)
        : { style: measured, problem: access }
      if (providerProblem && isStrict(request)) throw providerProblem
      const warnings = keyWarnings(body, providerProblem)
      const style_metadata = withWarnings(style, warnings)
      const finished = now()
      const durationMs = finished.getTime() - started.getTime()
      const { id } = style.analysis
      // The record holds what its id is derived from: warnings and the outcome of a provider that failed belong to this response.
      const record = id === measured.analysis.id ? measured : style
      await store.saveAnalysis({ source, style: record, durationMs, client: job.client }, finished)
      addWarnings(reply, warnings)
      reply.headers({ 'x-analysis-id': id, 'content-location': `/api/v1/analyses/${id}` })
      return { success: true, style_metadata, timestamp: finished.toISOString() }
    },
  })
}

export default analysis

/**
 * A signal that aborts when the client disconnects before the answer has been sent, or together with `other`. Fastify's own signal
 * (`request.signal`) follows the request, which Node.js closes as soon as its body has been read.
 */
function abortSignal({ raw }: FastifyReply, other: AbortSignal | undefined): AbortSignal {
  const disconnected = new AbortController()
  raw.once('close', () => {
    // Only the log shows this error; as a 4xx it is not counted as a failure of the service.
    if (!raw.writableFinished)
      disconnected.abort(new Problem('source_unreachable', { detail: 'The client disconnected.' }))
  })
  return AbortSignal.any([disconnected.signal, other].filter(signal => signal !== undefined))
}

const pointer = '/api_key'

function keyWarnings({ api_key }: AnalysisRequest, error: Problem | undefined): readonly Warning[] {
  if (error)
    return [{ code: error.code, pointer, message: `${error.message} The built-in analyser measured the style.` }]
  if (api_key === undefined || isKey(api_key)) return []
  return [{ code: 'api_key_blank', pointer, message: 'api_key is blank or a placeholder; it counts as absent.' }]
}

function withWarnings(style: StyleMetadata, warnings: readonly Warning[]): StyleMetadata {
  const texts = [...warnings.map(({ message }) => message), ...style.analysis.warnings]
  return { ...style, analysis: { ...style.analysis, warnings: texts } }
}
