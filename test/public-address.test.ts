// Addresses in answers: absolute, as the client reaches the service, and nowhere but in answers.
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Ajv } from 'ajv'
import t from 'tap'
import { models } from '../schemas/index.ts'
import { start } from './helpers/process.ts'
import { type Service, startService, stripes } from './helpers/service.ts'

type Headers = Readonly<Record<string, string>>

const picture = await stripes(['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC'])
const page = {
  style_metadata: { colors: ['#6D28D9'] },
  content: { headline: 'Ship your story', sub_headline: 'From one picture', cta_button_text: 'Start' },
}
const target = { target_url: 'https://example.com/' }
const analysisRequest = { source_url: picture, analysis_depth: 'low', preview: true }

/** The record that an answer names: its id and its address. */
interface Named {
  readonly id: string
  readonly url: string
}

const kinds = [
  {
    operation: '/api/v1/analyze-vibe',
    body: analysisRequest,
    named: (answer: { readonly style_metadata: { readonly analysis: Named } }) => answer.style_metadata.analysis,
    path: '/api/v1/analyses/',
    header: 'x-analysis-id',
    others: ['text/css', 'application/design-tokens+json'],
  },
  {
    operation: '/api/v1/build-sparkpage',
    body: page,
    named: (answer: { readonly page: Named }) => answer.page,
    path: '/api/v1/pages/',
    header: 'x-page-id',
    others: ['text/html', 'text/css'],
  },
  {
    operation: '/api/v1/capture-media',
    body: target,
    named: (answer: { readonly capture: Named }) => answer.capture,
    path: '/api/v1/captures/',
    header: 'x-capture-id',
    others: ['text/javascript'],
  },
] as const

/** What precedes /api in the address of a capture, in the answer to a request with these headers. */
async function baseOf({ post }: Pick<Service, 'post'>, headers: Headers): Promise<string> {
  const answer = await post('/api/v1/capture-media', target, headers)
  const { id, url } = answer.json().capture
  return String(url).replace(`/api/v1/captures/${id}`, '')
}

t.test('a page names its project, whether the request or the service chose it', async t => {
  const { get, post } = await startService(t)
  for (const project_id of ['spring', undefined]) {
    const answer = await post('/api/v1/build-sparkpage', { ...page, project_id })
    t.same(Object.keys(answer.json().page), ['id', 'url', 'project_id'])
    t.equal(answer.json().page.project_id, answer.headers['x-project-id'])
    const stored = await get(String(answer.headers['content-location']), { headers: { accept: 'application/json' } })
    t.same(stored.json().page, answer.json().page)
  }
})

t.test('the address has the scheme, the host and the port of the request', async t => {
  const service = await startService(t, { TRUST_PROXY: '192.0.2.9' })
  for (const [host, base] of Object.entries({
    'localhost:3000': 'http://localhost:3000',
    'Studio.Example': 'http://studio.example',
    'studio.example:80': 'http://studio.example',
    'studio.example.': 'http://studio.example.',
    'my_service:8080': 'http://my_service:8080',
    'xn--mnchen-3ya.example': 'http://xn--mnchen-3ya.example',
    '192.0.2.7:8443': 'http://192.0.2.7:8443',
    '[::1]:3000': 'http://[::1]:3000',
    '[2001:DB8:0:0::7]': 'http://[2001:db8::7]',
  }))
    t.equal(await baseOf(service, { host }), base, host)
})

/** Values that are no host, or more than a host. */
const malformedHosts = [
  'evil.example/path',
  'evil.example#',
  'evil.example?q=',
  'user@evil.example',
  'evil.example:80:80',
  'evil.example:99999',
  'evil.example:port',
  'evil example',
  'evil..example',
  '.evil.example',
  '"><script>alert(1)</script>',
  'évil.example',
  '%65vil.example',
  '::1',
  '[::1',
  '[evil.example]',
  '[fe80::1%eth0]',
  '\\evil.example',
  '//evil.example',
  'https://evil.example',
  `${'a'.repeat(300)}.example`,
  `${'a.'.repeat(200)}example`,
  'xn--a',
  ',',
  ' ',
] as const

t.test('a malformed host is left out: the address is that where the connection arrived', async t => {
  const service = await startService(t, { TRUST_PROXY: '192.0.2.9' })
  const { port } = new URL(await service.listen())
  const ask = async (head: string): Promise<string> => {
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    const body = JSON.stringify(target)
    socket.write(
      `POST /api/v1/capture-media ${head}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
      'latin1',
    )
    const answer = await text(socket)
    return /"capture":\{"id":"\w+","url":"(.*?)\/api\/v1\/captures\//.exec(answer)?.[1] ?? answer
  }
  const own = `http://127.0.0.1:${port}`
  t.equal(await ask('HTTP/1.0'), own, 'without a host')
  t.equal(await ask('HTTP/1.1\r\nhost:'), own, 'an empty host')
  t.equal(await ask('HTTP/1.1\r\nhost: studio.example'), 'http://studio.example')
  for (const host of malformedHosts) t.equal(await ask(`HTTP/1.1\r\nhost: ${host}`), own, host)
})

const hasIpv6 = Object.values(networkInterfaces()).some(list => list?.some(({ address }) => address === '::1'))

t.test('over IPv6 the address where a connection arrived has brackets', { skip: !hasIpv6 && 'needs IPv6' }, async t => {
  const service = await startService(t)
  const { host, port } = new URL(await service.app.listen({ port: 0, host: '::1' }))
  const socket = connect(Number(port), '::1')
  const body = JSON.stringify(target)
  socket.write(
    `POST /api/v1/capture-media HTTP/1.0\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  t.match(await text(socket), `"url":"http://${host}/api/v1/captures/`)
})

t.test('the host of an absolute-form target takes precedence over Host', async t => {
  const service = await startService(t, { TRUST_PROXY: '192.0.2.9' })
  const { port } = new URL(await service.listen())
  const body = JSON.stringify(target)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(
    `POST http://studio.example:81/api/v1/capture-media HTTP/1.1\r\nhost: other.example\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  )
  t.match(await text(socket), '"url":"http://studio.example:81/api/v1/captures/')
})

const forwarded = {
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'studio.example:8443',
  'x-forwarded-prefix': '/spark/v2',
} as const

t.test('only a trusted peer forwards scheme, host and prefix', async t => {
  const host = { host: 'inside.internal' }
  for (const TRUST_PROXY of ['', '192.0.2.1', 'uniquelocal', '2001:db8::/32']) {
    const service = await startService(t, { HOST: '0.0.0.0', TRUST_PROXY })
    t.equal(await baseOf(service, { ...host, ...forwarded }), 'http://inside.internal', `TRUST_PROXY=${TRUST_PROXY}`)
    const claims = { 'x-forwarded-for': '192.0.2.1', forwarded: 'host=evil.example;proto=https', via: '1.1 evil' }
    t.equal(await baseOf(service, { ...host, ...forwarded, ...claims }), 'http://inside.internal')
  }
  for (const TRUST_PROXY of ['loopback', '127.0.0.0/8', '192.0.2.1, 127.0.0.1']) {
    const service = await startService(t, { HOST: '0.0.0.0', TRUST_PROXY })
    t.equal(await baseOf(service, { ...host, ...forwarded }), 'https://studio.example:8443/spark/v2', TRUST_PROXY)
    t.equal(await baseOf(service, host), 'http://inside.internal', 'without the headers')
  }
})

t.test('what a trusted proxy forwards counts if it is well-formed', async t => {
  const service = await startService(t, { HOST: '0.0.0.0', TRUST_PROXY: 'loopback' })
  const base = (headers: Headers) => baseOf(service, { host: 'inside.internal', ...headers })
  for (const host of malformedHosts) t.equal(await base({ 'x-forwarded-host': host }), 'http://inside.internal', host)
  for (const [host, expected] of Object.entries({
    'STUDIO.example': 'http://studio.example',
    '[2001:db8::7]:8080': 'http://[2001:db8::7]:8080',
    'evil.example, studio.example': 'http://studio.example',
    'evil.example/x, studio.example:81': 'http://studio.example:81',
  }))
    t.equal(await base({ 'x-forwarded-host': host }), expected, host)

  for (const [scheme, expected] of Object.entries({
    https: 'https://inside.internal',
    HTTPS: 'https://inside.internal',
    'http, https': 'https://inside.internal',
    javascript: 'http://inside.internal',
    'https://': 'http://inside.internal',
    data: 'http://inside.internal',
    '': 'http://inside.internal',
  }))
    t.equal(await base({ 'x-forwarded-proto': scheme }), expected, scheme)
  t.equal(await base({ host: 'inside.internal:443', 'x-forwarded-proto': 'https' }), 'https://inside.internal')

  for (const [prefix, path] of Object.entries({
    '/spark': '/spark',
    '/spark/': '/spark',
    '/teams/a-b_c.d~e': '/teams/a-b_c.d~e',
    '/m%C3%BCnchen': '/m%C3%BCnchen',
    '/outer, /spark': '/spark',
    '/..spark/...': '/..spark/...',
  }))
    t.equal(await base({ 'x-forwarded-prefix': prefix }), `http://inside.internal${path}`, prefix)
  for (const prefix of [
    '/',
    'spark',
    '//evil.example',
    '/a//b',
    '/../up',
    '/a/..',
    '/a/./b',
    '/a/%2E%2e/b',
    '/%2e',
    '/a?b',
    '/a#b',
    '/a b',
    '/a\\b',
    '/"><script>',
    "/'onload=",
    '/%zz',
    '/%',
    '/a;b',
    '/a@evil.example',
    '/é',
    `/${'a'.repeat(256)}`,
    'https://evil.example/a',
    ',',
  ])
    t.equal(await base({ 'x-forwarded-prefix': prefix }), 'http://inside.internal', prefix)
})

t.test('content-location and the paths of problems have the prefix of the address', async t => {
  const isProblem = new Ajv({ strict: false, schemas: [...models], validateFormats: false }).getSchema('Problem')
  const cases: readonly (readonly [environment: Headers, prefix: string])[] = [
    [{}, ''],
    [{ TRUST_PROXY: '192.0.2.1' }, ''],
    [{ TRUST_PROXY: 'loopback' }, '/spark/v2'],
    [{ TRUST_PROXY: 'loopback', PUBLIC_URL: 'https://studio.example' }, ''],
    [{ TRUST_PROXY: 'loopback', PUBLIC_URL: 'https://studio.example/teams/one/' }, '/teams/one'],
  ]
  for (const [environment, prefix] of cases) {
    const { get, post } = await startService(t, { HOST: '0.0.0.0', ...environment })
    for (const { operation, body, named, path } of prefix === '/spark/v2' ? kinds : kinds.slice(1)) {
      const answer = await post(operation, body, forwarded)
      const { id, url } = named(answer.json())
      t.equal(answer.headers['content-location'], `${prefix}${path}${id}`, JSON.stringify(environment))
      t.equal(url, new URL(`${prefix}${path}${id}`, environment.PUBLIC_URL ?? url).href)
    }
    for (const [path, code] of [
      ['/api/v1/analyses/none', 'record_not_found'],
      ['/nowhere', 'not_found'],
      ['/api/v1/export/txt/%E0%A4%A', 'malformed_request'],
    ] as const) {
      const problem = (await get(path, { headers: forwarded })).json()
      t.match(problem, { type: `${prefix}/problems/${code}`, instance: `${prefix}${path}` })
      t.ok(isProblem?.(problem), JSON.stringify(isProblem?.errors))
      t.equal((await get(problem.type.slice(prefix.length))).statusCode, 200, 'a page')
    }
  }
})

t.test(
  'the ETags of JSON and of a page depend on the address; a script and a palette are the same at every host',
  async t => {
    const { get, post } = await startService(t, { TRUST_PROXY: '192.0.2.9' })
    for (const { operation, body, named, path, others } of kinds) {
      const { id } = named((await post(operation, body, { host: 'one.example' })).json())
      const read = (host: string, accept: string, headers: Headers = {}) =>
        get(path + id, { headers: { accept, host, ...headers } })
      const [one, other] = [
        await read('one.example', 'application/json'),
        await read('other.example', 'application/json'),
      ]
      t.equal(named(one.json()).url, `http://one.example${path}${id}`)
      t.equal(named(other.json()).url, `http://other.example${path}${id}`)
      t.not(one.headers.etag, other.headers.etag, path)
      t.equal((await read('one.example', 'application/json')).headers.etag, one.headers.etag)
      const known = { 'if-none-match': String(one.headers.etag) }
      t.equal((await read('one.example', 'application/json', known)).statusCode, 304)
      t.equal((await read('other.example', 'application/json', known)).statusCode, 200)
      for (const accept of others) {
        const [here, there] = [await read('one.example', accept), await read('other.example', accept)]
        t.match(here.headers['content-type'], accept)
        if (accept === 'text/html') {
          // Its canonical address and its card are absolute.
          t.equal(here.payload.replaceAll('one.example', 'other.example'), there.payload)
          t.not(here.headers.etag, there.headers.etag)
          continue
        }
        t.same([here.payload, here.headers.etag], [there.payload, there.headers.etag], `${path}: ${accept}`)
        t.notMatch(here.payload, 'one.example')
      }
    }
  },
)

t.test('an address is neither stored nor logged nor part of an id: two hosts share one record', async t => {
  const folder = t.testdir()
  const environment = { DATA_DIR: folder, PORT: '0', TRUST_PROXY: 'loopback', LOG_LEVEL: 'trace' }
  const { child, ended, listening } = start(t, [], environment)
  const address = await listening()
  const ids = new Set<string>()
  const post = async (operation: string, body: object, host: string) => {
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-host': host,
      'x-forwarded-prefix': '/hidden-prefix',
    }
    const answer = await fetch(address + operation, { method: 'POST', headers, body: JSON.stringify(body) })
    return JSON.parse(await answer.text())
  }
  for (const host of ['first-host.example', 'second-host.example'])
    for (const { operation, body, named, path } of kinds) {
      const answer = await post(operation, body, host)
      const { id, url } = named(answer)
      t.equal(url, `http://${host}/hidden-prefix${path}${id}`)
      ids.add(id)
      if (answer.style_metadata) {
        const style = { ...page, style_metadata: answer.style_metadata }
        ids.add((await post('/api/v1/build-sparkpage', style, host)).page.id)
      }
    }
  t.equal(ids.size, kinds.length + 1, 'a style that is sent back has the address of its record')
  child.kill('SIGINT')
  const { code, out, err } = await ended
  t.equal(code, 0)
  const files = await Promise.all((await readdir(folder)).map(name => readFile(join(folder, name), 'latin1')))
  t.ok(
    files.some(file => file.includes([...ids][0] ?? 'none')),
    'the records are in these files',
  )
  for (const text of [...files, out, err]) t.notMatch(text, /-host\.example|hidden-prefix/)
})
