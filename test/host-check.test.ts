// Host names: which ones the service answers to, by its settings, Host and Origin, as raw requests and through nginx (DNS rebinding).
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../src/config/config.ts'
import { startNginx } from './helpers/nginx.ts'
import { start } from './helpers/process.ts'
import { startService } from './helpers/service.ts'
import { needs } from './helpers/tools.ts'
import { sample, samplePairs } from './helpers/whole.ts'

type Settings = Readonly<Record<string, string>>

const hostRefused = { code: 'host_refused', status: 403, success: false }
const body = '{"target_url":"https://example.com/"}'
const call = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'

/** Sends a request as it is, and reads the answer until the connection closes. */
async function send(port: number, line: string, headers: Settings = {}, content = '') {
  const fields = { ...headers, 'content-type': 'application/json', 'content-length': `${content.length}` }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  const socket = connect(port, '127.0.0.1')
  socket.write([`${line} HTTP/1.1`, ...lines, 'connection: close', '', content].join('\r\n'))
  const text = Buffer.concat(await socket.toArray()).toString()
  const [, status, headerLines = '', answer = ''] =
    /^HTTP\/1\.1 (\d+)[^\r]*\r\n([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(text) ?? []
  const code = /"code":"(\w+)"/.exec(answer)?.[1] ?? ''
  return { status: Number(status), code, headers: headerLines.toLowerCase(), body: answer }
}

async function startAt(t: Test, settings: Settings): Promise<number> {
  const service = await startService(t, settings)
  return Number(new URL(await service.listen()).port)
}

const kinds = {
  loopback: [
    'localhost',
    'localhost:3000',
    'LOCALHOST',
    'localhost.',
    'localhost:',
    'a.b.localhost:80',
    '127.8.9.10:1',
  ],
  literal: [
    '192.0.2.7',
    '10.0.0.1:3000',
    '0.0.0.0:3000',
    '[::1]:3000',
    '[2001:db8::1]',
    '[::ffff:127.0.0.1]:80',
    '127.0.0.1.',
  ],
  local: ['automation', 'replica-1:3000', 'nas.local', 'api.corp.internal', 'box.lan', 'a.home.arpa', 'service.test'],
  shop: ['shop.example', 'SHOP.example:8443', 'shop.example.'],
  public: ['public.example', 'public.example:8443'],
  evil: [
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    'www.shop.example',
    'shop.example.evil',
    'test.com',
  ],
  // No browser sends these.
  malformed: [
    'localhost@evil.example',
    'localhost:80:80',
    '127.0.0.1/8',
    '127.0.0.1.nip.io',
    '0x7f.1',
    '[::1',
    '.lan',
    'a..lan',
    ' ',
    '',
  ],
} as const
type Kind = keyof typeof kinds
const kindNames: readonly Kind[] = ['loopback', 'literal', 'local', 'shop', 'public', 'evil', 'malformed']

const open: readonly Kind[] = ['loopback', 'literal', 'local']
const listed: readonly Kind[] = ['loopback', 'literal', 'shop']
const shop = { ALLOWED_HOSTS: 'Shop.Example, other.example' }
const site = { PUBLIC_URL: 'https://public.example/tools/' }
const proxy = { TRUST_PROXY: '192.0.2.1' }
const keys = { API_KEYS: 'ci:secret-of-the-team' }

/** Settings, and the kinds of host names that they accept. */
const table: readonly (readonly [settings: Settings, accepted: readonly Kind[]])[] = [
  [{}, open],
  [shop, listed],
  [{ ...shop, ...site }, [...listed, 'public']],
  [{ ...shop, ...proxy }, listed],
  [{ ...shop, ...keys }, listed],
  [site, kindNames],
  [proxy, kindNames],
  [keys, kindNames],
]

const probes = ['/api/health', '/livez', '/readyz']

for (const [[settings, accepted], HOST] of samplePairs(table, ['127.0.0.1', '0.0.0.0']))
  t.test(`accepts ${accepted.join(', ')} with ${JSON.stringify({ HOST, ...settings })}`, async t => {
    const port = await startAt(t, { HOST, ...settings })
    for (const kind of kindNames)
      for (const host of Object.keys(settings).length === 0 ? kinds[kind] : sample(kinds[kind], 2)) {
        const answer = await send(port, 'GET /api/v1/export/txt/api-spec', {
          host,
          'x-api-key': 'secret-of-the-team',
        })
        t.match(
          answer,
          accepted.includes(kind) ? { status: 200 } : { status: 403, code: 'host_refused' },
          `${kind}: ${host}`,
        )
      }
    for (const path of probes)
      for (const host of ['localhost', 'evil.example', ''])
        t.not((await send(port, `GET ${path}`, { host })).status, 403, `${path}: ${host}`)
  })

t.test('an absolute form wins over Host, and HTTP/1.0 may have none', async t => {
  const port = await startAt(t, {})
  for (const [target, host, status] of [
    ['http://localhost:3000/docs/', 'evil.example', 200],
    ['http://evil.example/docs/', 'localhost', 403],
    ['HTTP://evil.example/docs/', 'localhost', 403],
    ['http://evil.example?/docs/', 'localhost', 403],
    ['http://localhost@evil.example/docs/', 'localhost', 403],
    ['/docs/?http://evil.example/', 'localhost', 200],
  ] as const)
    t.equal((await send(port, `GET ${target}`, { host })).status, status, target)
  for (const [request, status] of [
    ['GET /docs/ HTTP/1.0\r\n\r\n', 200],
    ['GET /docs/ HTTP/1.0\r\nhost: evil.example\r\n\r\n', 403],
  ] as const) {
    const socket = connect(port, '127.0.0.1').end(request)
    t.match(Buffer.concat(await socket.toArray()).toString(), RegExp(`^HTTP/1.1 ${status} `), request)
  }
})

t.test('a host that a trusted proxy received is checked beside that of the request', async t => {
  const port = await startAt(t, { TRUST_PROXY: '127.0.0.1', ALLOWED_HOSTS: 'shop.example,backend.example' })
  for (const [host, forwarded, status] of [
    ['backend.example', 'shop.example', 200],
    ['backend.example', 'evil.example', 403],
    ['evil.example', 'shop.example', 403],
  ] as const) {
    const headers = { host, 'x-forwarded-host': forwarded }
    t.equal((await send(port, 'GET /docs/', headers)).status, status, `${host}, ${forwarded}`)
  }
})

t.test('refuses at every path and method, before everything else', async t => {
  const { app } = await startService(t, { CORS_ORIGINS: '*', RATE_LIMIT: '2' })
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  const host = 'evil.example'
  const paths = `/ /docs/ /openapi.json /problems/not_found /playground/playground.css /api/v1/export/txt/projects
    /api/admin/stats /api/admin/metrics /mcp /nowhere /api/v1/export/txt/%E0%A4%A`.split(/\s+/)
  for (const path of [...paths, `/api/v1/export/txt/${'a'.repeat(600)}`]) {
    const answer = await send(port, `GET ${path}`, { host, origin: 'http://evil.example' })
    t.match(JSON.parse(answer.body), hostRefused, path)
    t.match(answer.headers, /x-content-type-options: nosniff/, path)
    t.notMatch(answer.headers, 'access-control-allow-origin', path)
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'])
    t.equal((await send(port, `${method} /api/v1/capture-media`, { host })).status, 403, method)
  const preflight = { host, origin: 'http://evil.example', 'access-control-request-method': 'POST' }
  t.equal((await send(port, 'OPTIONS /openapi.json', preflight)).status, 403, 'preflight')
  t.equal((await send(port, 'POST /api/health', { host })).status, 403, 'only the probes themselves are exempt')
})

t.test('the answers and one line of the log name the setting', async t => {
  for (const [settings, host, advice] of [
    [{}, 'pictures.example.com', 'set ALLOWED_HOSTS=pictures.example.com and restart the service'],
    [{}, '<script>.example', 'set ALLOWED_HOSTS=name and restart the service'],
    [shop, 'pictures.example.com', 'add pictures.example.com to ALLOWED_HOSTS and restart the service'],
  ] as const)
    await t.test(`${host} ${JSON.stringify(settings)}`, async t => {
      const environment = {
        HOST: '127.0.0.1',
        PORT: '0',
        DRAIN_MS: '0',
        DATA_DIR: t.testdir(),
        LOG_LEVEL: 'warn',
        ...settings,
      }
      const { child, ended, listening } = start(t, [], environment)
      const port = Number(new URL(await listening()).port)
      for (const path of ['/', '/docs/'])
        t.match(JSON.parse((await send(port, `GET ${path}`, { host })).body), { ...hostRefused, detail: advice }, path)
      child.kill('SIGTERM')
      const lines = (await ended).out.split('\n')
      t.equal(lines.filter(line => line.includes(advice)).length, 1)
      t.equal(/listens on .*ALLOWED_HOSTS/.test(lines.join('\n')), settings !== shop, 'so does the line at startup')
    })
})

/** The environment of a container in a file of deploy/, but for secrets and the address of the proxy. */
function deployed(environment: Settings): Settings {
  const { ALLOWED_HOSTS = '' } = environment
  return { ALLOWED_HOSTS, TRUST_PROXY: '127.0.0.1' }
}

function read(path: string): string {
  return readFileSync(join(import.meta.dirname, '..', path), 'utf8')
}

const compose = parse(read('compose.yaml'), { merge: true })
const publicCompose = parse(read('deploy/compose.public.yaml'), { merge: true })
const environments: Readonly<Record<string, Settings>> = Object.fromEntries(
  ['kubernetes', 'kubernetes.sqlite'].map(name => {
    const [{ spec }] = parseAllDocuments(read(`deploy/${name}.yaml`)).map(document => document.toJS())
    const [{ env }] = spec.template.spec.containers
    return [name, Object.fromEntries(env.map((entry: Settings) => [entry.name, entry.value]))]
  }),
)
const [ingress] = parseAllDocuments(read('deploy/kubernetes.ingress.yaml')).map(document => document.toJS())
const ingressHost: string = ingress.spec.rules[0].host

t.test('compose.yaml and the examples for Kubernetes accept the names of their clients, and no others', async t => {
  for (const name of ['replica-1', 'replica-2']) {
    t.match(readConfig({ ...compose.services[name].environment, ADMIN_TOKEN_FILE: '', DATABASE_URL_FILE: '' }), {
      ALLOWED_HOSTS: ['localhost'],
    })
    t.equal(publicCompose.services[name].environment.ALLOWED_HOSTS, '', 'every name with a key')
    t.ok(publicCompose.services[name].environment.API_KEYS_FILE)
  }
  for (const [name, environment] of Object.entries(environments)) {
    t.equal(environment.ALLOWED_HOSTS, ingressHost, name)
    await t.test(name, async t => {
      const port = await startAt(t, deployed(environment))
      for (const [path, host, status] of [
        ['/docs/', ingressHost, 200],
        ['/docs/', 'evil.example', 403],
        // The kubelet and Prometheus send the address of the pod.
        ['/livez', '10.244.8.17:3000', 200],
        ['/api/health', 'evil.example', 200],
        ['/docs/', '10.244.8.17:3000', 200],
      ] as const)
        t.equal((await send(port, `GET ${path}`, { host })).status, status, `${path} ${host}`)
    })
  }
})

t.test('behind the nginx of compose.yaml', needs('nginx'), async t => {
  const port = await startAt(t, deployed(compose.services['replica-1'].environment))
  const { port: front } = await startNginx(t, { replicas: [port, port] })
  for (const [host, origin, status] of [
    [`localhost:${front}`, undefined, 200],
    [`127.0.0.1:${front}`, `http://127.0.0.1:${front}`, 200],
    [`localhost:${front}`, 'http://evil.example', 403],
    [`evil.example:${front}`, undefined, 403],
    [`evil.example:${front}`, `http://evil.example:${front}`, 403],
    ['nas.local', undefined, 403],
  ] as const) {
    const headers = { host, 'x-forwarded-host': 'localhost', ...(origin && { origin }) }
    t.equal((await send(front, 'POST /api/v1/capture-media', headers, body)).status, status, `${host} ${origin}`)
    t.equal((await send(front, 'POST /mcp', headers, call)).status, status, `/mcp ${host} ${origin}`)
  }
  t.equal((await send(front, 'GET /api/health', { host: 'evil.example' })).status, 200, 'the health check')
  const old = connect(front, '127.0.0.1')
  old.write('GET /docs/ HTTP/1.0\r\n\r\n')
  t.match(Buffer.concat(await old.toArray()).toString(), /^HTTP\/1\.\d 200 /, 'HTTP/1.0 without a host')
})

t.test('ALLOWED_HOSTS takes host names', async t => {
  const { ALLOWED_HOSTS } = readConfig({ ALLOWED_HOSTS: 'A.example,b_c-1.internal 10.0.0.1' })
  t.strictSame(ALLOWED_HOSTS, ['a.example', 'b_c-1.internal', '10.0.0.1'])
  const invalid = `shop.example:80 http://shop.example * *.example shop.example/ büro.example a@b -a.example a..example
    .example shop.example. [::1]`.split(/\s+/)
  for (const ALLOWED_HOSTS of [...invalid, 'a'.repeat(254)])
    t.throws(
      () => readConfig({ ALLOWED_HOSTS }),
      { message: /ALLOWED_HOSTS must be host names such as/ },
      ALLOWED_HOSTS,
    )
})
