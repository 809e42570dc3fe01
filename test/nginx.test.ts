// The shipped nginx.conf before mock replicas: what one client can take, what nginx answers itself, and what it tells the replicas.
import { once } from 'node:events'
import { createServer, request as startRequest } from 'node:http'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { securityHeaders } from '../plugins/shared/security-headers.ts'
import { type ProblemCode, problemKinds } from '../schemas/problems.ts'
import { freePort } from './helpers/free-port.ts'
import { listen } from './helpers/loopback.ts'
import { type Answer, nginxConf, startMock, startNginx } from './helpers/nginx.ts'
import { needs } from './helpers/tools.ts'

const mebibyte = 1024 * 1024
const ok: Answer = (_request, response) => void response.end('ok')
const isRoot = process.getuid?.() === 0

/** Bodies that are read before a replica gets the request, and larger ones, which are passed on as they arrive. */
const bodySizes = [0, 1000, 99_999, 100_000, 3 * mebibyte] as const

interface Raw {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Sends bytes as they are. @returns the response, read until the connection closes or the body is complete */
async function sendRaw(port: number, bytes: string | Buffer): Promise<Raw> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  socket.write(bytes)
  let received = ''
  for await (const chunk of socket) {
    received += chunk
    const [, head = '', body = ''] = /^([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(received) ?? []
    const length = /^content-length: (\d+)/im.exec(head)?.[1]
    if (length !== undefined && body.length >= Number(length)) break
  }
  const [head = '', text = ''] = received.split('\r\n\r\n', 2)
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { status: Number(statusLine.split(' ')[1]), headers, text }
}

function postHead(path: string, ...headers: readonly string[]): string {
  return [`POST ${path} HTTP/1.1`, 'Host: a', 'X-Request-Id: mine', ...headers, '', ''].join('\r\n')
}

interface Fault {
  readonly name: string
  readonly bytes: string
  readonly code: ProblemCode
  /** Path in the document; / if nginx has not read it. */
  readonly instance?: string
  readonly headers?: Readonly<Record<string, string>>
}

const long = 'a'.repeat(9000)
const faults: readonly Fault[] = [
  { name: 'no HTTP', bytes: 'hello\r\n\r\n', code: 'malformed_request' },
  { name: 'percent-encoding', bytes: 'GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n', code: 'malformed_request' },
  { name: 'length', bytes: postHead('/x', 'Content-Length: ten'), code: 'malformed_request', instance: '/x' },
  {
    name: 'invalid chunk',
    bytes: `${postHead('/x', 'Transfer-Encoding: chunked')}zz\r\n`,
    code: 'malformed_request',
    instance: '/x',
  },
  {
    name: 'TRACE',
    bytes: 'TRACE /x HTTP/1.1\r\nHost: a\r\n\r\n',
    code: 'method_not_allowed',
    instance: '/x',
    headers: { allow: 'GET, HEAD, POST, DELETE, OPTIONS' },
  },
  {
    name: 'large body',
    bytes: postHead('/x', `Content-Length: ${32 * mebibyte + 1}`),
    code: 'body_too_large',
    instance: '/x',
  },
  { name: 'long URI', bytes: `GET /${long} HTTP/1.1\r\nHost: a\r\n\r\n`, code: 'uri_too_long' },
  {
    name: 'long header',
    bytes: `GET /x HTTP/1.1\r\nHost: a\r\nX: ${long}\r\n\r\n`,
    code: 'headers_too_large',
    instance: '/x',
  },
  {
    name: 'path of nginx itself',
    bytes: 'GET /problem HTTP/1.1\r\nHost: a\r\n\r\n',
    code: 'not_found',
    instance: '/problem',
  },
  {
    name: 'no replica',
    bytes: 'GET /x?"y" HTTP/1.1\r\nHost: a\r\n\r\n',
    code: 'overloaded',
    instance: '/x',
    headers: { 'retry-after': '5' },
  },
  {
    name: 'no replica for a large body',
    bytes: postHead('/x', 'Content-Length: 100000') + long,
    code: 'overloaded',
    instance: '/x',
    headers: { 'retry-after': '5' },
  },
]

t.test('nginx answers its own errors as the service does', needs('nginx'), async t => {
  const { port } = await startNginx(t, { replicas: [await freePort(), await freePort()] })
  for (const { name, bytes, code, instance = '/', headers = {} } of faults) {
    const { status, headers: received, text } = await sendRaw(port, Buffer.from(bytes, 'latin1'))
    const id = received.get('x-request-id')
    const { title, status: expected } = problemKinds[code]
    t.equal(status, expected, name)
    t.match(id, bytes.includes('X-Request-Id: mine') ? /^mine$/ : /^[\da-f]{32}$/, name)
    t.equal(received.get('content-type'), 'application/problem+json; charset=utf-8', name)
    const { detail, ...others } = JSON.parse(text)
    t.match(detail, /^[A-Z].*\.$/, name)
    t.strictSame(
      others,
      { type: `/problems/${code}`, title, status: expected, instance, success: false, code, request_id: id },
      name,
    )
    for (const [header, value] of Object.entries({ ...securityHeaders, ...headers }))
      t.equal(received.get(header), value, `${name}: ${header}`)
  }
})

/** nginx.conf that takes the address of the client from a header of the test. */
function confWithClients(limit: number): string {
  return nginxConf
    .replace('limit_conn clients 128;', `limit_conn clients ${limit};`)
    .replace('listen 8080;', 'listen 8080; set_real_ip_from 127.0.0.1; real_ip_header X-Test-Client;')
}

/** Starts nginx before replicas that answer when the test asks them to. */
async function startWaiting(t: Test, limit: number) {
  const waiting: (() => void)[] = []
  const mock = await startMock(t, (_request, response) => void waiting.push(() => response.end('ok')))
  const { address } = await startNginx(t, { replicas: [mock.port, mock.port], conf: confWithClients(limit) })
  const ask = (client: string) => fetch(`${address}/x`, { headers: { 'x-test-client': client } })
  const until = async (count: number) => {
    while (waiting.length < count) await setTimeout(10)
  }
  const answerAll = () => {
    for (const answer of waiting.splice(0)) answer()
  }
  return { ask, until, answerAll }
}

t.test('the requests in progress of one client are limited', needs('nginx'), async t => {
  const limit = Number(/limit_conn clients (\d+);/.exec(nginxConf)?.[1])
  t.match(nginxConf, `Your address has ${limit} requests in progress`)
  const { ask, until, answerAll } = await startWaiting(t, limit)
  const pending = Array.from({ length: limit }, () => ask('192.0.2.1'))
  await until(limit)
  const refused = await ask('192.0.2.1')
  t.equal(refused.status, 429)
  t.equal(refused.headers.get('retry-after'), '1')
  t.match(await refused.json(), { code: 'rate_limited', title: problemKinds.rate_limited.title })
  const other = ask('192.0.2.2')
  await until(limit + 1)
  answerAll()
  t.same(new Set((await Promise.all([...pending, other])).map(({ status }) => status)), new Set([200]))
  const later = ask('192.0.2.1')
  await until(1)
  answerAll()
  t.equal((await later).status, 200, 'a complete request no longer counts')
})

t.test('a client is an IPv4 address or an IPv6 /64', needs('nginx'), async t => {
  const cases = [
    { first: '192.0.2.1', second: '192.0.2.1', isSame: true },
    { first: '192.0.2.1', second: '192.0.3.1', isSame: false },
    { first: '::ffff:192.0.2.1', second: '192.0.2.1', isSame: true },
    { first: '::ffff:192.0.2.1', second: '::ffff:192.0.2.2', isSame: false },
    { first: '2001:db8::1', second: '2001:db8::ffff:ffff:ffff:ffff', isSame: true },
    { first: '2001:db8:0:1::1', second: '2001:db8:0:2::1', isSame: false },
  ] as const
  const { ask, until, answerAll } = await startWaiting(t, 1)
  for (const { first, second, isSame } of cases) {
    const pending = ask(first)
    await until(1)
    const answers = [pending, ask(second)]
    if (isSame) t.equal((await answers[1])?.status, 429, `${first} and ${second}`)
    else await until(2)
    answerAll()
    t.same(
      (await Promise.all(answers)).map(({ status }) => status),
      [200, isSame ? 429 : 200],
      `${first} and ${second}`,
    )
  }
})

t.test(
  'neither requests nor responses are written to files, so no client can fill the disk',
  needs('nginx'),
  async t => {
    const size = 5 * mebibyte
    const received: number[] = []
    const server = createServer((request, response) => {
      let length = 0
      request.on('data', chunk => {
        length += chunk.length
      })
      request.on('end', () => {
        received.push(length)
        response.end(Buffer.alloc(size))
      })
    })
    const { port } = await listen(t, server)
    const space = isRoot ? { spaceKib: 64 } : {}
    const { address, errors } = await startNginx(t, { replicas: [port, port], ...space })
    for (const length of bodySizes) {
      const answer = await fetch(address, { method: 'POST', body: Buffer.alloc(length) })
      await setTimeout(100) // a slow reader
      t.equal((await answer.arrayBuffer()).byteLength, size, `after ${length} bytes`)
    }
    t.same(received, bodySizes)
    t.notMatch(errors(), /temporary file|No space left/)
  },
)

/** Sends a large body of which a byte arrives every 50 ms. @returns the status that ended it */
async function uploadSlowly(port: number): Promise<number> {
  const head = { port, host: '127.0.0.1', localAddress: '127.0.0.2', method: 'POST', agent: false } as const
  const request = startRequest({ ...head, headers: { 'content-length': 20 * mebibyte } })
  request.on('error', () => undefined)
  const timer = setInterval(() => request.write('x'), 50)
  const [response] = await once(request, 'response')
  clearInterval(timer)
  request.destroy()
  return response.statusCode
}

t.test('slow uploads end with the timeout of the service and delay nobody', needs('nginx'), async t => {
  // The service allows 120 s.
  const mock = await startMock(t, ok, { requestTimeout: 2000, connectionsCheckingInterval: 200 })
  const { port, address } = await startNginx(t, { replicas: [mock.port, mock.port] })
  const begin = performance.now()
  const slow = Promise.all(Array.from({ length: 150 }, () => uploadSlowly(port)))
  let isOver = false
  const statuses = new Set<number>()
  void slow.then(() => {
    isOver = true
  })
  while (!isOver) {
    for (const length of bodySizes)
      statuses.add((await fetch(address, { method: 'POST', body: Buffer.alloc(length) })).status)
    await setTimeout(50)
  }
  t.ok(performance.now() - begin < 30_000)
  const counts = (status: number, all: readonly number[]) => all.filter(value => value === status).length
  const ended = await slow
  t.equal(counts(429, ended), 22, 'all beyond the limit are refused')
  // The mock resets the connection after its 408: on a busy machine nginx may see that first.
  t.equal(counts(408, ended) + counts(503, ended), 128)
  t.same([...statuses], [200], 'another client')
})

t.test('a large body', needs('nginx'), async t => {
  const body = Buffer.alloc(mebibyte)

  await t.test('reaches the other replica if one refuses connections', async t => {
    const other = await startMock(t, ok)
    const { address } = await startNginx(t, { replicas: [await freePort(), other.port] })
    for (let i = 0; i < 10; i++) t.equal((await fetch(address, { method: 'POST', body })).status, 200)
  })

  await t.test('is refused by a replica before it is read', async t => {
    const server = createServer((_request, response) => void response.writeHead(401).end('{"code":"of_a_replica"}'))
    const { port: replica } = await listen(t, server)
    const { port } = await startNginx(t, { replicas: [replica, replica] })
    const head = postHead('/x', 'Content-Length: 20000000')
    t.match(await sendRaw(port, head + long), { status: 401, text: '{"code":"of_a_replica"}' })
  })

  await t.test('without a length is refused when it is too large', async t => {
    const mock = await startMock(t, ok)
    const { address } = await startNginx(t, { replicas: [mock.port, mock.port] })
    const stream = new Blob(Array.from({ length: 40 }, () => body)).stream()
    const options = { method: 'POST', body: stream, duplex: 'half' } as const
    const answer = await fetch(`${address}/x`, options)
    t.match(await answer.json(), { status: 413, code: 'body_too_large' })
  })
})

t.test('clients cannot forge what a proxy says about them', needs('nginx'), async t => {
  const server = createServer(
    (request, response) => void request.resume().on('end', () => response.end(JSON.stringify(request.headers))),
  )
  const { port } = await listen(t, server)
  const { address } = await startNginx(t, { replicas: [port, port] })
  const forged = {
    'x-forwarded-for': '8.8.8.8',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-port': '666',
    'x-forwarded-prefix': '/evil',
    'x-forwarded-server': 'evil.example',
    'x-real-ip': '8.8.8.8',
    forwarded: 'for=8.8.8.8',
    'x-retry-at': '/problem',
  } as const
  for (const length of bodySizes) {
    const answer = await fetch(address, { method: 'POST', body: Buffer.alloc(length), headers: forged })
    const headers = new Map(Object.entries(await answer.json()))
    const received = Object.keys(forged).flatMap(name => (headers.has(name) ? [[name, headers.get(name)]] : []))
    const expected = {
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': new URL(address).host,
    }
    t.same(Object.fromEntries(received), expected, `${length} bytes`)
    t.equal(headers.get('host'), expected['x-forwarded-host'])
  }
})
