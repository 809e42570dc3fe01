// One client takes as much as it can get, or many send at once: each request has its own response or 503, and other clients are served.
import { once, setMaxListeners } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import t from 'tap'
import { sha256 } from '../src/values/hash.ts'
import { endlessDrawing } from './fixtures/media/pictures.ts'
import { listen } from './helpers/loopback.ts'
import { runningChildren, startPool } from './helpers/pool.ts'
import { startService } from './helpers/service.ts'
import { whole } from './helpers/whole.ts'

const analyze = '/api/v1/analyze-vibe'
const [attacker, ordinary] = ['127.0.0.9', '127.0.1.1']

function flat(width: number, height: number, background: string) {
  return sharp({ create: { width, height, channels: 3, background } })
}

const picture = await flat(320, 240, '#C83232').png().toBuffer()
const service = await startService(t, {}, { warmsUp: true })
const address = await service.app.listen({ port: 0, host: '127.0.0.1', backlog: 4096 })

/** Sends a request as the client at an address. */
function post(remoteAddress: string, url: string, payload: object) {
  return service.app.inject({ method: 'POST', url, payload, remoteAddress })
}

t.test('each of many pictures at once has its own style, or 503 and when to retry', async t => {
  const files = Array.from({ length: 96 }, async (_, level) => {
    const color = `#${(level + 16).toString(16)}C864`.toUpperCase()
    const bytes = await flat(32, 32, color).png().toBuffer()
    return { bytes, colors: [color] }
  })
  const large = await flat(2000, 1500, '#1E64C8').jpeg().toBuffer()
  const largeFiles = Array.from({ length: whole ? 50 : 4 }, (_, number) => ({
    bytes: Buffer.concat([large, Buffer.from(`${number}`)]), // another file of the same pixels
    colors: [/^#1[DEF]6[345]C[789]$/],
  }))
  let isOver = false
  const statuses = Promise.all(
    [...(await Promise.all(files)), ...largeFiles].map(async ({ bytes, colors }) => {
      const source_url = `data:;base64,${bytes.toString('base64')}`
      const { statusCode, headers, body } = await service.post(analyze, { source_url, analysis_depth: 'low' })
      if (statusCode === 503) t.match(headers['retry-after'], /^\d+$/)
      else t.match(JSON.parse(body), { style_metadata: { colors, media: { sha256: sha256(bytes) } } })
      return statusCode
    }),
  ).finally(() => {
    isOver = true
  })
  let count = 0
  for (; !isOver; count++) {
    t.equal((await service.get('/api/health')).statusCode, 200)
    await wait(25)
  }
  t.ok(count > 0, 'health answers meanwhile')
  const analyzed = (await statuses).filter(status => status === 200)
  t.ok(analyzed.length >= 50, `${analyzed.length} were analyzed`)
  t.comment(`${analyzed.length} of ${files.length + largeFiles.length} were analyzed`)
})

t.test('slow downloads of one client do not take those of another', async t => {
  const slow = new Set<ServerResponse>()
  const { url } = await listen(
    t,
    createServer(({ url: path }, response) => {
      if (path?.startsWith('/picture')) return response.end(Buffer.concat([picture, Buffer.from(path)]))
      slow.add(response)
      return response.writeHead(200, { 'content-length': 1000 }).write('\x89')
    }),
  )
  // Half of what is granted, 16 MB, has room for 64 connections.
  const { app } = await startService(t, { MEMORY_BUDGET_MB: '64' })
  let refused = 0
  const send = async (remoteAddress: string, path: string) => {
    const payload = { source_url: `${url}/${path}` }
    const answer = await app.inject({ method: 'POST', url: analyze, payload, remoteAddress })
    if (answer.statusCode === 503) refused++
    return answer
  }
  const attack = Array.from({ length: 140 }, (_, number) => send(attacker, `${number}`))
  while (refused < 140 - 64) await wait(10)
  for (let count = 0; count < 5; count++) {
    const response = await send(ordinary, `picture-${count}`)
    t.equal(response.statusCode, 200, response.body.slice(0, 200))
  }
  for (const response of slow) response.destroy()
  const answers = await Promise.all(attack)
  t.ok(refused < 90, `${refused} are refused to the client that has most`)
  for (const { statusCode, headers } of answers)
    t.ok(statusCode === 422 || (statusCode === 503 && headers['retry-after'] === '2'), `${statusCode}`)
})

t.test('requests whose body never arrives give way to those of another client', async t => {
  const { port } = new URL(address)
  const head = `POST ${analyze} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n`
  const sockets = Array.from({ length: 1100 }, () =>
    connect({ port: Number(port), host: '127.0.0.1', localAddress: attacker }).on('error', () => undefined),
  )
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
  })
  let refused = 0
  for (const socket of sockets) socket.once('data', () => refused++).write(head)
  while (refused < 1100 - 1024) await wait(20)
  for (let count = 0; count < 5; count++) {
    const content = { headline: `Ship ${count}`, sub_headline: 'It.', cta_button_text: 'Go' }
    const body = { style_metadata: { colors: ['#6D28D9'] }, content }
    t.equal((await post(ordinary, '/api/v1/build-sparkpage', body)).statusCode, 200)
  }
})

t.test('pages of clients that disconnect leave their queue, and another client gets its pages', async t => {
  const { port } = new URL(address)
  /** With a letter that is in no group of characters, so that each page needs a font of its own. */
  const pageOf = (number: number) =>
    JSON.stringify({
      style_metadata: { colors: ['#6D28D9'] },
      content: {
        headline: `Headline ${number} ${String.fromCodePoint(0x100 + number)}`,
        sub_headline: 'It.',
        cta_button_text: 'Go',
      },
    })
  for (let number = 0; number < 600; number++) {
    const body = pageOf(number % 400)
    const head = `POST /api/v1/build-sparkpage HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: attacker })
    socket.on('error', () => undefined).end(head + body, () => socket.destroy())
  }
  const times: number[] = []
  for (let count = 0; count < 10; count++) {
    const begin = performance.now()
    const { statusCode } = await post(ordinary, '/api/v1/build-sparkpage', JSON.parse(pageOf(400 + count)))
    t.equal(statusCode, 200)
    times.push(performance.now() - begin)
  }
  t.ok(Math.max(...times) < 10_000, `${times.map(Math.round)} ms`)
  t.comment(`${times.map(Math.round)} ms`)
})

t.test('clients that never finish a request are disconnected', async t => {
  t.match(service.app.server, { headersTimeout: 20_000, requestTimeout: 120_000, timeout: 150_000 })
})

t.test('a download for a client that disconnected ends, and nothing is stored', async t => {
  const silent = createServer()
  const { url: source_url } = await listen(t, silent)
  const { analyses } = await service.store.totals()
  const client = new AbortController()
  const response = fetch(`${address}${analyze}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ source_url }),
    signal: client.signal,
  })
  const [request] = await once(silent, 'request')
  // Sooner than after FETCH_TIMEOUT_MS.
  const ended = once(request.socket, 'close', { signal: AbortSignal.timeout(10_000) })
  client.abort()
  await t.rejects(response)
  await ended
  t.same((await service.store.totals()).analyses, analyses)
})

t.test('a drawing waits for at most one slow drawing of another client', async t => {
  const pool = startPool(t, { workers: 2 })
  const task = { depth: 'low', platform: 'web_16_9', mediaType: undefined } as const
  const leave = new AbortController()
  setMaxListeners(0, leave.signal)
  let slowOnes = 0
  const attack = Array.from({ length: 20 }, async () => {
    const work = pool.analyze({ ...task, bytes: endlessDrawing() }, { client: 'a', signal: leave.signal })
    await work.catch(() => undefined)
    slowOnes++
  })
  await wait(50)
  const bytes = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path fill="#C83232" d="M0 0h9v9H0z"/></svg>',
  )
  t.match(await pool.analyze({ ...task, bytes }, { client: 'b' }), { colors: ['#C83232'] })
  t.ok(slowOnes <= 1, `${slowOnes} slow drawings before it`)
  leave.abort(new Error('left'))
  await pool.close()
  await Promise.all(attack)
})

t.test(
  'the queue of the worker pool is bounded, aborted jobs leave it, and closing the pool ends the running one',
  async t => {
    const task = { depth: 'low', platform: 'web_16_9', mediaType: undefined } as const
    const before = runningChildren().length
    const pool = startPool(t, { maxWaiting: 1 })
    const bytes = Buffer.from(picture)
    const work = (signal?: AbortSignal) => pool.analyze({ ...task, bytes }, { client: 'a', ...(signal && { signal }) })
    await t.rejects(work(AbortSignal.abort(new Error('gone'))), { message: 'gone' })
    t.equal(runningChildren().length, before, 'no worker was started')
    const results = await Promise.allSettled([work(), work(), work()])
    t.match(results.slice(0, 2), [{ status: 'fulfilled' }, { status: 'fulfilled' }])
    t.match(results[2], { status: 'rejected', reason: { code: 'overloaded', headers: { 'retry-after': '2' } } })
    const client = new AbortController()
    const running = work()
    const waiting = work(client.signal)
    client.abort(new Error('left'))
    await t.rejects(waiting, { message: 'left' })
    t.match(await running, { colors: ['#C83232'] })
    t.same(bytes, picture, 'the bytes of the file are not changed')
    const endless = t.rejects(pool.analyze({ ...task, bytes: endlessDrawing() }, { client: 'a' }), {
      code: 'overloaded',
    })
    await wait(100)
    await pool.close()
    await endless
  },
)
