// The client to copy (docs/client) in Node.js and in a browser: sources, results, warnings, errors, abort; and its README as it stands.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import blankSpace from 'ts-blank-space'
import ts from 'typescript'
import { ApiError, createClient, type Source } from '../docs/client/client.ts'
import { openBrowser } from './helpers/browser.ts'
import { freePort } from './helpers/free-port.ts'
import { listen } from './helpers/loopback.ts'
import { startService } from './helpers/service.ts'
import { needs, ownProcess } from './helpers/tools.ts'
import { servePrefixed, until } from './helpers/web-pages.ts'

t.setTimeout(120_000)

const folder = join(import.meta.dirname, '../docs/client')
const picture = join(import.meta.dirname, 'fixtures/pictures/landscape-jared-evans-119758.jpg')
const [source, readme, photograph] = await Promise.all([
  readFile(join(folder, 'client.ts'), 'utf8'),
  readFile(join(folder, 'README.md'), 'utf8'),
  readFile(picture),
])
const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block = '']) => block)
const isForBrowsers = (block: string) => block.includes('document.')
const nodeProgram = blocks.filter(block => !isForBrowsers(block)).join('')
const browserProgram = `import { createClient } from './client.ts'
const client = createClient({ baseUrl: 'http://127.0.0.1:3000' })
${blocks.filter(isForBrowsers).join('')}`

const service = await startService(t)
const baseUrl = await service.listen()
const client = createClient({ baseUrl })

const content = { headline: 'One', sub_headline: 'Two', cta_button_text: 'Three' }
const target_url = 'https://example.com/'

/** A server of one answer. @returns its address */
async function serve(t: Test, answer: RequestListener): Promise<string> {
  return (await listen(t, createServer(answer))).url
}

/** The error of a call that must fail as the client documents it. */
async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => new Error('no error'),
    reason => reason,
  )
  if (!(error instanceof ApiError)) throw error
  return error
}

/** Ends a connection in the middle of its response. */
function breakOff(response: ServerResponse): void {
  response.write('{"success":')
  setTimeout(() => response.destroy(), 50)
}

/** A project with a copy of the client. @returns its folder */
async function copyClient(t: Test, files: Readonly<Record<string, string>>): Promise<string> {
  const cwd = t.testdir(files)
  for (const name of ['client.ts', 'api.d.ts']) await copyFile(join(folder, name), join(cwd, name))
  return cwd
}

t.test('every kind of source gives the result of the same picture', async t => {
  const address = await serve(t, (_, response) => response.setHeader('content-type', 'image/jpeg').end(photograph))
  const sources: readonly (readonly [name: string, source: Source, type: string])[] = [
    ['a file', new File([photograph], 'photo.jpg', { type: 'image/jpeg' }), 'image/jpeg'],
    ['a Blob of no type', new Blob([photograph]), 'multipart/form-data; boundary='],
    ['a Blob of another type', new Blob([photograph], { type: 'text/plain' }), 'multipart/form-data; boundary='],
    ['bytes', Buffer.concat([Buffer.alloc(9), photograph]).subarray(9), 'multipart/form-data; boundary='],
    ['a URL', new URL(address), 'application/json'],
    ['an address', address, 'application/json'],
    ['a data URI', `data:image/jpeg;base64,${photograph.toString('base64')}`, 'application/json'],
  ]
  const requests: Request[] = []
  const spied = createClient({
    baseUrl: new URL(baseUrl),
    fetch: (input, init) => {
      requests.push(new Request(input, init))
      return fetch(input, init)
    },
  })
  const options = {
    analysis_depth: 'low',
    target_platform: 'youtube_shorts',
    palette_size: 5,
    region: { x: 0.25, y: 0, width: 0.5, height: 1 },
    // What programs pass when they have no value.
    ...Object({ api_key: undefined, media_type: undefined }),
  } as const
  const { style_metadata } = await client.analyze(photograph, options)
  t.match(style_metadata, { platform: { name: 'youtube_shorts' }, analysis: { depth: 'low', region: options.region } })
  t.ok(style_metadata.palette.length <= 5)
  for (const [name, source, type] of sources) {
    const result = await spied.analyze(source, options)
    t.same(result.style_metadata, style_metadata, name)
    t.same([result.id, result.warnings], [style_metadata.analysis.id, []], name)
    t.match(requests.at(-1)?.headers.get('content-type'), new RegExp(`^${type}`), name)
    t.same((await (await fetch(result.url)).json()).style_metadata, style_metadata, `${name}: the record`)
  }
  t.same((await client.analyze(photograph)).style_metadata.analysis.depth, 'medium')
})

t.test('results carry the id and the address of their record, behind a path prefix too', async t => {
  const proxied = await startService(t, { TRUST_PROXY: 'loopback' })
  const prefixed = createClient({ baseUrl: await servePrefixed(t, proxied) })
  const { style_metadata } = await prefixed.analyze(photograph, { analysis_depth: 'low' })
  const page = await prefixed.buildPage({ style_metadata, content })
  const css_variables = { '--sp-paper': /#/ }
  t.match(page, { success: true, generated_html: /<h1/, css_variables, id: /^page_/, warnings: [] })
  const stored = await fetch(page.url, { headers: { accept: 'application/json' } })
  t.equal((await stored.json()).generated_html, page.generated_html)
  const script = await prefixed.captureScript({ target_url: page.url })
  t.match(script, { id: /^cap_/, capture_config: { target_url: page.url }, warnings: [] })
  t.equal(await (await fetch(script.url)).text(), script.playwright_script)
})

t.test('warnings are read from their header as they were written', async t => {
  const framework = 'Möbel "x\\y" → 100 %20'
  const request = { style_metadata: { colors: ['#6D28D9'] }, content, export_settings: { framework } }
  const { warnings } = await client.buildPage(request)
  const closest = `Unknown value ${JSON.stringify(framework)}. The closest match is "none".`
  t.match(warnings, [{ code: 'unknown_value', pointer: '/export_settings/framework' }])
  t.match(warnings[0]?.detail, closest)
  const more = Object({ target_url, wait_until: 'quiet', größe: 1, '%ff': 1 })
  const { warnings: others } = await client.captureScript(more)
  t.same(
    others.map(({ code, pointer }) => `${code} ${pointer}`),
    ['unknown_value /wait_until', 'unknown_member /größe', 'unknown_member /\ufffd'],
  )
})

t.test('the key of a vision provider is sent in a header beside a file, else in the body', async t => {
  const options = { api_key: '<API_KEY>' }
  const { warnings } = await client.analyze(photograph, options)
  t.match(warnings, [{ code: 'api_key_blank', pointer: '/headers/x-vision-key' }])
  const uri = `data:image/jpeg;base64,${photograph.toString('base64')}`
  t.match((await client.analyze(uri, options)).warnings, [{ code: 'api_key_blank', pointer: '/api_key' }])
})

t.test('an error of the service has its code, all invalid fields and the id of the request', async t => {
  const file = new Blob([photograph], { type: 'image/jpeg' })
  const error = await failureOf(client.analyze(file, Object({ analysis_depth: 'deep', palette_size: 99 })))
  t.ok(error instanceof Error)
  t.match(error, { name: 'ApiError', status: 400, code: 'invalid_request', requestId: /^[\w-]{8,}$/ })
  t.match(error.errors, [
    { pointer: '/query/analysis_depth', code: 'not_allowed', message: /low/, allowed: ['low', 'medium', 'high'] },
    { pointer: '/query/palette_size', code: 'out_of_range', message: /16/ },
  ])
  t.match(error.detail, /^\/query\/analysis_depth: .* And 1 more\.$/)
  t.equal(error.message, error.detail)
  t.notOk('cause' in error)
  t.equal(error.retryAfter, undefined)

  t.match(await failureOf(client.analyze(Buffer.from('words'))), {
    status: 422,
    code: 'source_not_picture',
    errors: [],
  })
  t.match(await failureOf(client.analyze('photo.jpg')), { status: 422, code: 'source_invalid' })
  t.match(await failureOf(client.analyze(new Blob([], { type: 'image/jpeg' }))), { code: 'source_invalid' })
  const headers = { prefer: 'handling=strict' }
  const strict = await failureOf(client.captureScript({ target_url, wait_until: 'quiet' }, { headers }))
  t.match(strict, { status: 400, errors: [{ code: 'unknown_value' }] })
  const { code } = await failureOf(createClient({ baseUrl: `${baseUrl}/tools` }).captureScript({ target_url }))
  t.equal(code, 'not_found')
})

t.test('a key gives access; without it, too often and too large are errors', async t => {
  const limited = await startService(t, {
    API_KEYS: 'ci:secret-of-the-team',
    RATE_LIMIT: '2',
    BODY_LIMIT_BYTES: '9000',
  })
  const address = await limited.listen()
  t.match(await failureOf(createClient({ baseUrl: address }).captureScript({ target_url })), { code: 'unauthorized' })
  const own = createClient({ baseUrl: address, apiKey: 'secret-of-the-team' })
  t.match(await own.captureScript({ target_url }), { success: true })
  t.match(await failureOf(own.analyze(Buffer.alloc(9e6))), { status: 413, code: 'body_too_large' })
  const { status, code, retryAfter = 0 } = await failureOf(own.captureScript({ target_url }))
  t.same([status, code], [429, 'rate_limited'])
  t.ok(retryAfter > 0 && retryAfter <= 60, `${retryAfter} s`)
})

t.test('an answer that is not from the service is an error with its status', async t => {
  const answers: readonly (readonly [status: number, type: string, body: string])[] = [
    [502, 'text/html', '<h1>Bad Gateway</h1>'],
    [403, 'application/json', '{"code":"AccessDenied","detail":"Not today"}'],
    [200, 'text/html; charset=utf-8', '<div id="app"></div>'],
  ]
  for (const [status, type, body] of answers) {
    const address = await serve(t, (_, response) => {
      response.writeHead(status, { 'content-type': type, 'retry-after': '7', 'x-request-id': 'proxy-1' })
      response.end(body)
    })
    const error = await failureOf(createClient({ baseUrl: address }).captureScript({ target_url }))
    t.match(error, { status, code: 'unexpected_response', errors: [], retryAfter: 7, requestId: 'proxy-1' })
    t.match(error.detail, new RegExp(`^${address} answered ${status} without JSON`))
  }
  const problem = { type: 'about:blank', detail: 'No upstream.' }
  const fetch = async () =>
    Response.json(problem, { status: 504, headers: { 'content-type': 'application/problem+json' } })
  const error = await failureOf(createClient({ baseUrl, fetch }).captureScript({ target_url }))
  t.match(error, { status: 504, code: 'unexpected_response', detail: 'No upstream.', requestId: undefined })
})

t.test('a response without headers of the service has no id', async t => {
  const simple = createClient({ baseUrl, fetch: async () => Response.json({ success: true }) })
  t.same(await simple.captureScript({ target_url }), { success: true, id: '', url: baseUrl, warnings: [] })
})

t.test('without a complete response the error has the reason', async t => {
  const json = { 'content-type': 'application/json' }
  const port = await freePort()
  const twoAddresses = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })
  const failures = [
    [/connect ECONNREFUSED/, { baseUrl: `http://127.0.0.1:${port}` }],
    [/other side closed/, { baseUrl: await serve(t, ({ socket }) => socket.destroy()) }],
    [/JSON/, { baseUrl: await serve(t, (_, response) => response.writeHead(200, json).end('{"success":')) }],
    [/other side closed/, { baseUrl: await serve(t, (_, response) => breakOff(response.writeHead(200, json))) }],
    // Where a name has two addresses, as localhost often has, Node.js gives a list of errors without a message.
    [/ECONNREFUSED/, { baseUrl, fetch: () => Promise.reject(new TypeError('fetch failed', { cause: twoAddresses })) }],
    [/Failed to fetch/, { baseUrl, fetch: () => Promise.reject(new TypeError('Failed to fetch')) }],
  ] as const
  for (const [reason, options] of failures) {
    const error = await failureOf(createClient(options).captureScript({ target_url }))
    t.match(error, { status: 0, code: 'network_error', requestId: undefined, cause: Error }, `${reason}`)
    t.match(error.detail, `No valid response from ${options.baseUrl}: `)
    t.match(error.detail, reason)
  }
})

t.test('an abort rejects with the reason of the signal, before, during and after the request', async t => {
  const reason = new Error('no longer needed')
  await t.rejects(client.analyze(photograph, { signal: AbortSignal.abort(reason) }), reason)

  const silent = createServer()
  const { url } = await listen(t, silent)
  const controller = new AbortController()
  const call = client.analyze(url, { signal: controller.signal })
  const [request] = await once(silent, 'request')
  controller.abort(reason)
  await t.rejects(call, reason)
  // The service stops its fetch, too.
  if (!request.socket.destroyed) await once(request.socket, 'close')

  const second = new AbortController()
  const half = await serve(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{')
    setTimeout(() => second.abort(reason), 50)
  })
  await t.rejects(createClient({ baseUrl: half }).captureScript({ target_url }, { signal: second.signal }), reason)
  await t.rejects(client.analyze(url, { signal: AbortSignal.timeout(50) }), { name: 'TimeoutError' })
})

t.test('compiles in strict projects for browsers and for Node.js', async t => {
  const programs = {
    // Imports with the extension of JavaScript need no option of the compiler.
    'browser.ts': browserProgram.replace("'./client.ts'", "'./client.js'"),
    'node.ts': nodeProgram.replace("'./client.ts'", "'./client.js'"),
  }
  const cwd = await copyClient(t, programs)
  const options = {
    strict: true,
    erasableSyntaxOnly: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    skipLibCheck: true,
  }
  const settings = {
    'browser.ts': { lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'], types: [] },
    'node.ts': { lib: ['lib.es2022.d.ts'], types: ['node'], exactOptionalPropertyTypes: true },
  }
  for (const [name, own] of Object.entries(settings)) {
    const program = ts.createProgram([join(cwd, name)], { ...options, ...own })
    const messages = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)
    t.same(messages, [], name)
  }
})

t.test('the README goes from a picture to a page to a script, and shows an error and a warning', async t => {
  const cwd = await copyClient(t, { 'main.ts': nodeProgram.replace('http://127.0.0.1:3000', baseUrl) })
  await copyFile(picture, join(cwd, 'photo.jpg'))
  const { stdout, stderr } = await promisify(execFile)(ownProcess.command, [...ownProcess.words, 'main.ts'], { cwd })
  t.match(stdout, /^#[\dA-F]{6} [\w ]+ 0\.\d+$/m)
  t.match(await readFile(join(cwd, 'page.html'), 'utf8'), /<h1[^>]*>[\s\S]*Ship/)
  t.match(await readFile(join(cwd, 'capture.mjs'), 'utf8'), `"target_url": "${baseUrl}/api/v1/pages/page_`)
  t.match(stderr, /^422 source_invalid source_url is not a valid URL\. .* [\w-]+$/m)
  t.match(stderr, /^unknown_value \/wait_until Unknown value "quiet"\. The closest match is "load"\./m)
})

/** A page of another origin with an input for files, which runs the program of the README. */
async function openSite(t: Test) {
  const site: Record<string, readonly [type: string, body: string | Buffer]> = {
    '/': ['text/html', '<!doctype html><input type=file><script type=module src=main.js></script>'],
    '/client.js': ['text/javascript', blankSpace(source)],
    '/picture.jpg': ['image/jpeg', photograph],
  }
  const origin = await serve(t, ({ url = '' }, response) => {
    const [type, body] = site[url] ?? ['text/plain', '']
    response.setHeader('content-type', type).end(body)
  })
  const allowing = await startService(t, { CORS_ORIGINS: origin, API_KEYS: 'web:secret-of-the-team' })
  const address = await allowing.listen()
  const access = `'${address}', apiKey: 'secret-of-the-team'`
  const main = browserProgram.replace("'http://127.0.0.1:3000'", access).replace('./client.ts', './client.js')
  site['/main.js'] = ['text/javascript', blankSpace(main)]
  const page = await (await openBrowser(t)).newPage()
  await page.goto(origin)
  await page.setInputFiles('input', picture)
  const run = <T>(program: string) =>
    page.evaluate<T>(`(async () => {
      const { ApiError, createClient } = await import('/client.js')
      const client = createClient({ baseUrl: ${access} })
      const failureOf = call => call.then(() => 'no error', error => ({ ...error, isApiError: error instanceof ApiError }))
      const [file] = document.querySelector('input').files
      const target_url = '${target_url}'
      ${program}
    })()`)
  return { page, run }
}

t.test('in a browser', needs('chromium'), async t => {
  const { page, run } = await openSite(t)
  const { style_metadata } = await client.analyze(photograph)

  await t.test('the program of the README takes the file of an input', async t => {
    await until(page, 'document.body.style.background !== ""')
    const shown = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    const hex = shown.match(/\d+/g)?.map(value => Number(value).toString(16).padStart(2, '0'))
    t.equal(`#${hex?.join('').toUpperCase()}`, style_metadata.average)
  })

  await t.test('CORS hides nothing that a result or an error carries', async t => {
    const warnings = [{ code: 'unknown_member', pointer: '/größe' }]
    t.match(await run('return client.captureScript({ target_url, größe: 1 })'), { id: /^cap_/, warnings })
    t.match(await run(`return failureOf(client.analyze(file, { analysis_depth: 'deep' }))`), {
      isApiError: true,
      status: 400,
      code: 'invalid_request',
      requestId: /^[\w-]{8,}$/,
      errors: [{ pointer: '/query/analysis_depth', allowed: ['low', 'medium', 'high'] }],
    })
  })

  await t.test('a service that does not allow the page is a network error, and an abort has its reason', async t => {
    t.match(await run(`return failureOf(createClient({ baseUrl: '${baseUrl}' }).analyze(file))`), {
      isApiError: true,
      status: 0,
      code: 'network_error',
      detail: /Failed to fetch.*CORS_ORIGINS/,
    })
    const silent = await listen(t, createServer())
    const aborted = `const controller = new AbortController()
      setTimeout(() => controller.abort(), 100)
      return client.analyze('${silent.url}', controller).catch(error => [error instanceof DOMException, error.name])`
    t.same(await run(aborted), [true, 'AbortError'])
  })
})
