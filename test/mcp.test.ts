// /mcp over a real connection, with the client of the official SDK: the tools, their short answers, and the rules that hold for the API.
import { createServer } from 'node:http'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { ask } from './helpers/asking.ts'
import { listen } from './helpers/loopback.ts'
import { photographPath } from './helpers/playground.ts'
import { startService } from './helpers/service.ts'
import { chromiumPath, needs, shellPath } from './helpers/tools.ts'

/** 600 tokens: ids and colours take about two and a half characters each. */
const maxAnswerLength = 1500
/** 200 tokens, beside an image. */
const maxLengthBesideImage = 500
/** What the tools cost in every conversation: 3,500 tokens. */
const maxToolsLength = 13_000

const bands = ['#14532D', '#0E7490', '#F59E0B', '#B91C1C', '#FDE68A', '#1E1B4B', '#F8FAFC', '#6D28D9']
const picture = await sharp(
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240">${bands.map((color, index) => `<path fill="${color}" d="M${index * 40} 0h40v240h-40z"/>`).join('')}</svg>`,
  ),
)
  .png()
  .toBuffer()
const texts = { headline: 'Ship', sub_headline: 'From one picture.', cta_button_text: 'Start' }

interface Result {
  readonly isError?: boolean
  readonly content: readonly {
    readonly type: string
    readonly text?: string
    readonly data?: string
    readonly mimeType?: string
  }[]
  readonly structuredContent?: object
}

type Settings = Readonly<Record<string, string>>

async function start(t: Test, settings: Settings = {}, headers: Settings = {}) {
  const service = await startService(t, { RENDER: 'off', ...settings })
  const address = await service.listen()
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', address), { requestInit: { headers } })
  const client = new Client({ name: 'test', version: '1' })
  t.teardown(() => client.close())
  const connect = () => client.connect(transport)
  const callTool = async (name: string, sent: object = {}) => {
    const attempt = async (): Promise<Result> =>
      Object(await client.callTool({ name, arguments: { ...sent } }, undefined, { timeout: 120_000 }))
    let answer = await attempt()
    // A busy machine takes longer for a screenshot than clients wait.
    while (JSON.stringify(answer.content).includes('screenshot is not ready')) answer = await attempt()
    const { isError = false, content, structuredContent } = answer
    const [{ text = '' } = {}, image, ...others] = content
    t.same(others, [])
    t.ok(text.length <= (image ? maxLengthBesideImage : maxAnswerLength), `${name}: ${text.length} characters`)
    if (!isError) t.same(structuredContent, JSON.parse(text))
    return { isError, ...JSON.parse(text), ...(image && { image }) }
  }
  return { ...service, address, client, connect, callTool }
}

/** Sends one message without a client. */
function send(address: string, message: object | string, headers: Settings = {}) {
  const body = typeof message === 'string' ? message : JSON.stringify(message)
  return ask(address, {
    method: 'POST',
    path: '/mcp',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
}

/** The image of a result, which is small enough for a message. */
async function imageOf(t: Test, { image }: { readonly image: { readonly data: string; readonly mimeType: string } }) {
  t.match(image, { type: 'image', mimeType: 'image/webp' })
  const bytes = Buffer.from(image.data, 'base64')
  t.ok(bytes.length <= 150_000, `${bytes.length} bytes`)
  const { format, width = 0, height = 0 } = await sharp(bytes).metadata()
  t.equal(format, 'webp')
  t.ok(width <= 1280 && height <= 2048, `${width} × ${height}`)
  return { width, height }
}

function sizeOf({ width, height }: { readonly width: number; readonly height: number }) {
  return { width, height }
}

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

t.test('a step types a password from the environment of the script', async t => {
  const { client, connect, callTool, get } = await start(t)
  await connect()
  const { tools } = await client.listTools()
  const tool = tools.find(({ name }) => name === 'capture_script')
  t.match(tool?.description, 'Never send a password')
  const steps = [{ action: 'type', selector: '#password', text: { env: 'LOGIN_PASSWORD' } }]
  t.match(tool?.inputSchema.properties?.steps, { items: { properties: { text: { anyOf: [{ type: 'string' }, {}] } } } })
  const { isError, capture } = await callTool('capture_script', { target_url: 'https://example.com/', steps })
  t.equal(isError, false)
  const record = await get(new URL(capture.url).pathname)
  t.match(record.payload, '"LOGIN_PASSWORD"')
  const wrong = [{ ...steps[0], text: { env: '$NAME' } }]
  const refused = await callTool('capture_script', { target_url: 'https://example.com/', steps: wrong })
  t.match(refused, { isError: true, status: 400, detail: /^\/steps\/0\/text\/env: / })
})

t.test('from the address of a picture to the command for a film', async t => {
  const web = await listen(
    t,
    createServer((_request, response) => response.setHeader('content-type', 'image/png').end(picture)),
  )
  const { client, connect, callTool, address, get } = await start(t)
  await connect()
  t.match(client.getInstructions(), /analyze_style.*build_page.*capture_script/)
  const { tools } = await client.listTools()
  t.same(
    tools.map(({ name }) => name),
    ['analyze_style', 'create_upload', 'build_page', 'capture_script', 'get_record'],
  )
  t.ok(JSON.stringify(tools).length < maxToolsLength, `${JSON.stringify(tools).length} characters`)

  const style = await callTool('analyze_style', { source_url: `${web.url}/a.png` })
  t.equal(style.colors.length, 6)
  t.match(style, {
    isError: false,
    analysis: { id: /^ana_/, url: `${address}/api/v1/analyses/${style.analysis.id}` },
    roles: { background: /^#/, primary: /^#/ },
    summary: /\w/,
  })
  const sections = [{ heading: 'Why', text: 'Because.', type: 'quote' }]
  const built = await callTool('build_page', { analysis_id: style.analysis.id, ...texts, brand: 'Sea', sections })
  t.match(built, { isError: false, page: { id: /^page_/, url: `${address}/api/v1/pages/${built.page.id}` } })
  const html = (await get(new URL(built.page.url).pathname)).payload
  t.match(html, /<h1.*Ship/s)
  t.match(html, /pictures\/0-\d+\.webp/, 'the page shows the picture')
  t.match(html, '<blockquote')

  const film = { page_id: built.page.id, output_format: 'mp4', record_duration: '3s', platform: 'instagram_reels' }
  const capture = await callTool('capture_script', film)
  t.match(capture, { isError: false, target_url: built.page.url, record_duration: '3s', output_format: 'mp4' })
  t.match(capture.command, `curl -fsS '${address}/api/v1/captures/${capture.capture.id}' -o capture.mjs && npm install`)
  t.match((await get(new URL(capture.capture.url).pathname)).payload, built.page.url)
  const { output_format, ...unnamed } = film
  t.match(await callTool('capture_script', unnamed), capture, 'only a film has a duration')

  for (const [id, expected] of [
    [style.analysis.id, style],
    [built.page.id, { page: built.page }],
    [capture.capture.id, capture],
  ] as const)
    t.match(await callTool('get_record', { id }), expected, id)
  // Agents send addresses in the place of ids.
  const { analysis } = style
  t.match(await callTool('build_page', { analysis_id: analysis.url, ...texts, brand: 'Sea', sections }), built)
  t.match(await callTool('capture_script', { ...film, page_id: built.page.url }), capture)
  for (const suffix of ['', '/', '?lang=en'])
    t.match(await callTool('get_record', { id: `${capture.capture.url}${suffix}` }), capture, suffix)
  const page = await get(`/api/v1/analyses/${style.analysis.id}`)
  const pictureUrl: string = page.json().style_metadata.preview.src
  t.match(pictureUrl, /^data:image\/webp/)
})

t.test('an agent sees the page of a photograph after three calls, and then parts of it', needs('chromium'), async t => {
  const browser = { CHROMIUM_PATH: shellPath ?? chromiumPath ?? '', RENDER_SANDBOX: '0', RENDER_CONCURRENCY: '1' }
  const { client, connect, callTool, get } = await start(t, { RENDER: 'on', ...browser })
  await connect()
  t.match(client.getInstructions(), /screenshot/)
  const { tools } = await client.listTools()
  t.match(
    tools.map(({ name }) => name),
    ['analyze_style', 'create_upload', 'build_page', 'screenshot', 'capture_script', 'get_record'],
  )
  t.ok(JSON.stringify(tools).length < maxToolsLength, `${JSON.stringify(tools).length} characters`)

  const photograph = await sharp(photographPath('landscape-sunset-by-the-pier'))
    .resize({ width: 4600 })
    .png()
    .toBuffer()
  t.ok(photograph.length > 5_000_000, `${photograph.length} bytes`)
  const { upload } = await callTool('create_upload')
  const sent = await fetch(upload.url, { method: 'PUT', body: new Uint8Array(photograph) })
  const style = await callTool('analyze_style', { source_url: (await sent.json()).picture.id })
  t.match(style, { isError: false, picture: { id: /^pic_/ } })
  const { id: src, url } = style.picture
  const items = [
    { title: 'Fish of the day', price: '€24', text: 'From the harbour.', image: { src, alt: 'The bay' } },
    { title: 'Soup', price: '€9', image: { src: url, alt: 'The bay again' } },
  ]
  const form = {
    action: 'https://formspree.io/f/abcdwxyz',
    fields: [{ label: 'Your e-mail address', type: 'email' }],
  }
  const sections = [{ heading: 'Menu', items }]
  const built = await callTool('build_page', { analysis_id: style.analysis.id, ...texts, sections, form })
  t.match(built, { isError: false, page: { id: /^page_/ }, screenshot: { status: 200 } })
  const whole = await imageOf(t, built)
  t.same({ width: whole.width, height: whole.height }, sizeOf(built.screenshot))
  t.ok(whole.height === 2048 || whole.width === 1280, `${whole.width} × ${whole.height}`)
  const html = (await get(new URL(built.page.url).pathname)).payload
  for (const text of ['€24', 'The bay again', 'Your e-mail address', 'https://formspree.io/f/abcdwxyz'])
    t.ok(html.includes(text), text)

  const first = await callTool('screenshot', { page_id: built.page.id })
  t.same(sizeOf(await imageOf(t, first)), { width: 1280, height: 800 })
  const phone = { page_id: built.page.url, viewport: { width: 390, height: 844 }, color_scheme: 'dark' }
  const dark = await callTool('screenshot', phone)
  t.same(sizeOf(await imageOf(t, dark)), { width: 390, height: 844 })
  const section = await callTool('screenshot', { page_id: built.page.id, selector: '#section-1', scale: 2 })
  t.match(section.warnings, /unknown_member;pointer="\/scale"/)
  t.match(sizeOf(await imageOf(t, section)), { width: 1280 })
  const sharper = { page_id: built.page.id, viewport: { width: 1920, height: 1080, deviceScaleFactor: 2 } }
  t.same(sizeOf(await imageOf(t, await callTool('screenshot', sharper))), { width: 1280, height: 720 })
})

t.test('an agent sees other pages, and why it does not', needs('chromium'), async t => {
  const noise = await sharp({
    create: {
      width: 1280,
      height: 2400,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer()
  const site = createServer(({ url = '' }, response) => {
    if (url === '/noise.jpg') return response.setHeader('content-type', 'image/jpeg').end(noise)
    if (url === '/old') return response.writeHead(302, { location: '/login' }).end()
    response.statusCode = url === '/none' ? 404 : 200
    response
      .setHeader('content-type', 'text/html')
      .end(
        url === '/login'
          ? '<h1>Sign in</h1><form><input name="user"><input type="password"><button>Sign in</button></form>'
          : '<body style="margin:0"><img src="noise.jpg" alt="">',
      )
  })
  const { url: origin } = await listen(t, site)
  const browser = { CHROMIUM_PATH: shellPath ?? chromiumPath ?? '', RENDER_SANDBOX: '0', RENDER_CONCURRENCY: '1' }
  const { connect, callTool } = await start(t, { RENDER: 'on', ...browser })
  await connect()
  const noisy = await callTool('screenshot', { target_url: origin, full_page: true })
  t.same(sizeOf(await imageOf(t, noisy)), sizeOf(noisy.screenshot), 'within its bytes, whatever the page shows')
  const signIn = await callTool('screenshot', { target_url: `${origin}/old` })
  t.match(signIn, { screenshot: { final_url: `${origin}/login`, status: 200, looks_like: 'sign_in' } })
  for (const [sent, expected] of [
    [{ target_url: `${origin}/none` }, { status: 422, code: 'page_not_opened' }],
    [{ target_url: 'http://10.0.0.1/' }, { status: 422 }],
    [
      { target_url: 'https://example.com/', viewport: 7 },
      { status: 400, detail: /^\/viewport: Send / },
    ],
    [{ page_id: 'page_1' }, { status: 404, code: 'record_not_found' }],
    [{}, { status: 400, detail: /Send page_id or target_url/ }],
  ] as const)
    t.match(await callTool('screenshot', sent), { isError: true, ...expected }, JSON.stringify(sent))
})

t.test('without a browser a page is built as with one', async t => {
  const missing = { RENDER: 'on', RENDER_SANDBOX: '0', CHROMIUM_PATH: '/nothing/chromium' }
  const { client, connect, callTool } = await start(t, missing)
  await connect()
  const { tools } = await client.listTools()
  t.notOk(tools.some(({ name }) => name === 'screenshot'))
  const { analysis } = await callTool('analyze_style', { data: picture.toString('base64') })
  const built = await callTool('build_page', { analysis_id: analysis.id, ...texts })
  t.match(built, { isError: false, page: { id: /^page_/ } })
  t.notOk('image' in built || 'screenshot' in built)
  const refused = await callTool('screenshot', { page_id: built.page.id })
  t.match(refused, { isError: true, status: 501, code: 'render_unavailable', detail: /CHROMIUM_PATH/ })
})

t.test('pictures that are not stored are named', async t => {
  const { connect, callTool } = await start(t)
  await connect()
  const { analysis, picture: stored } = await callTool('analyze_style', { data: picture.toString('base64') })
  const build = (image: object) =>
    callTool('build_page', { analysis_id: analysis.id, ...texts, sections: [{ heading: 'A', text: 'B', image }] })
  t.match(await build({ src: stored.id, alt: '' }), { isError: false })
  t.match(await build({ src: `pic_${'0'.repeat(32)}`, alt: '' }), {
    isError: true,
    detail: /^\/content\/sections\/0\/image\/src: No stored picture has this id\./,
  })
  t.match(await build({ src: 'https://example.com/a.jpg', alt: '' }), { isError: false }, 'addresses are linked')
  const many = Array.from({ length: 12 }, () => ({ heading: 'A', text: 'B', image: { src: stored.id, alt: '' } }))
  t.match(await callTool('build_page', { analysis_id: analysis.id, ...texts, sections: many }), { isError: false })
})

t.test('a file as Base64 or as a data URI gives the same analysis', async t => {
  const { connect, callTool, post } = await start(t)
  await connect()
  const data = picture.toString('base64')
  const source_url = `data:image/png;base64,${data}`
  const answer = await post('/api/v1/analyze-vibe', { source_url, preview: true })
  const omitted = { analysis_depth: null, target_platform: '' }
  for (const sent of [
    { data, source_url: '' },
    { data: source_url },
    { source_url, data: null, ...omitted },
    { data, palette_size: '8', preview: false },
  ])
    t.match(await callTool('analyze_style', { ...sent, palette_size: undefined }), {
      isError: false,
      analysis: { id: answer.headers['x-analysis-id'] },
    })
  const low = await callTool('analyze_style', { data, analysis_depth: 'low' })
  t.match(low, { isError: false, roles: { background: /^#/ } })
  t.notOk('summary' in low)
  const id = String(answer.headers['x-picture-id'])
  t.match(await callTool('get_record', { id }), { picture: { id, url: RegExp(`${id}$`), type: 'image/webp' } })
})

t.test('errors are those of the API, and warnings are passed on', async t => {
  const { connect, callTool, client } = await start(t, { FETCH_ALLOW_CIDRS: '' })
  await connect()
  for (const [name, sent, expected] of [
    ['analyze_style', {}, { status: 400, code: 'invalid_request', detail: /Send source_url or data/ }],
    ['capture_script', { page_id: '' }, { status: 400, detail: /Send page_id or target_url/ }],
    ['analyze_style', { source_url: 'http://127.0.0.1/a.png' }, { status: 422, code: 'source_refused' }],
    ['analyze_style', { data: 7 }, { status: 400, detail: '/data: Send a string, not a number.' }],
    ['build_page', {}, { status: 400, detail: /analysis_id.*And 3 more/, others: { length: 3 } }],
    ['build_page', { analysis_id: 'ana_1', ...texts }, { status: 404, code: 'record_not_found' }],
    ['capture_script', { page_id: 'page_1' }, { status: 404, code: 'record_not_found' }],
    ['capture_script', { target_url: 'ftp://x' }, { status: 400, detail: /^\/target_url/ }],
    ['get_record', { id: null }, { status: 400, detail: /\/id: Send id/ }],
    ['get_record', { id: 'ana_1' }, { status: 404, code: 'record_not_found', request_id: /./ }],
    ['get_record', { id: '../../admin/stats' }, { status: 404, code: 'record_not_found' }],
    ['get_record', { id: '\ud800' }, { status: 404, code: 'record_not_found' }],
    ['get_record', { id: `ren_${'0'.repeat(32)}` }, { status: 404, detail: /begins with ana_, page_, cap_ or pic_/ }],
  ] as const)
    t.match(await callTool(name, sent), { isError: true, ...expected }, `${name} ${JSON.stringify(sent)}`)
  const unknown = Object.fromEntries(bands.map(color => [color, color]))
  const warned = await callTool('capture_script', {
    target_url: 'https://example.com/',
    fullpage: true,
    target_platform: 'instagram_reels',
    ...unknown,
  })
  t.match(warned.warnings, /unknown_member;pointer="\/fullpage".*Did you mean \\"platform\\"/)
  t.equal(warned.warnings.length, 300)
  await t.rejects(client.callTool({ name: 'delete_record', arguments: {} }), { code: -32602 })
})

t.test('an argument of the wrong type is a result that names it, and a malformed call is -32602', async t => {
  const { connect, callTool, client, address } = await start(t)
  await connect()
  const { tools } = await client.listTools()
  const valid: Readonly<Record<string, object>> = {
    analyze_style: { data: picture.toString('base64') },
    build_page: { analysis_id: 'ana_1', ...texts },
    capture_script: { target_url: 'https://example.com/' },
    get_record: { id: 'ana_1' },
  }
  for (const { name, inputSchema } of tools)
    for (const [argument, schema] of Object.entries(inputSchema.properties ?? {}))
      for (const value of [7, true, {}, [], [{}], { toString: 1 }]) {
        const type = Array.isArray(value) ? 'array' : typeof value
        if (type === Object(schema).type) continue
        const text = `${name} ${argument} ${JSON.stringify(value)}`
        const result = await callTool(name, { ...valid[name], [argument]: value })
        t.match(
          result,
          { isError: true, status: 400, code: 'invalid_request', detail: RegExp(`/${argument}: Send `) },
          text,
        )
      }
  for (const params of [
    { name: 7 },
    {},
    ...[7, [], null, 'x'].map(sent => ({ name: 'get_record', arguments: sent })),
  ]) {
    const answer = await send(address, { ...listTools, method: 'tools/call', params })
    t.match(JSON.parse(answer.body), { error: { code: -32602 } }, JSON.stringify(params))
  }
})

t.test('the keys, the limits and the addresses of the API hold', async t => {
  const secret = 'a-secret-of-a-team'
  const settings = { API_KEYS: `team:${secret}`, PUBLIC_URL: 'https://style.example/base', RATE_LIMIT: '9' }
  const { connect, callTool, address, get } = await start(t, settings, { authorization: `Bearer ${secret}` })
  t.match(await send(address, listTools), { status: 401 })
  t.match(await send(address, listTools, { 'x-internal-call': 'guessed' }), { status: 401 })
  await connect()
  const sent = { target_url: 'https://example.com/' }
  const { capture, command } = await callTool('capture_script', sent)
  t.match(capture.url, `https://style.example/base/api/v1/captures/${capture.id}`)
  t.match(command, ` -H "x-api-key: $API_KEY" '${capture.url}'`)
  // Three requests to connect, since the client asks for a stream too, and six calls, of which each counts once.
  for (let call = 2; call <= 6; call++) t.equal((await callTool('capture_script', sent)).isError, false, `${call}`)
  await t.rejects(callTool('capture_script', sent), /rate_limited/)
  const stats = await get('/api/admin/stats')
  t.match(stats.json().stats, { keys: { team: 10 }, requests: { captureMedia: { count: 6 } } })
})

t.test('requests of other websites and to other hosts are refused', async t => {
  const { address } = await start(t)
  t.match(await send(address, listTools, { origin: 'https://evil.example' }), {
    status: 403,
    body: /cross_site_refused/,
  })
  t.match(await send(address, listTools, { host: 'evil.example' }), { status: 403, body: /host_refused/ })
  t.match(await send(address, listTools, { origin: address }), { status: 200, body: /analyze_style/ })
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE'])
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])
      t.match(
        await ask(address, { path: '/mcp', method, headers }),
        { status: 403 },
        `${method} ${JSON.stringify(headers)}`,
      )
})

t.test('one message is answered at a time, as JSON, whatever Accept is', async t => {
  const { address } = await start(t)
  for (const headers of [{ accept: 'text/event-stream' }, { 'content-type': 'text/plain' }])
    t.match(await send(address, listTools, headers), { status: 200, headers: { 'content-type': /^application\/json/ } })
  t.match(await send(address, { jsonrpc: '2.0', method: 'notifications/initialized' }), { status: 202, body: '' })
  t.match(await send(address, [listTools, listTools]), { status: 400, body: /not an array/ })
  t.match(await send(address, { ...listTools, params: JSON.parse('{"__proto__":1}') }), {
    status: 400,
    body: /forbidden_name/,
  })
  const withoutArguments = { ...listTools, method: 'tools/call', params: { name: 'get_record' } }
  t.match(await send(address, withoutArguments), { status: 200, body: /Send id\./ })
  t.match(await send(address, '{"jsonrpc"'), { status: 400, body: /invalid_json/ })
  t.match(await send(address, { no: 'message' }), { status: 400, body: /-32700/ })
  t.match(await send(address, listTools, { 'mcp-protocol-version': '1999-01-01' }), { status: 400, body: /-32000/ })
  for (const method of ['GET', 'DELETE'])
    t.match(await ask(address, { path: '/mcp', method }), { status: 405, headers: { allow: 'POST, OPTIONS' } }, method)
})

t.test('MCP=0 switches it off', async t => {
  const { address } = await start(t, { MCP: '0' })
  t.match(await send(address, listTools), { status: 404 })
})

t.test('a tool ends when its client disconnects', async t => {
  let isClosed = () => {}
  const closed = new Promise<void>(resolve => {
    isClosed = resolve
  })
  let isAsked = () => {}
  const asked = new Promise<void>(resolve => {
    isAsked = resolve
  })
  const web = await listen(
    t,
    createServer((_request, response) => {
      response.once('close', isClosed)
      isAsked()
    }),
  )
  const { address } = await start(t, { FETCH_TIMEOUT_MS: '600000' })
  const leave = new AbortController()
  const params = { name: 'analyze_style', arguments: { source_url: web.url } }
  const answer = fetch(`${address}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...listTools, method: 'tools/call', params }),
    signal: leave.signal,
  })
  await asked
  leave.abort()
  await t.rejects(answer)
  await closed
})

t.test('agents can import the OpenAPI document: one absolute server, short descriptions', async t => {
  const { get } = await startService(t, { PUBLIC_URL: 'https://style.example/base/' })
  const { servers, paths } = (await get('/openapi.json')).json()
  t.match(servers, [{ url: 'https://style.example/base' }])
  t.equal(servers.length, 1)
  for (const operation of Object.values<object>(paths).flatMap(path => Object.values(path))) {
    const { operationId, summary, description } = operation
    t.ok(description.length <= 300 && summary.length <= 120, `${operationId}: ${description.length}`)
    t.match(operationId, /^[a-zA-Z]{1,64}$/)
  }
})
