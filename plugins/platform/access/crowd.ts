// How many requests may be under way at once, of all clients together.
import fp from 'fastify-plugin'
import { Problem } from '../../../src/problem.ts'
import { isProbe } from './probe.ts'

interface Options {
  readonly most: number
}

export default fp<Options>(async (app, { most }) => {
  let underWay = 0
  app.addHook('onRequest', (request, { raw }, done) => {
    if (isProbe(request)) return done()
    if (underWay >= most) return done(new Problem('overloaded', { headers: { 'retry-after': '1' } }))
    underWay += 1
    raw.once('close', () => {
      underWay -= 1
    })
    done()
  })
})
