// Graceful shutdown: requests in progress are answered, other connections are closed, signals are handled.
import { once } from 'node:events'
import { Agent, createServer, get, type RequestListener, request } from 'node:http'
import { connect, createServer as createTcpServer } from 'node:net'
import { Readable } from 'node:stream'
import t, { type Test } from 'tap'
import { createConnectionCloser } from '../src/shutdown.ts'
import { listen } from './helpers/loopback.ts'
import { start } from './helpers/process.ts'
import { startService, stripes } from './helpers/service.ts'

const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** A server with a connection closer, and the number of connections it closed by force. */
const startServer = async (t: Test, listener: RequestListener) => {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener)
  const end = createConnectionCloser(server)
  const { port } = await listen(t, server)
  const cut: number[] = []
  const close = async (patience: number): Promise<readonly number[]> => {
    const closed = once(server, 'close')
    server.close()
    end(patience, connections => cut.push(connections))
    await closed
    return cut
  }
  return { server, port, close }
}

/** A connection that says no more than `words`, once it is there. @returns what tells that it has ended */
const halt = async (t: Test, port: number, words: string) => {
  const socket = connect(port, '127.0.0.1')
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  socket.on('error', () => undefined).resume()
  t.teardown(() => socket.destroy())
  await once(socket, 'connect')
  socket.write(words)
  return { closed }
}

t.test('a connection that said nothing ends by itself', async t => {
  const { server, port, close } = await startServer(t, (_, response) => response.end())
  const arrived = once(server, 'connection')
  const { closed } = await halt(t, port, '')
  await arrived
  t.same(await close(60_000), [], 'none had to be cut')
  await closed
})

t.test('a connection whose answer comes after the closing began ends with the answer', async t => {
  const { server, port, close } = await startServer(t, (_, response) => setTimeout(() => response.end('late'), 1500))
  const agent = new Agent({ keepAlive: true })
  t.teardown(() => agent.destroy())
  const asked = once(get({ port, agent }), 'response')
  await once(server, 'request')
  t.same(await close(60_000), [], 'none had to be cut')
  const [answer] = await asked
  t.equal(String((await answer.toArray())[0]), 'late')
})

t.test('a long answer that is read slowly stays whole', async t => {
  const pieces = 512
  const piece = Buffer.alloc(64 * 1024)
  const { port, close } = await startServer(t, (_, response) => {
    Readable.from(Array.from({ length: pieces }, () => piece)).pipe(response)
  })
  const agent = new Agent({ keepAlive: true })
  t.teardown(() => agent.destroy())
  const [answer] = await once(get({ port, agent }), 'response')
  const closed = close(60_000)
  await wait(1500)
  let bytes = 0
  for await (const chunk of answer) bytes += chunk.length
  t.equal(bytes, pieces * piece.length)
  t.same(await closed, [], 'none had to be cut')
})

t.test('an answer whose reader stopped, and a request that stays half, are cut after a while', async t => {
  const { server, port, close } = await startServer(t, (_, response) => {
    response.write('begun')
  })
  const asked = once(server, 'request')
  const half = await halt(t, port, 'GET / HTTP/1.1\r\nHost:')
  const whole = await halt(t, port, 'GET / HTTP/1.1\r\nHost: here\r\n\r\n')
  await asked
  t.same(await close(1500), [2])
  await Promise.all([half.closed, whole.closed])
})

const analysis = (port: number, agent: Agent) => {
  const asked = request({
    ...{ port, agent, method: 'POST', path: '/api/v1/analyze-vibe' },
    headers: { 'content-type': 'application/json' },
  })
  return asked
}

t.test('an analysis that outlives the drain is answered, and its connection holds nothing up', async t => {
  const picture = Buffer.from((await stripes(['#C83232'])).replace(/^.*,/, ''), 'base64')
  const source = createServer((_, response) => setTimeout(() => response.end(picture), 3000))
  const { url: source_url } = await listen(t, source)
  const environment = { PORT: '0', DATA_DIR: t.testdir(), DRAIN_MS: '300', FETCH_ALLOW_CIDRS: '127.0.0.0/8' }
  const running = start(t, [], environment)
  const port = Number(new URL(await running.listening()).port)
  const silent = connect(port, '127.0.0.1')
  t.teardown(() => silent.destroy())
  const agent = new Agent({ keepAlive: true })
  t.teardown(() => agent.destroy())
  const asked = analysis(port, agent)
  asked.end(JSON.stringify({ source_url }))
  await once(source, 'request')
  running.child.kill('SIGTERM')
  await wait(100)
  running.child.kill('SIGTERM') // said twice
  const [answer] = await once(asked, 'response')
  t.equal(answer.statusCode, 200)
  answer.resume()
  const { code, err } = await running.ended
  t.equal(code, 0)
  t.equal(err, '')
})

t.test('SIGTERM before it listens ends the process at once', async t => {
  const database = createTcpServer(() => undefined)
  const { port } = await listen(t, database)
  const running = start(t, [], { PORT: '0', DRAIN_MS: '600000', DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/c` })
  const [socket] = await once(database, 'connection')
  t.teardown(() => socket.destroy())
  running.child.kill('SIGTERM')
  const { code, out } = await running.ended
  t.equal(code, 0)
  t.same(
    out.split('\n').map(line => line && JSON.parse(line).msg),
    ['stopping', 'stopped', ''],
  )
})

t.test('Ctrl-C does not drain, and during a drain it ends at once', async t => {
  const environment = { PORT: '0', DATA_DIR: t.testdir(), DRAIN_MS: '600000' }
  const patient = start(t, [], environment)
  await patient.listening()
  patient.child.kill('SIGINT')
  t.equal((await patient.ended).code, 0)

  const hasty = start(t, [], environment)
  const base = await hasty.listening()
  hasty.child.kill('SIGTERM')
  while ((await fetch(`${base}/api/health`)).status === 200) await wait(10)
  hasty.child.kill('SIGINT')
  t.equal((await hasty.ended).code, 1)
})

t.test('words of a provider that are under way are waited for when the service closes', async t => {
  let answer = (): void => undefined
  const provider = createServer((_, response) => {
    answer = () => {
      const words = { summary: 'A red square.', keywords: ['red'], mood: ['bold'], typography: null }
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({ choices: [{ message: { content: JSON.stringify(words) }, finish_reason: 'stop' }] }),
      )
    }
  })
  const { url: base } = await listen(t, provider)
  const { app } = await startService(t, { OPENAI_BASE_URL: base, VISION_DEFAULT_PROVIDER: 'openai' })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const asked = fetch(`${address}/api/v1/analyze-vibe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ source_url: await stripes(['#C83232']), api_key: 'sk-proj-abc' }),
  })
  await once(provider, 'request')
  const closed = app.close()
  await wait(100)
  answer()
  const reply = await asked
  t.match(await reply.json(), { style_metadata: { summary: 'A red square.' } })
  await closed
})
