// POST /api/v1/capture-media: a script that captures a page as a picture or film. GET /api/v1/captures/{id}: a stored one.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { type CaptureConfig, captureMedia, getCapture } from '../schemas/capture.ts'
import { resolveCaptureConfig, upgradeCaptureConfig } from '../src/capture/config.ts'
import { renderScript } from '../src/capture/script.ts'
import { contentId } from '../src/content-id.ts'
import { Problem } from '../src/errors.ts'
import { clientOf } from './shared/auth.ts'
import { warningTexts } from './shared/lenient-input.ts'
import { answerNotModified, preferredType, prefers, weakEtag } from './shared/negotiation.ts'
import { routeIn } from './shared/operations.ts'
import type { AppServices } from './shared/services.ts'

const capture: FastifyPluginAsyncTypebox<AppServices> = async (app, { now, store }) => {
  app.route({
    ...routeIn(app, captureMedia),
    handler: async (request, reply) => {
      const config = resolveCaptureConfig(request.body, [])
      const id = contentId('cap', config)
      await store.saveCapture({ id, config, client: clientOf(request) }, now())
      const capture_config = { ...config, warnings: [...warningTexts(request)] }
      const playwright_script = renderScript(capture_config)
      reply.headers({ 'x-capture-id': id, 'content-location': `/api/v1/captures/${id}` })
      if (prefers(request, 'text/javascript')) return sendScript(reply, playwright_script, capture_config)
      return { success: true, playwright_script, capture_config }
    },
  })

  answerNotModified(app)

  app.route({
    ...routeIn(app, getCapture),
    handler: async (request, reply) => {
      const stored = await store.capture(request.params.id)
      if (!stored) throw new Problem('record_not_found')
      const capture_config = upgradeCaptureConfig(stored)
      const playwright_script = renderScript(capture_config)
      const type = preferredType(request, ['text/javascript', 'application/json'])
      const etag = weakEtag(type, playwright_script)
      reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept' })
      if (type === 'text/javascript') return sendScript(reply, playwright_script, capture_config)
      return { success: true, playwright_script, capture_config }
    },
  })
}

export default capture

/** The script as a download. */
function sendScript(reply: FastifyReply, text: string, { script }: CaptureConfig): FastifyReply {
  return reply
    .type('text/javascript; charset=utf-8')
    .header('content-disposition', `attachment; filename="${script.file_name}"`)
    .send(text)
}
