// A picture goes in, its style comes out.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type AnalysisRequest, analysisDefaults, analyzeVibe } from '../schemas/analysis.ts'
import type { StyleMetadata } from '../schemas/style.ts'
import type { Studio } from '../src/analysis/studio.ts'
import type { SourceReader } from '../src/net/source.ts'
import { Problem } from '../src/problem.ts'
import type { Store } from '../src/store/store.ts'
import { isKey } from '../src/vision/key.ts'
import type { Vision } from '../src/vision/vision.ts'
import { createQueue } from '../src/work/queue.ts'
import { leavingOf } from './platform/answers/leaving.ts'
import { cutOf } from './platform/body/cut.ts'
import { isStrict } from './platform/leniency/handling.ts'
import { type Warning, warn } from './platform/leniency/warnings.ts'

interface Options {
  readonly now: () => Date
  readonly store: Store
  readonly sources: SourceReader
  readonly studio: Studio
  readonly vision: Vision
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

/** Analyses under way at once, slow fetches included. */
const underWay = 128

/** Largest video that is fetched, bytes. */
const maxVideoBytes = 64 * mebibyte

const style: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { now, store, sources, studio, vision, bodyLimit, maxPixels, ffmpegPath } = options
  const gate = createQueue({ atOnce: underWay, waiting: 0 })

  const measure = (body: AnalysisRequest, keepsBytes: boolean, signal: AbortSignal) =>
    gate(async () => {
      const { source_url, media_type: mediaType } = body
      const { analysis_depth: depth = analysisDefaults.depth, target_platform: platform = analysisDefaults.platform } =
        body
      const bounds = mediaType === 'video' ? { maxBytes: maxVideoBytes } : {}
      const { bytes, origin } = await sources.read(cutOf(body) ?? source_url, { ...bounds, signal })
      const file = { bytes, mediaType, maxPixels, ffmpegPath }
      return { file, source: origin, measured: await studio.measure({ ...file, depth, platform, keepsBytes }, signal) }
    })

  app.route({
    ...analyzeVibe,
    bodyLimit,
    handler: async (request, reply) => {
      const { api_key: key = '' } = request.body
      const started = now()
      const signal = leavingOf(reply)
      const access = isKey(key) ? vision.accessOf(key, request.headers['x-vision-provider']) : undefined
      const isShown = access !== undefined && !(access instanceof Problem)
      const { file, source, measured } = await measure(request.body, isShown, signal)
      const { style, silence } = isShown
        ? await studio.voice(measured, file, access, signal)
        : { style: measured, silence: access }
      if (silence && isStrict(request)) throw silence
      const warnings = [...blank(request.body), ...silent(silence)]
      const style_metadata = noted(style, warnings)
      const finished = now()
      const durationMs = finished.getTime() - started.getTime()
      await store.saveAnalysis({ source, style: style_metadata, durationMs, client: request.ip }, finished)
      warn(reply, warnings)
      reply.header('x-analysis-id', style_metadata.analysis.id)
      return { success: true, style_metadata, timestamp: finished.toISOString() }
    },
  })
}

export default style
