// A picture goes in, its style comes out.
import { availableParallelism } from 'node:os'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { analysisDefaults, analyzeVibe } from '../schemas/style.ts'
import { createAnalysts } from '../src/analysis/analysts.ts'
import { createQueue } from '../src/media/queue.ts'
import type { SourceReader } from '../src/net/source.ts'
import type { Store } from '../src/store/store.ts'
import { cutOf } from './platform/cut.ts'
import { leavingOf } from './platform/leaving.ts'
import { warn } from './platform/leniency.ts'

interface Options {
  readonly now: () => Date
  readonly store: Store
  readonly sources: SourceReader
  readonly bodyLimit: number
  readonly maxPixels: number
  readonly ffmpegPath: string
}

const keyUnused = {
  code: 'api_key_unused',
  pointer: '/api_key',
  message:
    'No vision provider is connected yet; the built-in analyser measured the style and the key was sent to nobody.',
}

const mebibyte = 1024 * 1024

/** Files that wait for a free core, and what all of them may weigh; more are turned away. */
const room = { waiting: 64, bytes: 512 * mebibyte }

/** Analyses under way at once, slow fetches included. */
const underWay = 128

/** Largest video that is fetched, bytes. */
const maxVideoBytes = 64 * mebibyte

const style: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { now, store, sources, bodyLimit, maxPixels, ffmpegPath },
) => {
  const analysts = createAnalysts({ atOnce: availableParallelism(), ...room })
  const gate = createQueue({ atOnce: underWay, waiting: 0 })
  app.addHook('onClose', () => analysts.close())

  app.route({
    ...analyzeVibe,
    bodyLimit,
    handler: async (request, reply) => {
      const { source_url, media_type, api_key } = request.body
      const { analysis_depth: depth = analysisDefaults.depth, target_platform: platform = analysisDefaults.platform } =
        request.body
      const started = now()
      const warnings = api_key === undefined ? [] : [keyUnused]
      const signal = leavingOf(reply)
      const options = { depth, platform, mediaType: media_type, maxPixels, ffmpegPath }
      const { origin, style_metadata } = await gate(async () => {
        const picture = cutOf(request.body) ?? source_url
        const bounds = media_type === 'video' ? { maxBytes: maxVideoBytes } : {}
        const { bytes, origin } = await sources.read(picture, { ...bounds, signal })
        const task = { ...options, bytes, warnings: warnings.map(({ message }) => message) }
        return { origin, style_metadata: await analysts.analyse(task, signal) }
      })
      const { id } = style_metadata.analysis
      const { sha256, bytes, type: mediaType } = style_metadata.media
      const finished = now()
      await store.saveAnalysis(
        {
          id,
          source: origin,
          sha256,
          bytes,
          platform,
          depth,
          mediaType,
          engine: 'builtin',
          style: style_metadata,
          durationMs: finished.getTime() - started.getTime(),
        },
        finished,
      )
      warn(reply, warnings)
      reply.header('x-analysis-id', id)
      return { success: true, style_metadata, timestamp: finished.toISOString() }
    },
  })
}

export default style
