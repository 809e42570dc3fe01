// Refuses who may not ask. It stands behind the count, so that nobody tries keys faster than anybody may ask.
import fp from 'fastify-plugin'
import { refusalOf } from './callers.ts'

export default fp(async app => {
  app.addHook('onRequest', (request, _reply, done) => done(refusalOf(request)))
})
