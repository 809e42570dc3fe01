// Request bodies: large ones are read in a thread, with the answers of small ones; data URIs are decoded, and sizes are limited.
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import sharp from 'sharp'
import t from 'tap'
import { readBody } from '../plugins/shared/bodies/body-parser.ts'
import { readJsonBody } from '../plugins/shared/bodies/json-body.ts'
import { bodyRules } from '../plugins/shared/input/lenient-input.ts'
import validation, { validationErrors } from '../plugins/shared/input/validation.ts'
import { startService } from './helpers/service.ts'
import { sample } from './helpers/whole.ts'

const url = '/api/v1/analyze-vibe'
const json = { 'content-type': 'application/json' } as const

const mebibyte = 1024 * 1024

/** A PNG that does not compress, so that a body with its data URI is longer than a text that is parsed as a whole. */
const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#C83232' } })
  .png({ compressionLevel: 0 })
  .toBuffer()
const base64 = picture.toString('base64')
const uri = `data:image/png;base64,${base64}`

/** The body of an operation as the thread reads it. */
const read = (operation: 'analyzeVibe' | 'buildSparkpage', body: string | Buffer) =>
  readJsonBody(Buffer.from(body), bodyRules[operation])

const head = 'data:image/png;base64,'

t.test('a data URI in source_url is decoded, and no other string', async t => {
  const decoded = { source_url: head }
  for (const [name, body, expected] of [
    ['between others', `{"analysis_depth":"low","source_url":"${uri}","api_key":"k"}`, { ...decoded, api_key: 'k' }],
    ['twice', `{"source_url":"${uri}","source_url":"${uri}"}`, decoded],
    ['after another', `{"source_url":"x","source_url":"${uri}"}`, decoded],
    ['with an escaped name', `{"source\\u005furl":"${uri}"}`, decoded],
    ['beside the same string', `{"x":"${uri}","source_url":"${uri}","y":["${uri}"]}`, decoded],
  ] as const) {
    const { value, dataUris } = read('analyzeVibe', body)
    t.match(value, expected, name)
    t.same([...dataUris], [['/source_url', { head, bytes: picture }]], name)
  }
  for (const [name, body, expected] of [
    ['another property', `{"api_key":"${uri}","source_url":"https://example.com/"}`, { api_key: RegExp(`^${head}`) }],
    ['a nested property', `{"a":{"source_url":"${uri}"},"source_url":"x"}`, { source_url: 'x' }],
    ['a property that a later one replaces', `{"source_url":"${uri}","source_url":"x"}`, { source_url: 'x' }],
    ['one that an escaped name replaces', `{"source_url":"${uri}","source\\u005furl":1}`, { source_url: 1 }],
    ['an array', `["${uri}"]`, []],
    ['a string', `"${uri}"`, /^data:/],
    ['a name', `{"${uri}":1}`, {}],
    ['an address', `{"source_url":"https://example.com/${base64}"}`, { source_url: /^https:.{9000}/ }],
  ] as const) {
    const { value, dataUris } = read('analyzeVibe', body)
    t.match(value, expected, name)
    t.equal(dataUris.size, 0, name)
  }
})

t.test('the data URIs of a page are decoded where it has pictures, and a preview stays a text', async t => {
  const src = uri
  const long = { heading: 'x', image: { src, alt: 'x' }, items: [{ image: { src } }, { other: { src } }] }
  const preview = `data:image/webp;base64,${picture.subarray(0, 150_000).toString('base64')}`
  const body = {
    style_metadata: { colors: [], preview: { src: preview, width: 9, height: 9 }, other: { src } },
    content: { image: { alt: uri, src }, brand: { logo: { src } }, sections: [{}, long, 7], src },
  }
  const { value, dataUris } = read('buildSparkpage', JSON.stringify(body))
  const places = ['image', 'brand/logo', 'sections/1/image', 'sections/1/items/0/image']
  t.same([...dataUris.keys()].sort(), places.map(place => `/content/${place}/src`).sort())
  for (const decoded of dataUris.values()) t.same(decoded, { head, bytes: picture })
  t.match(value, {
    style_metadata: { preview: { src: preview }, other: undefined },
    content: { image: { src: head }, sections: [{}, { items: [{}, {}] }, 7], src: undefined },
  })
  const misplaced = { image: uri, brand: [{ logo: { src } }], sections: { 0: { image: { src } } } }
  t.equal(read('buildSparkpage', JSON.stringify({ content: misplaced })).dataUris.size, 0, 'there is no picture')
  const large = { style_metadata: { preview: { src: uri } } }
  t.match(read('buildSparkpage', JSON.stringify(large)).value, { style_metadata: { preview: { src: head } } })
})

t.test(
  'what an operation does not read of a large body is dropped, and of what may be anything a part is kept',
  async t => {
    const texts = Array.from({ length: 20 }, () => 'x'.repeat(100_000))
    const body = {
      style_metadata: { colors: ['#6D28D9'], mood: { words: Array(20_000).fill('calm'), texts }, other: texts },
      content: { headline: 'H'.repeat(20_000), more: texts },
      export_settings: { framework: 'tailwind', fonts: 7 },
      extra: { deep: texts },
    }
    const { value, inspection } = read('buildSparkpage', JSON.stringify(body))
    t.ok(JSON.stringify(value).length < 1_500_000)
    t.match(value, { style_metadata: { colors: ['#6D28D9'], mood: { words: { length: 9998 } }, other: undefined } })
    t.match(value, { content: { headline: /^H{10002}$/, more: undefined }, export_settings: { fonts: 7 } })
    t.match(value, { extra: undefined })
    t.same(
      inspection?.unknown.errors.map(({ pointer }) => pointer),
      ['/content/more', '/extra'],
    )
  },
)

t.test('a body of very many values is refused before any of them exists', async t => {
  const values = (count: number, value: string) => `{"x":[${Array(count).fill(value).join()}]}`
  for (const [name, body, isRefused] of [
    ['few', values(149_000, '0'), false],
    ['many', values(151_000, '0'), true],
    ['lists', values(80_000, '[]'), true],
    ['objects', values(80_000, '{"a":0}'), true],
    ['punctuation within a string', JSON.stringify({ x: '[,{"\\'.repeat(100_000) }), false],
  ] as const) {
    const work = () => read('analyzeVibe', body)
    if (isRefused) t.throws(work, { code: 'body_too_large', message: /more than 150,000 values/ }, name)
    else t.doesNotThrow(work, name)
  }
  t.throws(() => readJsonBody(Buffer.from(values(10_001, '0')), undefined), { message: /more than 10,000 values/ })
  t.same(readJsonBody(Buffer.from(values(2, '0')), undefined).value, { x: [0, 0] })
})

t.test('a body of very many levels is refused like a shorter one, and later bodies are read', async t => {
  const service = await startService(t)
  const address = await service.listen()
  const padding = 'x'.repeat(70_000)
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  const send = (path: string, body: string) => service.post(path, body, json)
  const steps = (levels: number) => `[{"action":"press","key":${nested(levels)}}]`
  for (const levels of [40, 900, 5000, 30_000, 120_000])
    for (const [path, body] of [
      ['/api/v1/capture-media', `{"unknown":"${padding}","steps":${steps(levels)}}`],
      ['/api/v1/build-sparkpage', `{"unknown":"${padding}","style_metadata":${nested(levels)}}`],
      ['/mcp', `{"jsonrpc":"2.0","id":1,"params":{"unknown":"${padding}","name":${nested(levels)}}}`],
    ] as const) {
      const { statusCode, payload } = await send(path, body)
      t.ok([400, 413].includes(statusCode), `${path}, ${levels}: ${statusCode} ${payload.slice(0, 200)}`)
    }
  for (const levels of [5000, 120_000]) {
    const form = new FormData()
    form.set('style_metadata', nested(levels))
    form.set('content', '{}')
    const { status } = await fetch(`${address}/api/v1/build-sparkpage`, {
      method: 'POST',
      body: form,
    })
    t.equal(status, 400, `form, ${levels}`)
  }
  for (const unknown of ['', padding]) {
    const { payload } = await send('/api/v1/capture-media', `{"unknown":"${unknown}","steps":${steps(5000)}}`)
    t.match(payload, 'at most 33 levels deep')
  }
  t.equal((await send(url, `{"source_url":"${uri}"}`)).statusCode, 200)
})

t.test('invalid JSON is invalid in and beside a long string, and a position is that in the body', async t => {
  for (const [name, body] of Object.entries({
    nothing: '',
    'a comma after it': `{"source_url":"${uri}",}`,
    'no end': `{"source_url":"${uri}`,
    'an escaped end': `{"source_url":"${uri}\\"}`,
    'an unknown escape': `{"source_url":"${uri}\\x"}`,
    'an incomplete escape': `{"x":"${uri}\\u00","source_url":"x"}`,
    'a line break': `{"source_url":"${uri}\n"}`,
    'a control character in another': `{"x":"${uri}\u0001","source_url":"x"}`,
    'invalid UTF-8': Buffer.concat([Buffer.from(`{"source_url":"${uri}`), Buffer.from([0xff]), Buffer.from('"}')]),
  }))
    t.throws(() => read('analyzeVibe', body), { code: 'invalid_json', message: /JSON/ }, name)
  const { post } = await startService(t)
  for (const invalid of [`{"x":"${uri}","y":"${uri}" "z":1}`, `{"x":1 "z":"${uri}","y":"${uri}"}`])
    t.match((await post(url, invalid)).json(), {
      code: 'invalid_json',
      detail: RegExp(`position ${invalid.indexOf('"z"')}\\.`),
    })
})

t.test('a body is not read for a client that has left', async t => {
  const body = Readable.from([Buffer.from('{}')])
  const options = {
    limit: 9,
    declared: 2,
    memory: { grow: () => undefined },
    signal: AbortSignal.abort(new Error('left')),
  }
  await t.rejects(readBody(body, options), { message: 'left' })
})

const { app, post } = await startService(t)
const smallPicture = (await sharp(picture).resize(9).png().toBuffer()).toString('base64')

t.test('a long data URI gets the answers of a short one', async t => {
  const long = 'A'.repeat(1_500_000)
  for (const [name, body, status] of [
    ['a picture', `{"source_url":"${uri}","analysis_depth":"low"}`, 200],
    ['after other properties', `{"analysis_depth":"low","source_url":"${uri}"}`, 200],
    ['a wrong property', `{"source_url":"${uri}","analysis_depth":"deep","media_type":7}`, 400],
    ['a reserved name', `{"source_url":"${uri}","__proto__":{"a":1}}`, 400],
    ['a nested reserved name', `{"source_url":"${uri}","x":{"constructor":1}}`, 400],
    ['an unknown property', `{"source_url":"${uri}","analysis_depth":"low","sorce":1}`, 200],
    ['twice', `{"source_url":"${uri}","source_url":"data:image/png;base64,AAAA"}`, 422],
    ['a wrong second one', `{"source_url":"${uri}","source_url":7}`, 400],
    ['a wrong property and no Base64', `{"source_url":"data:image/png;base64,${long}!","media_type":7}`, 400],
    ['invalid JSON after it', `{"source_url":"${uri}",}`, 400],
    ['not a picture', `{"source_url":"data:image/png;base64,${long}"}`, 422],
    ['not Base64', `{"source_url":"data:image/png;base64,${long}!"}`, 422],
    ['a character beyond Latin-1', `{"source_url":"data:image/png;base64,${long}\u0141${long}"}`, 422],
    ['too much padding', `{"source_url":"data:image/png;base64,${long}==="}`, 422],
    ['the URL-safe alphabet', `{"source_url":"data:image/png;base64,${long}-_AA"}`, 422],
    ['no type', `{"source_url":"data:;base64,${base64}","analysis_depth":"low"}`, 200],
    ['no comma', `{"source_url":"data:${long}"}`, 422],
    ['an address', `{"source_url":"http://${long}/"}`, 422],
    ['a long type', `{"source_url":"data:${'x'.repeat(2000)};base64,${base64}"}`, 422],
    ['declared as a video', `{"source_url":"${uri}","media_type":"video","analysis_depth":"low"}`, 200],
  ] as const) {
    // The same with data that is short enough to be read on the event loop.
    const shorter = body.replaceAll(base64, smallPicture).replaceAll(long, long.slice(0, 40_000))
    const [inThread, onLoop] = await Promise.all([body, shorter].map(text => post(url, text)))
    t.equal(inThread?.statusCode, status, name)
    t.equal(onLoop?.statusCode, status, `${name}, short`)
    const messages = [inThread, onLoop].map(answer => [
      answer?.json().code,
      String(answer?.json().detail).replace(/position \d+/, ''),
      answer?.headers['x-warnings'],
    ])
    t.same(messages[0], messages[1], name)
  }
  const withLineBreak = await post(url, `{"source_url":"data:image/png;base64,${long}\n${long}"}`)
  t.match(withLineBreak.json(), { status: 400, code: 'invalid_json' })
})

t.test('a chunked body is read like any other, and refused over the limit', async t => {
  const { app } = await startService(t, { BODY_LIMIT_BYTES: '200000' })
  const codeOf = async (size: number): Promise<unknown> => {
    const body = Buffer.from(`{"source_url":"data:image/png;base64,${'A'.repeat(size)}"}`)
    const chunks = Array.from({ length: Math.ceil(body.length / 30_000) }, (_, at) =>
      body.subarray(at * 30_000, (at + 1) * 30_000),
    )
    const response = await app.inject({ method: 'POST', url, headers: json, payload: Readable.from(chunks) })
    return response.json().code
  }
  t.equal(await codeOf(150_000), 'source_not_picture')
  t.equal(await codeOf(300_000), 'body_too_large')
})

t.test('the same picture has the same id however a small or a large body spells it', async t => {
  const percent = (character: string): string => `%${character.charCodeAt(0).toString(16)}`
  const unicode = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  const spellings: Readonly<Record<string, (data: string) => string>> = {
    plain: data => data,
    'lines of 76 characters': data => data.replace(/.{76}/g, '$&\\r\\n'),
    'all percent escapes': data => data.replace(/./g, percent),
    'some percent escapes': data => data.replace(/[+/=]/g, percent),
    'escaped slashes': data => data.replaceAll('/', '\\/'),
    'all Unicode escapes': data => data.replace(/./g, unicode),
    'both kinds of escapes': data => data.replace(/./g, character => percent(character).replace(/./g, unicode)),
    'without padding': data => data.replace(/=+$/, ''),
    'the alphabet for URLs': data => data.replaceAll('+', '-').replaceAll('/', '_'),
  }
  const analyse = async (source: string, padding = '') => {
    const body = `{"source_url":"${source}","analysis_depth":"low","padding":"${padding}"}`
    const { headers, payload } = await post(url, body)
    const { style_metadata } = JSON.parse(payload)
    return [headers['x-analysis-id'], headers['x-warnings'], style_metadata]
  }
  const expected = await analyse(`data:image/png;base64,${smallPicture}`)
  t.match(expected[1], /^unknown_member;pointer="\/padding"/)
  for (const [name, spell] of Object.entries(spellings)) {
    const source = `data:image/png;base64,${spell(smallPicture)}`
    t.same(await analyse(source), expected, name)
    t.same(await analyse(source, 'é'.repeat(40_000)), expected, `${name}, large`)
  }
})

t.test('a large page has the id and the answer of a small one, and names what it does not read', async t => {
  const content = { headline: 'Ship 20 €', sub_headline: 'It.', cta_button_text: 'Go', more: '' }
  const settings = { framework: 'tailwnd' }
  const style_metadata = { colors: ['#6D28D9'], dark: 1 }
  const build = async (more: string) => {
    const body = { style_metadata, content: { ...content, more }, export_settings: settings, extra: { more } }
    const { headers, payload } = await post('/api/v1/build-sparkpage', body)
    return [headers['x-page-id'], headers['x-warnings'], payload]
  }
  const [small, large] = [await build(''), await build('€'.repeat(40_000))]
  t.match(small[1], /unknown_value;pointer="\/export_settings\/framework".*"\/content\/more".*"\/extra"/)
  t.same(large, small)
})

t.test('a form with long texts has the answer of the same JSON', async t => {
  const style = { colors: ['#6D28D9'], mood: 'calm '.repeat(9000) }
  const content = { headline: 'Ship', sub_headline: 'It.', cta_button_text: 'Go', more: 'é'.repeat(60_000) }
  const send = async (texts: Readonly<Record<string, string>>, file?: Buffer) => {
    const form = new FormData()
    for (const [name, text] of Object.entries(texts)) form.append(name, text)
    if (file) form.append('image', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'a.png')
    const encoded = new Response(form)
    const type = String(encoded.headers.get('content-type'))
    return post('/api/v1/build-sparkpage', Buffer.from(await encoded.arrayBuffer()), { 'content-type': type })
  }
  const texts = { style_metadata: JSON.stringify(style), content: JSON.stringify(content) }
  const json = { style_metadata: style, content: { ...content, image: { src: uri, alt: '' } } }
  const [formed, sent] = [await send(texts, picture), await post('/api/v1/build-sparkpage', json)]
  t.equal(formed.statusCode, 200)
  t.equal(formed.headers['x-page-id'], sent.headers['x-page-id'])
  t.equal(formed.headers['x-warnings'], sent.headers['x-warnings'])
  const invalid = await send({ ...texts, content: `${texts.content},` })
  t.match(invalid.json(), { status: 400, code: 'invalid_form', detail: /"content" is not JSON/ })
  const half = 'x'.repeat(600_000)
  const long = {
    style_metadata: JSON.stringify({ ...style, more: half }),
    content: JSON.stringify({ ...content, more: half }),
  }
  t.match((await send(long)).json(), { status: 400, code: 'invalid_form', detail: /longer than 1,048,576/ })

  const sendTyped = (parts: Readonly<Record<string, string>>) => {
    const head = (name: string) => `content-disposition: form-data; name="${name}"\r\ncontent-type: application/json`
    const encoded = Object.entries(parts).map(([name, text]) => `--x\r\n${head(name)}\r\n\r\n${text}\r\n`)
    const type = 'multipart/form-data; boundary=x'
    return post('/api/v1/build-sparkpage', Buffer.from(`${encoded.join('')}--x--\r\n`), { 'content-type': type })
  }
  const [typed, plain] = [await sendTyped(texts), await send(texts)]
  t.equal(typed.headers['x-page-id'], plain.headers['x-page-id'], 'JSON that is declared as such')
  t.same((await sendTyped(long)).json().detail, (await send(long)).json().detail)
})

t.test('a large message to /mcp is read like a small one', async t => {
  const call = (name: string, sent: object) => ({
    method: 'POST' as const,
    url: '/mcp',
    headers: { ...json, accept: 'application/json, text/event-stream' },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: sent } },
  })
  const answers = []
  for (const padding of ['é', 'é'.repeat(40_000)])
    answers.push((await app.inject(call('capture_script', { target_url: 'https://example.com/', padding }))).payload)
  t.match(answers[0], 'cap_')
  t.equal(answers[1], answers[0])
  const many = await app.inject(call('capture_script', { steps: Array(40_000).fill({}) }))
  t.match([many.statusCode, many.json().code], [413, 'body_too_large'])
})

t.test('bodies of the largest size are read, whatever they hold', async t => {
  const filled = (text: string): string => text.repeat((20 * mebibyte) / Buffer.byteLength(text))
  const source = (data: string): string => `{"source_url":"data:image/png;base64,${data}"}`
  const bodies: readonly (readonly [name: string, build: () => string, code: string])[] = [
    ['letters', () => source(filled('A')), 'source_not_picture'],
    ['percent escapes', () => source(filled('%41')), 'source_not_picture'],
    ['other letters', () => source(filled('é')), 'source_invalid'],
    ['escaped quotes', () => source(filled('\\"')), 'source_invalid'],
    ['Unicode escapes', () => source(filled('\\u0041')), 'source_not_picture'],
    ['short strings', () => `{"x":[${filled('"a",')}1]}`, 'body_too_large'],
    ['an ignored string', () => `{"x":"${filled('y')}","source_url":"x"}`, 'source_invalid'],
    ['blanks', () => filled(' '), 'invalid_json'],
    ['brackets', () => filled('['), 'invalid_request'],
  ]
  for (const [name, build, code] of sample(bodies, 4)) t.equal((await post(url, build())).json().code, code, name)
})

t.test('large bodies of two clients are read in turn', async t => {
  const content = { headline: 'Ship', sub_headline: 'It.', cta_button_text: 'Go' }
  const payload = { style_metadata: { colors: ['#6D28D9'], more: 'x'.repeat(300_000) }, content }
  const statuses = await Promise.all(
    ['127.0.0.9', '127.0.1.1', '127.0.0.9', '127.0.1.1'].map(async remoteAddress => {
      const response = await app.inject({ method: 'POST', url: '/api/v1/build-sparkpage', payload, remoteAddress })
      return response.statusCode
    }),
  )
  t.same(statuses, [200, 200, 200, 200])
})

t.test('a schema that does not compile refuses every request', async t => {
  const app = Fastify()
  await app.register(validation)
  const schema = { body: { type: 'nonsense' } }
  app.post('/', { schema, attachValidation: true }, async request => validationErrors(request))
  const { statusCode } = await app.inject({ method: 'POST', url: '/', payload: {} })
  t.equal(statusCode, 500)
})
