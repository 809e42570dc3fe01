// Accepted host names: the protection against DNS rebinding while the service listens on a loopback address.
import { connect } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readConfig } from '../src/config.ts'
import { ask } from './helpers/asking.ts'
import { startService } from './helpers/service.ts'

const refused = { code: 'host_refused', status: 403, success: false, detail: /ALLOWED_HOSTS.*TRUST_PROXY/ }

const listening = async (t: Test, environment: Readonly<Record<string, string>> = {}): Promise<string> => {
  const { app } = await startService(t, environment)
  return app.listen({ port: 0, host: '127.0.0.1' })
}

/** Sends the bytes as they are. @returns everything that comes back */
const sendRaw = async (base: string, bytes: string): Promise<string> => {
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  socket.end(bytes)
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}

/** Something of every kind that answers: operations, probes, documents, pages, addresses that do not exist or cannot be decoded. */
const paths: readonly string[] = [
  '/',
  '/api/health',
  '/livez',
  '/readyz',
  '/docs/',
  '/openapi.json',
  '/problems/not_found',
  '/playground/playground.css',
  '/api/v1/export/txt/projects',
  '/api/admin/stats',
  '/api/admin/metrics',
  '/nowhere',
  '/api/v1/export/txt/%E0%A4%A',
  `/api/v1/export/txt/${'a'.repeat(600)}`,
]

t.test('only loopback names are accepted while HOST is a loopback address', async t => {
  const { get } = await startService(t)
  const accepted: readonly string[] = [
    ...['localhost', 'localhost:3000', 'LOCALHOST', 'localhost.', 'localhost:', 'app.localhost:80', 'a.b.localhost'],
    ...[
      '127.0.0.1',
      '127.0.0.1:3000',
      '127.8.9.10:1',
      '127.0.0.1.',
      '[::1]',
      '[::1]:3000',
      '[0:0:0:0:0:0:0:1]',
      '[::ffff:127.0.0.1]:80',
    ],
  ]
  for (const host of accepted) t.equal((await get('/api/health', { headers: { host } })).statusCode, 200, host)
  const hostile: readonly string[] = [
    ...[
      'evil.example',
      'evil.example:3000',
      'localhost.evil.example',
      'notlocalhost',
      'localhost@evil.example',
      'localhost:80:80',
    ],
    ...['127.0.0.1.nip.io', '127.0.0.1/8', '128.0.0.1', '10.0.0.1:3000', '0.0.0.0:3000', '0x7f.1', '2130706433'],
    ...['[::2]', '[2001:db8::1]:3000', '[::]:3000', '[::1', '.localhost.evil', ' '],
  ]
  for (const host of hostile) {
    const answer = await get('/api/health', { headers: { host } })
    t.equal(answer.statusCode, 403, JSON.stringify(host))
    t.match(answer.json(), refused)
  }
})

t.test('the rule holds for every address and method, also without a route', async t => {
  const base = await listening(t, { API_KEYS: 'ci:secret', CORS_ORIGINS: '*' })
  for (const path of paths) {
    const answer = await ask(base, { path, headers: { host: 'evil.example' } })
    t.equal(answer.status, 403, path)
    t.match(JSON.parse(answer.body), refused, path)
    t.match(answer.headers, { 'x-request-id': /./, 'x-content-type-options': 'nosniff' }, path)
    t.equal(answer.headers['access-control-allow-origin'], undefined, path)
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'])
    t.equal((await ask(base, { method, path: '/api/v1/capture-media', headers: { host: 'evil.example' } })).status, 403)
  const preflight = { origin: 'http://evil.example', 'access-control-request-method': 'POST', host: 'evil.example' }
  t.equal((await ask(base, { method: 'OPTIONS', path: '/api/health', headers: preflight })).status, 403, 'preflight')
})

t.test('the authority of an absolute-form target wins over Host', async t => {
  const base = await listening(t)
  const cases: readonly (readonly [target: string, host: string, status: number])[] = [
    ['http://localhost:3000/api/health', 'evil.example', 200],
    ['http://evil.example/api/health', 'localhost', 403],
    ['HTTP://evil.example/api/health', 'localhost', 403],
    ['http://evil.example?/api/health', 'localhost', 403],
    ['http://localhost@evil.example/api/health', 'localhost', 403],
    ['/api/health?http://evil.example/', 'localhost', 200],
  ]
  for (const [path, host, status] of cases) t.equal((await ask(base, { path, headers: { host } })).status, status, path)
})

t.test('HTTP/1.0 may come without Host; an empty or hostile one is refused', async t => {
  const base = await listening(t)
  t.match(await sendRaw(base, 'GET /api/health HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /)
  t.match(await sendRaw(base, 'GET /api/health HTTP/1.0\r\nhost: evil.example\r\n\r\n'), /^HTTP\/1\.1 403 /)
  t.match(await sendRaw(base, 'GET /api/health HTTP/1.1\r\nhost:\r\nconnection: close\r\n\r\n'), /^HTTP\/1\.1 403 /)
})

t.test('every spelling of a loopback HOST is one', async t => {
  for (const HOST of ['localhost', 'LOCALHOST', '127.0.0.1', '127.0.0.53', '::1']) {
    const { get } = await startService(t, { HOST, DATA_DIR: join(t.testdirName, HOST) })
    t.equal((await get('/api/health', { headers: { host: 'evil.example' } })).statusCode, 403, HOST)
  }
})

t.test('ALLOWED_HOSTS adds names', async t => {
  const { get } = await startService(t, { ALLOWED_HOSTS: 'Shop.Example, 192.168.1.20' })
  for (const host of ['shop.example', 'SHOP.example:8443', 'shop.example.', '192.168.1.20:3000', 'localhost:3000'])
    t.equal((await get('/api/health', { headers: { host } })).statusCode, 200, host)
  for (const host of ['www.shop.example', 'shop.example.evil', 'example', '192.168.1.2'])
    t.equal((await get('/api/health', { headers: { host } })).statusCode, 403, host)
})

t.test('any name is accepted where HOST is no loopback address or a proxy is trusted', async t => {
  const elsewhere: readonly Readonly<Record<string, string>>[] = [
    { HOST: '0.0.0.0' },
    { HOST: '192.0.2.1', ALLOWED_HOSTS: 'shop.example' },
    { HOST: 'service.example' },
    { TRUST_PROXY: 'loopback' },
  ]
  for (const [number, environment] of elsewhere.entries()) {
    const { get } = await startService(t, { ...environment, DATA_DIR: join(t.testdirName, `${number}`) })
    const { statusCode } = await get('/api/health', { headers: { host: 'any.example' } })
    t.equal(statusCode, 200, JSON.stringify(environment))
  }
})

t.test('ALLOWED_HOSTS takes host names only', async t => {
  t.strictSame(readConfig({}).ALLOWED_HOSTS, [])
  t.strictSame(readConfig({ ALLOWED_HOSTS: 'A.example,b_c-1.internal 10.0.0.1' }).ALLOWED_HOSTS, [
    'a.example',
    'b_c-1.internal',
    '10.0.0.1',
  ])
  for (const ALLOWED_HOSTS of [
    ...['shop.example:80', 'http://shop.example', '*', '*.example', 'shop.example/', 'büro.example', 'a@b'],
    ...['-a.example', 'a..example', '.example', 'shop.example.', '[::1]', 'a'.repeat(254)],
  ])
    t.throws(() => readConfig({ ALLOWED_HOSTS }), { message: /ALLOWED_HOSTS takes host names such as/ }, ALLOWED_HOSTS)
})
