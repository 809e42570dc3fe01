// The HTTP layer: headers, compression, methods, CORS, clients and their rate limit, load shedding and large bodies.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { EventEmitter, once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { PassThrough, Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify, { type LightMyRequestResponse as Answer, type FastifyRequest } from 'fastify'
import t, { type Test } from 'tap'
import { authentication, clientOf } from '../plugins/shared/access/auth.ts'
import loadShedding from '../plugins/shared/access/load-shedding.ts'
import { holdAnswer } from '../plugins/shared/answers.ts'
import { readBody } from '../plugins/shared/bodies/body-parser.ts'
import { abortSignal } from '../plugins/shared/disconnect.ts'
import errors from '../plugins/shared/errors.ts'
import { createProxyTrust, createPublicAddress } from '../plugins/shared/public-address.ts'
import { operations } from '../schemas/index.ts'
import { readConfig } from '../src/config/config.ts'
import { allocateBytes, createByteCollector, freeMemory, readMemory } from '../src/limits/byte-collector.ts'
import { FairQueue } from '../src/limits/fair-queue.ts'
import { createMemoryBudget } from '../src/limits/memory-budget.ts'
import { privateMegabytes } from './helpers/memory.ts'
import { startService } from './helpers/service.ts'

const page = {
  style_metadata: { colors: ['#6D28D9'] },
  content: { headline: 'Hello', sub_headline: 'there', cta_button_text: 'Go' },
}
const build = '/api/v1/build-sparkpage'
const spec = '/api/v1/export/txt/api-spec'

/** With the default settings. */
const { app, get, post } = await startService(t)

t.test('every answer has the security headers, and none identifies the server software', async t => {
  const answers: Readonly<Record<string, Answer>> = {
    health: await get('/api/health'),
    page: await post(build, page),
    'an invalid request': await post(build, {}),
    'not JSON': await post(build, '{'),
    'an unknown path': await get('/nowhere'),
    'a wrong method': await get(build),
    'a path that cannot be decoded': await get('/%E0%A4%A'),
    'the API reference': await get('/docs/'),
    'an export': await get('/api/v1/export/pdf/projects'),
    'the OpenAPI document': await get('/openapi.json'),
  }
  const names = `content-security-policy x-content-type-options x-frame-options referrer-policy
    strict-transport-security cross-origin-opener-policy cross-origin-resource-policy permissions-policy`.split(/\s+/)
  for (const [name, { headers }] of Object.entries(answers)) {
    for (const header of names) t.ok(headers[header], `${name}: ${header}`)
    t.match(headers, { server: undefined, 'x-powered-by': undefined }, name)
  }
  const html = await post(build, page, { accept: 'text/html' })
  for (const { headers, body } of [html, await get('/api/v1/export/pdf/projects')]) {
    t.match(body, '<style>')
    t.match(headers['content-security-policy'], /default-src 'none'; style-src 'unsafe-inline'/)
  }
})

t.test('compresses text for clients that accept it, with one ETag and Vary', async t => {
  const plain = await get(spec)
  t.match(plain.headers, { 'content-encoding': undefined, vary: 'accept-encoding', etag: /^W\// })
  const etag = String(plain.headers.etag)
  for (const [accepted, coding, decompress] of [
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ] as const) {
    const { headers, rawPayload } = await get(spec, { headers: { 'accept-encoding': accepted } })
    t.match(headers, { 'content-encoding': coding, vary: 'accept-encoding', etag }, accepted)
    t.ok(rawPayload.length < plain.rawPayload.length / 2, `${rawPayload.length} of ${plain.rawPayload.length}`)
    t.equal(decompress(rawPayload).toString(), plain.body)
  }
  for (const accepted of ['identity', 'br;q=0', 'x-unheard-of']) {
    const { headers, body } = await get(spec, { headers: { 'accept-encoding': accepted } })
    t.equal(headers['content-encoding'], undefined, accepted)
    t.equal(body, plain.body)
  }
  const cached = await get(spec, { headers: { 'accept-encoding': 'br', 'if-none-match': etag } })
  t.match([cached.statusCode, cached.body], [304, ''])
  const short = await get('/api/health', { headers: { 'accept-encoding': 'br' } })
  t.equal(short.headers['content-encoding'], undefined, 'a short body')
  const html = await post(build, page, { accept: 'text/html', 'accept-encoding': 'br' })
  t.match(html.headers, { 'content-encoding': 'br', vary: 'accept, accept-encoding' })
  const listing = await get('/api/v1/export/txt/projects', { headers: { 'accept-encoding': 'gzip' } })
  t.match(gunzipSync(listing.rawPayload).toString(), 'projects')
})

t.test('HEAD equals GET without its body; OPTIONS and wrong methods get Allow', async t => {
  for (const { method, url } of operations) {
    const path = url.replace(/:\w+/g, 'projects')
    if (method === 'GET') {
      const [whole, head] = [await get(path), await get(path, { method: 'HEAD' })]
      t.match(head, { statusCode: whole.statusCode, body: '' }, `HEAD ${path}`)
      t.equal(head.headers['content-type'], whole.headers['content-type'])
    }
    const options = await app.inject({ method: 'OPTIONS', url: path })
    t.match(options, { statusCode: 204, headers: { allow: method } }, `OPTIONS ${path}`)
    const wrong = await app.inject({ method: 'PATCH', url: path })
    t.match([wrong.statusCode, wrong.headers.allow], [405, options.headers.allow], `PATCH ${path}`)
  }
})

t.test('a trailing slash finds the operation, and problems name the address as it was sent', async t => {
  t.equal((await post(`${build}/`, page)).statusCode, 200)
  for (const url of ['/api/health/', '/api/admin/stats/', `${spec}/`, `${spec}/?limit=1`, '/openapi.json/'])
    t.equal((await get(url)).statusCode, 200, url)
  t.match((await post(`${build}/`, {})).json(), { status: 400, instance: `${build}/` })
  const wrongMethod = await get(`${build}/`)
  t.match(wrongMethod.json(), { status: 405, instance: `${build}/` })
  t.equal(wrongMethod.headers.allow, 'POST, OPTIONS')
  for (const url of ['/api/v1/nowhere/', `${build}//`, '/playground/'])
    t.match((await get(url)).json(), { status: 404, instance: url }, url)
})

t.test('without CORS_ORIGINS no other origin is allowed, and without RATE_LIMIT nothing is counted', async t => {
  const { headers } = await get(spec, { headers: { origin: 'https://app.example' } })
  for (const name of ['access-control-allow-origin', 'ratelimit', 'ratelimit-policy']) t.equal(headers[name], undefined)
})

t.test('a client is its API key, else its IPv4 address, else its IPv6 /64 network', async t => {
  const app = fastify({ trustProxy: createProxyTrust(['loopback', '10.0.0.0/8', '2001:db8:f::/48']) })
  t.teardown(() => app.close())
  app.get('/', async request => [clientOf(request), clientOf(request)])
  for (const [address, client] of Object.entries({
    '192.0.2.1': 'ip:192.0.2.1',
    '::ffff:192.0.2.1': 'ip:192.0.2.1',
    '::FFFF:c000:201': 'ip:192.0.2.1',
    '2001:db8:1:2:3:4:5:6': 'ip:2001:db8:1:2::/64',
    '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff': 'ip:2001:db8:1:2::/64',
    '2001:db8:1:3::1': 'ip:2001:db8:1:3::/64',
    '2001:db8::1': 'ip:2001:db8::/64',
    '2001:db8:0:10::1': 'ip:2001:db8:0:10::/64',
    '2001:db8:10::1': 'ip:2001:db8:10::/64',
    '64:ff9b::192.0.2.1': 'ip:64:ff9b::/64',
    'fe80::1%eth0': 'ip:fe80::/64',
    '::1': 'ip:::/64',
    unknown: 'ip:unknown',
    '192.0.2.1/8': 'ip:unknown',
    // Some proxies add the port of the client.
    '192.0.2.1:5678': 'ip:192.0.2.1',
    '[2001:db8:1:2::1]:5678': 'ip:2001:db8:1:2::/64',
    '[2001:db8:1:2::1]': 'ip:2001:db8:1:2::/64',
    '[::ffff:192.0.2.1]:5678': 'ip:192.0.2.1',
    '203.0.113.5, 192.0.2.1:5678, 10.0.0.2:80, [2001:db8:f::1]:443': 'ip:192.0.2.1',
    '192.0.2.1:port': 'ip:unknown',
    '[192.0.2.1': 'ip:unknown',
  })) {
    const answer = await app.inject({ url: '/', headers: { 'x-forwarded-for': address } })
    t.same(answer.json(), [client, client], address)
  }
  const hasIpv6 = Object.values(networkInterfaces()).some(list => list?.some(({ address }) => address === '::1'))
  const { port } = new URL(await app.listen({ port: 0, host: hasIpv6 ? '::' : '127.0.0.1' }))
  t.same(await (await fetch(`http://127.0.0.1:${port}/`)).json(), ['ip:127.0.0.1', 'ip:127.0.0.1'])
  if (hasIpv6) t.same(await (await fetch(`http://[::1]:${port}/`)).json(), ['ip:::/64', 'ip:::/64'])
})

t.test('limits the requests of each client in a minute', async t => {
  const API_KEYS = 'one:first-of-the-keys,two:second-of-the-keys,unknown:third-of-the-keys'
  const { get, post } = await startService(t, { RATE_LIMIT: '2', API_KEYS, TRUST_PROXY: 'loopback' })
  const from = (address: string, key?: string) => ({
    'x-forwarded-for': address,
    ...(key !== undefined && { 'x-api-key': key }),
  })
  const statusesOf = async (url: string, clients: readonly Readonly<Record<string, string>>[]) => {
    const statuses = []
    for (const headers of clients) statuses.push((await get(url, { headers })).statusCode)
    return statuses
  }
  const first = await get('/openapi.json', { headers: from('203.0.113.1') })
  t.match(first.headers, { 'ratelimit-policy': '"minute";q=2;w=60', ratelimit: /^"minute";r=1;t=\d+$/ })
  await get('/openapi.json', { headers: from('203.0.113.1') })
  const refused = await get('/openapi.json', { headers: from('203.0.113.1') })
  t.match(refused.json(), { code: 'rate_limited', status: 429, success: false })
  t.match(refused.headers, { ratelimit: /^"minute";r=0;t=\d+$/ })
  const retryAfter = Number(refused.headers['retry-after'])
  t.ok(retryAfter > 0 && retryAfter <= 60, `${retryAfter} s`)
  t.equal((await post(build, page, from('203.0.113.1'))).statusCode, 429, 'all operations are counted together')
  for (const url of ['/api/health', '/livez', '/readyz']) {
    const answer = await get(url, { headers: from('203.0.113.1') })
    t.not(answer.statusCode, 429, url)
    t.equal(answer.headers.ratelimit, undefined)
  }
  const networks = `2001:db8:1:2::1 2001:db8:1:2::2 2001:db8:1:2:ffff::3 2001:db8:1:3::1
    198.51.100.7 ::ffff:198.51.100.7 198.51.100.7 198.51.100.8`.split(/\s+/)
  const counted = await statusesOf(
    '/openapi.json',
    networks.map(address => from(address)),
  )
  t.same(counted, [200, 200, 429, 200, 200, 200, 429, 200], 'an IPv6 network and an IPv4 address are one client each')
  const keys = ['first', 'first', 'first', 'second'].map((key, at) =>
    from(`203.0.113.${at + 10}`, `${key}-of-the-keys`),
  )
  t.same(await statusesOf(spec, keys), [200, 200, 429, 200], 'a key is one client from everywhere')
  const guesses = [
    from('unknown', 'wrong'),
    from('unknown', 'guess'),
    from('unknown', 'third-of-the-keys'),
    from('unknown'),
  ]
  t.same(await statusesOf(spec, guesses), [401, 401, 200, 429], 'an address is counted before the request is refused')
})

t.test('sheds requests above its capacity, except health checks', async t => {
  const app = fastify()
  t.teardown(() => app.close())
  await app.register(errors, createPublicAddress(readConfig({})))
  await app.register(authentication)
  await app.register(loadShedding, { requests: new FairQueue({ capacity: 2 }) })
  const finish: (() => void)[] = []
  app.get('/slow', () => new Promise(resolve => finish.push(() => resolve('done'))))
  app.get('/api/health', { config: { isHealthCheck: true } }, async () => 'ok')
  const started = async (count: number) => {
    while (finish.length < count) await new Promise(setImmediate)
  }
  const running = [app.inject('/slow'), app.inject('/slow')]
  await started(2)
  t.match(await app.inject('/slow'), { statusCode: 503, headers: { 'retry-after': '2' } })
  t.equal((await app.inject('/api/health')).statusCode, 200)
  for (const end of finish) end()
  t.match(await Promise.all(running), [{ body: 'done' }, { body: 'done' }])
  const next = app.inject('/slow')
  await started(3)
  finish[2]?.()
  t.equal((await next).statusCode, 200)
})

const mebibyte = 1024 * 1024

t.test('requests that wait for an earlier answer on their connection end with the connection', async t => {
  const app = fastify()
  t.teardown(() => app.close())
  const requests = new FairQueue({ capacity: 99 })
  const memory = createMemoryBudget({ bytes: () => 200 * mebibyte, maxWaiting: 0 })
  await app.register(authentication)
  await app.register(loadShedding, { requests })
  const counts = { started: 0, aborted: 0, ended: 0 }
  const events = new EventEmitter().setMaxListeners(0)
  app.get('/slow', async (_request, reply) => {
    const signal = abortSignal(reply)
    holdAnswer(reply, memory, mebibyte)
    counts.started += 1
    await once(signal, 'abort')
    counts.aborted += 1
    await once(events, 'done')
    holdAnswer(reply, memory, mebibyte)
    counts.ended += 1
    return 'late'
  })
  app.get('/fast', async () => 'fast')
  const { port } = new URL(await app.listen({ port: 0 }))
  const send = (path: string, count: number): Socket => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(count))
    return socket
  }
  const until = async (isReached: () => boolean): Promise<void> => {
    for (const deadline = performance.now() + 5000; !isReached() && performance.now() < deadline; ) await wait(5)
  }
  const warnings: Error[] = []
  const note = (warning: Error) => warnings.push(warning)
  process.on('warning', note)
  t.teardown(() => process.off('warning', note))

  const socket = send('/slow', 30)
  await until(() => counts.started === 30)
  t.same([requests.held, memory.queue.held], [30, 30 * mebibyte])
  socket.destroy()
  await until(() => requests.held === 0 && counts.aborted === 30)
  t.same([requests.held, memory.queue.held, counts.aborted], [0, 0, 30], 'nothing is held, and the work is aborted')
  events.emit('done')
  await until(() => counts.ended === 30)
  t.equal(memory.queue.held, 0, 'nor is a late answer')

  let answers = ''
  const answered = send('/fast', 3).on('data', chunk => {
    answers += chunk
  })
  await until(() => answers.split('\r\n\r\nfast').length === 4)
  t.equal(requests.held, 0, 'answered ones hold nothing')
  answered.destroy()
  await once(answered, 'close')
  t.same([requests.held, warnings], [0, []])
})

// Bodies and their memory.

t.test('revokes the newest body of the client that holds most', async t => {
  const limiter = new FairQueue({ capacity: 1000 })
  const read = async (client: string, body: Readable) => {
    const memory = limiter.acquireRevocable(client, 0)
    const options = { limit: 5000, declared: undefined, memory, signal: memory.signal }
    return readBody(body, options).finally(memory.release)
  }
  const slow = [new PassThrough(), new PassThrough()] as const
  const [older, newer] = [read('a', slow[0]), read('a', slow[1])]
  for (const body of slow) body.write(Buffer.alloc(400))
  await new Promise(setImmediate)
  const other = read('b', Readable.from([Buffer.alloc(300, 'a')]))
  await t.rejects(newer, { code: 'overloaded', headers: { 'retry-after': '2' } })
  t.equal(slow[1].destroyed, false, 'its client can read the response')
  t.equal((await other).toString(), 'a'.repeat(300))
  slow[0].end()
  t.equal((await older).length, 400)
  t.equal((await read('a', Readable.from([Buffer.alloc(4000)]))).length, 4000, 'a body alone may exceed the capacity')
})

t.test('collects a body in at most twice the memory of what has arrived, or in what may come', async t => {
  for (const declared of [undefined, Number.NaN, 1000, 24 * mebibyte]) {
    const collector = createByteCollector(declared, () => 24 * mebibyte)
    let arrived = 0
    for (const length of [1, 5000, 65_536, mebibyte, 2 * mebibyte, mebibyte, 5 * mebibyte]) {
      collector.add(Buffer.alloc(length, arrived % 251))
      arrived += length
      const allocated = collector.bytes().buffer.byteLength
      const isReserved = arrived > mebibyte && allocated === (declared || 24 * mebibyte)
      t.ok(isReserved || allocated <= Math.max(4096, 2 * arrived), `${allocated} of ${arrived}`)
    }
    const bytes = collector.bytes()
    t.same([bytes.length, bytes[0], bytes[1], bytes[5001]], [arrived, 0, 1, 5001 % 251])
  }
  for (const [length, resizable] of [
    [1000, false],
    [3 * mebibyte, true], // so that it can be given back at once
  ] as const) {
    const bytes = allocateBytes(length)
    t.match([bytes.length, bytes.buffer], [length, { byteLength: length, resizable }])
  }
})

t.test('what is reserved for a body takes no memory until it arrives', async t => {
  const before = process.memoryUsage().rss
  const declarations = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 24 * mebibyte : undefined))
  const collectors = declarations.map(declared => createByteCollector(declared, () => 24 * mebibyte))
  for (const collector of collectors) collector.add(Buffer.alloc(mebibyte, 7))
  const grownMb = (process.memoryUsage().rss - before) / mebibyte
  t.ok(collectors.every(collector => collector.bytes().buffer.byteLength === 24 * mebibyte))
  t.ok(grownMb < 100, `${Math.round(grownMb)} MB for 20 MB of 480`)
  for (const collector of collectors) collector.discard()
})

t.test('a body that is not read to its end gives its memory back at once', async t => {
  const collector = createByteCollector(undefined, () => 24 * mebibyte)
  collector.add(Buffer.alloc(4 * mebibyte))
  const memory = collector.bytes().buffer
  t.ok(memory.byteLength >= 4 * mebibyte, `${memory.byteLength} bytes`)
  collector.discard()
  t.same([memory.byteLength, collector.bytes().length], [0, 0])
  collector.add(Buffer.from('more'))
  t.equal(collector.bytes().toString(), 'more', 'it can collect again')
})

t.test('memory is given back at once, unless others share it', async t => {
  const shared = Buffer.alloc(100)
  freeMemory(shared.subarray(0, 50))
  t.equal(shared.length, 100)
  const before = process.memoryUsage().external
  const large = allocateBytes(3 * mebibyte)
  freeMemory(large)
  t.equal(large.length, 0)
  t.ok(process.memoryUsage().external - before < mebibyte, 'V8 no longer counts it')
  const own = Buffer.alloc(100)
  freeMemory(own)
  t.equal(own.length, 0)
  freeMemory(own)
})

t.test('memory that work reads is given back when the last piece of work has ended', async t => {
  const file = allocateBytes(mebibyte)
  const [first, second] = [withResolvers(), withResolvers()]
  const works = [first, second].map(({ promise }) => readMemory(file, () => promise))
  freeMemory(file)
  first.resolve()
  await works[0]
  t.equal(file.length, mebibyte)
  second.resolve()
  await works[1]
  t.equal(file.length, 0)
  const memory = allocateBytes(mebibyte)
  await t.rejects(
    readMemory(memory, async () => {
      throw new Error('broken')
    }),
    /broken/,
  )
  t.equal(memory.length, mebibyte, 'it was not freed')
})

/** Promise.withResolvers, which Node.js 20 does not have. */
function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>(done => {
    resolve = done
  })
  return { promise, resolve }
}

t.test('the memory of files that are refused is given back with the answer', async t => {
  const { listen } = await startService(t)
  const files: Buffer[] = []
  const keepFiles = (message: unknown): void => {
    const { request }: { request?: FastifyRequest } = Object(message)
    for (const { bytes } of request?.dataUris?.values() ?? []) if (bytes instanceof Buffer) files.push(bytes)
  }
  const handled = 'tracing:fastify.request.handler:start'
  subscribe(handled, keepFiles)
  t.teardown(() => unsubscribe(handled, keepFiles))
  const address = await listen()
  const picture = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(mebibyte)])
  const lines = picture.toString('base64').replace(/.{76}/g, '$&\n')
  const src = `data:image/gif;base64,${lines}`
  const content = { ...page.content, image: { src, alt: '' } }
  for (const [path, type, body] of [
    ['/api/v1/analyze-vibe', 'image/gif', picture],
    ['/api/v1/analyze-vibe', 'application/json', JSON.stringify({ source_url: src })],
    [build, 'application/json', JSON.stringify({ ...page, content })],
  ] as const) {
    const answer = await fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    t.equal(answer.status, 422, `${path} ${type}`)
    await answer.text()
    const deadline = performance.now() + 10_000
    while (files.at(-1)?.length !== 0 && performance.now() < deadline) await wait(5)
    t.equal(files.at(-1)?.length, 0)
  }
  t.equal(files.length, 3)
})

/** Sends the body until the service refuses it. */
async function sendIncomplete(t: Test, port: number, head: string, body: Buffer): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  t.teardown(() => socket.destroy())
  await once(socket, 'connect')
  socket.write(head)
  if (!socket.write(body)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined)
  return socket
}

t.test('incomplete large bodies stay within the memory budget and do not delay small ones', async t => {
  const { listen } = await startService(t, { MEMORY_BUDGET_MB: '128' })
  const address = await listen()
  const headers = { 'content-type': 'application/json' }
  const buildPage = () => fetch(address + build, { method: 'POST', headers, body: JSON.stringify(page) })
  await buildPage()
  const body = Buffer.alloc(24 * mebibyte - 1, ' ')
  const head = `POST /api/v1/analyze-vibe HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`
  const before = privateMegabytes(process.pid)
  const sockets = await Promise.all(
    Array.from({ length: 12 }, () =>
      sendIncomplete(t, Number(new URL(address).port), `${head}content-length: ${body.length + 1}\r\n\r\n`, body),
    ),
  )
  t.equal((await fetch(`${address}/api/health`)).status, 200)
  t.equal((await buildPage()).status, 200)
  // Refused bodies are garbage until the next collection.
  const grownMb = () => privateMegabytes(process.pid) - before
  const deadline = performance.now() + 10_000
  while (grownMb() > 240 && performance.now() < deadline) await wait(100)
  t.ok(grownMb() < 240, `${Math.round(grownMb())} MB for 288 MB`)
  const refused = sockets.filter(({ destroyed, bytesRead }) => destroyed || bytesRead > 0).length
  t.ok(refused >= 4 && refused < 12, `${refused} of 12 are refused`)
  for (const socket of sockets) socket.destroy()
})

/** Sends a request as http.client of Python does: the whole body before it reads the answer. */
async function sendThenRead(t: Test, port: number, head: readonly string[], body: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  socket.pause()
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await promisify((done: (error?: Error | null) => void) => socket.write(body, done))()
  let text = ''
  for await (const chunk of socket) {
    text += chunk
    if (text.endsWith('}')) break
  }
  return text
}

t.test('an answer that its client does not read gives way to the body of another client', async t => {
  const memory = createMemoryBudget({ bytes: () => 20 * mebibyte, maxWaiting: 0 })
  const app = fastify()
  t.teardown(() => app.close())
  await app.register(authentication)
  app.get('/', async (_request, reply) => {
    holdAnswer(reply, memory, 6 * mebibyte)
    return reply.send(Readable.from([Buffer.alloc(1000), new Promise(() => undefined)]))
  })
  const socket = connect(Number(new URL(await app.listen({ port: 0 })).port), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(socket, 'data')
  const small = memory.hold('another', 3 * mebibyte)
  t.equal(socket.destroyed, false, 'both fit')
  small.release()
  memory.hold('another', 5 * mebibyte)
  await once(socket, 'close', { signal: AbortSignal.timeout(20_000) })
  t.equal(memory.queue.held, 5 * mebibyte)
})

t.test('an answer is not counted when its client has gone before', async t => {
  const memory = createMemoryBudget({ bytes: () => 20 * mebibyte, maxWaiting: 0 })
  const app = fastify()
  t.teardown(() => app.close())
  await app.register(authentication)
  const events = new EventEmitter()
  app.get('/', async (_request, reply) => {
    const closed = once(reply.raw, 'close')
    events.emit('arrived')
    await closed
    holdAnswer(reply, memory, 6 * mebibyte)
    setImmediate(() => events.emit('counted', memory.queue.held))
    return reply.send('x')
  })
  const socket = connect(Number(new URL(await app.listen({ port: 0 })).port), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(events, 'arrived')
  socket.destroy()
  t.same(await once(events, 'counted'), [0])
})

t.test('a client that sends 20 MB before it reads gets the answer to a refused request', async t => {
  const { listen } = await startService(t, { BODY_LIMIT_BYTES: `${10 * mebibyte}` })
  const port = Number(new URL(await listen()).port)
  const body = Buffer.alloc(20 * mebibyte)
  const chunks = Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')])
  const png = 'content-type: image/png'
  for (const [line, header, status] of [
    ['POST /nowhere', png, 404],
    ['PUT /api/v1/analyze-vibe', png, 405],
    ['POST /api/v1/analyze-vibe', png, 413],
    ['POST /api/v1/build-sparkpage', 'content-type: application/json', 413],
    ['POST /api/v1/analyze-vibe', 'content-type: text/html', 415],
    ['POST /api/v1/analyze-vibe', 'content-type: multipart/form-data; boundary=x', 413],
    ['POST /%E0%A4%A', png, 400],
    ['POST /nowhere', 'host: evil.example', 403],
    ['GET /api/health', png, 200],
  ] as const)
    for (const [framing, bytes] of [
      [`content-length: ${body.length}`, body],
      ['transfer-encoding: chunked', chunks],
    ] as const)
      for (const connection of ['close', 'keep-alive']) {
        const host = header.startsWith('host') ? header : `host: localhost\r\n${header}`
        const head = [`${line} HTTP/1.1`, host, framing, `connection: ${connection}`]
        const name = `${line} ${header} ${framing} ${connection}`
        t.match(await sendThenRead(t, port, head, bytes), RegExp(`^HTTP/1.1 ${status} `), name)
      }
  const next = `GET /livez HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`
  const socket = connect(port, '127.0.0.1')
  socket.write(`POST /nowhere HTTP/1.1\r\nhost: localhost\r\n${png}\r\ncontent-length: ${body.length}\r\n\r\n`)
  socket.write(body)
  socket.write(next)
  const answers = Buffer.concat(await socket.toArray()).toString()
  t.same(answers.match(/HTTP\/1.1 \d+/g), ['HTTP/1.1 404', 'HTTP/1.1 200'], 'a pipelined request is answered, too')
})

t.test('a connection takes the next request after a refusal whose body arrives later', { timeout: 20_000 }, async t => {
  const { listen } = await startService(t)
  const socket = connect(Number(new URL(await listen()).port), '127.0.0.1')
  t.teardown(() => socket.destroy())
  const body = Buffer.alloc(2 * mebibyte, ' ')
  const head = `host: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
  socket.write(`POST /api/v1/capture-media HTTP/1.1\r\n${head}\r\n\r\n`)
  const [refusal] = await once(socket, 'data')
  t.match(`${refusal}`, /^HTTP\/1.1 413 /)
  t.notMatch(`${refusal}`, /connection: close/i)
  socket.write(body)
  await wait(100)
  socket.write('GET /livez HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
  t.match(Buffer.concat(await socket.toArray()).toString(), /HTTP\/1.1 200 /)
})

t.test('closes a connection on request, also after a refusal', { timeout: 20_000 }, async t => {
  const { listen } = await startService(t)
  const port = Number(new URL(await listen()).port)
  for (const [request, status] of [
    ['GET /docs/', 200],
    ['GET /nowhere', 404],
    ['GET /%E0%A4%A', 400],
    ['POST /nowhere', 404],
    ['POST /api/v1/capture-media', 415],
  ] as const)
    for (const body of ['', 'text'])
      for (const version of ['1.0', '1.1']) {
        const head = `host: localhost\r\nconnection: close\r\ncontent-type: x/y\r\ncontent-length: ${body.length}`
        const socket = connect(port, '127.0.0.1')
        socket.write(`${request} HTTP/${version}\r\n${head}\r\n\r\n${body}`)
        const answer = Buffer.concat(await socket.toArray()).toString()
        t.match(answer, RegExp(`^HTTP/1.1 ${status} `), `${request} ${version} '${body}'`)
      }
})
