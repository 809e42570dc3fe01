// A picture goes in, its style comes out.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type AnalysisRequest, analysisDefaults, analyzeVibe } from '../schemas/analysis.ts'
import type { StyleMetadata } from '../schemas/style.ts'
import type { Analyzer } from '../src/analysis/analyzer.ts'
import { Problem } from '../src/errors.ts'
import type { SourceReader } from '../src/fetch/source.ts'
import { isDataUri } from '../src/fetch/source-url.ts'
import type { Lease } from '../src/limits/fair-limiter.ts'
import type { Limiters } from '../src/limits/limits.ts'
import { isKey } from '../src/providers/providers.ts'
import type { VisionClient } from '../src/providers/vision.ts'
import type { Store } from '../src/store/store.ts'
import { clientOf } from './shared/access/client.ts'
import { leavingOf } from './shared/answers/leaving.ts'
import { cutOf } from './shared/body/cut.ts'
import { isStrict } from './shared/leniency/handling.ts'
import { type Warning, warn } from './shared/leniency/warnings.ts'

interface Options {
  readonly now: () => Date
  readonly store: Store
  readonly sources: SourceReader
  readonly analyzer: Analyzer
  readonly vision: VisionClient
  readonly limiters: Pick<Limiters, 'fetches' | 'memory'>
  readonly bodyLimit: number
  readonly maxPixels: number
  readonly ffmpegPath: string
}

const pointer = '/api_key'

const blank = ({ api_key }: AnalysisRequest): readonly Warning[] =>
  api_key === undefined || isKey(api_key)
    ? []
    : [{ code: 'api_key_blank', pointer, message: 'api_key is blank or a placeholder; it counts as absent.' }]

const silent = (silence: Problem | undefined): readonly Warning[] =>
  silence === undefined
    ? []
    : [{ code: silence.code, pointer, message: `${silence.message} The built-in analyser measured the style.` }]

const noted = (style: StyleMetadata, warnings: readonly Warning[]): StyleMetadata => ({
  ...style,
  analysis: { ...style.analysis, warnings: [...warnings.map(({ message }) => message), ...style.analysis.warnings] },
})

const mebibyte = 1024 * 1024

/** Largest video that is fetched, bytes. */
const maxVideoBytes = 64 * mebibyte

type MaxBytes = { readonly maxBytes?: number }

interface FetchOptions {
  readonly client: string
  readonly signal: AbortSignal
  /** What the memory budget gave for the bytes of the file. */
  readonly file: Lease | undefined
}

const style: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { now, store, sources, analyzer, vision, limiters, bodyLimit, maxPixels, ffmpegPath } = options

  /** Fetches count for their client until all bytes are here; the bytes count until they are measured. */
  const fetchSource = async (url: string, maxBytes: MaxBytes, { client, signal, file }: FetchOptions) => {
    const place = await limiters.fetches.acquire(client, 1, signal)
    const onBytes = (bytes: number): void => {
      file?.grow(bytes)
      limiters.memory.notePieces(bytes)
    }
    try {
      return await sources.read(url, { ...maxBytes, signal: AbortSignal.any([signal, place.signal]), onBytes })
    } finally {
      place.release()
    }
  }

  const measure = async (body: AnalysisRequest, asker: FetchOptions) => {
    const { source_url, media_type: mediaType } = body
    const { analysis_depth: depth = analysisDefaults.depth, target_platform: platform = analysisDefaults.platform } =
      body
    const bounds = mediaType === 'video' ? { maxBytes: maxVideoBytes } : {}
    const cut = cutOf(body)
    const { bytes, origin } =
      cut || isDataUri(source_url)
        ? await sources.read(cut ?? source_url, bounds)
        : await fetchSource(source_url, bounds, asker)
    const task = { bytes, mediaType, maxPixels, ffmpegPath }
    return { task, source: origin, measured: await analyzer.analyze({ ...task, depth, platform }, asker) }
  }

  app.route({
    ...analyzeVibe,
    bodyLimit,
    handler: async (request, reply) => {
      const { api_key: key = '' } = request.body
      const started = now()
      const { bodyMemory: file } = request
      const asker = { client: clientOf(request), signal: leavingOf(reply, file?.signal), file }
      const access = isKey(key) ? vision.resolveProvider(key, request.headers['x-vision-provider']) : undefined
      const isShown = access !== undefined && !(access instanceof Problem)
      const { task, source, measured } = await measure(request.body, asker)
      const { style, problem: silence } = isShown
        ? await analyzer.annotate(measured, task, access, asker)
        : { style: measured, problem: access }
      if (silence && isStrict(request)) throw silence
      const warnings = [...blank(request.body), ...silent(silence)]
      const style_metadata = noted(style, warnings)
      const finished = now()
      const durationMs = finished.getTime() - started.getTime()
      await store.saveAnalysis({ source, style: style_metadata, durationMs, client: asker.client }, finished)
      warn(reply, warnings)
      reply.header('x-analysis-id', style_metadata.analysis.id)
      return { success: true, style_metadata, timestamp: finished.toISOString() }
    },
  })
}

export default style
