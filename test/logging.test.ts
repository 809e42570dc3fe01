// One line a request, at the levels at which anybody reads it.
import { PassThrough } from 'node:stream'
import Fastify, { LogController } from 'fastify'
import t from 'tap'
import logging from '../plugins/platform/logging.ts'

/** What a service logs at a level when it is asked once. */
const linesAt = async (level: string): Promise<readonly Record<string, unknown>[]> => {
  const stream = new PassThrough()
  const logController = new LogController({ disableRequestLogging: true })
  const app = Fastify({ logger: { level, stream }, logController })
  await app.register(logging)
  app.get('/there', async () => 'here')
  await app.inject('/there?token=secret')
  await app.inject('/nowhere')
  await app.close()
  const text: string = stream.read()?.toString() ?? ''
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
}

t.test('a request is one line, without its query', async t => {
  const [first, second, ...others] = await linesAt('info')
  // Equal, not matched: a pattern would be found in the query's company too.
  t.equal(first?.path, '/there')
  t.match(first, { method: 'GET', status: 200, ms: Number, reqId: String, msg: 'answered' })
  t.match(second, { path: '/nowhere', status: 404 })
  t.same(others, [])
})

t.test('above info nothing is told of what went well', async t => {
  for (const level of ['warn', 'error', 'fatal', 'silent']) t.same(await linesAt(level), [], level)
})
