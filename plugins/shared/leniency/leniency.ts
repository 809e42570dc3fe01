// Words are kind: what nobody understands is named in x-warnings, or refused under strict handling.
import fp from 'fastify-plugin'
import { Problem } from '../../../src/errors.ts'
import { handlingOf } from './handling.ts'
import { inspectBody, inspectionKey, refused, unread } from './unread.ts'
import { noWarnings, warn, warningsKey } from './warnings.ts'

export default fp(async app => {
  app.decorateRequest(inspectionKey)
  app.decorateRequest(warningsKey)

  app.addHook('onRequest', (request, reply, done) => {
    request.setDecorator(warningsKey, noWarnings)
    const handling = handlingOf(request)
    if (handling) reply.header('preference-applied', `handling=${handling}`)
    done()
  })

  app.addHook('preValidation', (request, _reply, done) => {
    request.setDecorator(inspectionKey, inspectBody(request))
    done()
  })

  app.addHook('preHandler', (request, reply, done) => {
    const { faults, more } = refused(request)
    if (faults.length > 0) return done(new Problem('invalid_request', { faults, moreFaults: more }))
    const ignored = unread(request)
    warn(reply, ignored.faults, ignored.more)
    done()
  })
})
