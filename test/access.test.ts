// Authentication: with API_KEYS every path under /api/v1 requires a key, and a request without one learns nothing.
import crypto from 'node:crypto'
import { once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { connect } from 'node:net'
import t from 'tap'
import { examplePicture } from '../schemas/examples/pictures.ts'
import { operations } from '../schemas/index.ts'
import { type Answered, ask } from './helpers/asking.ts'
import { startService } from './helpers/service.ts'

const secret = 'Tr0ub4dor:and&3'
const other = 'another-secret'
const API_KEYS = `ci:${secret},__proto__:${other},constructor:clé`

function bearer(key: string) {
  return { authorization: `Bearer ${key}` }
}

function apiKey(key: string) {
  return { 'x-api-key': key }
}

const bodies: Readonly<Record<string, object>> = {
  analyzeVibe: { source_url: examplePicture },
  buildSparkpage: {
    style_metadata: { colors: ['#6D28D9'] },
    content: { headline: 'One', sub_headline: 'Two', cta_button_text: 'Three' },
  },
  captureMedia: { target_url: 'https://example.com/' },
}
const json = { 'content-type': 'application/json' }

/** A valid request of every operation that requires a key. */
const validRequests = operations
  .filter(({ url }) => url.startsWith('/api/v1/'))
  .map(({ method, url, schema }) => {
    const body = bodies[schema.operationId]
    const path = url.replace(':type', 'projects')
    return { method, path, ...(body ? { body: JSON.stringify(body), headers: json } : { headers: {} }) }
  })

type Credentials = Readonly<Record<string, Readonly<Record<string, string>>>>

const valid: Credentials = {
  Bearer: bearer(secret),
  'x-api-key': apiKey(secret),
  'lower-case bearer': { authorization: `bearer ${secret}` },
  'upper-case BEARER and more spaces': { authorization: `BEARER   ${secret}` },
  'another key': apiKey(other),
  'a key beyond ASCII, in UTF-8': apiKey(Buffer.from('clé').toString('latin1')),
  'Bearer beside a wrong x-api-key': { ...bearer(secret), ...apiKey('wrong') },
  'x-api-key beside Basic': { authorization: 'Basic eDp5', ...apiKey(secret) },
}

const invalid: Credentials = {
  'no key': {},
  'an empty Bearer': { authorization: 'Bearer' },
  'a blank Bearer': { authorization: 'Bearer    ' },
  'an empty Authorization': { authorization: '' },
  'an empty x-api-key': apiKey(''),
  'a blank x-api-key': apiKey('   '),
  'a wrong key': bearer('wrong'),
  'a wrong x-api-key': apiKey('wrong'),
  'another first character': bearer(`X${secret.slice(1)}`),
  'another last character': bearer(`${secret.slice(0, -1)}X`),
  'one character less': bearer(secret.slice(0, -1)),
  'one character less at the start': bearer(secret.slice(1)),
  'one character more': bearer(`${secret}X`),
  'one character more in x-api-key': apiKey(`${secret}X`),
  'upper case': bearer(secret.toUpperCase()),
  'name and secret': bearer(`ci:${secret}`),
  'the name': apiKey('ci'),
  'two secrets': apiKey(`${secret}, ${other}`),
  quotes: bearer(`"${secret}"`),
  'a word after the key': bearer(`${secret} x`),
  'the key as Basic': { authorization: `Basic ${secret}` },
  'the key without a scheme': { authorization: secret },
  'a wrong Bearer beside a valid x-api-key': { ...bearer('wrong'), ...apiKey(secret) },
  'an empty Bearer beside a valid x-api-key': { authorization: 'Bearer', ...apiKey(secret) },
}

/** An answer without what differs between requests: date, request id and path. */
function comparable({ status, headers, body }: Answered) {
  const { date: _date, 'x-request-id': _id, 'content-length': _length, ...others } = headers
  const { instance: _instance, request_id: _request, ...document } = body === '' ? {} : JSON.parse(body)
  return { status, headers: others, document }
}

const service = await startService(t, { API_KEYS, ADMIN_TOKEN: 'admin-token' })
const base = await service.app.listen({ port: 0, host: '127.0.0.1' })
const { host, port } = new URL(base)
const refusal = comparable(await ask(base, { path: '/api/v1/nothing' }))

t.test('accepts valid credentials and answers all others with one 401', async t => {
  t.match(refusal, {
    status: 401,
    headers: { 'www-authenticate': 'Bearer realm="api"', 'content-type': 'application/problem+json; charset=utf-8' },
    document: { code: 'unauthorized', success: false, status: 401 },
  })
  t.notMatch(JSON.stringify(refusal), /ci|Tr0ub4dor|another-secret/)
  const path = '/api/v1/export/txt/projects'
  for (const [name, headers] of Object.entries(valid)) t.equal((await ask(base, { path, headers })).status, 200, name)
  for (const [name, headers] of Object.entries(invalid))
    t.strictSame(comparable(await ask(base, { path, headers })), refusal, name)
  for (const request of validRequests) {
    const name = `${request.method} ${request.path}`
    const withKey = { ...request, headers: { ...request.headers, ...bearer(secret) } }
    t.equal((await ask(base, withKey)).status, 200, `${name} with a key`)
    t.strictSame(comparable(await ask(base, request)), refusal, `${name} without a key`)
  }
})

/** Requests in the scope /api/v1, and their status with a key. */
const scoped: Readonly<Record<string, readonly [method: string, path: string, status: number, body?: string]>> = {
  'an unknown path': ['GET', '/api/v1/nothing', 404],
  'the prefix': ['GET', '/api/v1', 404],
  'the prefix and a slash': ['GET', '/api/v1/', 404],
  'the prefix and a query': ['GET', '/api/v1?a=/../', 404],
  'a wrong method': ['GET', '/api/v1/analyze-vibe', 405],
  'another wrong method': ['DELETE', '/api/v1/export/txt/projects', 405],
  'an unknown method': ['PROPFIND', '/api/v1/export/txt/projects', 405],
  OPTIONS: ['OPTIONS', '/api/v1/analyze-vibe', 204],
  HEAD: ['HEAD', '/api/v1/export/txt/api-spec', 200],
  'HEAD of an unknown path': ['HEAD', '/api/v1/nothing', 404],
  'an encoded letter': ['GET', '/%61pi/v1/export/txt/api-spec', 200],
  'an encoded digit': ['GET', '/api/v%31/export/txt/api-spec', 200],
  'encoded letters throughout': ['GET', '/%61%70%69/%76%31/%65xport/txt/%61pi-spec', 200],
  'an encoded letter and a wrong method': ['PUT', '/%61pi/v1/capture-media', 405],
  'encoded dot segments': ['PUT', '/api/v1/export/txt/%2e%2e%2f..%2f..%2f..%2fx', 405],
  'the absolute form': ['GET', `http://${host}/api/v1/export/txt/api-spec`, 200],
  'the absolute form of an unknown path': ['GET', `http://${host}/api/v1/nothing`, 404],
  'an invalid parameter': ['GET', '/api/v1/export/txt/nothing', 400],
  'a malformed body': ['POST', '/api/v1/capture-media', 400, '{'],
  'a body that is too large': ['POST', '/api/v1/capture-media', 413, `"${'x'.repeat(1_100_000)}"`],
}

t.test('every request under /api/v1 requires a key, whether the path exists and however it is encoded', async t => {
  for (const [name, [method, path, status, body]] of Object.entries(scoped)) {
    const request = { method, path, body, headers: { ...(body ? json : {}), prefer: 'handling=strict' } }
    const expected = method === 'HEAD' ? { ...refusal, document: {} } : refusal
    t.strictSame(comparable(await ask(base, request)), expected, `${name}: without a key`)
    const withKey = await ask(base, { ...request, headers: { ...request.headers, ...bearer(secret) } })
    t.equal(withKey.status, status, `${name}: with a key`)
  }
})

t.test('paths outside /api/v1 do not require a key', async t => {
  // The router puts these in no scope.
  for (const [path, status] of [
    ['/api%2Fv1/export/txt/api-spec', 404],
    ['//api//v1///export/txt/api-spec', 404],
    ['/api/./x/../v1/export/txt/api-spec', 404],
    ['/x/%2e%2e/api/v1/export/txt/api-spec', 404],
    ['//api/admin//stats', 404],
    ['/api/v1/export/txt/%E0%A4%A', 400],
    ['/%61pi/v1/%E0%A4%A', 400],
    ['/api/admin/%E0%A4%A', 400],
    [`/api/v1/export/txt/${'a'.repeat(600)}`, 414],
  ] as const)
    for (const headers of [{}, bearer(secret)]) {
      const answer = await ask(base, { path, headers })
      t.equal(answer.status, status, path)
      t.match(JSON.parse(answer.body), { success: false, status }, path)
    }
  for (const path of ['/api/health', '/livez', '/docs/', '/openapi.json', '/openapi.yaml'])
    t.equal((await ask(base, { path })).status, 200, path)
  for (const path of '/ /readyz /api /api/v1x /api/v10/analyze-vibe /API/V1/analyze-vibe /x?/api/v1/ /x#/api/v1/'.split(
    ' ',
  ))
    t.not((await ask(base, { path })).status, 401, path)
  const open = await startService(t)
  for (const headers of [{}, bearer('x'), apiKey('')])
    t.equal((await open.get('/api/v1/export/txt/projects', { headers })).statusCode, 200, 'without API_KEYS')
})

t.test('every path under /api/admin requires the ADMIN_TOKEN, and no API key replaces it', async t => {
  for (const [method, path, status] of [
    ['GET', '/api/admin/stats', 200],
    ['GET', '/api/admin/metrics', 200],
    ['HEAD', '/api/admin/stats', 200],
    ['GET', '/%61pi/admin/stats', 200],
    ['GET', '/api/%61dmin/metrics', 200],
    ['GET', `http://${host}/api/admin/stats`, 200],
    ['POST', '/api/admin/stats', 405],
    ['OPTIONS', '/api/admin/stats', 204],
    ['GET', '/api/admin', 404],
    ['GET', '/api/admin/nothing', 404],
  ] as const) {
    for (const headers of [{}, bearer(secret), apiKey('admin-token'), bearer('admin-toke'), bearer('admin-token2')]) {
      const answer = await ask(base, { method, path, headers })
      t.match([answer.status, answer.headers['www-authenticate']], [401, 'Bearer realm="admin"'], `${method} ${path}`)
    }
    t.equal((await ask(base, { method, path, headers: bearer('admin-token') })).status, status, `${method} ${path}`)
  }
})

t.test('refuses a request before its body arrives, and drops the body', async t => {
  const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8')
  t.teardown(() => socket.destroy())
  const received = socket[Symbol.asyncIterator]()
  const receive = async (pattern: RegExp) => {
    let text = ''
    while (!pattern.test(text)) text += (await received.next()).value
    return text
  }
  const send = (line: string, ...headers: readonly string[]) =>
    socket.write([`${line} HTTP/1.1`, `host: ${host}`, ...headers, '', ''].join('\r\n'))
  const piece = Buffer.alloc(1024 * 1024, 'x')
  const pieces = 256
  const length = `content-length: ${pieces * piece.length}`
  send('POST /api/v1/analyze-vibe', 'content-type: application/json', 'x-api-key: wrong', length)
  t.match(await receive(/request_id/), /^HTTP\/1\.1 401 /)
  const before = process.memoryUsage().arrayBuffers
  for (let sent = 0; sent < pieces; sent++) if (!socket.write(piece)) await once(socket, 'drain')
  send('GET /api/v1/export/txt/api-spec', `x-api-key: ${secret}`)
  t.match(await receive(/ACCESS/), /^HTTP\/1\.1 200 /, 'the connection stays open')
  const grown = (process.memoryUsage().arrayBuffers - before) / 1024 / 1024
  t.ok(grown < 128, `${grown.toFixed(0)} MB for 256 MB`)
})

t.test('does the same work for all credentials: one digest, and one comparison for each key', async t => {
  const limited = await startService(t, { API_KEYS, RATE_LIMIT: '10000' })
  const addresses = [base, await limited.app.listen({ port: 0, host: '127.0.0.1' })]
  const digests = t.capture(crypto, 'createHash', crypto.createHash)
  const comparisons = t.capture(crypto, 'timingSafeEqual', crypto.timingSafeEqual)
  syncBuiltinESMExports()
  t.teardown(() => syncBuiltinESMExports())
  for (const [name, headers] of Object.entries({ ...valid, ...invalid }))
    for (const address of addresses) {
      await ask(address, { path: '/api/v1/nothing', headers })
      t.same([digests().length, comparisons().length], [1, 3], name)
    }
})

t.test('counts requests by the name of their key, also when it is that of a built-in property', async t => {
  const headers = bearer('admin-token')
  const { keys } = JSON.parse((await ask(base, { path: '/api/admin/stats', headers })).body).stats
  t.same(Object.keys(keys).sort(), ['__proto__', 'ci', 'constructor'])
  t.ok(Object.values<number>(keys).every(count => count > 0))
  const { body } = await ask(base, { path: '/api/admin/metrics', headers })
  for (const [key, count] of Object.entries(keys))
    t.match(body, `automation_service_key_requests_total{key="${key}"} ${count}\n`)
})
