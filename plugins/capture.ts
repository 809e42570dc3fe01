// A script that captures any page in 4K.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { captureMedia, waitWords } from '../schemas/capture.ts'
import { captureConfig } from '../src/capture/config.ts'
import { captureScript, captureScriptJson } from '../src/capture/script.ts'
import { identify } from '../src/identity.ts'
import type { Store } from '../src/store/store.ts'
import { resolveWord } from '../src/word.ts'
import { prefers } from './platform/answers/accept.ts'
import { unread } from './platform/leniency/unread.ts'

interface Options {
  readonly now: () => Date
  readonly store: Store
}

const capture: FastifyPluginAsyncTypebox<Options> = async (app, { now, store }) => {
  app.route({
    ...captureMedia,
    handler: async (request, reply) => {
      const { word: wait_until } = resolveWord(waitWords, request.body.wait_until)
      const warnings = unread(request).map(({ pointer, message }) => `${pointer}: ${message}`)
      const capture_config = captureConfig({ ...request.body, wait_until }, warnings)
      const id = identify('cap', capture_config)
      await store.saveCapture({ id, config: capture_config, client: request.ip }, now())
      reply.header('x-capture-id', id)
      if (!prefers(request, 'text/javascript')) {
        const config = JSON.stringify(capture_config)
        const answer = `{"success":true,"playwright_script":${captureScriptJson(capture_config)},"capture_config":${config}}`
        return reply.type('application/json; charset=utf-8').send(answer)
      }
      const { file_name } = capture_config.script
      return reply
        .type('text/javascript; charset=utf-8')
        .header('content-disposition', `attachment; filename="${file_name}"`)
        .send(captureScript(capture_config))
    },
  })
}

export default capture
