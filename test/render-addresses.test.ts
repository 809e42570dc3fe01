// Where the browser of a render may go: hostile addresses as targets, redirects, subresources, frames, WebSockets and workers. The proxy runs
// in this process, so every connection that it tries is recorded; the browser itself has no other way out.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer } from 'node:net'
import { Readable } from 'node:stream'
import t from 'tap'
import { parseCidrs } from '../src/fetch/ip-policy.ts'
import { createResolver } from '../src/fetch/resolver.ts'
import { createRenderProxy } from '../src/renders/proxy.ts'
import { mebibyte } from '../src/values/units.ts'
import { recordConnectionAttempts } from './fixtures/network/connection-attempts.ts'
import * as corpus from './fixtures/network/hostile-addresses.ts'
import { serveNames } from './fixtures/network/name-server.ts'
import { listen } from './helpers/loopback.ts'
import { startService } from './helpers/service.ts'
import { chromiumPath, needs, shellPath } from './helpers/tools.ts'

/** Represents the public internet. */
const publicHost = '127.0.0.7'
const answering = await listen(
  t,
  createHttpServer((_request, response) => response.writeHead(200).end('secret')),
  '0.0.0.0',
)
const silent = await listen(t, createServer())
/** For QUIC and WebRTC. */
const datagrams: Buffer[] = []
const udp = createSocket('udp4', message => datagrams.push(message)).bind(answering.port)
await once(udp, 'listening')
t.teardown(() => udp.close())
const { server, queries } = await serveNames(t, {
  ...corpus.names,
  'public.example': [[publicHost]],
  'rebind.example': [[publicHost], ['127.0.0.1']],
})
const lookup = createResolver({ allowsPrivate: false, servers: [server] })
const hosts = [...Object.values(corpus.literals).flat(), ...corpus.privateNames, ...Object.keys(corpus.names)]

/** Sends one request to a proxy as a browser does, and returns the beginning of its answer. */
function askProxy(port: number, head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(head))
    let text = ''
    socket.on('data', chunk => {
      text += chunk
      socket.end()
    })
    socket.on('close', () => resolve(text)).on('error', reject)
  })
}

t.test('the proxy opens no connection for a job that ends while its host is resolved', async t => {
  const readOwn = async () => ({ status: 200, headers: {}, body: Buffer.from('own') })
  const endAndResolve: typeof lookup = async () => {
    proxy.end()
    return [{ address: publicHost, family: 4 }]
  }
  const options = { allow: parseCidrs(publicHost), lookup: endAndResolve, readOwn, maxReceivedBytes: mebibyte }
  const proxy = await createRenderProxy(options)
  t.teardown(() => proxy.close())
  proxy.begin(undefined)
  const attempts = recordConnectionAttempts(t)
  await askProxy(proxy.port, `CONNECT public.example:${answering.port} HTTP/1.1\r\nHost: a\r\n\r\n`)
  t.same(
    attempts().filter(attempt => attempt.startsWith(publicHost)),
    [],
  )
})

t.test('the proxy connects to no hostile address, by CONNECT or plain HTTP', async t => {
  const readOwn = async () => ({ status: 200, headers: {}, body: Buffer.from('own') })
  const maxReceivedBytes = mebibyte
  const proxy = await createRenderProxy({ allow: [], lookup, readOwn, maxReceivedBytes })
  t.teardown(() => proxy.close())
  const other = await createRenderProxy({ allow: parseCidrs(publicHost), lookup, readOwn, maxReceivedBytes })
  t.teardown(() => other.close())
  const idle = await askProxy(proxy.port, `GET http://${publicHost}:${answering.port}/ HTTP/1.1\r\nHost: a\r\n\r\n`)
  t.equal(idle, '', 'between jobs it answers nobody')
  proxy.begin(undefined)
  other.begin('/api/v1/pages/page_0')
  const attempts = recordConnectionAttempts(t)
  const before = answering.sockets.length + silent.sockets.length
  const open: string[] = []
  for (const host of hosts)
    for (const port of [answering.port, silent.port, 443]) {
      const tunnel = await askProxy(proxy.port, `CONNECT ${host}:${port} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
      const plain = await askProxy(
        proxy.port,
        `GET http://${host}:${port}/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      )
      if (!/^(?:HTTP\/1\.1 (?:400|403|502)|$)/.test(tunnel) || !/^(?:HTTP\/1\.1 (?:400|403|502)|$)/.test(plain))
        open.push(`${host}:${port} ${tunnel} ${plain}`)
    }
  t.same(open, [])
  // The test itself connects to the proxy.
  t.same(
    attempts().filter(attempt => attempt !== `127.0.0.1 ${proxy.port}`),
    [],
    'no connection is tried',
  )
  t.equal(answering.sockets.length + silent.sockets.length, before, 'no connection arrives')
  t.ok(hosts.length >= 200, `${hosts.length} hosts`)

  t.test('an allowed host is reached, and a name at the addresses that were checked', async t => {
    const url = `http://public.example:${answering.port}/`
    t.match(await askProxy(other.port, `GET ${url} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`), /200 OK/)
    const tunnel = `CONNECT public.example:${answering.port} HTTP/1.1\r\nHost: a\r\n\r\n`
    t.match(await askProxy(other.port, tunnel), /^HTTP\/1\.1 200/)
    const rebinding = `CONNECT rebind.example:${answering.port} HTTP/1.1\r\nHost: a\r\n\r\n`
    t.match(await askProxy(other.port, rebinding), /^HTTP\/1\.1 200/)
    t.match(await askProxy(other.port, rebinding), /^HTTP\/1\.1 403/, 'once its name leads elsewhere')
    t.equal(queries.filter(query => query === 'rebind.example 1').length, 2)
  })

  t.test('of the service itself only the page of the job and pictures are read', async t => {
    const own = (path: string) =>
      askProxy(
        other.port,
        `GET http://automation-service.internal${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      )
    t.match(await own('/api/v1/pages/page_0'), /^HTTP\/1\.1 200/)
    t.match(await own(`/api/v1/pictures/pic_${'0'.repeat(32)}`), /^HTTP\/1\.1 200/)
    t.match(await own('/api/v1/pages/page_0/pictures/0-800.webp'), /^HTTP\/1\.1 200/)
    for (const path of [
      '/',
      '/api/v1/pages/page_1',
      '/api/v1/pages/page_1/pictures/0-800.webp',
      '/api/admin/stats',
      '/api/v1/pages/page_0/../../x',
      '//example.com/',
    ])
      t.match(await own(path), /^HTTP\/1\.1 404/, path)
    proxy.begin(undefined)
    const page =
      'GET http://automation-service.internal/api/v1/pages/page_0 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    t.match(await askProxy(proxy.port, page), /^HTTP\/1\.1 404/, 'no page of another job')
  })
})

t.test('what one job receives is limited, however long a single response is', async t => {
  // It waits for no request, so that a tunnel needs none.
  const endless = await listen(
    t,
    createServer(socket => {
      socket.on('error', () => undefined).write('HTTP/1.1 200 OK\r\n\r\n')
      Readable.from(endlessPieces()).pipe(socket)
    }),
    publicHost,
  )
  const readOwn = async () => ({ status: 200, headers: {}, body: Buffer.from('own') })
  const options = { allow: parseCidrs(publicHost), lookup, readOwn, maxReceivedBytes: 4 * mebibyte }
  const proxy = await createRenderProxy(options)
  t.teardown(() => proxy.close())
  const host = `${publicHost}:${endless.port}`
  const plain = `GET http://${host}/ HTTP/1.1\r\nHost: a\r\n\r\n`
  for (const head of [plain, `CONNECT ${host} HTTP/1.1\r\nHost: a\r\n\r\n`]) {
    proxy.begin(undefined)
    const idle = connect(proxy.port, '127.0.0.1')
    const ended = once(idle, 'close')
    await once(idle, 'connect')
    const received = await readAll(proxy.port, head, 8 * mebibyte)
    t.ok(received > 3 * mebibyte, `${received} bytes`)
    t.ok(received <= 5 * mebibyte, `${received} bytes`)
    await ended
    t.match(await askProxy(proxy.port, plain), /^HTTP\/1\.1 502/, 'no further host is asked')
  }
  proxy.begin(undefined)
  t.match(await askProxy(proxy.port, plain), /^HTTP\/1\.1 200/, 'the next job begins at zero')
})

function* endlessPieces(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(65_536)
}

/** Sends a request, and counts the bytes until the connection ends, or until there are more than `max`. */
function readAll(port: number, head: string, max: number): Promise<number> {
  return new Promise(resolve => {
    let length = 0
    const socket = connect(port, '127.0.0.1', () => socket.write(head))
    socket.on('data', piece => {
      length += piece.length
      if (length > max) socket.destroy()
    })
    socket.on('error', () => undefined).on('close', () => resolve(length))
  })
}

t.test('a page in the browser reaches what is allowed, and nothing else', needs('chromium'), async t => {
  const browser = { CHROMIUM_PATH: shellPath ?? chromiumPath ?? '', RENDER_SANDBOX: '0', RENDER_CONCURRENCY: '1' }
  const service = await startService(t, { RENDER: 'on', ...browser, FETCH_ALLOW_CIDRS: publicHost }, { lookup })
  const paths: string[] = []
  const site = await listen(
    t,
    createHttpServer(({ url = '' }, response) => {
      paths.push(url)
      const [, kind, location = ''] = /^\/(\w+)\/?(.*)$/.exec(decodeURIComponent(url)) ?? []
      if (kind === 'redirect') return response.writeHead(302, { location }).end()
      response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' })
      response.end(kind === 'page' ? attack(hosts, answering.port) : 'reached')
    }),
    publicHost,
  )
  const own = `http://${publicHost}:${site.port}`
  const render = async (target_url: string) =>
    service.post('/api/v1/renders', { target_url, viewport: { width: 320, height: 200 } }, { prefer: 'wait=120' })
  t.equal((await render(`${own}/allowed`)).statusCode, 200)
  const before = answering.sockets.length + silent.sockets.length

  const attempts = recordConnectionAttempts(t)
  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '0x7f.1',
    '169.254.169.254',
    'private.example',
    'app.internal',
  ])
    for (const target of [
      `http://${host}:${answering.port}/`,
      `${own}/redirect/${encodeURIComponent(`http://${host}:${answering.port}/`)}`,
    ]) {
      const answer = await render(target)
      t.match(answer.json(), { status: 422, code: 'page_not_opened' }, target)
      t.notMatch(answer.payload, /secret/)
    }
  const page = await render(`${own}/page`)
  t.equal(page.statusCode, 200)
  t.ok(paths.includes('/last'), 'all of its scripts have run')
  t.same(
    [...new Set(attempts())].filter(attempt => attempt !== `${publicHost} ${site.port}`),
    [],
    'no connection is tried but to the allowed host',
  )
  t.equal(answering.sockets.length + silent.sockets.length, before, 'no connection arrives')
  t.equal(datagrams.length, 0, 'no datagram arrives')
})

/** A page that asks every host in every way that a page has. */
function attack(hosts: readonly string[], port: number): string {
  const script = `
const hosts = ${JSON.stringify(hosts)}
const work = new Blob(['onmessage = ({ data }) => { for (const url of data) { fetch(url, { mode: "no-cors" }).catch(() => 0); try { new WebSocket(url.replace("http", "ws")) } catch {} } }'])
const worker = new Worker(URL.createObjectURL(work))
const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] })
peer.createDataChannel('a'); peer.createOffer().then(offer => peer.setLocalDescription(offer))
worker.postMessage(hosts.map(host => 'http://' + host + ':${port}/worker'))
for (const host of hosts) {
  const url = 'http://' + host + ':${port}/'
  try { fetch(url, { mode: 'no-cors' }).catch(() => 0) } catch {}
  try { new WebSocket('ws://' + host + ':${port}/') } catch {}
  try { navigator.sendBeacon(url, 'a') } catch {}
  new Image().src = url
  for (const rel of ['prefetch', 'preload', 'preconnect', 'dns-prefetch', 'stylesheet']) {
    const link = document.createElement('link')
    Object.assign(link, { rel, href: url, as: 'image' })
    document.head.append(link)
  }
}
for (const host of hosts.slice(0, 40)) { const frame = document.createElement('iframe'); frame.src = 'http://' + host + ':${port}/'; document.body.append(frame) }
new Image().src = '/last'`
  return `<!doctype html><body>attack<script>${script}</script>`
}
