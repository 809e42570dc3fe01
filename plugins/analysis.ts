// POST and GET /api/v1/analyze-vibe: from a picture or video to its style.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type AnalysisQuery,
  type AnalysisRequest,
  analysisDefaults,
  analyzeUrl,
  analyzeVibe,
} from '../schemas/analysis.ts'
import { previewLimits, type StyleMetadata } from '../schemas/style.ts'
import { maxPaletteSize } from '../schemas/types.ts'
import type { AbortableRequester } from '../src/analysis/analyzer.ts'
import { Problem } from '../src/errors.ts'
import { type DecodedDataUri, isDataUri } from '../src/fetch/data-uri.ts'
import type { SourceReader } from '../src/fetch/source.ts'
import { isInImage, isWhole, parseRegion } from '../src/image/region.ts'
import { previewOf, type WebPicture } from '../src/image/web-picture.ts'
import { freeMemory } from '../src/limits/byte-collector.ts'
import { isKey } from '../src/providers/providers.ts'
import { paletteTypes } from '../src/style/palette/palette-file.ts'
import { clientOf } from './shared/access/auth.ts'
import { sendPalette } from './shared/answers.ts'
import fileBody from './shared/bodies/file-body.ts'
import { abortSignal } from './shared/disconnect.ts'
import { addWarnings, isStrict, type Warning } from './shared/input/lenient-input.ts'
import { answerNotModified, namedType, weakEtag } from './shared/negotiation.ts'
import { routeIn } from './shared/operations.ts'
import { withAddress } from './shared/public-address.ts'
import type { AppServices } from './shared/services.ts'

const analysis: FastifyPluginAsyncTypebox<AppServices> = async (app, options) => {
  const { limiters, config } = options
  const analyze = createSourceAnalysis(options)

  await app.register(fileBody, { memory: limiters.memory })
  answerNotModified(app)

  app.route({
    ...routeIn(app, analyzeVibe),
    bodyLimit: config.BODY_LIMIT_BYTES,
    onRequest: refuseKeyInQuery,
    handler: async (request, reply) => {
      const { bodyMemory: file, dataUris } = request
      const source = readAnalysisOptions(request.body, request.query)
      const job = { client: clientOf(request), signal: abortSignal(reply, file?.signal), file }
      const done = await analyze(reply, source, job, { dataUri: dataUris?.get('/source_url'), key: visionKey(request) })
      const type = namedType(request, paletteTypes)
      if (type) return sendPalette(reply, type, done.style)
      const style_metadata = describeStyle(done, path => request.absoluteUrl(path))
      return { success: true, style_metadata, timestamp: done.timestamp }
    },
  })

  const cacheControl = `${config.API_KEYS.length > 0 ? 'private' : 'public'}, max-age=86400`

  app.route({
    ...routeIn(app, analyzeUrl),
    config: { isKeptFromOtherSites: true },
    onRequest: [refuseKeyInQuery, refuseKeyInHeader],
    onSend: async (_request, reply, payload) => {
      reply.header('cache-control', reply.statusCode < 400 ? cacheControl : 'no-store')
      return payload
    },
    handler: async (request, reply) => {
      const { source_url, ...query } = request.query
      if (isDataUri(source_url)) throw new Problem('source_invalid', { detail: 'Use POST to send a data URI.' })
      const file = limiters.memory.hold(clientOf(request))
      reply.raw.once('close', file.release)
      const job = { client: clientOf(request), signal: abortSignal(reply, file.signal), file }
      const done = await analyze(reply, readAnalysisOptions({ source_url }, query), job)
      const type = namedType(request, paletteTypes)
      if (type) return sendPalette(reply.header('etag', weakEtag(type, done.style)), type, done.style)
      // A cache returns the response to clients that reach the service under other names.
      const isPublic = config.PUBLIC_URL !== undefined
      const style_metadata = describeStyle(done, path =>
        isPublic ? request.absoluteUrl(path) : request.publicPath(path),
      )
      reply.header('etag', weakEtag(style_metadata))
      return { success: true, style_metadata, timestamp: done.timestamp }
    },
  })
}

export default analysis

interface AnalysedSource {
  readonly style: StyleMetadata
  /** State of this request only. */
  readonly warnings: readonly Warning[]
  readonly picture: WebPicture | undefined
  readonly timestamp: string
}

function describeStyle({ style, warnings, picture }: AnalysedSource, addressOf: (path: string) => string) {
  const answered = withAddress(withWarnings(style, warnings), addressOf)
  return picture ? { ...answered, preview: previewOf(picture) } : answered
}

/** Measures a source, has a provider describe it, stores the result, and sets the headers that name it. */
function createSourceAnalysis(services: AppServices) {
  const { now, store } = services
  const measure = createMeasure(services)
  return async (
    reply: FastifyReply,
    options: AnalysisOptions,
    job: AbortableRequester,
    { dataUri, key }: { readonly dataUri?: DecodedDataUri | undefined; readonly key?: VisionKey | undefined } = {},
  ): Promise<AnalysedSource> => {
    const { request } = reply
    const started = now()
    const result = await measure(options, { dataUri, key, isStrict: isStrict(request) }, job)
    const { source, measured, style, providerProblem, picture } = result
    const { id } = style.analysis
    const warnings = keyWarnings(key, providerProblem)
    const finished = now()
    const durationMs = finished.getTime() - started.getTime()
    // All clients with the same picture, options and model share the record, so it contains the measured texts: those of a provider belong
    // to the key that paid for them. Warnings and the outcome of a provider that failed belong to this response.
    const record = id === measured.analysis.id ? measured : { ...measured, analysis: style.analysis }
    const saved = store.saveAnalysis(
      { source, style: record, pictureId: picture ? picture.id : '', durationMs, client: job.client },
      finished,
    )
    await Promise.all([saved, picture && store.savePicture({ ...picture, client: job.client }, finished)])
    if (picture) reply.header('x-picture-id', picture.id)
    addWarnings(reply, [...warnings, ...style.analysis.warnings.map(ofMeasurement)])
    reply.headers({
      'x-analysis-id': id,
      'content-location': request.publicPath(`/api/v1/analyses/${id}`),
      // In addition to Origin, which CORS adds.
      vary: [reply.getHeader('vary') ?? [], 'accept'].flat().join(', '),
    })
    return { style, warnings, picture, timestamp: finished.toISOString() }
  }
}

interface MeasureOptions {
  readonly dataUri: DecodedDataUri | undefined
  readonly key: VisionKey | undefined
  /** Whether a provider failure is thrown. */
  readonly isStrict: boolean
}

/** Reads the file of a request, measures its style, has a provider describe it, and gives the memory of the file back. */
function createMeasure({ sources, analyzer, vision }: AppServices) {
  return async (
    { sourceUrl, mediaType, region, hasPreview, ...measurement }: AnalysisOptions,
    { dataUri, key, isStrict }: MeasureOptions,
    job: AbortableRequester,
  ) => {
    const access = key?.isUsable ? vision.resolveProvider(key.value, key.provider) : undefined
    const hasProvider = access !== undefined && !(access instanceof Problem)
    const { origin: source, ...read } =
      dataUri || isDataUri(sourceUrl)
        ? await sources.read(dataUri ?? sourceUrl)
        : await fetchSource(sources, sourceUrl, job)
    const file = { ...read, mediaType, region }
    try {
      const measured = await analyzer.analyze({ ...file, ...measurement }, job)
      const { style, problem: providerProblem } = hasProvider
        ? await analyzer.annotate(measured, file, access, job)
        : { style: measured, problem: access }
      if (providerProblem && isStrict) throw providerProblem
      const analysed = { ...file, analysisId: style.analysis.id }
      const preview = { kind: 'preview', limits: previewLimits } as const
      const picture = hasPreview ? await analyzer.encodePicture(preview, analysed, job) : undefined
      return { source, measured, style, providerProblem, picture }
    } finally {
      // All work with the file has ended: shared work was started by this request.
      freeMemory(file.bytes)
    }
  }
}

/** Memory of a connection, with TLS and unread data, bytes. */
const connectionBytes = 262_144

/** The memory of a fetch is counted while it lasts, that of its bytes until they are measured. */
async function fetchSource(sources: SourceReader, url: string, { signal, file }: AbortableRequester) {
  file?.grow(connectionBytes)
  try {
    return await sources.read(url, { signal, onBytes: bytes => file?.grow(bytes) })
  } finally {
    file?.grow(-connectionBytes)
  }
}

type AnalysisOptions = ReturnType<typeof readAnalysisOptions>

/**
 * Members of the body take precedence over parameters. They are read one by one, because copying a body of 100,000 members takes 80 ms.
 *
 * @throws Problem `invalid_request` for a region beyond the picture.
 */
function readAnalysisOptions(body: AnalysisRequest, query: AnalysisQuery) {
  const {
    media_type: mediaType = query.media_type,
    analysis_depth: depth = query.analysis_depth ?? analysisDefaults.analysis_depth,
    target_platform: platform = query.target_platform ?? analysisDefaults.target_platform,
    palette_size: size = query.palette_size,
    preview: hasPreview = query.preview ?? false,
    region = query.region === undefined ? undefined : parseRegion(query.region),
  } = body
  if (region && !isInImage(region)) {
    const message = 'Send a region within the picture: x + width and y + height must be at most 1.'
    throw new Problem('invalid_request', { fieldErrors: [{ pointer: '/region', code: 'out_of_range', message }] })
  }
  return {
    sourceUrl: body.source_url,
    mediaType,
    depth,
    platform,
    hasPreview,
    // A region that is the whole image gives the same record.
    paletteSize: size === maxPaletteSize ? undefined : size,
    region: region && isWhole(region) ? undefined : region,
  }
}

/** Request URLs are logged on their way to the service, so a key does not belong there. */
async function refuseKeyInQuery({ query }: FastifyRequest): Promise<void> {
  if (!Object.hasOwn(Object(query), 'api_key')) return
  const message =
    'Use POST, and send the key as api_key in the body or in the x-vision-key header, because request URLs are logged.'
  throw new Problem('invalid_request', { fieldErrors: [{ pointer: '/query/api_key', code: 'not_allowed', message }] })
}

/** The texts of a provider belong to the owner of the key, and must not be cached. */
async function refuseKeyInHeader({ headers }: FastifyRequest): Promise<void> {
  if (headers['x-vision-key'] === undefined) return
  const message = 'Use POST for requests with a key: caches keep responses to GET.'
  throw new Problem('invalid_request', {
    fieldErrors: [{ pointer: '/headers/x-vision-key', code: 'not_allowed', message }],
  })
}

interface VisionKey {
  readonly value: string
  /** Whether it may be a key: not blank, no placeholder. */
  readonly isUsable: boolean
  readonly pointer: string
  readonly provider: string | undefined
}

interface KeySource {
  readonly body: AnalysisRequest
  readonly headers: { readonly 'x-vision-key'?: string; readonly 'x-vision-provider'?: string }
}

/** The key for the vision provider. */
function visionKey({ body: { api_key: key }, headers }: KeySource): VisionKey | undefined {
  const { 'x-vision-key': header, 'x-vision-provider': provider } = headers
  const value = key ?? header
  if (value === undefined) return undefined
  return { value, isUsable: isKey(value), pointer: key === undefined ? '/headers/x-vision-key' : '/api_key', provider }
}

function keyWarnings(key: VisionKey | undefined, error: Problem | undefined): readonly Warning[] {
  if (key === undefined) return []
  const { isUsable, pointer } = key
  if (error)
    return [
      {
        code: error.code,
        pointer,
        message: `${error.message} The style was measured by the built-in analyser instead.`,
      },
    ]
  if (isUsable) return []
  const name = pointer.slice(pointer.lastIndexOf('/') + 1)
  return [{ code: 'api_key_blank', pointer, message: `${name} is blank or a placeholder; it was ignored.` }]
}

function ofMeasurement(message: string): Warning {
  return { code: 'measured_in_part', pointer: '', message }
}

function withWarnings(style: StyleMetadata, warnings: readonly Warning[]): StyleMetadata {
  const texts = [...warnings.map(({ message }) => message), ...style.analysis.warnings]
  return { ...style, analysis: { ...style.analysis, warnings: texts } }
}
