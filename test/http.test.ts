// What travels around every answer: headers, origins, encodings, limits, and what one client may cost the others.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify, { type LightMyRequestResponse as Answer } from 'fastify'
import t, { type Test } from 'tap'
import { authentication } from '../plugins/shared/auth.ts'
import { readBody } from '../plugins/shared/body-parser.ts'
import errors from '../plugins/shared/errors.ts'
import loadShedding from '../plugins/shared/load-shedding.ts'
import { operations } from '../schemas/index.ts'
import { allocateBytes, createByteCollector } from '../src/limits/byte-collector.ts'
import { createFairLimiter } from '../src/limits/fair-limiter.ts'
import { residentMemory } from './helpers/memory.ts'
import { start } from './helpers/process.ts'
import { startService } from './helpers/service.ts'

const page = {
  style_metadata: { colors: ['#6D28D9'] },
  content: { headline: 'Hello', sub_headline: 'there', cta_button_text: 'Go' },
}
const build = '/api/v1/build-sparkpage'
const spec = '/api/v1/export/txt/api-spec'

const security = [
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'strict-transport-security',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
]

t.test('every answer carries the security headers, and none tells what the service is made of', async t => {
  const { get, post } = await startService(t)
  const answers: readonly (readonly [string, Answer])[] = [
    ['health', await get('/api/health')],
    ['page', await post(build, page)],
    ['invalid', await post(build, {})],
    ['not JSON', await post(build, '{')],
    ['nowhere', await get('/nowhere')],
    ['wrong method', await get(build)],
    ['bad address', await get('/%E0%A4%A')],
    ['documents', await get('/docs/')],
    ['export', await get('/api/v1/export/pdf/projects')],
    ['description', await get('/openapi.json')],
  ]
  for (const [name, { headers }] of answers) {
    for (const header of security) t.ok(headers[header], `${name}: ${header}`)
    t.equal(headers.server, undefined)
    t.equal(headers['x-powered-by'], undefined)
  }
})

t.test('pages may style themselves, and nothing answers with a policy that blocks its own words', async t => {
  const { get, post } = await startService(t)
  const html = await post(build, page, { accept: 'text/html' })
  const print = await get('/api/v1/export/pdf/projects')
  for (const { headers, body } of [html, print]) {
    t.match(body, '<style>')
    t.match(headers['content-security-policy'], /default-src 'none'; style-src 'unsafe-inline'/)
  }
})

t.test('text is compressed for those who read it, and caches are told', async t => {
  const { get, post } = await startService(t)
  const plain = await get(spec)
  t.match(plain.headers, { 'content-encoding': undefined, vary: 'accept-encoding' })
  const tag = String(plain.headers.etag)
  t.match(tag, /^W\//)
  const codings = [
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ] as const
  for (const [accepted, coding, read] of codings) {
    const { headers, rawPayload } = await get(spec, { headers: { 'accept-encoding': accepted } })
    t.match(headers, { 'content-encoding': coding, vary: 'accept-encoding', etag: tag }, accepted)
    t.ok(rawPayload.length < plain.rawPayload.length / 2, `${rawPayload.length} of ${plain.rawPayload.length}`)
    t.equal(read(rawPayload).toString(), plain.body)
  }
  for (const accepted of ['identity', 'br;q=0', 'x-unheard-of']) {
    const { headers, body } = await get(spec, { headers: { 'accept-encoding': accepted } })
    t.equal(headers['content-encoding'], undefined, accepted)
    t.equal(body, plain.body)
  }
  const again = await get(spec, { headers: { 'accept-encoding': 'br', 'if-none-match': tag } })
  t.match([again.statusCode, again.body], [304, ''])
  const short = await get('/api/health', { headers: { 'accept-encoding': 'br' } })
  t.equal(short.headers['content-encoding'], undefined, 'too short to be worth it')
  const built = await post(build, page, { accept: 'text/html', 'accept-encoding': 'br' })
  t.match(built.headers, { 'content-encoding': 'br', vary: 'accept, accept-encoding' })
  const listing = await get('/api/v1/export/txt/projects', { headers: { 'accept-encoding': 'gzip' } })
  t.match(gunzipSync(listing.rawPayload).toString(), 'projects')
})

t.test('HEAD tells what GET would, without its body; OPTIONS and wrong methods name what is allowed', async t => {
  const { app, get } = await startService(t)
  for (const { method, url } of operations) {
    const address = url.replace(/:\w+/g, 'projects')
    if (method === 'GET') {
      const [whole, head] = [await get(address), await get(address, { method: 'HEAD' })]
      t.equal(head.statusCode, whole.statusCode, `HEAD ${address}`)
      t.equal(head.body, '')
      t.equal(head.headers['content-type'], whole.headers['content-type'])
    }
    const options = await app.inject({ method: 'OPTIONS', url: address })
    t.equal(options.statusCode, 204, `OPTIONS ${address}`)
    t.match(options.headers.allow, method)
    const wrong = await app.inject({ method: 'DELETE', url: address })
    t.match([wrong.statusCode, wrong.headers.allow], [405, options.headers.allow], `DELETE ${address}`)
  }
})

t.test('pages of the origins that are named may use the service, and no others', async t => {
  const CORS_ORIGINS = 'https://app.example, https://other.example:8443'
  const { app, get, post } = await startService(t, { CORS_ORIGINS })
  const preflight = (origin: string) =>
    app.inject({
      method: 'OPTIONS',
      url: build,
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-api-key',
      },
    })
  const allowed = await preflight('https://app.example')
  t.match(allowed, {
    statusCode: 204,
    headers: {
      'access-control-allow-origin': 'https://app.example',
      'access-control-allow-methods': /POST/,
      'access-control-allow-headers': /x-api-key/,
      'access-control-max-age': '86400',
    },
  })
  t.match(allowed.headers.vary, /Origin/i)
  for (const origin of ['https://app.example.evil.test', 'http://app.example', 'https://other.example', 'null']) {
    t.equal((await preflight(origin)).headers['access-control-allow-origin'], undefined, origin)
    const answer = await post(build, page, { origin })
    t.equal(answer.headers['access-control-allow-origin'], undefined, origin)
  }
  const answer = await post(build, {}, { origin: 'https://other.example:8443' })
  t.match(answer.headers, {
    'access-control-allow-origin': 'https://other.example:8443',
    'access-control-expose-headers': /x-page-id/,
  })
  t.equal((await get('/nowhere')).statusCode, 404, 'the preflight route is no address')
  t.match(await app.inject({ method: 'OPTIONS', url: build }), { statusCode: 204, headers: { allow: /POST/ } })
})

t.test('without CORS_ORIGINS no page elsewhere may, and with * all', async t => {
  const origin = 'https://app.example'
  const closed = await startService(t)
  t.equal((await closed.get(spec, { headers: { origin } })).headers['access-control-allow-origin'], undefined)
  const open = await startService(t, { CORS_ORIGINS: '*', DATA_DIR: t.testdir() })
  t.equal((await open.get(spec, { headers: { origin } })).headers['access-control-allow-origin'], '*')
})

t.test('a client that asks too often is told when to come back; health answers always', async t => {
  const { get, post } = await startService(t, { RATE_LIMIT: '3', TRUST_PROXY: 'loopback' })
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const told = []
  for (let i = 0; i < 5; i++) told.push(await get('/openapi.json', from('203.0.113.1')))
  t.strictSame(
    told.map(({ statusCode }) => statusCode),
    [200, 200, 200, 429, 429],
  )
  t.match(told[0]?.headers, { 'ratelimit-policy': '"minute";q=3;w=60', ratelimit: /^"minute";r=2;t=\d+$/ })
  const [, , , refused] = told
  t.match(refused?.json(), { code: 'rate_limited', status: 429, success: false })
  t.match(refused?.headers, { ratelimit: /^"minute";r=0;t=\d+$/ })
  const wait = Number(refused?.headers['retry-after'])
  t.ok(wait > 0 && wait <= 60, `${wait} s`)
  t.equal((await post(build, page, from('203.0.113.1').headers)).statusCode, 429, 'all operations are counted together')
  t.equal((await get('/openapi.json', from('203.0.113.2'))).statusCode, 200, 'another client is not meant')
  for (const url of ['/api/health', '/livez', '/readyz']) {
    const answer = await get(url, from('203.0.113.1'))
    t.not(answer.statusCode, 429, url)
    t.equal(answer.headers.ratelimit, undefined)
  }
})

t.test('a key counts for all who hold it, and who brings none is counted before being refused', async t => {
  const { get } = await startService(t, { RATE_LIMIT: '2', API_KEYS: 'one:first,two:second', TRUST_PROXY: 'loopback' })
  let client = 0
  const ask = async (key: string) => {
    client += 1
    const headers = { 'x-api-key': key, 'x-forwarded-for': `203.0.113.${client}` }
    return (await get(spec, { headers })).statusCode
  }
  t.strictSame([await ask('first'), await ask('first'), await ask('first')], [200, 200, 429])
  t.equal(await ask('second'), 200)
  const guess = () => get(spec, { headers: { 'x-api-key': 'guess', 'x-forwarded-for': '203.0.113.99' } })
  t.strictSame(
    [await guess(), await guess(), await guess()].map(({ statusCode }) => statusCode),
    [401, 401, 429],
  )
})

t.test('a preflight needs no key', async t => {
  const { app } = await startService(t, { API_KEYS: 'one:first', CORS_ORIGINS: 'https://app.example' })
  const answer = await app.inject({
    method: 'OPTIONS',
    url: build,
    headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
  })
  t.match(answer, { statusCode: 204, headers: { 'access-control-allow-origin': 'https://app.example' } })
})

t.test('addresses that a stranger forwards are not believed', async t => {
  const { get } = await startService(t, { RATE_LIMIT: '2' })
  const statuses = []
  for (let i = 0; i < 3; i++) {
    const { statusCode } = await get('/openapi.json', { headers: { 'x-forwarded-for': `203.0.113.${i}` } })
    statuses.push(statusCode)
  }
  t.strictSame(statuses, [200, 200, 429])
})

t.test('without RATE_LIMIT nobody is counted', async t => {
  const { get } = await startService(t)
  const { headers } = await get('/openapi.json')
  t.strictSame([headers.ratelimit, headers['ratelimit-policy']], [undefined, undefined])
})

t.test('of bodies that arrive at once the newest of who holds most gives way', async t => {
  const limiter = createFairLimiter({ capacity: 1000, maxWaiting: 0, isRevocable: true })
  let garbage = 0
  const notePieces = (bytes: number): void => {
    garbage += bytes
  }
  const read = async (client: string, body: Readable) => {
    const memory = await limiter.acquire(client, 0)
    const signals = [memory.signal]
    const read = readBody(body, { limit: 5000, declared: undefined, memory, notePieces, signals })
    return read.finally(memory.release)
  }
  const slow = [new PassThrough(), new PassThrough()] as const
  const [older, newer] = [read('a', slow[0]), read('a', slow[1])]
  for (const body of slow) body.write(Buffer.alloc(400))
  await new Promise(resolve => setImmediate(resolve))
  const quick = read('b', Readable.from([Buffer.alloc(300, 'a')]))
  await t.rejects(newer, { code: 'overloaded', headers: { 'retry-after': '2' } })
  t.equal(slow[1].destroyed, false, 'its client may read the answer')
  t.equal((await quick).toString(), 'a'.repeat(300))
  slow[0].end()
  t.equal((await older).length, 400)
  const before = garbage
  t.equal((await read('a', Readable.from([Buffer.alloc(4000)]))).length, 4000, 'one alone may be as large as it likes')
  t.equal(garbage - before, 4000, 'its pieces are garbage once they are copied')
})

t.test('joins the pieces of a body, whatever length was declared', async t => {
  const megabyte = 1024 * 1024
  for (const declared of [undefined, Number.NaN, 1000, 3 * megabyte]) {
    const collector = createByteCollector(declared, 3 * megabyte)
    for (const fill of [1, 2, 3]) collector.add(Buffer.alloc(megabyte, fill))
    const bytes = collector.bytes()
    t.equal(bytes.length, 3 * megabyte)
    t.same(
      [0, 1, 2].map(at => bytes[at * megabyte + 7]),
      [1, 2, 3],
    )
  }
})

t.test('large memory is taken from the system and given back to it', async t => {
  for (const [length, resizable] of [
    [1000, false],
    [3 * 1024 * 1024, true],
  ] as const) {
    const bytes = allocateBytes(length)
    t.equal(bytes.length, length)
    t.match(bytes.buffer, { byteLength: length, resizable })
  }
})

t.test('a body takes at most twice the memory of what has arrived, whatever length was declared', async t => {
  const megabyte = 1024 * 1024
  for (const declared of [undefined, 24 * megabyte]) {
    const collector = createByteCollector(declared, 24 * megabyte)
    let arrived = 0
    for (const length of [1, 5000, 65_536, megabyte, 2 * megabyte, megabyte, 5 * megabyte, megabyte]) {
      collector.add(Buffer.alloc(length, arrived % 251))
      arrived += length
      const taken = collector.bytes().buffer.byteLength
      t.ok(taken <= Math.max(4096, 2 * arrived), `${taken} of ${arrived}`)
    }
    const bytes = collector.bytes()
    t.equal(bytes.length, arrived)
    t.same([bytes[0], bytes[1], bytes[5001]], [0, 1, 5001 % 251])
  }
})

t.test('more requests under way than the service has room for are told to come back', async t => {
  const app = fastify()
  t.teardown(() => app.close())
  await app.register(errors)
  await app.register(authentication)
  await app.register(loadShedding, { requests: createFairLimiter({ capacity: 2, maxWaiting: 0, isRevocable: true }) })
  const doors: (() => void)[] = []
  app.get('/slow', () => new Promise(resolve => doors.push(() => resolve('done'))))
  app.get('/api/health', { config: { isHealthCheck: true } }, async () => 'ok')
  const waiting = [app.inject('/slow'), app.inject('/slow')]
  while (doors.length < 2) await new Promise(resolve => setImmediate(resolve))
  t.match(await app.inject('/slow'), { statusCode: 503, headers: { 'retry-after': '2' } })
  t.equal((await app.inject('/api/health')).statusCode, 200)
  for (const open of doors) open()
  t.strictSame(
    (await Promise.all(waiting)).map(({ body }) => body),
    ['done', 'done'],
  )
  const next = app.inject('/slow')
  while (doors.length < 3) await new Promise(resolve => setImmediate(resolve))
  doors[2]?.()
  t.equal((await next).statusCode, 200, 'there is room again')
})

const stalled = async (t: Test, port: number, head: string, body: Buffer): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(head)
  // Until all of it is on its way, or the service has told it to leave.
  if (!socket.write(body)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined)
  return socket
}

t.test('many large bodies that never end hold no more memory than is set aside, and nobody else waits', async t => {
  const service = start(t, [], { PORT: '0', DATA_DIR: t.testdir(), LOG_LEVEL: 'fatal' })
  const base = await service.listening()
  const port = Number(new URL(base).port)
  const pid = service.child.pid ?? 0
  await fetch(`${base}${build}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(page),
  })
  const before = await residentMemory(pid)
  const size = 24 * 1024 * 1024
  const head = `POST /api/v1/analyze-vibe HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${size}\r\n\r\n`
  const body = Buffer.alloc(size - 1, 0x20)
  const sockets = await Promise.all(Array.from({ length: 80 }, () => stalled(t, port, head, body)))
  t.equal((await fetch(`${base}/api/health`)).status, 200)
  const answer = await fetch(`${base}${build}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(page),
  })
  t.equal(answer.status, 200, 'a small body finds its way')
  const grown = (await residentMemory(pid)) - before
  t.ok(grown < 900, `${Math.round(grown)} MB for ${(80 * size) / 1024 / 1024} MB`)
  const refused = sockets.filter(({ destroyed, bytesRead }) => destroyed || bytesRead > 0)
  t.ok(refused.length >= 60, `${refused.length} were told to come back`)
  t.ok(refused.length < 80, 'and not all of them')
})
