// POST /api/v1/capture-media: a script that captures a page as a picture or film.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { captureMedia } from '../schemas/capture.ts'
import { findInapplicableOptions, resolveCaptureConfig } from '../src/capture/config.ts'
import { renderScript, renderScriptJson } from '../src/capture/script.ts'
import { contentId } from '../src/content-id.ts'
import { Problem } from '../src/errors.ts'
import { joinJson } from '../src/json-parts.ts'
import { clientOf } from './shared/auth.ts'
import { addWarnings, isStrict, warningTexts } from './shared/lenient-input.ts'
import { prefers } from './shared/negotiation.ts'
import { routeIn } from './shared/operations.ts'
import type { AppServices } from './shared/services.ts'

const capture: FastifyPluginAsyncTypebox<AppServices> = async (app, { now, store }) => {
  app.route({
    ...routeIn(app, captureMedia),
    handler: async (request, reply) => {
      const ignored = findInapplicableOptions(request.body)
      if (ignored.length > 0 && isStrict(request)) throw new Problem('invalid_request', { fieldErrors: ignored })
      const config = resolveCaptureConfig(request.body)
      const id = contentId('cap', config)
      await store.saveCapture({ id, config, client: clientOf(request) }, now())
      const warnings = [...ignored.map(({ pointer, message }) => `${pointer}: ${message}`), ...warningTexts(request)]
      const capture_config = { ...config, warnings }
      addWarnings(reply, ignored)
      const contentLocation = `/api/v1/captures/${id}`
      reply.headers({ 'x-capture-id': id, 'content-location': contentLocation })
      if (!prefers(request, 'text/javascript')) {
        const capture = { id, url: request.absoluteUrl(contentLocation) }
        const answer = { success: true, playwright_script: renderScriptJson(capture_config), capture_config, capture }
        return reply.type('application/json; charset=utf-8').send(joinJson(answer))
      }
      return reply
        .type('text/javascript; charset=utf-8')
        .header('content-disposition', `attachment; filename="${capture_config.script.file_name}"`)
        .send(renderScript(capture_config))
    },
  })
}

export default capture
