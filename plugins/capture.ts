// POST /api/v1/capture-media: a script that captures a page as a screenshot or video.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { captureMedia } from '../schemas/capture.ts'
import { findInapplicableOptions, resolveCaptureConfig } from '../src/capture/config.ts'
import { renderScript, renderScriptJson } from '../src/capture/script.ts'
import { contentId } from '../src/values/hash.ts'
import { joinJson } from '../src/values/json-parts.ts'
import { clientOf } from './shared/access/auth.ts'
import { captureLink, sendScript } from './shared/answers.ts'
import { ignoreInput, warningTexts } from './shared/input/lenient-input.ts'
import { namedType } from './shared/negotiation.ts'
import { routeIn } from './shared/operations.ts'
import type { AppServices } from './shared/services.ts'

const capture: FastifyPluginAsyncTypebox<AppServices> = async (app, { now, store }) => {
  app.route({
    ...routeIn(app, captureMedia),
    handler: async (request, reply) => {
      const ignored = findInapplicableOptions(request.body)
      ignoreInput(reply, ignored)
      const config = resolveCaptureConfig(request.body)
      const id = contentId('cap', config)
      await store.saveCapture({ id, config, client: clientOf(request) }, now())
      const warnings = [...ignored.map(({ pointer, message }) => `${pointer}: ${message}`), ...warningTexts(request)]
      const capture_config = { ...config, warnings }
      reply.headers({ 'x-capture-id': id, 'content-location': request.publicPath(`/api/v1/captures/${id}`) })
      if (namedType(request, ['text/javascript']))
        return sendScript(reply, capture_config, renderScript(capture_config))
      const playwright_script = renderScriptJson(capture_config)
      const answer = { success: true, playwright_script, capture_config, capture: captureLink(request, id) }
      return reply.type('application/json; charset=utf-8').send(joinJson(answer))
    },
  })
}

export default capture
