// The log: one JSON object a line on stdout, one line a request, and in it who was refused and why.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import Fastify, { LogController } from 'fastify'
import t, { type Test } from 'tap'
import { authentication } from '../plugins/shared/auth.ts'
import errors from '../plugins/shared/errors.ts'
import requestLogging from '../plugins/shared/request-logging.ts'
import { Problem } from '../src/errors.ts'
import { ask } from './helpers/asking.ts'
import { freePort } from './helpers/free-port.ts'
import { listen } from './helpers/loopback.ts'
import { start, watch } from './helpers/process.ts'
import { ownProcess } from './helpers/tools.ts'

const server = join(import.meta.dirname, '..', 'src', 'server.ts')

type Line = Readonly<Record<string, unknown>>

const parseLines = (text: string): readonly Line[] =>
  text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))

/** What a service logs at a level when it is asked for each path once. */
const linesAt = async (level: string, paths: readonly string[]): Promise<readonly Line[]> => {
  const stream = new PassThrough()
  const logController = new LogController({ disableRequestLogging: true })
  const app = Fastify({ logger: { level, stream }, logController })
  await app.register(errors)
  await app.register(authentication)
  await app.register(requestLogging)
  app.get('/there', async () => 'here')
  app.get('/draining', async (_request, reply) => reply.code(503).send('draining'))
  app.get('/busy', async () => {
    throw new Problem('overloaded', { cause: new Error('the database is away') })
  })
  app.get('/broken', async () => {
    throw new Error('a bug')
  })
  for (const path of paths) await app.inject({ url: path, remoteAddress: '192.0.2.1' })
  await app.close()
  return parseLines(stream.read()?.toString() ?? '')
}

const levels = { info: 30, warn: 40, error: 50, fatal: 60 } as const

t.test('a request is one line, without its query', async t => {
  const [first, second, ...others] = await linesAt('info', ['/there?token=secret', '/nowhere?token=secret'])
  // Equal, not matched: a pattern would be found in the query's company too.
  t.equal(first?.path, '/there')
  t.match(first, { level: levels.info, method: 'GET', status: 200, ms: Number, reqId: String, msg: 'answered' })
  t.equal(first?.client, 'ip:192.0.2.1')
  t.equal(first?.code, undefined)
  t.equal(second?.path, '/nowhere')
  t.match(second, { level: levels.info, status: 404, code: 'not_found', client: 'ip:192.0.2.1', msg: 'answered' })
  t.same(others, [])
})

t.test('a failure of the service is a warning with its cause; a bug is an error with its stack beside it', async t => {
  for (const level of ['info', 'warn']) {
    const [busy, error, broken, ...others] = await linesAt(level, ['/busy', '/broken'])
    t.match(busy, { level: levels.warn, status: 503, code: 'overloaded', client: 'ip:192.0.2.1', path: '/busy' })
    t.match(busy, { reqId: String, ms: Number, method: 'GET', err: { message: 'the database is away' } })
    t.match(error, { level: levels.error, err: { stack: /a bug[\s\S]*at / } })
    t.match(broken, { level: levels.warn, status: 500, code: 'internal_error', reqId: error?.reqId })
    t.equal(broken?.err, undefined)
    t.same(others, [], level)
  }
})

t.test('above info nothing is told of what went well, was refused, or drains', async t => {
  for (const level of ['warn', 'error', 'fatal', 'silent'])
    t.same(await linesAt(level, ['/there', '/nowhere', '/draining']), [], level)
})

/** Sends bytes as they are and waits for the end of the connection. */
const send = async (port: number, bytes: string): Promise<void> => {
  const socket = connect(port, '127.0.0.1')
  socket.resume().end(bytes)
  await once(socket, 'close')
}

const environment = (t: Test) => ({ PORT: '0', DATA_DIR: t.testdir(), DRAIN_MS: '0' })

t.test('a process writes nothing but JSON, from its start to its end', async t => {
  const service = start(t, [], { ...environment(t), API_KEYS: 'ci:a-secret' })
  const base = await service.listening()
  const port = Number(new URL(base).port)
  await ask(base, { path: '/api/v1/export/txt/projects', headers: { 'x-api-key': 'a-secret' } })
  await ask(base, { path: '/api/v1/export/txt/projects', headers: { 'x-request-id': 'mine' } })
  await ask(base, { path: '/api/health', headers: { host: 'evil.example' } })
  await ask(base, { path: '/api/v1/export/txt/%E0%A4%A?token=a-secret' })
  await send(port, 'this is not HTTP\r\n\r\n')
  service.child.kill('SIGTERM')
  const { code, out, err } = await service.ended
  t.same([code, err], [0, ''])
  t.notMatch(out, 'a-secret')
  const lines = parseLines(out)
  const answered = lines.filter(({ msg }) => msg === 'answered')
  const expected: readonly Line[] = [
    { client: 'key:ci', status: 200, path: '/api/v1/export/txt/projects' },
    { client: 'ip:127.0.0.1', status: 401, code: 'unauthorized', reqId: 'mine', path: '/api/v1/export/txt/projects' },
    { client: 'ip:127.0.0.1', status: 403, code: 'host_refused', path: '/api/health', method: 'GET', ms: Number },
    {
      client: 'ip:127.0.0.1',
      status: 400,
      code: 'malformed_request',
      path: '/api/v1/export/txt/%E0%A4%A',
      reqId: String,
    },
    { client: 'ip:127.0.0.1', status: 400, code: 'malformed_request' },
  ]
  t.match(answered, expected)
  t.equal(answered.length, expected.length, 'one line each')
  t.ok(answered.every(({ level }) => level === levels.info))
  const messages = lines.map(({ msg }) => String(msg))
  t.match(
    messages.find(message => message.includes('listens on')),
    /^automation-service \d+\.\d+\.\d+ listens on http:\/\/127\.0\.0\.1:\d+; documents at http:\/\/127\.0\.0\.1:\d+\/docs\/$/,
  )
  t.match(lines.at(-2), { msg: 'stopping', signal: 'SIGTERM' })
  t.match(lines.at(-1), { msg: 'stopped' })
})

t.test('start and stop are logged at every level', async t => {
  const service = start(t, [], { ...environment(t), LOG_LEVEL: 'silent' })
  const base = await service.listening()
  await ask(base, { path: '/nowhere' })
  service.child.kill('SIGINT')
  const { out, err } = await service.ended
  const lines = parseLines(out)
  t.match(lines, [{ msg: /listens on/ }, { msg: 'stopping', signal: 'SIGINT' }, { msg: 'stopped' }])
  t.equal(lines.length, 3)
  t.equal(err, '')
})

t.test('what keeps the process from starting is one fatal line', async t => {
  const taken = await listen(t, createServer())
  const cases: readonly (readonly [environment: Readonly<Record<string, string>>, message: RegExp])[] = [
    [{ PORT: 'x', DRAIN_MS: 'y' }, /PORT takes[\s\S]*DRAIN_MS takes/],
    [{ PORT: `${taken.port}`, LOG_LEVEL: 'silent' }, /EADDRINUSE/],
    [{ PORT: `${await freePort()}`, DATA_DIR: '/proc/nowhere' }, /DATA_DIR/],
  ]
  for (const [settings, message] of cases) {
    const { code, out, err } = await start(t, [], { ...environment(t), ...settings }).ended
    t.same([code, err], [1, ''])
    const lines = parseLines(out).filter(({ level }) => level === levels.fatal)
    t.match(lines, [{ msg: message }])
    t.equal(lines.length, 1)
  }
})

/** Warns and throws outside of any request as soon as something comes on stdin. */
const faulty = `process.stdin.once('data', () => {
  process.emitWarning('old', 'DeprecationWarning', 'DEP1')
  setTimeout(() => { throw new Error('a bug') }, 10)
})`

t.test('warnings of Node and an error that nobody caught are lines too', async t => {
  const words = ['--import', `data:text/javascript,${encodeURIComponent(faulty)}`, server]
  const env = { ...process.env, ...environment(t) }
  const service = watch(t, spawn(ownProcess.command, [...ownProcess.words, ...words], { env }))
  await service.listening()
  service.child.stdin.write('go')
  const { code, out, err } = await service.ended
  t.same([code, err], [1, ''])
  const warned = parseLines(out).filter(({ level }) => level === levels.warn)
  t.match(warned, [{ msg: 'old', err: { name: 'DeprecationWarning', code: 'DEP1' } }])
  const fatal = parseLines(out).filter(({ level }) => level === levels.fatal)
  t.match(fatal, [{ msg: 'a bug', err: { stack: /at / } }])
  t.same([warned.length, fatal.length], [1, 1])
})

t.test('a second Ctrl-C is a line too', async t => {
  const service = start(t, [], { ...environment(t), DRAIN_MS: '600000' })
  const base = await service.listening()
  service.child.kill('SIGTERM')
  while ((await ask(base, { path: '/api/health' })).status === 200);
  service.child.kill('SIGINT')
  const { code, out, err } = await service.ended
  t.same([code, err], [1, ''])
  t.match(parseLines(out).at(-1), { level: levels.error, msg: 'second SIGINT, exiting' })
})
