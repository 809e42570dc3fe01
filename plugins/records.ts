// GET /api/v1/analyses/{id}, /api/v1/pictures/{id} and /api/v1/captures/{id}: stored records. Pages are in pages.ts.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getAnalysis, getCapture, getPicture } from '../schemas/record-operations.ts'
import { upgradeCaptureConfig } from '../src/capture/config.ts'
import { renderScript } from '../src/capture/script.ts'
import { Problem } from '../src/errors.ts'
import { previewOf } from '../src/image/web-picture.ts'
import { paletteTypes } from '../src/style/palette/palette-file.ts'
import { captureLink, holdAnswer, sendPalette, sendScript } from './shared/answers.ts'
import { answerNotModified, preferredType, weakEtag } from './shared/negotiation.ts'
import { routeIn } from './shared/operations.ts'
import { withAddress } from './shared/public-address.ts'
import type { AppServices } from './shared/services.ts'

const records: FastifyPluginAsyncTypebox<AppServices> = async (app, { store, limiters }) => {
  answerNotModified(app)

  app.route({
    ...routeIn(app, getAnalysis),
    handler: async (request, reply) => {
      const record = await store.analysis(request.params.id)
      if (!record) throw new Problem('record_not_found')
      const { style, picture, createdAt: timestamp } = record
      const type = preferredType(request, ['application/json', ...paletteTypes])
      reply.headers({ 'cache-control': 'no-cache', vary: 'accept' })
      if (type !== 'application/json') return sendPalette(reply.header('etag', weakEtag(type, record)), type, style)
      const described = withAddress(style, path => request.absoluteUrl(path))
      const style_metadata = { ...described, ...(picture && { preview: previewOf(picture) }) }
      const answer = { success: true, style_metadata, timestamp }
      return reply.header('etag', weakEtag(type, answer)).send(answer)
    },
  })

  app.route({
    ...routeIn(app, getPicture),
    handler: async (request, reply) => {
      const { id } = request.params
      const picture = (await store.pictures([id])).get(id)
      if (!picture) throw new Problem('record_not_found')
      holdAnswer(reply, limiters.memory, 2 * picture.data.length)
      reply.headers({ etag: weakEtag(id), 'cache-control': 'no-cache' })
      return reply.type(picture.type).send(Buffer.from(picture.data, 'base64'))
    },
  })

  app.route({
    ...routeIn(app, getCapture),
    handler: async (request, reply) => {
      const { id } = request.params
      const stored = await store.capture(id)
      if (!stored) throw new Problem('record_not_found')
      const capture_config = upgradeCaptureConfig(stored)
      const playwright_script = renderScript(capture_config)
      const type = preferredType(request, ['text/javascript', 'application/json'])
      const answer = { success: true, playwright_script, capture_config, capture: captureLink(request, id) }
      const content = type === 'application/json' ? answer : playwright_script
      reply.headers({ etag: weakEtag(type, content), 'cache-control': 'no-cache', vary: 'accept' })
      return type === 'application/json' ? answer : sendScript(reply, capture_config, playwright_script)
    },
  })
}

export default records
