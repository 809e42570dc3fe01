// Words are kind: what nobody understands is named in x-warnings, or refused under strict handling.
import fp from 'fastify-plugin'
import { Problem } from '../../../src/problem.ts'
import { handlingOf, isStrict } from './handling.ts'
import { unread } from './unread.ts'
import { warn } from './warnings.ts'

export default fp(async app => {
  app.addHook('onRequest', (request, reply, done) => {
    const handling = handlingOf(request)
    if (handling) reply.header('preference-applied', `handling=${handling}`)
    done()
  })

  app.addHook('preHandler', (request, reply, done) => {
    const notes = request.body === undefined ? [] : unread(request)
    if (notes.length > 0 && isStrict(request)) return done(new Problem('invalid_request', { faults: notes }))
    warn(reply, notes)
    done()
  })
})
