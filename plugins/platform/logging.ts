// One log line a request.
import fp from 'fastify-plugin'
import { holderOf } from './access/callers.ts'
import { pathOf } from './path.ts'

/** Levels at which the line is written. */
const told: ReadonlySet<string> = new Set(['trace', 'debug', 'info'])

const round = (value: number): number => Math.round(value * 1000) / 1000

export default fp(async app => {
  if (!told.has(app.log.level)) return
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url } = request
    const line = {
      method,
      path: pathOf(url),
      status: reply.statusCode,
      ms: round(reply.elapsedTime),
      key: holderOf(request),
    }
    request.log.info(line, 'answered')
    done()
  })
})
