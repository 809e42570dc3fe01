// POST /api/v1/capture-media: a script that captures a page as a picture or film.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { captureMedia } from '../schemas/capture.ts'
import { resolveCaptureConfig } from '../src/capture/config.ts'
import { renderScript } from '../src/capture/script.ts'
import { contentId } from '../src/content-id.ts'
import { clientOf } from './shared/auth.ts'
import { warningTexts } from './shared/lenient-input.ts'
import { prefers } from './shared/negotiation.ts'
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
      if (!prefers(request, 'text/javascript')) return { success: true, playwright_script, capture_config }
      return reply
        .type('text/javascript; charset=utf-8')
        .header('content-disposition', `attachment; filename="${capture_config.script.file_name}"`)
        .send(playwright_script)
    },
  })
}

export default capture
