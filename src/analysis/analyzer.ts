// The analyzer of the service: styles from the worker pool, annotated by a vision provider; equal work is done once.
import type { StyleAnnotation, StyleMetadata } from '../../schemas/style.ts'
import type { ProviderName } from '../../schemas/vision.ts'
import { deltaE00, sampleHex } from '../color/color-sample.ts'
import { Problem } from '../errors.ts'
import { asBuffer } from '../image/containers.ts'
import { isStillImage, requireFormat } from '../image/format.ts'
import { createWebPicture, type WebPicture } from '../image/web-picture.ts'
import { readMemory } from '../limits/byte-collector.ts'
import type { ProviderResult } from '../providers/provider.ts'
import type { ProviderKey } from '../providers/providers.ts'
import { providerProblem, type VisionClient } from '../providers/vision.ts'
import { sha256 } from '../values/hash.ts'
import { createSingleFlight } from './single-flight.ts'
import { analysisId, type FileTask, type PictureOptions, type StyleTask, type ThumbnailTask } from './task.ts'
import type { Requester, WorkerPool } from './worker-pool.ts'

interface AnalyzerOptions {
  readonly pool: WorkerPool
  readonly vision: VisionClient
  /** Results of each kind in the cache at most; 0: equal work is not shared, and always done again. */
  readonly maxResults: number
  /** What any process has stored of an analysis, by its id. */
  readonly findStored: (id: string) => Promise<StoredResult | undefined>
}

interface StoredResult {
  readonly style: StyleMetadata
  /** The preview, if one was requested. */
  readonly picture: Omit<WebPicture, 'id' | 'thumbnail'> | undefined
}

interface Annotated {
  readonly style: StyleMetadata
  /** Why the provider added no annotation. */
  readonly problem: Problem | undefined
}

export type AbortableRequester = Requester & { readonly signal: AbortSignal }

interface HashedTask extends StyleTask {
  readonly sha256: string
}

interface HashedFile extends FileTask {
  /** SHA-256 of the file, or the id of what a page makes from it. */
  readonly sha256: string
  /** The analysis whose preview the picture is. */
  readonly analysisId?: string
}

export interface Analyzer {
  /**
   * Analyzes the style of a file, unless the result is in the cache or in the store.
   *
   * @throws Problem as `analyze` of the pool does, and the reason of the signal.
   */
  readonly analyze: (task: HashedTask, requester: AbortableRequester) => Promise<StyleMetadata>
  /**
   * Has a provider annotate a style. Annotations are shared only among requests with the same key.
   *
   * @throws Problem `overloaded`, and the reason of the signal.
   */
  readonly annotate: (
    style: StyleMetadata,
    file: ThumbnailTask,
    key: ProviderKey,
    requester: AbortableRequester,
  ) => Promise<Annotated>
  /**
   * The preview of an analyzed file, from the store if it is there, the picture of a page, or a part of one (image/encode-picture.ts).
   *
   * @throws Problem as `analyze` does, and the reason of the signal.
   */
  readonly encodePicture: (
    options: PictureOptions,
    file: HashedFile,
    requester: AbortableRequester,
  ) => Promise<WebPicture>
  /** Analyses that a cached or stored result, or equal work in progress, answered. */
  readonly cacheHits: () => number
}

/** Creates the analyzer of the process. Its caller closes the pool and the vision client. */
export function createAnalyzer({ pool, vision, maxResults, findStored }: AnalyzerOptions): Analyzer {
  const styles = createSingleFlight<StyleMetadata>({ maxResults })
  const pictures = createSingleFlight<WebPicture>({ maxResults })
  // A provider that failed is asked again.
  const annotations = createSingleFlight<ProviderResult>({
    maxResults,
    isCacheable: ({ kind }) => kind === 'answered',
  })

  let storeHits = 0

  const find = async (id: string | undefined) => {
    if (maxResults === 0 || id === undefined) return undefined
    // When the store is unavailable, saving the record reports it.
    return findStored(id).catch(() => undefined)
  }

  const analyze = async (task: HashedTask, requester: AbortableRequester): Promise<StyleMetadata> => {
    const type = isStillImage(requireFormat(task.bytes, task.mediaType)) ? (task.mediaType ?? 'image') : 'video'
    const id = analysisId({ ...task, type }, { engine: 'builtin' })
    const work = reading(task, async signal => {
      const stored = await find(id)
      if (stored === undefined) return pool.analyze(task, { ...requester, signal })
      storeHits += 1
      return stored.style
    })
    return styles.get(id, requester.signal, work)
  }

  return {
    analyze,
    annotate: async (style, file, { provider, key }, requester) => {
      const model = vision.modelOf(provider)
      // A hash, so that no API key is kept in memory.
      const keyHash = sha256(key)
      const cacheKey = JSON.stringify([style.media.sha256, file.mediaType, file.region, provider, model, keyHash])
      const work = reading<ProviderResult>(file, async signal => {
        const jpeg = await tryThumbnail(pool, file, { ...requester, signal })
        return jpeg ? vision.annotate({ provider, key, jpeg, signal }) : { kind: 'unusable' }
      })
      const result = await annotations.get(cacheKey, requester.signal, work)
      return { style: withResult(style, { provider, model, result }), problem: providerProblem(provider, result) }
    },
    encodePicture: (options, { sha256: fileHash, analysisId, ...file }, requester) => {
      const work = reading(file, async signal => {
        const known = (await find(analysisId))?.picture
        if (known) return createWebPicture({ ...known, thumbnail: '' })
        const { bytes, ...picture } = await pool.encodePicture(options, file, { ...requester, signal })
        return createWebPicture({ ...picture, data: asBuffer(bytes).toString('base64') })
      })
      const { kind, limits } = options
      return pictures.get(JSON.stringify([kind, fileHash, file.mediaType, limits]), requester.signal, work)
    },
    cacheHits: () => styles.hits() + storeHits,
  }
}

/** A file that was analyzed and has no thumbnail loses its annotation, but not its style. */
function tryThumbnail(pool: WorkerPool, file: ThumbnailTask, requester: AbortableRequester) {
  return pool.createThumbnail(file, requester).catch((error: unknown) => {
    requester.signal.throwIfAborted()
    if (error instanceof Problem && error.code === 'overloaded') throw error
    return undefined
  })
}

/** Work with a file that others may wait for when its request is over: its memory is not freed meanwhile. */
function reading<T>(
  { bytes }: FileTask,
  work: (signal: AbortSignal) => Promise<T>,
): (signal: AbortSignal) => Promise<T> {
  return signal => readMemory(bytes, () => work(signal))
}

interface ProviderCall {
  readonly provider: ProviderName
  readonly model: string
  readonly result: ProviderResult
}

/** @returns the style with the annotation and an id of its own; without an annotation only the provider's outcome is added. */
function withResult(style: StyleMetadata, { provider, model, result }: ProviderCall): StyleMetadata {
  const called = {
    name: provider,
    model,
    outcome: result.kind,
    ...('retryAfter' in result && { retry_after: result.retryAfter }),
  }
  const analysis = { ...style.analysis, provider: called }
  if (result.kind !== 'answered') return { ...style, analysis }
  const { media, platform } = style
  const { depth, palette_size: paletteSize, region } = analysis
  const inputs = { ...media, depth, platform: platform.name, paletteSize, region }
  const id = analysisId(inputs, { engine: provider, model })
  return { ...mergeAnnotation(style, result.annotation), analysis: { ...analysis, id, engine: provider } }
}

/** @returns the style with the texts that name only colours of its palette; a mood needs its axes, which low depth leaves out. */
export function mergeAnnotation(style: StyleMetadata, annotation: Partial<StyleAnnotation>): StyleMetadata {
  const { summary, mood, typography } = annotation
  const keywords = annotation.keywords?.filter(word => namesMeasuredColors(word, style)) ?? []
  return {
    ...style,
    ...(summary !== undefined && namesMeasuredColors(summary, style) ? { summary } : {}),
    ...(keywords.length > 0 ? { keywords } : {}),
    ...(mood !== undefined && style.mood ? { mood: { ...style.mood, words: mood } } : {}),
    ...(typography === undefined ? {} : { typography: { category: typography } }),
  }
}

/** A colour in a text counts as measured up to this distance from a palette colour, ΔE00. */
const maxColorDifference = 15

const hexColors = /#(?:[0-9a-f]{3}){1,2}\b/gi

function namesMeasuredColors(text: string, { palette }: StyleMetadata): boolean {
  const measured = palette.map(({ hex }) => sampleHex(hex))
  const named = (text.match(hexColors) ?? []).map(sampleHex)
  return named.every(color => measured.some(other => deltaE00(color, other) <= maxColorDifference))
}
