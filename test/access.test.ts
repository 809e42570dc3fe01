// Access: with API_KEYS every path under /api/v1 requires a key, /api/admin requires the ADMIN_TOKEN or a direct request of the same machine,
// and a refused request learns nothing. What /api/admin tells: the statistics, and metrics in the format of Prometheus that equal them.
import crypto from 'node:crypto'
import { once } from 'node:events'
import { rename } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { connect } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { operations } from '../schemas/index.ts'
import { type Answered, ask } from './helpers/asking.ts'
import { type Service, startService, stripes } from './helpers/service.ts'

const secret = 'Tr0ub4dor:and&3:horse'
const other = 'another-secret-of-ours'
const accented = 'clé-de-notre-équipe'
const API_KEYS = `ci:${secret},__proto__:${other},constructor:${accented}`

function bearer(key: string) {
  return { authorization: `Bearer ${key}` }
}

function apiKey(key: string) {
  return { 'x-api-key': key }
}

const bodies: Readonly<Record<string, object>> = {
  analyzeVibe: { source_url: 'http://10.0.0.1/' },
  buildSparkpage: {
    style_metadata: { colors: ['#6D28D9'] },
    content: { headline: 'One', sub_headline: 'Two', cta_button_text: 'Three' },
  },
  captureMedia: { target_url: 'https://example.com/' },
  createRender: { target_url: 'https://example.com/' },
}
const json = { 'content-type': 'application/json' }

/** A request of every operation that requires a key, and its status with one. An analysis is refused later, by its address; no record has this id. */
const keyRequests = operations
  .filter(({ url }) => url.startsWith('/api/v1/') && !/(?:pages|pictures|uploads)\/:(?:id|name|token)$/.test(url))
  .map(({ method, url, schema }) => {
    const body = bodies[schema.operationId]
    const query = schema.operationId === 'analyzeUrl' ? '?source_url=nothing' : ''
    const path = url.replace(':type', 'projects').replace(':id', 'none') + query
    const statuses: Readonly<Record<string, number>> = { analyzeVibe: 422, analyzeUrl: 422, createRender: 501 }
    const status = statuses[schema.operationId] ?? (path.endsWith('none') ? 404 : 200)
    return { method, path, status, ...(body ? { body: JSON.stringify(body), headers: json } : { headers: {} }) }
  })

type Credentials = Readonly<Record<string, Readonly<Record<string, string>>>>

const valid: Credentials = {
  Bearer: bearer(secret),
  'x-api-key': apiKey(secret),
  'lower-case bearer': { authorization: `bearer ${secret}` },
  'upper-case BEARER and more spaces': { authorization: `BEARER   ${secret}` },
  'another key': apiKey(other),
  'a key beyond ASCII, in UTF-8': apiKey(Buffer.from(accented).toString('latin1')),
  'Bearer beside a wrong x-api-key': { ...bearer(secret), ...apiKey('wrong') },
  'x-api-key beside Basic': { authorization: 'Basic eDp5', ...apiKey(secret) },
}

const invalid: Credentials = {
  'no key': {},
  'an empty Bearer': { authorization: 'Bearer' },
  'an empty Authorization': { authorization: '' },
  'a blank x-api-key': apiKey('   '),
  'a wrong key': bearer('wrong'),
  'another first character': bearer(`X${secret.slice(1)}`),
  'another last character': bearer(`${secret.slice(0, -1)}X`),
  'one character less': bearer(secret.slice(0, -1)),
  'one character more': bearer(`${secret}X`),
  'upper case': bearer(secret.toUpperCase()),
  'name and secret': bearer(`ci:${secret}`),
  'two secrets': apiKey(`${secret}, ${other}`),
  'the key as Basic': { authorization: `Basic ${secret}` },
  'the key without a scheme': { authorization: secret },
  'a wrong Bearer beside a valid x-api-key': { ...bearer('wrong'), ...apiKey(secret) },
}

/** An answer without what differs between requests: date, request id and path; and operations, of which one is for caches. */
function comparable({ status, headers, body }: Answered) {
  const { date: _date, 'x-request-id': _id, 'content-length': _length, 'cache-control': _cache, ...rest } = headers
  // A connection is kept until the body has arrived.
  const { connection: _connection, ...others } = rest
  const { instance: _instance, request_id: _request, ...document } = body === '' ? {} : JSON.parse(body)
  return { status, headers: others, document }
}

const service = await startService(t, { API_KEYS, ADMIN_TOKEN: 'admin-token-of-ours', RENDER: 'off' })
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
  for (const { status, ...request } of keyRequests) {
    const name = `${request.method} ${request.path}`
    const withKey = { ...request, headers: { ...request.headers, ...bearer(secret) } }
    t.equal((await ask(base, withKey)).status, status, `${name} with a key`)
    t.strictSame(comparable(await ask(base, request)), refusal, `${name} without a key`)
  }
})

/** Requests in the scope /api/v1, and their status with a key. */
const scoped: Readonly<Record<string, readonly [method: string, path: string, status: number, body?: string]>> = {
  'an unknown path': ['GET', '/api/v1/nothing', 404],
  'the prefix': ['GET', '/api/v1', 404],
  'the prefix and a slash': ['GET', '/api/v1/', 404],
  'the prefix and a query': ['GET', '/api/v1?a=/../', 404],
  'a wrong method': ['GET', '/api/v1/build-sparkpage', 405],
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
    ['DELETE', '/api/admin/records/none', 404],
    ['GET', '/api/admin', 404],
    ['GET', '/api/admin/nothing', 404],
  ] as const) {
    for (const headers of [
      {},
      bearer(secret),
      apiKey('admin-token-of-ours'),
      bearer('admin-token-of-our'),
      bearer('admin-token-of-ours2'),
    ]) {
      const answer = await ask(base, { method, path, headers })
      t.match([answer.status, answer.headers['www-authenticate']], [401, 'Bearer realm="admin"'], `${method} ${path}`)
    }
    t.equal(
      (await ask(base, { method, path, headers: bearer('admin-token-of-ours') })).status,
      status,
      `${method} ${path}`,
    )
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
  const pieces = 60
  const length = `content-length: ${pieces * piece.length}`
  send('POST /api/v1/analyze-vibe', 'content-type: application/json', 'x-api-key: wrong', length)
  t.match(await receive(/request_id/), /^HTTP\/1\.1 401 /)
  const before = process.memoryUsage().arrayBuffers
  for (let sent = 0; sent < pieces; sent++) if (!socket.write(piece)) await once(socket, 'drain')
  send('GET /api/v1/export/txt/api-spec', `x-api-key: ${secret}`)
  t.match(await receive(/ACCESS/), /^HTTP\/1\.1 200 /, 'the connection stays open')
  const grown = (process.memoryUsage().arrayBuffers - before) / 1024 / 1024
  t.ok(grown < 48, `${grown.toFixed(0)} MB for ${pieces} MB`)
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
  const headers = bearer('admin-token-of-ours')
  const { keys } = JSON.parse((await ask(base, { path: '/api/admin/stats', headers })).body).stats
  t.same(Object.keys(keys).sort(), ['__proto__', 'ci', 'constructor'])
  t.ok(Object.values<number>(keys).every(count => count > 0))
  const { body } = await ask(base, { path: '/api/admin/metrics', headers })
  for (const [key, count] of Object.entries(keys))
    t.match(body, `automation_service_key_requests_total{key="${key}"} ${count}\n`)
})

const statsPath = '/api/admin/stats'

/** Statuses of the statistics and the metrics. */
async function statusesAt(base: string, headers: Readonly<Record<string, string>> = {}) {
  const answers = await Promise.all(
    ['/api/admin/stats', '/api/admin/metrics'].map(path => ask(base, { path, headers })),
  )
  return answers.map(({ status }) => status)
}

/** Sends one request with that version of HTTP. @returns its status */
async function statusOf(base: string, version: string): Promise<number> {
  const { host, port } = new URL(base)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`GET ${statsPath} HTTP/${version}\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
  let text = ''
  for await (const chunk of socket) text += chunk
  return Number(text.split(' ')[1])
}

t.test('METRICS_TOKEN may read statistics and metrics, and delete nothing', async t => {
  const headers = { authorization: 'Bearer only-for-the-scraper' }
  for (const ADMIN_TOKEN of ['', 'admin-token-of-ours']) {
    const settings = { ADMIN_TOKEN, METRICS_TOKEN: 'only-for-the-scraper', REPLICA: 'b', HOST: '0.0.0.0' }
    const service = await startService(t, { ...settings, DATA_DIR: t.testdir() })
    const ask = async (path: string, options: object) =>
      (await service.get(path, { remoteAddress: '203.0.113.7', headers, ...options })).statusCode
    const allowed = await service.get(statsPath, { remoteAddress: '203.0.113.7', headers })
    t.equal(allowed.statusCode, 200)
    t.equal(allowed.json().stats.service.replica, 'b')
    t.equal(await ask(metricsPath, {}), 200)
    t.equal(await ask(metricsPath, { method: 'HEAD' }), 200)
    const refusal = ADMIN_TOKEN === '' ? 403 : 401
    t.equal(await ask('/api/admin/records/ana_0', { method: 'DELETE' }), refusal)
    t.equal(await ask(metricsPath, { headers: { authorization: 'Bearer only-for-the-scrapers' } }), refusal)
    t.equal(await ask(metricsPath, { headers: {} }), refusal)
  }
})

t.test('without ADMIN_TOKEN only direct requests of the same machine are answered', async t => {
  // ALLOWED_HOSTS lets the other names through to the rule of /api/admin.
  const service = await startService(t, { ALLOWED_HOSTS: 'evil.example' })
  const get = (options: object) => service.get(statsPath, options)
  for (const host of ['localhost', 'localhost:3000', '127.0.0.1', '127.8.8.8:80', '[::1]:3000', 'LOCALHOST'])
    t.equal((await get({ headers: { host } })).statusCode, 200, host)
  for (const remoteAddress of ['::1', '::ffff:127.0.0.1', '127.0.0.53'])
    t.equal((await get({ remoteAddress, headers: { host: 'localhost' } })).statusCode, 200, remoteAddress)
  for (const options of [
    { remoteAddress: '203.0.113.7', headers: { host: 'localhost' } },
    { headers: { host: 'evil.example' } },
    { headers: { host: 'localhost', forwarded: 'for=1.2.3.4' } },
    { headers: { host: 'localhost', 'x-forwarded-for': '127.0.0.1' } },
    { headers: { host: 'localhost', 'x-forwarded-host': 'localhost' } },
    { headers: { host: 'localhost', 'x-forwarded-proto': 'http' } },
    { headers: { host: 'localhost', 'x-real-ip': '127.0.0.1' } },
    { headers: { host: 'localhost', via: '1.1 proxy' } },
  ]) {
    const answer = await get(options)
    t.equal(answer.statusCode, 403, JSON.stringify(options))
    t.equal(answer.json().code, 'forbidden')
  }
})

t.test('without ADMIN_TOKEN every request is refused unless HOST is a loopback address', async t => {
  for (const HOST of ['0.0.0.0', '::']) {
    const { get } = await startService(t, { HOST, DATA_DIR: join(t.testdirName, encodeURIComponent(HOST)) })
    t.equal((await get(statsPath, { headers: { host: 'localhost' } })).statusCode, 403, HOST)
  }
})

t.test(
  'an HTTP/1.0 request, as a bare nginx proxy_pass sends it, and one from another address of the machine are refused',
  async t => {
    const service = await startService(t, { TRUST_PROXY: '192.0.2.1' })
    await service.app.listen({ port: 0, host: '0.0.0.0' })
    const { port } = new URL(service.app.listeningOrigin)
    const inside = `http://127.0.0.1:${port}`
    t.same(await statusesAt(inside), [200, 200])
    t.equal(await statusOf(inside, '1.1'), 200)
    t.equal(await statusOf(inside, '1.0'), 403)
    const outside = Object.values(networkInterfaces())
      .flat()
      .find(face => face?.family === 'IPv4' && !face.internal)
    if (outside) t.same(await statusesAt(`http://${outside.address}:${port}`, { host: 'localhost' }), [403, 403])
  },
)

const metricsPath = '/api/admin/metrics'
const prefix = 'automation_service_'

interface Sample {
  readonly name: string
  readonly labels: readonly string[]
  readonly value: number
}

const sampleLine =
  /^([a-z_:][\w:]*)(?:\{((?:[a-z_]\w*="(?:[^"\\]|\\["\\n])*",?)*)\})? ([+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|NaN)$/i

/** Parses text format 0.0.4. @throws at a line that is not valid, and at a family or a sample that occurs twice */
function parseMetrics(text: string): readonly Sample[] {
  const lines = text.split('\n').filter(line => line !== '')
  const families = lines.flatMap(line => /^# TYPE (\S+) (?:counter|gauge|histogram|summary)$/.exec(line)?.[1] ?? [])
  const samples = lines.filter(line => !/^# (?:HELP|TYPE) \S+ ./.test(line))
  const names = samples.map(line => line.replace(/ \S+$/, ''))
  if (!text.endsWith('\n') || new Set(families).size < families.length || new Set(names).size < names.length)
    throw new Error(`Incomplete, or not unique: ${text}`)
  return samples.map(line => {
    const [, name = '', labels = '', value] = sampleLine.exec(line) ?? []
    const family = families.find(family => family === name || family === name.replace(/_(?:bucket|sum|count)$/, ''))
    if (value === undefined || family === undefined) throw new Error(`Not a sample of a family: ${line}`)
    const values = [...labels.matchAll(/="((?:[^"\\]|\\.)*)"/g)].map(([, label = '']) => label)
    return { name, labels: values, value: Number(value.replace('Inf', 'Infinity')) }
  })
}

async function scrape({ get }: Service) {
  const response = await get(metricsPath)
  const samples = parseMetrics(response.payload)
  const of = (name: string) => samples.filter(sample => sample.name === name)
  return {
    response,
    samples,
    /** Values of a metric by its labels, joined. */
    by: (name: string) => Object.fromEntries(of(prefix + name).map(({ labels, value }) => [labels.join(' '), value])),
    /** The value of a metric without labels. */
    value: (name: string) => of(name)[0]?.value,
  }
}

t.test('statistics count the requests that were sent, and metrics equal them', async t => {
  const service = await startService(t, { API_KEYS: 'ci:one-of-the-two-keys,web:two-of-the-two-keys' })
  const headers = { 'x-api-key': 'one-of-the-two-keys' }
  const source_url = await stripes(['#6D28D9', '#F59E0B'])
  const refused = ['10.0.0.1', '10.0.0.2', '10.0.0.3'].map(host => ({ source_url: `http://${host}/` }))
  const low = { source_url, analysis_depth: 'low', target_platform: 'youtube_shorts' }
  for (const body of [low, { source_url }, { source_url }, {}, ...refused])
    await service.post('/api/v1/analyze-vibe', body, headers)
  await service.post('/api/v1/analyze-vibe', { source_url })
  await service.post('/api/v1/capture-media', { target_url: 'https://example.com/' }, headers)
  const page = { ...bodies.buildSparkpage, export_settings: { framework: 'tailwind' } }
  await service.post('/api/v1/build-sparkpage', page, headers)
  const { stats } = (await service.get(statsPath)).json()
  const { latency_ms, ...requests } = stats.requests.analyzeVibe
  t.match(requests, { count: 8, statuses: { '2xx': 3, '4xx': 5 } })
  t.ok(latency_ms.p99 >= latency_ms.p50)
  t.match(stats.analyses, {
    total: 2,
    times: 3,
    by_platform: { youtube_shorts: 1, web_16_9: 1 },
    by_depth: { low: 1, medium: 1 },
    by_media_type: { image: 2 },
    by_engine: { builtin: 2 },
  })
  t.match(stats, { projects: { total: 1 }, pages: { total: 1, by_framework: { tailwind: 1 } } })
  t.match(stats.storage, { kind: 'sqlite', records: 5 })
  t.ok(stats.storage.bytes > 0 && stats.process.memory_bytes.rss > 0 && stats.service.uptime_seconds >= 0)
  const { response, by, value } = await scrape(service)
  t.match(response.headers, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' })

  const { analyses, pages, captures, storage } = stats
  t.match(stats, { analyses: { cache_hits: 1 }, fetches: { refused: 3 } })
  t.same(by('captures_by_format'), { png: 1 })
  for (const [name, counts] of Object.entries({
    analyses_by_platform: analyses.by_platform,
    analyses_by_depth: { low: 1, medium: 1 },
    analyses_by_media_type: analyses.by_media_type,
    analyses_by_engine: analyses.by_engine,
    pages_by_framework: pages.by_framework,
    key_requests_total: { ci: 9, web: 0 },
    storage_records: { sqlite: stats.storage.records },
    storage_bytes: { sqlite: storage.bytes },
    storage_record_bytes: { sqlite: storage.record_bytes },
    storage_max_bytes: { sqlite: 1024 ** 3 },
    storage_evicted_records_total: { sqlite: 0 },
    build_info: { [`${stats.service.version} ${process.version} ${hostname()}`]: 1 },
    problems_total: { invalid_request: 1, source_refused: 3, unauthorized: 1 },
    memory_held_bytes: { files: 0, decodes: 0 },
    queue_waiting: { requests: 0, bodies: 0, pages: 0, workers: 0, memory: 0 },
    queue_active: { requests: 1, bodies: 0, pages: 0, workers: 0 },
    analyses: { '': analyses.total },
    analyses_requested: { '': analyses.times },
    analysis_cache_hits_total: { '': analyses.cache_hits },
    projects: { '': stats.projects.total },
    pages: { '': pages.total },
    pages_requested: { '': pages.times },
    captures: { '': captures.total },
    captures_requested: { '': captures.times },
    fetches_refused_total: { '': stats.fetches.refused },
    store_up: { '': 1 },
  }))
    t.same(by(name), counts, name)
  t.same(stats.keys, by('key_requests_total'))
  for (const [, name = '', type] of response.payload.matchAll(/^# TYPE (\S+) (\S+)$/gm))
    t.equal(name.endsWith('_total'), type === 'counter', `${name} is named like a ${type}`)

  const statuses = by('requests_total')
  t.match(statuses, { 'analyzeVibe 2xx': 3, 'analyzeVibe 4xx': 5, 'captureMedia 2xx': 1, 'getStats 2xx': 1 })
  for (const [operation, count] of Object.entries(by('request_duration_seconds_count')))
    t.equal(count, (statuses[`${operation} 2xx`] ?? 0) + (statuses[`${operation} 4xx`] ?? 0), operation)
  t.ok(Number(value('process_cpu_seconds_total')) > 0)
  t.ok(Number(value('process_resident_memory_bytes')) > 1e7)
  t.ok(Number(value('nodejs_heap_size_used_bytes')) > 1e6)
  t.ok(Number(value(`${prefix}event_loop_delay_p99_seconds`)) < 60)
  t.ok(Number(value(`${prefix}uptime_seconds`)) >= stats.service.uptime_seconds)
})

t.test('metrics report the process only while the store is unavailable', async t => {
  const folder = join(t.testdirName, 'data')
  const service = await startService(t, { DATA_DIR: folder, STORAGE_MAX_MB: '0' })
  const first = await scrape(service)
  for (const name of ['storage_max_bytes', 'provider_calls_total', 'key_requests_total'])
    t.same(first.by(name), {}, name)
  await service.post('/api/v1/capture-media', { target_url: 'https://example.com/' })

  await rename(folder, `${folder}.away`)
  t.equal((await service.get('/api/admin/stats')).statusCode, 503)
  const { response, samples, by, value } = await scrape(service)
  t.equal(response.statusCode, 200)
  t.equal(value(`${prefix}store_up`), 0)
  t.match(by('requests_total'), { 'captureMedia 2xx': 1, 'getStats 5xx': 1 })
  t.ok(Number(value('process_resident_memory_bytes')) > 1e7)
  const ofStore = /^automation_service_(?:anal.*s|pages|captures|projects|renders|storage)/
  t.same(
    samples.flatMap(({ name }) => (ofStore.test(name) ? [name] : [])),
    [`${prefix}analysis_cache_hits_total`],
  )
  for (const { name, labels, value } of first.samples.filter(({ name }) => /_(?:total|count|bucket|sum)$/.test(name))) {
    if (/^automation_service_storage|^nodejs_active_/.test(name)) continue
    const later = samples.find(sample => sample.name === name && sample.labels.join() === labels.join())
    t.ok(later && later.value >= value, `${name} does not decrease`)
  }

  await rename(`${folder}.away`, folder)
  t.match((await scrape(service)).by('captures_by_format'), { png: 1 }, 'and recovers')
  const alive = setInterval(() => undefined, 1000) // the timeout of the store does not keep the process alive
  t.teardown(() => clearInterval(alive))
  t.capture(service.store, 'totals', () => new Promise<never>(() => undefined))
  const silent = await scrape(service)
  t.equal(silent.value(`${prefix}store_up`), 0, 'does not wait for a store that does not respond')
})

t.test('only this machine may read metrics without ADMIN_TOKEN, and METRICS=0 removes the route', async t => {
  const service = await startService(t)
  t.equal((await service.get(metricsPath, { method: 'HEAD' })).statusCode, 200)
  for (const options of [{ remoteAddress: '203.0.113.7' }, { headers: { host: 'evil.example' } }])
    t.equal((await service.get(metricsPath, options)).statusCode, 403)
  const without = await startService(t, { METRICS: '0', DATA_DIR: t.testdir() })
  t.equal((await without.get(metricsPath)).statusCode, 404)
  t.equal((await without.get(metricsPath, { remoteAddress: '203.0.113.7' })).statusCode, 403)
  t.equal((await without.get('/api/admin/stats')).statusCode, 200)
})
