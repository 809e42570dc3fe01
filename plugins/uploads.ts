// PUT /api/v1/uploads/{token}: accepts a picture at a URL that the /mcp tool create_upload returned.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { putUpload } from '../schemas/upload.ts'
import type { AbortableRequester } from '../src/analysis/analyzer.ts'
import { Problem } from '../src/errors.ts'
import { sourceTooLarge } from '../src/fetch/source-url.ts'
import { requireStill } from '../src/image/format.ts'
import type { WebPicture } from '../src/image/web-picture.ts'
import { type FileBytes, freeMemory } from '../src/limits/byte-collector.ts'
import { pictureLimits } from '../src/pages/pictures.ts'
import { clientOf } from './shared/access/auth.ts'
import { readFileBody, startBody } from './shared/bodies/body-parser.ts'
import { abortSignal } from './shared/disconnect.ts'
import { routeIn } from './shared/operations.ts'
import type { AppServices } from './shared/services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The URL that an upload has claimed, and its file once it has arrived. */
    upload: { readonly token: string; readonly file?: FileBytes } | undefined
  }
}

const uploads: FastifyPluginAsyncTypebox<AppServices> = async (app, services) => {
  const { store, limiters, config, now } = services

  app.decorateRequest('upload', undefined)
  // The format is detected from the bytes.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async (request: FastifyRequest) => {
    const body = startBody(request, limiters.memory)
    const file = await readFileBody(body.stream, body)
    request.upload = request.upload && { ...request.upload, file }
  })

  app.route({
    ...routeIn(app, putUpload),
    bodyLimit: config.BODY_LIMIT_BYTES,
    onRequest: async request => {
      const { token } = request.params
      const claimed = await store.uploads.claim(token, now())
      if (claimed.status === 'unknown') throw new Problem('record_not_found', { detail: unknownUrl })
      if (claimed.status !== 'claimed') throw new Problem(`upload_${claimed.status}`)
      request.upload = { token }
      // From here on, memory and time count against the client that requested the URL.
      request.client = claimed.client
    },
    handler: async (request, reply) => {
      const { upload, bodyMemory } = request
      const client = clientOf(request)
      const requester = { client, signal: abortSignal(reply, bodyMemory?.signal), file: bodyMemory }
      const picture = await reencode(upload?.file, services, requester)
      await store.savePicture({ ...picture, client }, now())
      const { id, type, width, height } = picture
      const path = `/api/v1/pictures/${id}`
      reply.headers({ 'x-picture-id': id, 'content-location': request.publicPath(path) })
      return { success: true, picture: { id, url: request.absoluteUrl(path), type, width, height } }
    },
    // The error of the upload says more than one of the database.
    onError: async ({ upload }) => upload && store.uploads.release(upload.token).catch(() => undefined),
  })
}

export default uploads

const unknownUrl = 'This is not an upload URL. Call create_upload at /mcp for one.'

/** The picture as pages show it, but always re-encoded, even if a page would show the file itself. */
async function reencode(
  file: FileBytes | undefined,
  { analyzer, config }: Pick<AppServices, 'analyzer' | 'config'>,
  requester: AbortableRequester,
): Promise<WebPicture> {
  if (!file || file.bytes.length === 0)
    throw new Problem('source_invalid', { detail: 'The body is empty. Send the bytes of an image.' })
  const { bytes } = file
  try {
    requireStill(bytes)
    if (bytes.length > config.FETCH_MAX_BYTES) throw sourceTooLarge(config.FETCH_MAX_BYTES)
    const task = { ...file, mediaType: 'image' } as const
    const picture = await analyzer.encodePicture({ kind: 'picture', limits: pictureLimits }, task, requester)
    const isFile = Buffer.from(picture.data, 'base64').equals(bytes)
    return isFile ? await analyzer.encodePicture({ kind: 'preview', limits: pictureLimits }, task, requester) : picture
  } finally {
    freeMemory(bytes)
  }
}
