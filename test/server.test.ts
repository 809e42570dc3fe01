// The process: help, invalid settings, signals, and a graceful shutdown that answers requests in progress. Ctrl-C during a drain, and
// a start that fails: logging.test.ts.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { Agent, createServer, get, type RequestListener } from 'node:http'
import { connect, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import { examplePicture } from '../schemas/examples/pictures.ts'
import { createConnectionCloser } from '../src/process/shutdown.ts'
import { workerProgram } from './helpers/bundle.ts'
import { listen } from './helpers/loopback.ts'
import { runningChildren } from './helpers/pool.ts'
import { start } from './helpers/process.ts'
import { startService } from './helpers/service.ts'

const picture = Buffer.from(examplePicture.replace(/^.*,/, ''), 'base64')

const isLinux = { skip: process.platform === 'linux' ? false : 'signals worker processes' } as const

function post(url: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
}

t.test('--help lists the settings, --version the version', async t => {
  t.match(await start(t, ['--help']).ended, { code: 0, out: /PORT .*default: 3000/ })
  t.match(await start(t, ['--version']).ended, { code: 0, out: /^\d+\.\d+\.\d+\n$/ })
})

t.test('invalid settings are all reported at once, without a stack, after a warning about a misspelt one', async t => {
  const environment = { PORT: 'x', DRAIN_MS: 'y', FFMPEG_PATH: '/nowhere/ffmpeg', METRIC: 'sesame' }
  const { code, out } = await start(t, [], environment).ended
  t.equal(code, 1)
  t.match(out, /PORT[\s\S]*FFMPEG_PATH[\s\S]*DRAIN_MS/)
  t.notMatch(out, / {4}at |sesame/)
  const [warning = ''] = out.split('\n')
  t.match(JSON.parse(warning), { level: 40, msg: 'METRIC is not a setting. Did you mean METRICS?' })
})

t.test('SIGTERM drains, answers requests in progress and ends with 0; records survive', async t => {
  const source = createServer((_, response) => void setTimeout(2000).then(() => response.end(picture)))
  const { url: source_url } = await listen(t, source)
  const provider = createServer()
  const { url: OPENAI_BASE_URL } = await listen(t, provider)
  const environment = {
    PORT: '0',
    DATA_DIR: t.testdir(),
    DRAIN_MS: '600',
    LOG_LEVEL: 'info',
    FETCH_ALLOW_CIDRS: '127.0.0.0/8',
    OPENAI_BASE_URL,
    VISION_DEFAULT_PROVIDER: 'openai',
  }
  const first = start(t, [], environment)
  const base = await first.listening()
  const { port } = new URL(base)

  t.equal((await post(`${base}/api/v1/capture-media`, { target_url: 'https://example.com/' })).status, 200)
  const silent = connect(Number(port), '127.0.0.1')
  t.teardown(() => silent.destroy())
  const analysis = post(`${base}/api/v1/analyze-vibe`, { source_url })
  const described = post(`${base}/api/v1/analyze-vibe`, { source_url: examplePicture, api_key: 'sk-proj-abc' })
  const [[, response]] = await Promise.all([once(provider, 'request'), once(source, 'request')])
  first.child.kill('SIGTERM')
  let health = await fetch(`${base}/api/health`)
  while (health.status === 200) health = await fetch(`${base}/api/health`)
  t.equal(health.status, 503)
  t.equal(health.headers.get('connection'), 'close')
  first.child.kill('SIGTERM') // Supervisors may send it twice.
  t.match(await (await analysis).json(), { success: true }, 'an analysis that outlives the drain is answered')
  const content = JSON.stringify({ summary: 'A red square.', keywords: ['red'], mood: ['bold'], typography: null })
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ choices: [{ message: { content }, finish_reason: 'stop' }] }))
  const answer = await (await described).json()
  t.match(answer, { style_metadata: { summary: 'A red square.' } }, 'so is one whose provider answers after the drain')
  const { code, out, err } = await first.ended
  t.match({ code, err }, { code: 0, err: '' })
  t.match(out, /"path":"\/api\/v1\/capture-media","status":200/, 'one log line per request')
  t.notMatch(out, 'force-closed')

  const again = start(t, [], { ...environment, DRAIN_MS: '600000' })
  const stats = await fetch(`${await again.listening()}/api/admin/stats`)
  t.match(await stats.json(), { stats: { captures: { total: 1 } } })
  again.child.kill('SIGINT')
  t.equal((await again.ended).code, 0, 'Ctrl-C does not drain')
})

t.test('SIGTERM before the process listens ends it at once', async t => {
  const database = createTcpServer(() => undefined)
  const { port } = await listen(t, database)
  const running = start(t, [], { PORT: '0', DRAIN_MS: '600000', DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/c` })
  await once(database, 'connection')
  running.child.kill('SIGTERM')
  const { code, out } = await running.ended
  t.equal(code, 0)
  t.same(
    out.split('\n').map(line => line && JSON.parse(line).msg),
    ['stopping', 'stopped', ''],
  )
})

/** A server with a connection closer. */
async function startServer(t: Test, listener: RequestListener) {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener)
  const closeConnections = createConnectionCloser(server)
  const { port } = await listen(t, server)
  const agent = new Agent({ keepAlive: true })
  t.teardown(() => agent.destroy())
  /** @returns how many connections were closed by force, once for each time */
  const close = async (timeoutMs: number): Promise<readonly number[]> => {
    const forced: number[] = []
    const closed = once(server, 'close')
    server.close()
    closeConnections(timeoutMs, { warn: ({ connections }: { connections: number }) => forced.push(connections) })
    await closed
    return forced
  }
  /** Opens a connection that sends only `text`. */
  const open = async (text: string) => {
    const socket = connect(port, '127.0.0.1')
    const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
    socket.on('error', () => undefined).resume()
    t.teardown(() => socket.destroy())
    await once(socket, 'connect')
    socket.write(text)
    return { closed }
  }
  return { server, close, open, request: async () => once(get({ port, agent }), 'response') }
}

t.test('connections of a closing server', { jobs: 4 }, async t => {
  t.test('a connection that sent nothing is closed', { buffered: true }, async t => {
    const { server, close, open } = await startServer(t, (_, response) => response.end())
    const arrived = once(server, 'connection')
    const { closed } = await open('')
    await arrived
    t.same(await close(60_000), [])
    await closed
  })

  t.test('a connection is closed after an answer that ends later', { buffered: true }, async t => {
    const listener: RequestListener = (_, response) => void setTimeout(1200).then(() => response.end('late'))
    const { server, close, request } = await startServer(t, listener)
    const answered = request()
    await once(server, 'request')
    t.same(await close(60_000), [])
    const [answer] = await answered
    t.equal(String((await answer.toArray())[0]), 'late')
  })

  t.test('a long answer that is read slowly is complete', { buffered: true }, async t => {
    const pieces = 512
    const piece = Buffer.alloc(64 * 1024)
    const { close, request } = await startServer(t, (_, response) => {
      Readable.from(Array.from({ length: pieces }, () => piece)).pipe(response)
    })
    const [answer] = await request()
    const closed = close(60_000)
    await setTimeout(1200)
    let bytes = 0
    for await (const chunk of answer) bytes += chunk.length
    t.equal(bytes, pieces * piece.length)
    t.same(await closed, [])
  })

  t.test('stalled answers and incomplete requests are closed by force', { buffered: true }, async t => {
    const { server, close, open } = await startServer(t, (_, response) => void response.write('begun'))
    const requested = once(server, 'request')
    const incomplete = await open('GET / HTTP/1.1\r\nHost:')
    const stalled = await open('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
    await requested
    t.same(await close(1200), [2])
    await Promise.all([incomplete.closed, stalled.closed])
  })
})

t.test('/readyz stays 200 while workers that were killed are replaced', { ...isLinux }, async t => {
  const service = await startService(t, {}, { warmsUp: true })
  await service.listen()
  for (let round = 0; round < 3; round++) {
    while ((await service.get('/api/admin/stats')).json().stats.workers.ready === 0) await setTimeout(20)
    const children = runningChildren()
    for (const { pid } of children) process.kill(pid, 'SIGKILL')
    await Promise.all(children.map(child => once(child, 'exit')))
    // It waits a second for a worker that is starting; on a busy machine that takes longer.
    while ((await service.get('/readyz')).statusCode !== 200) await setTimeout(100)
    t.equal((await service.get('/readyz')).json().status, 'ok')
  }
})

t.test('/readyz is 503 while no worker can be started, and 200 again once one can', async t => {
  const folder = t.testdir({ data: {}, 'worker.mjs': 'process.exit(1)' })
  const program = pathToFileURL(join(folder, 'worker.mjs'))
  const service = await startService(t, { DATA_DIR: join(folder, 'data') }, { warmsUp: true, program })
  let refusals = 0
  for (let round = 0; round < 30; round++) {
    const answer = await service.get('/readyz')
    // On a busy machine a start takes longer than the second for which it is waited for.
    if (answer.statusCode === 200) continue
    t.equal(answer.statusCode, 503)
    t.equal(answer.json().status, 'no_worker')
    refusals += 1
    await setTimeout(50)
  }
  t.ok(refusals > 5, `${refusals} times`)
  t.equal((await service.get('/livez')).statusCode, 200)
  writeFileSync(program, `await import(${JSON.stringify(workerProgram.href)})`)
  while ((await service.get('/readyz')).statusCode !== 200) await setTimeout(50)
  t.pass('ready')
})

t.test('every document and listing is asked for soon after the start, uncounted and unlogged', async t => {
  const answered = new Map<string, number>()
  const note = (message: unknown): void => {
    const { request, reply } = Object(message)
    answered.set(request.url, reply.statusCode)
  }
  const channel = 'tracing:fastify.request.handler:end'
  subscribe(channel, note)
  t.teardown(() => unsubscribe(channel, note))
  const settings = { API_KEYS: 'ci:secret-of-the-team', ADMIN_TOKEN: 'secret-of-the-operator' }
  const service = await startService(t, settings, { warmsUp: true })
  await service.listen()
  const paths = ['/', '/docs/', '/openapi.json', '/api/v1/export/txt/api-spec', '/api/v1/export/pdf/projects?limit=1']
  while (paths.some(path => !answered.has(path))) await setTimeout(50)
  for (const path of paths) t.equal(answered.get(path), 200, path)
  const headers = { authorization: 'Bearer secret-of-the-operator' }
  const { stats } = (await service.get('/api/admin/stats', { headers })).json()
  t.match(stats, { requests: {}, keys: { ci: 0 } })
  t.same(Object.keys(stats.requests), [])
})
