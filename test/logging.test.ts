// The log: one JSON object per line on stdout, one line per request, and no secret anywhere.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify, { LogController } from 'fastify'
import t, { type Test } from 'tap'
import { authentication } from '../plugins/shared/access/auth.ts'
import errors from '../plugins/shared/errors.ts'
import { createPublicAddress } from '../plugins/shared/public-address.ts'
import requestLogging from '../plugins/shared/request-logging.ts'
import { examplePicture } from '../schemas/examples/pictures.ts'
import { readConfig } from '../src/config/config.ts'
import { Problem } from '../src/errors.ts'
import { endlessDrawing } from './fixtures/media/pictures.ts'
import { ask } from './helpers/asking.ts'
import { serverProgram } from './helpers/bundle.ts'
import { recordLog } from './helpers/log.ts'
import { listen } from './helpers/loopback.ts'
import { start, watch } from './helpers/process.ts'
import { startService } from './helpers/service.ts'

type Line = Readonly<Record<string, unknown>>

function parseLines(text: string): readonly Line[] {
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
}

/** A service without operations, whose log is a stream. */
async function startLogged(level: string) {
  const stream = new PassThrough()
  const logController = new LogController({ disableRequestLogging: true })
  const app = Fastify({ logger: { level, stream }, logController })
  await app.register(errors, createPublicAddress(readConfig({})))
  await app.register(authentication)
  await app.register(requestLogging)
  return { app, stream }
}

/** What a service logs at a level while it answers one request for each path. */
async function linesAt(level: string, paths: readonly string[]): Promise<readonly Line[]> {
  const { app, stream } = await startLogged(level)
  app.get('/there', async () => 'here')
  app.get('/live', { config: { isHealthCheck: true } }, async () => 'ok')
  app.get('/draining', async (_request, reply) => reply.code(503).send('draining'))
  app.get('/busy', async () => {
    throw new Problem('overloaded', { cause: new Error('the database is unavailable') })
  })
  app.get('/broken', async () => {
    throw new Error('a bug')
  })
  for (const path of paths) await app.inject({ url: path, remoteAddress: '192.0.2.1' })
  await app.close()
  stream.end()
  return parseLines(await text(stream))
}

const levels = { debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const

t.test('logs a request as one line, without its query', async t => {
  const [first, second, ...others] = await linesAt('info', ['/there?token=secret', '/nowhere?token=secret'])
  t.equal(first?.path, '/there', 'equal: t.match would accept the query, too')
  t.match(first, { level: levels.info, method: 'GET', status: 200, ms: Number, reqId: String, msg: 'answered' })
  t.equal(first?.client, 'ip:192.0.2.1')
  t.equal(first?.code, undefined)
  t.equal(second?.path, '/nowhere')
  t.match(second, { level: levels.info, status: 404, code: 'not_found', client: 'ip:192.0.2.1', msg: 'answered' })
  t.same(others, [])
})

t.test('logs probes for debugging', async t => {
  t.same(await linesAt('info', ['/live']), [])
  t.match(await linesAt('debug', ['/live']), [{ level: levels.debug, status: 200, path: '/live', msg: 'answered' }])
})

t.test('logs an error of the service as a warning with its cause, and a bug also with its stack', async t => {
  for (const level of ['info', 'warn']) {
    const [busy, error, broken, ...others] = await linesAt(level, ['/busy', '/broken'])
    t.match(busy, { level: levels.warn, status: 503, code: 'overloaded', client: 'ip:192.0.2.1', path: '/busy' })
    t.match(busy, { reqId: String, ms: Number, method: 'GET', err: { message: 'the database is unavailable' } })
    t.match(error, { level: levels.error, err: { stack: /a bug[\s\S]*at / } })
    t.match(broken, { level: levels.warn, status: 500, code: 'internal_error', reqId: error?.reqId })
    t.equal(broken?.err, undefined)
    t.same(others, [], level)
  }
})

t.test('a client that leaves before the first byte of a streamed answer is no error of the service', async t => {
  const { app, stream } = await startLogged('info')
  const reading = new Promise<void>(resolve => {
    app.post('/file', async (_request, reply) => reply.send(new Readable({ read: () => resolve() })))
  })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(
    'POST /file HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
  )
  await reading
  socket.destroy()
  await wait(200)
  await app.close()
  stream.end()
  const lines = parseLines(await text(stream)).filter(({ path, level }) => path !== undefined || level === levels.error)
  t.match(lines, [{ level: levels.info, path: '/file', status: 499, code: 'client_disconnected' }])
})

t.test('logs no success, refusal or drain above the level info', async t => {
  for (const level of ['warn', 'error', 'fatal', 'silent'])
    t.same(await linesAt(level, ['/there', '/nowhere', '/draining']), [], level)
})

/** Each contains a word that occurs nowhere else. */
const secrets = {
  admin: 'Zanzibar-admin-1',
  key: 'Yokohama-key:of-2',
  otherKey: 'Kathmandu-key-of-3',
  wrong: 'Xanadu-wrong-4',
  cookie: 'Wellington-cookie-5',
  query: 'Valparaiso-query-6',
  password: 'Ulaanbaatar-password-7',
  signature: 'Timbuktu-signature-8',
  provider: 'Samarkand-provider-9',
  body: 'Reykjavik-body-10',
  userinfo: 'Quito-userinfo-11',
} as const
const secretWords = Object.values(secrets).map(secret => secret.split('-', 1)[0] ?? '')

/** A host that answers with what it was sent. */
async function serveEcho(t: Test, status: number): Promise<string> {
  const server = createHttpServer(({ url, headers }, response) =>
    response.writeHead(status).end(JSON.stringify({ url, headers })),
  )
  return `127.0.0.1:${(await listen(t, server)).port}`
}

/** Sends bytes as they are. @returns the response */
async function sendRaw(base: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname).end(bytes)
  return Buffer.concat(await socket.toArray()).toString()
}

t.test('writes one JSON line per request and no secret to the log, responses and files', async t => {
  const folder = t.testdir({ keys: `ci:${secrets.key}\r\n\n web-2:${secrets.otherKey} ,\n`, data: {} })
  const failing = await serveEcho(t, 500)
  const { child, ended, listening } = start(t, [], {
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'trace',
    DRAIN_MS: '600000',
    ADMIN_TOKEN: secrets.admin,
    API_KEYS_FILE: join(folder, 'keys'),
    FETCH_ALLOW_CIDRS: '127.0.0.0/8',
    OPENAI_BASE_URL: `http://${failing}/v1`,
    ALLOWED_HOSTS: 'style.example',
    ANTHROPIC_BASE_URL: `http://${await serveEcho(t, 401)}`,
    GEMINI_BASE_URL: `http://${await serveEcho(t, 200)}`,
  })
  const base = await listening()
  const responses: string[] = []
  /** What the log has to say of each request. */
  const expected: Line[] = []
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

  const send = async (method: string, path: string, expectedLine: Line, headers = {}, body?: string) => {
    const response = await ask(base, { method, path, headers, body })
    responses.push(JSON.stringify(response))
    t.equal(response.status, expectedLine.status, `${method} ${path}`)
    expected.push({ client: 'ip:127.0.0.1', level: levels.info, reqId: String, ms: Number, ...expectedLine })
  }
  const post = (path: string, body: unknown, status: number, headers = {}) => {
    const sent = { 'content-type': 'application/json', ...bearer(secrets.key), ...headers }
    const line = { status, client: 'key:ci', method: 'POST', path }
    return send('POST', path, line, sent, typeof body === 'string' ? body : JSON.stringify(body))
  }
  const projects = '/api/v1/export/txt/projects'
  const health = '/api/health'
  const wrong = bearer(secrets.wrong)
  await send('GET', projects, { status: 200, client: 'key:ci', path: projects }, bearer(secrets.key))
  await send('GET', projects, { status: 200, client: 'key:web-2' }, { 'x-api-key': secrets.otherKey })
  const withId = { 'x-api-key': secrets.wrong, 'x-request-id': 'from-client' }
  await send('GET', projects, { status: 401, code: 'unauthorized', reqId: 'from-client' }, withId)
  await send('GET', projects, { status: 401, code: 'unauthorized' }, bearer(`${secrets.key}X`))
  await send('GET', '/api/admin/stats', { status: 200 }, bearer(secrets.admin))
  await send('GET', '/api/admin/metrics', { status: 200 }, bearer(secrets.admin))
  await send('GET', '/api/admin/stats', { status: 401 }, wrong)
  const refused = { status: 403, code: 'host_refused', path: projects, method: 'GET' }
  await send('GET', projects, refused, { host: 'evil.example' })
  await send('GET', health, { status: 200, level: levels.debug }, { cookie: `session=${secrets.cookie}`, ...wrong })
  await send('GET', `${health}?token=${secrets.query}`, { status: 200, level: levels.debug, path: health })
  await send('GET', `/nowhere?token=${secrets.query}`, { status: 404, code: 'not_found', path: '/nowhere' })
  await send('GET', `${projects}?limit=${secrets.query}`, { status: 400, client: 'key:ci' }, bearer(secrets.key))
  await send('GET', `/%E0%A4%A?token=${secrets.query}`, { status: 400, code: 'malformed_request', path: '/%E0%A4%A' })
  await send('GET', `http://user:${secrets.userinfo}@localhost/nowhere`, { status: 403, path: '/nowhere' })
  const analyze = '/api/v1/analyze-vibe'
  await post(analyze, { source_url: `http://user:${secrets.password}@${failing}/a.png` }, 422)
  await post(analyze, { source_url: `http://${failing}/a.png?signature=${secrets.signature}` }, 422)
  await post(analyze, { source_url: `http://10.0.0.1/a.png?signature=${secrets.signature}` }, 422)
  await post(analyze, { source_url: 5, api_key: secrets.provider }, 400)
  const strict = { prefer: 'handling=strict' }
  const withKey = { source_url: examplePicture, api_key: secrets.provider }
  await post(analyze, withKey, 422, strict)
  for (const [provider, status] of [
    ['openai', 503],
    ['anthropic', 422],
    ['gemini', 502],
  ] as const) {
    await post(analyze, withKey, 200, { 'x-vision-provider': provider })
    if (status < 500) await post(analyze, withKey, status, { 'x-vision-provider': provider, ...strict })
  }
  const page = `{"style_metadata":{"colors":["#123456"]},"notes":"${secrets.body}"`
  await post('/api/v1/build-sparkpage', page, 400)
  for (const path of ['txt/analysis', 'pdf/analysis', 'txt/api-spec'])
    await send('GET', `/api/v1/export/${path}`, { status: 200, client: 'key:ci' }, bearer(secrets.key))
  const long = `authorization: ${secrets.wrong}${'x'.repeat(99_999)}`
  for (const [bytes, status] of [
    [`GET /${secrets.query} HTTP/9\r\n\r\n`, 400],
    [`GET / HTTP/1.1\r\nhost: localhost\r\n${long}\r\n\r\n`, 431],
  ] as const) {
    const response = await sendRaw(base, bytes)
    t.match(response, RegExp(`^HTTP/1.1 ${status}`))
    responses.push(response)
    expected.push({ client: 'ip:127.0.0.1', status })
  }

  child.kill('SIGTERM')
  while ((await ask(base, { path: health })).status === 200);
  child.kill('SIGINT')
  const { code, out, err } = await ended
  t.same([code, err], [1, ''])
  const lines = parseLines(out)
  const address = 'http://127\\.0\\.0\\.1:\\d+'
  const message = RegExp(
    `^automation-service \\d+\\.\\d+\\.\\d+ listens on ${address}; API reference at ${address}/docs/$`,
  )
  t.ok(lines.some(({ msg }) => message.test(String(msg))))
  t.match(lines.filter(({ msg }) => msg === 'answered').slice(0, expected.length), expected)
  t.match(
    lines.filter(({ msg }) => msg === 'stopping'),
    [{ signal: 'SIGTERM' }],
  )
  t.match(lines.at(-1), { level: levels.error, msg: 'second SIGINT, exiting' })

  const data = join(folder, 'data')
  const files = await Promise.all((await readdir(data)).map(file => readFile(join(data, file), 'latin1')))
  t.match(files.join(''), 'ana_', 'the files contain the records')
  for (const [place, text] of Object.entries({ out, responses: responses.join('\n'), files: files.join('\n') }))
    t.same(
      secretWords.filter(word => text.includes(word)),
      [],
      place,
    )
})

/** Emits a warning and then throws outside of any request, on the first input. */
const faulty = `process.stdin.once('data', () => {
  process.emitWarning('old', 'DeprecationWarning', 'DEP1')
  setTimeout(() => { throw new Error('a bug') }, 10)
})`

t.test('logs start, warnings, uncaught errors and stop at every level', async t => {
  const fault = `data:text/javascript,${encodeURIComponent(faulty)}`
  const words = ['-u', 'NODE_OPTIONS', process.execPath, '--import', fault, serverProgram]
  const env = { ...process.env, PORT: '0', DATA_DIR: t.testdir(), DRAIN_MS: '0', LOG_LEVEL: 'silent' }
  const service = watch(t, spawn('env', words, { env }))
  await ask(await service.listening(), { path: '/nowhere' })
  service.child.stdin.write('go')
  const { code, out, err } = await service.ended
  t.same([code, err], [1, ''])
  const lines = parseLines(out)
  t.match(lines, [
    { level: levels.info, msg: /listens on/ },
    { level: levels.warn, msg: 'old', err: { name: 'DeprecationWarning', code: 'DEP1' } },
    { level: levels.fatal, msg: 'a bug', err: { stack: /at / } },
    { msg: 'stopping' },
    { msg: 'stopped' },
  ])
  t.equal(lines.length, 5)
})

t.test('logs the reason why it does not start as one line', async t => {
  const { port } = await listen(t, createServer())
  const { code, out, err } = await start(t, [], { PORT: `${port}`, DATA_DIR: t.testdir(), LOG_LEVEL: 'silent' }).ended
  t.same([code, err], [1, ''])
  const lines = parseLines(out)
  t.match(lines, [{ level: levels.fatal, msg: /EADDRINUSE.*set PORT/ }])
  t.equal(lines.length, 1)
})

t.test('a worker process that is killed is logged, with what it read', async t => {
  const { log, lines } = recordLog()
  const { post } = await startService(t, {}, { log })
  const bytes = endlessDrawing()
  const source_url = `data:image/svg+xml;base64,${bytes.toString('base64')}`
  t.match(await post('/api/v1/analyze-vibe', { source_url }), { statusCode: 422 })
  const killed = { reason: 'timeout', format: 'svg', client: String, bytes: bytes.length }
  t.match(lines(), [{ level: levels.warn, ...killed, msg: 'killed a worker process' }])
  t.equal(lines().length, 1)
})

t.test(
  'a client that disconnects is one line with a code of its own, at any time and in every kind of body',
  async t => {
    const { child, ended, listening } = start(t, [], { PORT: '0', DATA_DIR: t.testdir(), DRAIN_MS: '0' })
    const base = await listening()
    const { hostname, port } = new URL(base)
    const picture = Buffer.alloc(300_000, 7)
    const form = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'
    const bodies = {
      'image/png': picture,
      'application/json': Buffer.from(JSON.stringify({ source_url: `data:;base64,${picture.toString('base64')}` })),
      'multipart/form-data; boundary=x': Buffer.concat([Buffer.from(form), picture]),
    }
    const ids: string[] = []
    for (const [type, body] of Object.entries(bodies))
      for (const framing of [
        `content-length: ${body.length}`,
        `transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}`,
      ])
        for (const part of [0, 0.1, 0.999])
          for (const end of ['destroySoon', 'resetAndDestroy'] as const) {
            const id = `disconnected-${ids.length}`
            ids.push(id)
            const head = `POST /api/v1/analyze-vibe HTTP/1.1\r\nhost: localhost\r\nx-request-id: ${id}\r\ncontent-type: ${type}`
            const socket = connect(Number(port), hostname)
            await once(socket, 'connect')
            socket.write(`${head}\r\n${framing}\r\n${framing.startsWith('content') ? '\r\n' : ''}`)
            socket.write(body.subarray(0, part * body.length))
            await wait(50)
            socket[end]()
          }
    await wait(1000)
    t.notMatch((await ask(base, { path: '/api/admin/metrics' })).body, 'status="5xx"')
    child.kill('SIGINT')
    const lines = parseLines((await ended).out).filter(
      ({ path, level }) => path === '/api/v1/analyze-vibe' || level === 50,
    )
    const line = {
      level: levels.info,
      status: 499,
      code: 'client_disconnected',
      // The address of a connection that was reset may be unknown.
      client: /^ip:/,
      method: 'POST',
    }
    for (const found of lines) t.match(found, line, String(found.reqId))
    t.same(lines.map(({ reqId }) => reqId).sort(), ids.toSorted())
  },
)
