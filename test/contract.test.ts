// The contract: every row of the specification, and the service, the OpenAPI document and the registry agree.
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import Fastify, { type LightMyRequestResponse as Answer } from 'fastify'
import t from 'tap'
import { parse } from 'yaml'
import { createValidator } from '../plugins/shared/input/validation.ts'
import operationsPlugin from '../plugins/shared/operations.ts'
import { models, operations } from '../schemas/index.ts'
import { type Operation, pathOfOperation } from '../schemas/operation.ts'
import { json, startFaults } from './fixtures/providers/fault-server.ts'
import { answerKey, assertDocumented, documentedAnswers } from './helpers/documented.ts'
import { listen } from './helpers/loopback.ts'
import { type Service, startService, stripes } from './helpers/service.ts'

const analysis = '/api/v1/analyze-vibe'
const page = '/api/v1/build-sparkpage'
const capture = '/api/v1/capture-media'
const target = { target_url: 'https://example.com/' }
const style = { colors: ['#6D28D9', '#F59E0B', '#0F172A'] }
const content = { headline: 'One', sub_headline: 'Two', cta_button_text: 'Three' }
const build = { style_metadata: style, content }
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const committed = readFileSync(join(import.meta.dirname, '../openapi.yaml'), 'utf8')
const document = parse(committed)
const provider = await startFaults(t, (response, { headers }) => {
  if (headers.authorization !== 'Bearer sk-silent') json(response, { nothing: 'of use' })
})
const folder = t.testdir()
// It runs at the start, which checks it, and is removed afterwards.
const programs = mkdtempSync(join(tmpdir(), 'programs-'))
// No ffprobe of this name is in PATH.
const ffmpeg = join(programs, 'ffmpeg-of-test')
writeFileSync(ffmpeg, '#!/bin/sh\n', { mode: 0o755 })
let hasClock = true
const service = await startService(
  t,
  {
    DATA_DIR: folder,
    FFMPEG_PATH: ffmpeg,
    OPENAI_BASE_URL: provider.base,
    PROVIDER_TIMEOUT_MS: '1000',
    RENDER: 'on',
    RENDER_SANDBOX: '0',
    // A file that exists: the render process of this test starts no browser.
    CHROMIUM_PATH: process.execPath,
  },
  {
    now: () => new Date(hasClock ? Date.now() : Number.NaN),
    warmsUp: true,
    renderer: new URL('fixtures/renders/without-browser.mjs', import.meta.url),
  },
)
rmSync(programs, { recursive: true })
const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\0\0\0\0isommp42')])
const { url: origin } = await listen(
  t,
  createServer(({ url: path }, response) => {
    if (path === '/film') response.end(film)
    else response.end('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>')
  }),
)
const picture = await stripes(['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC'])

t.test('probes report the store and the workers', async t => {
  t.same((await service.get('/livez')).json(), { status: 'ok' })
  await service.listen()
  t.same((await service.get('/readyz')).json(), { status: 'ok', store: 'ok' })
})

// ---- The specification, by its sections

t.test('GET /api/health: status, service, version, timestamp and nothing else', async t => {
  const answer = await service.get('/api/health')
  t.equal(answer.statusCode, 200)
  t.match(answer.headers['content-type'], /^application\/json/)
  const { timestamp: time, ...rest } = answer.json()
  t.same(rest, { status: 'ok', service: 'automation-service', version: '1.0.0' })
  t.match(time, timestamp)
})

t.test('POST /api/v1/analyze-vibe: success, style_metadata with hexadecimal colors, timestamp', async t => {
  const answer = await service.post(analysis, { source_url: picture })
  t.equal(answer.statusCode, 200)
  const body = answer.json()
  t.same(Object.keys(body).sort(), ['style_metadata', 'success', 'timestamp'])
  t.equal(body.success, true)
  t.match(body.timestamp, timestamp)
  t.ok(body.style_metadata.colors.length > 0)
  for (const color of body.style_metadata.colors) t.match(color, /^#[0-9A-F]{6}$/)
})

const analysisEnums = {
  media_type: ['image', 'video'],
  analysis_depth: ['low', 'medium', 'high'],
  target_platform: ['instagram_reels', 'youtube_shorts', 'web_16_9'],
}

for (const [member, values] of Object.entries(analysisEnums))
  t.test(`${member} accepts ${values.join(', ')} and nothing else`, async t => {
    for (const value of values)
      t.equal((await service.post(analysis, { source_url: picture, [member]: value })).statusCode, 200, value)
    for (const value of ['other', values[0]?.toUpperCase(), ` ${values[0]}`, '', null, 1]) {
      const answer = await service.post(analysis, { source_url: picture, [member]: value })
      t.equal(answer.statusCode, 400, String(value))
      t.equal(answer.json().errors[0].pointer, `/${member}`)
    }
  })

t.test('source_url is required and a string', async t => {
  const values = [undefined, null, 1, [picture], { url: picture }]
  for (const source_url of values) {
    const answer = await service.post(analysis, { source_url })
    t.equal(answer.statusCode, 400)
    t.equal(answer.json().errors[0].pointer, '/source_url')
  }
})

t.test('api_key is accepted, answered with a warning, and never returned', async t => {
  const answer = await service.post(analysis, { source_url: picture, api_key: 'sk-secret-word' })
  t.equal(answer.statusCode, 200)
  t.match(answer.headers['x-warnings'], /api_key/)
  t.equal(answer.json().style_metadata.analysis.warnings.length, 1)
  t.notMatch(answer.payload + JSON.stringify(answer.headers), 'sk-secret-word')
  const blank = await service.post(analysis, { source_url: picture, api_key: ' ' })
  t.equal(blank.statusCode, 200)
  t.match(blank.headers['x-warnings'], /api_key_blank/)
})

t.test('POST /api/v1/build-sparkpage: success, generated_html, css_variables, and after them its page', async t => {
  const answer = await service.post(page, build)
  t.equal(answer.statusCode, 200)
  const body = answer.json()
  t.same(Object.keys(body), ['success', 'generated_html', 'css_variables', 'page'])
  t.equal(body.success, true)
  t.match(body.generated_html, /^<!doctype html>/i)
  for (const text of Object.values(content)) t.ok(body.generated_html.includes(text))
  t.equal(body.css_variables['--sp-palette-1'], '#6D28D9')
})

t.test('every member of a build request is accepted together', async t => {
  const export_settings = { responsive_type: 'fluid', framework: 'tailwind' }
  t.equal((await service.post(page, { project_id: 'project-1', ...build, export_settings })).statusCode, 200)
})

t.test('style_metadata, its colors, content and its three texts are required', async t => {
  const members = Object.keys(content).map(name => `/content/${name}`)
  for (const pointer of ['/style_metadata', '/style_metadata/colors', '/content', ...members]) {
    const body = structuredClone(build)
    const [parent = '', member] = pointer.split('/').slice(1)
    Reflect.deleteProperty(member ? Reflect.get(body, parent) : body, member ?? parent)
    const answer = await service.post(page, body)
    t.equal(answer.statusCode, 400, pointer)
    const pointers = answer.json().errors.map((error: { readonly pointer: string }) => error.pointer)
    t.same(pointers, [pointer])
  }
})

t.test('a page accepts what an analysis returned, as style_metadata and spread beside content', async t => {
  const answer = (await service.post(analysis, { source_url: picture, analysis_depth: 'high' })).json()
  for (const body of [
    { style_metadata: answer.style_metadata, content },
    { ...answer, content },
  ]) {
    const built = await service.post(page, body, { prefer: 'handling=strict' })
    t.equal(built.statusCode, 200)
    t.equal(built.headers['x-warnings'], undefined)
  }
})

t.test('POST /api/v1/capture-media: success, playwright_script, capture_config, and after them its record', async t => {
  const answer = await service.post(capture, target)
  t.equal(answer.statusCode, 200)
  const body = answer.json()
  t.same(Object.keys(body), ['success', 'playwright_script', 'capture_config', 'capture'])
  t.match(body.playwright_script, /playwright/)
  t.match(body.capture_config, {
    ...target,
    output_format: 'png',
    wait_until: 'load',
    output_size: { width: 3840, height: 2160 },
  })
})

t.test('every member of a capture request is accepted together', async t => {
  const body = {
    target_url: 'http://127.0.0.1:8080/a?b#c',
    viewport: { width: 1280, height: 720, deviceScaleFactor: 1.5 },
    output_format: 'mp4',
    record_duration: '2.5s',
    wait_until: 'networkidle',
  }
  const { capture_config } = (await service.post(capture, body)).json()
  t.match(capture_config, { ...body, output_size: { width: 1920, height: 1080 }, video: { fps: 60, frame_count: 150 } })
})

t.test('target_url is required; record_duration is a number of seconds with its unit', async t => {
  t.equal((await service.post(capture, {})).statusCode, 400)
  for (const record_duration of ['10', 's', '10 s', '-1s', '0s', '601s', '1e1s', '10S', 10]) {
    const answer = await service.post(capture, { ...target, record_duration })
    t.equal(answer.statusCode, 400, String(record_duration))
    t.equal(answer.json().errors[0].pointer, '/record_duration')
  }
})

t.test('4.5 the TXT exports are downloads; 4.6 the PDF exports are printable pages', async t => {
  for (const type of ['projects', 'analysis', 'api-spec']) {
    const answer = await service.get(`/api/v1/export/txt/${type}`)
    t.equal(answer.statusCode, 200)
    t.equal(answer.headers['content-type'], 'text/plain; charset=utf-8')
    t.match(answer.headers['content-disposition'], new RegExp(`^attachment; filename="[^"]*${type}[^"]*\\.txt"`))
    t.ok(answer.payload.length > 0)
  }
  for (const type of ['projects', 'analysis']) {
    const answer = await service.get(`/api/v1/export/pdf/${type}`)
    t.equal(answer.statusCode, 200)
    t.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
    t.match(answer.payload, /@page/)
  }
  const unknown = await service.get('/api/v1/export/pdf/api-spec')
  t.equal(unknown.statusCode, 400)
  t.match(unknown.json().errors, [{ pointer: '/path/type', allowed: ['projects', 'analysis'] }])
})

t.test('GET /api/admin/stats: statistics of real requests, timestamp and nothing else', async t => {
  const body = (await service.get('/api/admin/stats')).json()
  t.same(Object.keys(body).sort(), ['stats', 'timestamp'])
  t.match(body.timestamp, timestamp)
  const before = body.stats.captures
  for (let times = 0; times < 2; times++) await service.post(capture, { target_url: 'https://example.com/counted' })
  const after = (await service.get('/api/admin/stats')).json().stats.captures
  t.equal(after.total - before.total, 1, 'a repeated request adds no record')
  t.equal(after.times - before.times, 2, 'but it is counted')
})

t.test('9 functional endpoints are below /v1, health and admin are not', async t => {
  for (const url of ['/api/v1/health', '/api/v1/admin/stats', '/health', '/api/analyze-vibe'])
    t.equal((await service.get(url)).statusCode, 404)
})

t.test('Accept selects another representation: the page, its variables, the script', async t => {
  const built = (accept: string) => service.post(page, build, { accept })
  const html = await built('text/html')
  t.equal(html.headers['content-type'], 'text/html; charset=utf-8')
  t.equal(html.payload, (await built('application/json')).json().generated_html)
  const css = await built('text/css;q=0.9, text/plain')
  t.equal(css.headers['content-type'], 'text/css; charset=utf-8')
  t.match(css.payload, /^:root \{\n {2}--sp-/)
  const script = await service.post(capture, target, { accept: 'text/javascript' })
  t.equal(script.headers['content-type'], 'text/javascript; charset=utf-8')
  t.equal(script.headers['content-disposition'], 'attachment; filename="capture.mjs"')
  t.match(script.payload, 'const CONFIG = ')
  for (const accept of ['*/*', 'text/html, application/json', 'text/html,*/*;q=0.8', 'image/png'])
    t.match((await built(accept)).headers['content-type'], /^application\/json/, accept)
})

// ---- The documents

t.test('openapi.yaml equals what the service serves (npm run openapi writes it)', async t => {
  t.equal((await service.get('/openapi.yaml')).payload, committed)
  t.same((await service.get('/openapi.json')).json(), document)
})

t.test('the document, the api-spec export and the guides list exactly the operations of the registry', async t => {
  const rows = operations.map(operation => `${operation.method} ${pathOfOperation(operation)}`)
  const listing = (await service.get('/api/v1/export/txt/api-spec')).payload.replace(/ +/g, ' ')
  for (const row of rows) t.match(listing, row)
  // The README introduces the main operations, and docs/operation.md those on stored records.
  const inGuides = ['README.md', 'docs/operation.md'].flatMap(file => {
    const guide = readFileSync(join(import.meta.dirname, '..', file), 'utf8')
    return [...guide.matchAll(/^\| `([A-Z]+ \/[^`]*)` \|/gm)].map(([, row]) => row)
  })
  t.same(inGuides, rows, 'README.md and docs/operation.md')
  const documented = Object.entries<object>(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map(method => `${method.toUpperCase()} ${path}`),
  )
  t.same(documented.sort(), [...rows].sort())
})

t.test('schemas/index.ts contains every model that an operation or another model refers to', async t => {
  const known: ReadonlySet<string | undefined> = new Set(models.map(({ $id }) => $id))
  const referred = JSON.stringify([models, operations]).matchAll(/"\$ref":"(\w+)"/g)
  t.same(
    [...referred].map(([, name]) => name).filter(name => !known.has(name)),
    [],
  )
})

t.test('the service refuses to start when a route or an operation is missing', async t => {
  const start = async (mounted: readonly (typeof operations)[number][], extra: boolean) => {
    const app = Fastify()
    await app.register(operationsPlugin)
    for (const { method, url } of mounted) app.route({ method, url, handler: async () => '' })
    if (extra) app.get('/api/extra', async () => '')
    await app.ready()
  }
  await t.resolves(start(operations, false))
  await t.rejects(start(operations.slice(1), false), { message: /Not mounted: POST \/api\/v1\/analyze-vibe/ })
  await t.rejects(start(operations, true), { message: /Not in the registry: GET \/api\/extra/ })
})

t.test('the document requires keys under /api/v1, the token under /api/admin, and nothing elsewhere', async t => {
  const { securitySchemes } = document.components
  const expected: Readonly<Record<string, object[]>> = {
    v1: [{}, { ApiKeyBearer: [] }, { ApiKeyHeader: [] }],
    admin: [{ AdminToken: [] }],
    health: [],
  }
  for (const operation of operations) {
    const { method, url } = operation
    const { security, responses } = document.paths[pathOfOperation(operation)][method.toLowerCase()]
    const scope = isPublic(operation) ? 'health' : (url.split('/')[2] ?? '')
    t.same(security, expected[scope], url)
    t.equal('401' in responses, !isPublic(operation) || url === '/api/v1/pages/:id', `${url}: 401`)
    t.equal('429' in responses, !isHealth(operation), `${url}: 429`)
    for (const name of security.flatMap(Object.keys)) t.ok(name in securitySchemes, name)
  }
  t.match(securitySchemes, {
    ApiKeyBearer: { type: 'http', scheme: 'bearer' },
    ApiKeyHeader: { type: 'apiKey', in: 'header', name: 'x-api-key' },
    AdminToken: { type: 'http', scheme: 'bearer' },
  })
})

t.test('every example body runs unedited under strict handling, and the first gives the example response', async t => {
  for (const { url, schema } of all.filter(({ schema }) => schema.body)) {
    const { requestBody, responses } = document.paths[url].post
    const examples = Object.entries<{ readonly value: object }>(requestBody.content['application/json'].examples)
    t.ok(examples.length >= 2, schema.operationId)
    for (const [index, [name, { value }]] of examples.entries()) {
      const answer = await service.post(url, value, { prefer: 'handling=strict', host: '127.0.0.1:3000' })
      const status = url === '/api/v1/renders' ? 202 : 200
      t.equal(answer.statusCode, status, `${schema.operationId}, ${name}`)
      // The ids of renders are random.
      if (index > 0 || status === 202) continue
      t.ok(isExampleOf(responses['200'].content['application/json'].example, answer.json()), url)
      t.notOk(isExampleOf({ ...Object(answer.json()), success: false }, answer.json()), 'a difference is found')
    }
  }
  const {
    picture: { value: request },
  } = document.paths[analysis].post.requestBody.content['application/json'].examples
  t.ok(request.source_url.length <= 2048, 'the example picture is short')
  const { example } = document.paths['/api/health'].get.responses['200'].content['application/json']
  t.ok(isExampleOf(example, (await service.get('/api/health')).json()))
})

t.test('the examples of responses match their schemas', async t => {
  for (const { schema, responseExamples = {} } of all)
    for (const [status, example] of Object.entries(responseExamples)) {
      const { content } = Object(schema.response)[status]
      const validate = createValidator(content['application/json'].schema, 'body')
      t.same(validate(example), [], `${schema.operationId} ${status}`)
    }
})

/** Kept for requests of earlier releases. */
const formerOptions = ['framework_css', 'layout']

t.test('the examples of a page show every member of its content and its options', async t => {
  const { requestBody } = document.paths[page].post
  const examples = Object.values<{ readonly value: Readonly<Record<string, object>> }>(
    requestBody.content['application/json'].examples,
  )
  const { PageContent, ExportSettings } = document.components.schemas
  const groups = { content: PageContent, export_settings: ExportSettings }
  for (const [group, { properties }] of Object.entries(groups)) {
    const shown = examples.flatMap(({ value }) => Object.keys(value[group] ?? {}))
    const current = Object.keys(properties).filter(name => !formerOptions.includes(name))
    t.same([...new Set(shown)].sort(), current.sort(), group)
  }
})

/** Whether an example equals an answer but for times and hashes; a text of the example that ends in … is a prefix. */
function isExampleOf(example: unknown, answer: unknown): boolean {
  if (typeof example === 'string' && example.endsWith('…')) return String(answer).startsWith(example.slice(0, -1))
  if (typeof example !== 'object' || example === null) return example === answer
  const [members, answered] = [Object.entries(example), new Map(Object.entries(Object(answer)))]
  return (
    members.length === answered.size &&
    members.every(([name, value]) => ['timestamp', 'sha256'].includes(name) || isExampleOf(value, answered.get(name)))
  )
}

t.test('a request keeps its x-request-id when it is safe to repeat, else it gets a new one', async t => {
  const idOf = async (id?: string) =>
    (await service.get('/api/health', { headers: id === undefined ? {} : { 'x-request-id': id } })).headers[
      'x-request-id'
    ]
  t.equal(await idOf('trace-1.a_b'), 'trace-1.a_b')
  for (const id of ['a b', 'a'.repeat(65), 'é', '']) t.not(await idOf(id), id)
  t.not(await idOf(), await idOf())
})

// ---- Every documented status is answered, and no other

const all: readonly Operation[] = operations
const seen = new Set<string>()

function note(method: string, url: string, status: number): void {
  const key = answerKey(method, url, status)
  if (key !== undefined) seen.add(key)
}

async function get(from: Service, url: string): Promise<number> {
  const { statusCode } = await from.get(url)
  note('GET', url, statusCode)
  return statusCode
}

/** Sends the first example of an operation, with `body` instead of its own. */
async function send(
  to: Service,
  { method, url, examples }: Operation,
  headers: Readonly<Record<string, string>> = {},
  body?: string | Buffer | object,
): Promise<Answer> {
  const { params: own = {}, body: example } = Object.values(examples)[0] ?? {}
  const params = url === '/api/v1/renders/:id' ? { id: renderId } : own
  const path = url.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '') + (params.source_url ? source : '')
  const payload = body === undefined ? {} : { payload: body }
  const typed = body === undefined ? headers : { 'content-type': 'application/json', ...headers }
  const answer = await (method === 'POST'
    ? to.post(path, body ?? example, headers)
    : to.get(path, { method, headers: typed, ...payload }))
  note(method, path, answer.statusCode)
  return answer
}

const [analyze, buildPage] = operations

/** The ids of renders are random. */
let renderId = ''
const renders = '/api/v1/renders'

async function postRender(body: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const answer = await service.post(renders, body, headers)
  note('POST', renders, answer.statusCode)
  return answer
}

/** Sends a file to an address, by default to one of its own. */
async function putUpload(body: string | Buffer, headers = {}, token?: string): Promise<Answer> {
  const url = `/api/v1/uploads/${token ?? (await service.store.uploads.create('ip:127.0.0.1', new Date())).token}`
  const answer = await service.get(url, { method: 'PUT', headers, payload: body })
  note('PUT', url, answer.statusCode)
  return answer
}

async function getRender(id: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const url = `${renders}/${id}`
  const { statusCode } = await service.get(url, { headers })
  note('GET', url, statusCode)
  return statusCode
}

/** The query of analyzeUrl: the picture of its example is elsewhere. */
const source = `?source_url=${origin}/picture`

function isHealth({ url }: Operation): boolean {
  return url === '/api/health'
}

function isPublic({ url }: Operation): boolean {
  const records = ['/api/v1/pages/:id', '/api/v1/pages/:id/pictures/:name', '/api/v1/pictures/:id']
  return ['/api/health', '/api/v1/uploads/:token', ...records].includes(url)
}

/** Operations on one record; their examples are the records of the first examples of the others. */
const onRecords = all.filter(({ url }) => /\/:(?:id|name)$/.test(url))

// Typed clients read the type of a result as the union of all listed types.
t.test('the success of a POST operation is documented as JSON alone', async t => {
  for (const { method, schema, url } of all.filter(({ method }) => method === 'POST'))
    t.same(Object.keys(schema.response[200]?.content ?? {}), ['application/json'], `${method} ${url}`)
})

t.test('renders: 200, 202, 206, 422 and 501', async t => {
  const { body } = Object(Object.values(all.find(({ url }) => url === renders)?.examples ?? {})[0])
  t.equal((await postRender(body)).statusCode, 202)
  const done = await postRender(body, { prefer: 'wait=20' })
  t.equal(done.statusCode, 200)
  renderId = done.json().render.id
  t.equal(await getRender(renderId, { accept: 'image/*' }), 200)
  t.equal(await getRender(renderId, { accept: 'image/*', range: 'bytes=0-2' }), 206)
  t.equal((await postRender({ target_url: `${origin}/status/404` }, { prefer: 'wait=20' })).statusCode, 422)
  const failed = await postRender({ target_url: `${origin}/status/404` })
  while ((await service.get(`${renders}/${failed.json().render.id}`)).json().render.status !== 'failed')
    await new Promise(resolve => setTimeout(resolve, 50))
  t.equal(await getRender(failed.json().render.id, { accept: 'image/*' }), 422)
  t.equal((await postRender({ capture_id: 'none' })).statusCode, 404)
  const off = await startService(t, { RENDER: 'off' })
  const refused = await off.post(renders, body)
  note('POST', renders, refused.statusCode)
  t.equal(refused.statusCode, 501)
})

t.test('uploads: 200, 400, 404, 410, 413, 415 and 422', async t => {
  const bytes = Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64')
  const { token } = await service.store.uploads.create('ip:127.0.0.1', new Date())
  t.equal((await putUpload(bytes, {}, token)).statusCode, 200)
  t.equal((await putUpload(bytes, {}, token)).statusCode, 410)
  t.equal((await putUpload(bytes, {}, 'nothing')).statusCode, 404)
  t.equal((await putUpload('{}')).statusCode, 422)
  t.equal((await putUpload(bytes, { 'content-encoding': 'gzip' })).statusCode, 400)
  t.equal((await putUpload(bytes, { 'content-encoding': 'zstd' })).statusCode, 415)
  t.equal((await putUpload(Buffer.alloc(32 * 1024 * 1024 + 1))).statusCode, 413)
})

t.test('200, 204 and 304', async t => {
  for (const operation of all.filter(({ method }) => method !== 'PUT')) {
    const { statusCode, headers } = await send(service, operation)
    const expected = operation.url === renders ? 202 : operation.method === 'DELETE' ? 204 : 200
    t.equal(statusCode, expected, operation.url)
    if (!('304' in operation.schema.response)) continue
    t.equal((await send(service, operation, { 'if-none-match': String(headers.etag) })).statusCode, 304, operation.url)
  }
})

t.test('404 for an id without a record', async t => {
  const empty = await startService(t)
  for (const operation of onRecords) t.equal((await send(empty, operation)).statusCode, 404, operation.url)
})

t.test('mistakes of the client: 400, 404, 413, 415, 422, 501', async t => {
  const limited = await startService(t, { BODY_LIMIT_BYTES: '4096' })
  for (const operation of all.filter(({ method }) => method === 'POST' || method === 'DELETE')) {
    t.equal((await send(limited, operation, {}, '{')).statusCode, 400)
    t.equal((await send(limited, operation, { 'content-type': 'text/plain' }, 'x')).statusCode, 415)
    t.equal((await send(limited, operation, {}, 'x'.repeat(1024 * 1024 + 1))).statusCode, 413)
  }
  for (const form of ['txt', 'pdf']) t.equal(await get(limited, `/api/v1/export/${form}/nothing`), 400)
  t.equal((await send(limited, analyze, {}, { source_url: 'nothing' })).statusCode, 422)
  const unknown = { style_metadata: { analysis: { id: 'nothing' } }, content }
  t.equal((await send(service, buildPage, {}, unknown)).statusCode, 404)
  const damaged = { src: 'data:image/png;base64,AAAA', alt: '' }
  const body = { ...build, content: { ...content, image: damaged } }
  t.equal((await send(service, buildPage, {}, body)).statusCode, 422)
  const source_url = `data:video/mp4;base64,${film.toString('base64')}`
  t.equal((await send(service, analyze, {}, { source_url })).statusCode, 501)
  t.equal(await get(service, analysis), 400)
  t.equal(await get(service, `${analysis}?source_url=nothing`), 422)
  t.equal(await get(service, `${analysis}?source_url=${origin}/film`), 501)
  const { port } = new URL(service.app.listeningOrigin)
  for (const url of ['/api/health', '/api/admin/stats', ...onRecords.map(({ url }) => url)]) {
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    socket.end(`GET ${url} HTTP/1.1\r\nhost: localhost\r\ncontent-length: many\r\n\r\n`)
    let text = ''
    for await (const chunk of socket) text += chunk
    const status = Number(text.split(' ')[1])
    note('GET', url, status)
    t.equal(status, 400)
  }
})

t.test('access: 401, 403 and 429', async t => {
  const locked = await startService(t, { API_KEYS: 'ci:secret-of-the-team', ADMIN_TOKEN: 'token-of-operators' })
  const counted = await startService(t, { RATE_LIMIT: '1' })
  await counted.get('/openapi.json')
  for (const operation of all.filter(operation => !isHealth(operation))) {
    t.equal((await send(locked, operation)).statusCode, isPublic(operation) ? 404 : 401, operation.url)
    t.equal((await send(counted, operation)).statusCode, 429, operation.url)
  }
  // The request of a page needs a key, the page does not.
  const [page] = all.filter(({ schema }) => schema.operationId === 'getPage')
  if (page) t.equal((await send(locked, page, { accept: 'application/json' })).statusCode, 401)
  for (const operation of all.filter(operation => !isHealth(operation)))
    t.equal((await send(service, operation, { host: 'evil.example' })).statusCode, 403, operation.url)
})

t.test('a provider that fails under strict handling: 502 and 504', async t => {
  const strict = { prefer: 'handling=strict', 'x-vision-provider': 'openai' }
  const { body } = Object.values(analyze.examples)[0] ?? {}
  const answer = async (api_key: string) =>
    (await send(service, analyze, strict, { ...Object(body), api_key })).statusCode
  t.equal(await answer('sk-useless'), 502)
  t.equal(await answer('sk-silent'), 504)
})

// From here on the service is broken, one part after another.

t.test('failures of the service: 500 and 503', async t => {
  hasClock = false
  for (const operation of all.filter(operation => !onRecords.includes(operation)))
    t.equal((await send(service, operation)).statusCode, 500, operation.url)
  hasClock = true

  const file = join(folder, 'automation-service.db')
  const database = new DatabaseSync(file)
  database.exec('drop table analyses; drop table pages; drop table captures; drop table pictures; drop table renders')
  database.close()
  for (const operation of onRecords) t.equal((await send(service, operation)).statusCode, 500, operation.url)

  await rename(file, `${file}.away`)
  for (const operation of all.filter(({ url }) => !/health|export/.test(url)))
    t.equal((await send(service, operation)).statusCode, 503, operation.url)
  for (const form of ['txt', 'pdf']) t.equal(await get(service, `/api/v1/export/${form}/projects`), 503)
  t.match((await service.get('/readyz')).json(), { store: 'away' })
})

t.test('probes turn 503 while the process drains', async t => {
  t.equal((await service.get('/api/health')).headers['cache-control'], 'no-store')
  service.drain()
  t.equal(await get(service, '/api/health'), 503)
  const health = await service.get('/api/health')
  t.match(health, { statusCode: 503, headers: { connection: 'close' } })
  t.equal(health.json().status, 'draining')
  t.equal((await service.get('/readyz')).statusCode, 503)
  t.equal((await service.get('/livez')).statusCode, 200)
  await service.store.close()
  t.match((await service.get('/readyz')).json(), { store: 'away' })
})

t.test('every documented status was seen, and every status that was seen is documented', async t => {
  t.same([...seen].sort(), [...documentedAnswers].sort())
  t.throws(() => assertDocumented('GET', '/api/health', 418), { message: /getHealth 418 is not documented/ })
})
