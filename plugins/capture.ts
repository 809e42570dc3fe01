// A script that captures any page in 4K.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { captureMedia } from '../schemas/capture.ts'
import { resolveCaptureConfig } from '../src/capture/config.ts'
import { renderScript, renderScriptJson } from '../src/capture/script.ts'
import { contentId } from '../src/content-id.ts'
import type { Store } from '../src/store/store.ts'
import { clientOf } from './shared/access/client.ts'
import { prefers } from './shared/answers/accept.ts'
import { warningTexts } from './shared/leniency/unread.ts'

interface Options {
  readonly now: () => Date
  readonly store: Store
}

const capture: FastifyPluginAsyncTypebox<Options> = async (app, { now, store }) => {
  app.route({
    ...captureMedia,
    handler: async (request, reply) => {
      const config = resolveCaptureConfig(request.body, [])
      const id = contentId('cap', config)
      await store.saveCapture({ id, config, client: clientOf(request) }, now())
      const capture_config = { ...config, warnings: [...warningTexts(request)] }
      reply.header('x-capture-id', id)
      if (!prefers(request, 'text/javascript')) {
        const json = JSON.stringify(capture_config)
        const answer = `{"success":true,"playwright_script":${renderScriptJson(capture_config)},"capture_config":${json}}`
        return reply.type('application/json; charset=utf-8').send(answer)
      }
      const { file_name } = capture_config.script
      return reply
        .type('text/javascript; charset=utf-8')
        .header('content-disposition', `attachment; filename="${file_name}"`)
        .send(renderScript(capture_config))
    },
  })
}

export default capture
