// Cross-site requests: which pages may write, by every combination of headers, and what pages of other origins reach in a real browser.

import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { operations } from '../schemas/index.ts'
import { launchOptions } from './helpers/browser.ts'
import { listen } from './helpers/loopback.ts'
import { type Service, startService } from './helpers/service.ts'
import { needs } from './helpers/tools.ts'

const capture = '/api/v1/capture-media'
const record = '/api/admin/records/none'
const target = { target_url: 'https://example.com/' }
const key = 'key-of-the-team-1'
const token = 'token-of-operators'
const evil = 'https://evil.example'

type Headers = Readonly<Record<string, string>>
type Case = readonly [name: string, headers: Headers, isAllowed: boolean]

const sites = ['same-origin', 'none', 'same-site', 'cross-site', '', 'Same-Origin', 'same-origin, cross-site'] as const

/** Of a request for http://localhost:3000. */
const cases: readonly Case[] = [
  ['neither header, as curl and servers send', {}, true],
  ...sites.map(
    (site): Case => [`only Sec-Fetch-Site: ${site}`, { 'sec-fetch-site': site }, /^(?:same-origin|none)$/.test(site)],
  ),
  ...sites.map(
    (site): Case => [
      `Sec-Fetch-Site: ${site} with the own Origin`,
      { 'sec-fetch-site': site, origin: 'http://localhost:3000' },
      /^(?:same-origin|none)$/.test(site),
    ],
  ),
  ['same-origin through a proxy that hides the address', { 'sec-fetch-site': 'same-origin', origin: evil }, true],
  ['the own Origin', { origin: 'http://localhost:3000' }, true],
  ['the own Origin, Host in upper case', { host: 'LOCALHOST:3000', origin: 'http://localhost:3000' }, true],
  ['the own Origin at the default port', { host: 'localhost', origin: 'http://localhost' }, true],
  ['the own Origin, the default port in Host', { host: 'localhost:80', origin: 'http://localhost' }, true],
  ['the own Origin of an IPv6 address', { host: '[::1]:3000', origin: 'http://[::1]:3000' }, true],
  ...[
    evil,
    'https://localhost:3000',
    'http://localhost:3001',
    'http://localhost',
    'http://127.0.0.1:3000',
    'http://localhost:3000.evil.example',
    'http://localhost:3000@evil.example',
    'http://localhost:3000/',
    'http://localhost:3000, https://evil.example',
    'localhost:3000',
    'null',
    'undefined',
    '',
    '*',
    'file://',
  ].map((origin): Case => [`Origin: ${origin}`, { origin }, false]),
  [
    'an untrusted X-Forwarded-Host',
    { origin: evil, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    false,
  ],
  ['a key where none is configured', { origin: evil, 'x-api-key': key, authorization: `Bearer ${key}` }, false],
]

/** A service beside others of the same test, which would share their folder. */
async function startOwn(t: Test, settings: Headers): Promise<Service> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'cross-site-'))
  t.teardown(() => rm(DATA_DIR, { recursive: true }))
  return startService(t, { ...settings, DATA_DIR })
}

/** Sends a request that makes a record. @returns whether it got through; fails when the answer and the store disagree. */
async function isAccepted(t: Test, service: Service, headers: Headers, name: string): Promise<boolean> {
  const count = async () => (await service.store.totals()).captures.times
  const before = await count()
  const answer = await service.post(capture, target, { host: 'localhost:3000', ...headers })
  const made = (await count()) - before
  if (answer.statusCode === 200) t.equal(made, 1, name)
  else {
    t.match(answer.json(), { status: 403, code: 'cross_site_refused', success: false }, name)
    t.equal(made, 0, name)
  }
  return answer.statusCode === 200
}

t.test('Origin and Sec-Fetch-Site decide who may write', async t => {
  const service = await startService(t)
  for (const [name, headers, isAllowed] of cases) t.equal(await isAccepted(t, service, headers, name), isAllowed, name)
})

t.test('PUBLIC_URL and trusted proxies tell the own address', async t => {
  const forwarded = { 'x-forwarded-host': 'studio.example:8443', 'x-forwarded-proto': 'https' }
  const settings = { TRUST_PROXY: 'loopback', PUBLIC_URL: 'https://public.example/tools/' }
  const service = await startService(t, settings)
  for (const [headers, isAllowed] of [
    [{ origin: 'https://studio.example:8443', ...forwarded }, true],
    [{ origin: 'https://studio.example', ...forwarded }, false],
    [{ origin: 'http://studio.example:8443', ...forwarded }, false],
    [{ origin: 'http://localhost:3000', ...forwarded }, false],
    [{ origin: 'null', ...forwarded, 'x-forwarded-proto': 'about' }, false],
    [{ origin: 'https://studio.example', ...forwarded, 'x-forwarded-host': 'evil.example, studio.example' }, true],
    [{ origin: 'https://evil.example', ...forwarded, 'x-forwarded-host': 'evil.example, studio.example' }, false],
    [{ origin: 'https://public.example', ...forwarded }, true],
    [{ origin: 'https://public.example', 'sec-fetch-site': 'cross-site' }, true],
    [{ origin: 'https://public.example:8443' }, false],
    [{ origin: 'http://public.example' }, false],
  ] as const)
    t.equal(await isAccepted(t, service, headers, JSON.stringify(headers)), isAllowed, JSON.stringify(headers))
  const { servers } = (await service.get('/openapi.json')).json()
  t.same(
    servers.map(({ url }: { readonly url: string }) => url),
    ['https://public.example/tools'],
  )
})

t.test('CORS_ORIGINS opens /api/v1 and nothing else', async t => {
  const app = 'https://app.example'
  const foreign = { origin: app, 'sec-fetch-site': 'cross-site' }
  const listed = await startOwn(t, { CORS_ORIGINS: app, ADMIN_TOKEN: token })
  const open = await startOwn(t, { CORS_ORIGINS: '*', ADMIN_TOKEN: token })
  for (const [service, headers, isAllowed] of [
    [listed, foreign, true],
    [listed, { origin: app }, true],
    [listed, { origin: evil }, false],
    [listed, { origin: 'null' }, false],
    [listed, { 'sec-fetch-site': 'cross-site' }, false],
    [open, { origin: evil, 'sec-fetch-site': 'cross-site' }, true],
    [open, { origin: 'null' }, true],
  ] as const)
    t.equal(await isAccepted(t, service, headers, JSON.stringify(headers)), isAllowed, JSON.stringify(headers))

  const preflight = { ...foreign, 'access-control-request-method': 'POST' }
  for (const service of [listed, open]) {
    const send = (method: 'GET' | 'OPTIONS' | 'DELETE' | 'POST', url: string, headers: Headers) =>
      service.app.inject({ method, url, headers: { host: 'localhost', ...headers } })
    for (const url of [capture, '/api/v1/nothing', '/%61pi/v1/analyze-vibe', '/api/v1/export/txt/projects'])
      for (const answer of [await send('OPTIONS', url, preflight), await send('GET', url, foreign)])
        t.match(answer.headers['access-control-allow-origin'], /^(?:https:\/\/app\.example|\*)$/, url)
    const { headers } = await send('OPTIONS', capture, { ...preflight, 'access-control-request-headers': 'x-api-key' })
    t.match(headers, { 'access-control-allow-headers': /x-api-key/, 'access-control-max-age': '86400' })
    t.match((await send('GET', capture, foreign)).headers['access-control-expose-headers'], /x-picture-id.*x-page-id/)
    const methods = operations.filter(({ url }) => url.startsWith('/api/v1/')).map(({ method }) => method)
    t.same(
      String(headers['access-control-allow-methods']).split(', ').sort(),
      [...new Set([...methods, 'HEAD'])].sort(),
    )

    const others = '/ /docs/ /openapi.json /api/health /livez /readyz /api/admin/stats /api/admin /api /nowhere'
    for (const url of [...others.split(' '), '/api/admin/metrics', record, '/api%2Fv1/capture-media'])
      for (const answer of [
        await send('OPTIONS', url, preflight),
        await send('GET', url, foreign),
        await send('GET', url, { ...foreign, authorization: `Bearer ${token}` }),
      ]) {
        const names = Object.keys(answer.headers).filter(name => name.startsWith('access-control-'))
        t.same(names, [], `${url} ${answer.statusCode}`)
      }
    for (const [method, url] of [
      ['DELETE', record],
      ['POST', '/nowhere'],
      ['POST', '/api/admin/nothing'],
      ['POST', '/api/health'],
      ['POST', '/docs/'],
    ] as const)
      t.match((await send(method, url, foreign)).json(), { code: 'cross_site_refused' }, `${method} ${url}`)
    t.equal((await send('OPTIONS', '/api/admin/stats', preflight)).statusCode, 401, 'a preflight carries no token')
  }
})

t.test('a valid key in a header gets through, and guesses count for the rate limit', async t => {
  const settings = { API_KEYS: `ci:${key}`, ADMIN_TOKEN: token }
  const service = await startOwn(t, settings)
  const foreign = { origin: evil, 'sec-fetch-site': 'cross-site' }
  for (const headers of [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }])
    t.ok(await isAccepted(t, service, { ...foreign, ...headers }, JSON.stringify(headers)))
  for (const headers of [
    {},
    { 'x-api-key': `${key}0` },
    { authorization: 'Bearer' },
    { authorization: `Bearer ${token}` },
  ])
    t.notOk(await isAccepted(t, service, { ...foreign, ...headers }, JSON.stringify(headers)))
  const remove = (headers: Headers) => service.get(record, { method: 'DELETE', headers: { ...foreign, ...headers } })
  t.equal((await remove({ authorization: `Bearer ${token}` })).statusCode, 404)
  t.match((await remove({ authorization: `Bearer ${key}` })).json(), { code: 'cross_site_refused' })
  t.match((await remove({ 'x-api-key': token })).json(), { code: 'cross_site_refused' })

  const limited = await startOwn(t, { ...settings, RATE_LIMIT: '2' })
  const guesses = []
  for (const secret of ['one', 'two', 'three'])
    guesses.push((await limited.post(capture, target, { ...foreign, 'x-api-key': secret })).statusCode)
  t.same(guesses, [403, 403, 429])
})

t.test('refuses every unsafe method and kind of body at every path, and no safe method', async t => {
  const { app } = await startService(t)
  const types = [
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    'image/png',
    'video/mp4',
    'nonsense',
    '',
  ]
  const headers = { host: 'localhost', origin: evil }
  for (const path of [capture, '/api/v1/analyze-vibe', '/api/v1', '/api/v1/nothing', record, '/nowhere', '/'])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
      for (const type of types) {
        const sent = { ...headers, ...(type && { 'content-type': type }) }
        const answer = await app.inject({ method, url: path, headers: sent, payload: '{' })
        t.match(answer.json(), { status: 403, code: 'cross_site_refused' }, `${method} ${path} ${type}`)
      }
  for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
    for (const url of ['/api/v1/export/txt/projects', '/api/health', '/', '/docs/'])
      t.ok((await app.inject({ method, url, headers })).statusCode < 300, `${method} ${url}`)
})

t.test('without ADMIN_TOKEN /api/admin refuses every Origin but its own', async t => {
  const service = await startService(t, { CORS_ORIGINS: '*', PUBLIC_URL: 'https://public.example' })
  const host = 'localhost:3000'
  for (const [origin, isAllowed] of [
    [undefined, true],
    [`http://${host}`, true],
    ['http://localhost:3001', false],
    ['http://127.0.0.1:3000', false],
    [`https://${host}`, false],
    ['https://public.example', false],
    ['null', false],
    ['', false],
    [evil, false],
  ] as const) {
    const headers = { host, ...(origin !== undefined && { origin }) }
    const stats = await service.get('/api/admin/stats', { headers })
    t.equal(stats.statusCode, isAllowed ? 200 : 403, String(origin))
    if (!isAllowed) t.match(stats.json(), { code: 'forbidden' })
    const removal = await service.get(record, { method: 'DELETE', headers })
    t.equal(removal.statusCode, isAllowed ? 404 : 403, String(origin))
  }
  // Images, navigations and fetch with no-cors send no Origin with GET.
  for (const [site, status] of [
    ['same-origin', 200],
    ['none', 200],
    ['same-site', 403],
    ['cross-site', 403],
  ] as const)
    for (const path of ['/api/admin/stats', '/api/admin/metrics']) {
      const answer = await service.get(path, { headers: { host, 'sec-fetch-site': site } })
      t.equal(answer.statusCode, status, `${path} ${site}`)
    }
})

/** Ways to send a request, each as an expression in the page. Those that begin with CORS ask for permission, the others do not need it. */
const attacks: Readonly<Record<string, string>> = {
  'fetch with a file in a form': 'send(analyze, { body: form({ file }) })',
  'fetch with an address in a form': 'send(analyze, { body: form({ source_url }) })',
  'fetch with an analysis as text': 'send(analyze, { body: analysis })',
  'fetch with a page as text': 'send(build, { body: page })',
  'fetch with a capture as text': 'send(capture, { body: script })',
  'fetch with JSON': "send(capture, { body: script, headers: { 'content-type': 'application/json' } })",
  'fetch with a Blob of JSON': "send(capture, { body: new Blob([script], { type: 'application/json' }) })",
  'fetch with a Blob of an image': 'send(analyze, { body: file })',
  'fetch with bytes': 'send(analyze, { body: bytes })',
  'fetch with parameters': 'send(capture, { body: new URLSearchParams({ target_url: source_url }) })',
  'XMLHttpRequest with a form': 'sendByXhr(analyze, form({ source_url }))',
  'a beacon with a form': 'navigator.sendBeacon(analyze, form({ source_url }))',
  'a beacon with text': 'navigator.sendBeacon(capture, script)',
  'a multipart form': "submit(analyze, 'multipart/form-data', { source_url })",
  'a form of text that is JSON': `submit(capture, 'text/plain', { '{"target_url":"http://a.example/?': '"}' })`,
  'a form with parameters': "submit(capture, 'application/x-www-form-urlencoded', { target_url: source_url })",
  'a form to a record': "submit(record, 'text/plain', { _method: 'DELETE' })",
  'CORS: a beacon with an image': 'navigator.sendBeacon(analyze, file)',
  'CORS: JSON': "send(capture, { mode: 'cors', body: script, headers: { 'content-type': 'application/json' } })",
  'CORS: an image': "send(analyze, { mode: 'cors', body: file })",
  'CORS: DELETE': "send(record, { mode: 'cors', method: 'DELETE' })",
}

t.test('in a browser', needs('chromium'), async t => {
  const args = [...launchOptions.args, '--host-resolver-rules=MAP *.test 127.0.0.1']
  const browser = await chromium.launch({ ...launchOptions, args })
  t.teardown(() => browser.close())
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#C83232' } })
    .png()
    .toBuffer()
  let fetches = 0
  const pictures = await listen(
    t,
    createServer((_request, response) => {
      fetches++
      response.setHeader('content-type', 'image/png').end(png)
    }),
  )
  const website = await listen(
    t,
    createServer(({ url }, response) => {
      if (url === '/sandboxed')
        response.setHeader('content-security-policy', 'sandbox allow-scripts allow-forms allow-popups')
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Attack</title>')
    }),
  )

  /** Starts a service with one record, which a test may try to delete. */
  const start = async (settings: Headers, host: string) => {
    const service = await startOwn(t, settings)
    const { port } = new URL(await service.listen())
    const made = await service.post(capture, target, { host: 'localhost' })
    const answers: string[] = []
    service.app.server.prependListener('request', ({ method }, response) =>
      response.once('close', () => answers.push(`${method} ${response.statusCode}`)),
    )
    const records = async () => {
      const { captures, storage } = await service.store.totals()
      return { records: storage.records, requests: captures.times, fetches }
    }
    return { address: `http://${host}:${port}`, id: String(made.headers['x-capture-id']), answers, records }
  }
  type Started = Awaited<ReturnType<typeof start>>

  const expressions = Object.values(attacks)

  /** Evaluates all expressions in a page, one after the other. @returns what the service answered */
  const run = async (url: string, { address, id, answers }: Started) => {
    const tab = await browser.newPage()
    await tab.goto(url)
    answers.splice(0)
    const program = programOf({ service: address, id, source: pictures.url, png, expressions })
    await tab.evaluate(program)
    // Nothing tells a page when forms and beacons have been answered.
    for (let waits = 0; answers.length < expressions.length && waits < 400; waits++)
      await new Promise(resolve => setTimeout(resolve, 25))
    await tab.close()
    return answers.splice(0)
  }

  const loopback = await start({}, '127.0.0.1')
  /** Browsers send no Sec-Fetch-Site to plain HTTP beyond loopback addresses. */
  const plain = await start({ HOST: '0.0.0.0' }, 'service.test')
  const permitted = Object.keys(attacks).filter(name => name.startsWith('CORS'))
  for (const [name, service, page] of [
    ['another site', loopback, `http://evil.test:${website.port}/`],
    ['an opaque origin', loopback, `${website.url}/sandboxed`],
    ['another site, without Fetch Metadata', plain, `http://evil.test:${website.port}/`],
  ] as const)
    await t.test(`a page of ${name} stores, deletes and fetches nothing`, async t => {
      const before = await service.records()
      const answers = await run(page, service)
      t.equal(answers.length, expressions.length)
      const unsafe = answers.filter(answer => !answer.startsWith('OPTIONS'))
      t.same(unsafe, Array(expressions.length - permitted.length).fill('POST 403'))
      t.same(await service.records(), before)
    })
})

interface Attack {
  readonly service: string
  /** Of the record to delete. */
  readonly id: string
  /** Address of a picture. */
  readonly source: string
  readonly png: Buffer
  readonly expressions: readonly string[]
}

/** The program of a page that evaluates the expressions. */
function programOf({ service, id, source, png, expressions }: Attack): string {
  return `(async () => {
    const [analyze, build, capture] = ['analyze-vibe', 'build-sparkpage', 'capture-media'].map(name => '${service}/api/v1/' + name)
    const record = '${service}/api/admin/records/${id}'
    const source_url = '${source}/'
    const bytes = Uint8Array.from(atob('${png.toString('base64')}'), character => character.charCodeAt(0))
    const file = new File([bytes], 'a.png', { type: 'image/png' })
    const analysis = JSON.stringify({ source_url })
    const script = JSON.stringify({ target_url: source_url })
    const page = JSON.stringify({
      style_metadata: { colors: ['#6D28D9'] },
      content: { headline: 'One', sub_headline: 'Two', cta_button_text: 'Three' },
    })
    const form = members => {
      const data = new FormData()
      for (const [name, value] of Object.entries(members)) data.append(name, value)
      return data
    }
    const send = (url, options) => fetch(url, { method: 'POST', mode: 'no-cors', ...options })
    const sendByXhr = (url, body) => new Promise(resolve => {
      const request = new XMLHttpRequest()
      request.onloadend = resolve
      request.open('POST', url)
      request.send(body)
    })
    const submit = (action, enctype, members) => {
      const [frame, form] = ['iframe', 'form'].map(name => document.body.appendChild(document.createElement(name)))
      frame.name = 'frame' + document.forms.length
      Object.assign(form, { action, enctype, method: 'post', target: frame.name })
      for (const [name, value] of Object.entries(members))
        form.append(Object.assign(document.createElement('textarea'), { name, value }))
      form.submit()
    }
    for (const run of [${expressions.map(expression => `() => ${expression}`)}])
      await Promise.resolve(run()).catch(() => undefined)
  })()`
}
