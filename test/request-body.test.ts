// Request bodies: long strings are cut out of the JSON before it is parsed, data URIs are decoded in pieces, and sizes are limited.
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import Fastify from 'fastify'
import sharp from 'sharp'
import t from 'tap'
import { readBody } from '../plugins/shared/body-parser.ts'
import { parseWithoutLongStrings } from '../plugins/shared/data-uri-body.ts'
import validation, { validationErrors } from '../plugins/shared/validation.ts'
import { decodeDataUri } from '../src/fetch/data-uri.ts'
import { startService } from './helpers/service.ts'

const url = '/api/v1/analyze-vibe'
const json = { 'content-type': 'application/json' } as const

const mebibyte = 1024 * 1024

/** A PNG that does not compress, so that a body with its data URI is longer than a text that is parsed as a whole. */
const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#C83232' } })
  .png({ compressionLevel: 0 })
  .toBuffer()
const base64 = picture.toString('base64')
const uri = `data:image/png;base64,${base64}`

function cut(body: string | Buffer) {
  return parseWithoutLongStrings(Buffer.from(body), mebibyte, text => JSON.parse(text.toString()))
}

const isShort = /^.{1,400}$/

t.test('a long data URI in source_url is decoded, and no other string', async t => {
  const head = 'data:image/png;base64,'
  const decoded = { source_url: head }
  for (const [name, body, expected] of [
    ['between others', `{"analysis_depth":"low","source_url":"${uri}","api_key":"k"}`, { ...decoded, api_key: 'k' }],
    ['twice', `{"source_url":"${uri}","source_url":"${uri}"}`, decoded],
    ['after another', `{"source_url":"x","source_url":"${uri}"}`, decoded],
    ['with an escaped name', `{"source\\u005furl":"${uri}"}`, decoded],
    ['beside the same string', `{"x":"${uri}","source_url":"${uri}","y":["${uri}"]}`, { ...decoded, x: isShort }],
  ] as const) {
    const { value, dataUris } = await cut(body)
    t.match(value, expected, name)
    t.same([...dataUris], [['/source_url', { head, bytes: picture }]], name)
  }
  for (const [name, body, expected] of [
    ['another property', `{"api_key":"${uri}","source_url":"https://example.com/"}`, { api_key: isShort }],
    ['a nested property', `{"a":{"source_url":"${uri}"},"source_url":"x"}`, { a: { source_url: isShort } }],
    ['a property that a later one replaces', `{"source_url":"${uri}","source_url":"x"}`, { source_url: 'x' }],
    ['one that an escaped name replaces', `{"source_url":"${uri}","source\\u005furl":1}`, { source_url: 1 }],
    ['an array', `["${uri}"]`, [isShort]],
    ['a string', `"${uri}"`, isShort],
    ['a name', `{"${uri}":1}`, {}],
    ['an address', `{"source_url":"https://example.com/${base64}"}`, { source_url: /^https:.{9000}/ }],
  ] as const) {
    const { value, dataUris } = await cut(body)
    t.match(value, expected, name)
    t.equal(dataUris.size, 0, name)
  }
})

t.test('the long data URIs of a page are decoded where it has pictures, and a preview stays a text', async t => {
  const head = 'data:image/png;base64,'
  const src = uri
  const long = { heading: 'x', image: { src, alt: 'x' }, items: [{ image: { src } }, { other: { src } }] }
  const preview = `data:image/webp;base64,${picture.subarray(0, 150_000).toString('base64')}`
  const body = {
    style_metadata: { colors: [], preview: { src: preview, width: 9, height: 9 }, other: { src } },
    content: { image: { alt: uri, src }, brand: { logo: { src } }, sections: [{}, long, 7], src },
  }
  const { value, dataUris } = await cut(JSON.stringify(body))
  const places = ['image', 'brand/logo', 'sections/1/image', 'sections/1/items/0/image']
  t.same([...dataUris.keys()].sort(), places.map(place => `/content/${place}/src`).sort())
  for (const decoded of dataUris.values()) t.same(decoded, { head, bytes: picture })
  t.match(value, {
    style_metadata: { preview: { src: preview }, other: { src: isShort } },
    content: {
      image: { src: head, alt: isShort },
      sections: [{}, { items: [{}, { other: { src: isShort } }] }],
      src: isShort,
    },
  })
  const misplaced = { image: uri, brand: [{ logo: { src } }], sections: { 0: { image: { src } } } }
  const { dataUris: none } = await cut(JSON.stringify({ content: misplaced }))
  t.equal(none.size, 0, 'there is no picture')
  const large = { style_metadata: { preview: { src: uri } } }
  t.match((await cut(JSON.stringify(large))).value, { style_metadata: { preview: { src: head } } }, 'not a preview')
})

t.test('invalid JSON is invalid in and beside a long string, and a position is that in the body', async t => {
  for (const [name, body] of Object.entries({
    'a comma after it': `{"source_url":"${uri}",}`,
    'no end': `{"source_url":"${uri}`,
    'an escaped end': `{"source_url":"${uri}\\"}`,
    'an unknown escape': `{"source_url":"${uri}\\x"}`,
    'an incomplete escape': `{"x":"${uri}\\u00","source_url":"x"}`,
    'a line break': `{"source_url":"${uri}\n"}`,
    'a control character in another': `{"x":"${uri}\u0001","source_url":"x"}`,
    'invalid UTF-8': Buffer.concat([Buffer.from(`{"source_url":"${uri}`), Buffer.from([0xff]), Buffer.from('"}')]),
  }))
    await t.rejects(cut(body), { message: /JSON/ }, name)
  const { post } = await startService(t)
  for (const invalid of [`{"x":"${uri}","y":"${uri}" "z":1}`, `{"x":1 "z":"${uri}","y":"${uri}"}`])
    t.match((await post(url, invalid)).json(), {
      code: 'invalid_json',
      detail: RegExp(`position ${invalid.indexOf('"z"')}\\.`),
    })
})

t.test('what is spelt differently is the same: in pieces and as a whole', async t => {
  const random = fc.sample(fc.uint8Array({ minLength: 200_000, maxLength: 200_000 }), 1).map(Buffer.from)
  const bytes = random[0] ?? Buffer.alloc(0)
  const text = bytes.toString('base64')
  const percent = (character: string): string => `%${character.charCodeAt(0).toString(16)}`
  const unicode = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  for (const [name, data] of Object.entries({
    plain: text,
    'a space after each character': text.replace(/./g, '$& '),
    'lines of 76 characters': text.replace(/.{76}/g, '$&\\r\\n'),
    'all percent escapes': text.replace(/./g, percent),
    'some percent escapes': text.replace(/[+/=]/g, percent),
    'escaped slashes': text.replaceAll('/', '\\/'),
    'all Unicode escapes': text.replace(/./g, unicode),
    'both kinds of escapes': text.replace(/./g, character => percent(character).replace(/./g, unicode)),
    'without padding': text.replace(/=+$/, ''),
  })) {
    const { dataUris } = await cut(`{"source_url":"data:image/png;base64,${data}"}`)
    const dataUri = dataUris.get('/source_url')
    t.ok(dataUri?.bytes instanceof Buffer && dataUri.bytes.equals(bytes), name)
    t.ok(decodeDataUri(JSON.parse(`"data:image/png;base64,${data}"`), mebibyte).bytes.equals(bytes), `${name}, whole`)
  }
})

t.test('a long string is divided between its characters', async t => {
  const characters = '€'.repeat(100_000)
  for (const start of ['', '1', '12']) {
    const { value } = await cut(`{"x":"${start}${characters}","y":"${start}"}`)
    t.match(value, { x: isShort, y: start }, start)
  }
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

/** The longest turn of the event loop while a body is parsed: processor time, ms, which other processes do not change. */
async function longestTurn(bytes: Buffer): Promise<number> {
  let longest = 0
  let isDone = false
  const parsing = cut(bytes)
    .catch(() => undefined)
    .finally(() => {
      isDone = true
    })
  while (!isDone) {
    const began = process.cpuUsage()
    await nextTurn()
    const { user, system } = process.cpuUsage(began)
    longest = Math.max(longest, (user + system) / 1000)
  }
  await parsing
  return longest
}

t.test('no turn of the event loop takes long, whatever 30 MB hold', async t => {
  const filled = (text: string): string => text.repeat((30 * mebibyte) / text.length)
  const picture = (data: string): string => `{"source_url":"data:image/png;base64,${data}"}`
  for (const [name, body] of Object.entries({
    letters: picture(filled('A')),
    'letters and spaces': picture(filled('A ')),
    'percent escapes': picture(filled('%41')),
    'Unicode escapes': picture(filled('\\u0041')),
    'escaped quotes': picture(filled('\\"')),
    'other letters': picture(filled('é')),
    'an ignored string': `{"x":"${filled('y')}","source_url":"x"}`,
    'ignored strings': `{"x":[${filled(`"${'y'.repeat(70_000)}",`)}1]}`,
    'short strings': `{"x":[${filled('"a",')}1]}`,
    brackets: filled('['),
    blanks: filled(' '),
  })) {
    const bytes = Buffer.from(body)
    // Once more where a collection of garbage fell into a turn.
    let longest = await longestTurn(bytes)
    if (longest >= 100) longest = await longestTurn(bytes)
    t.ok(longest < 100, `${name}: ${longest.toFixed(0)} ms`)
  }
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
    // The same with data that is short enough to be parsed with the rest.
    const shorter = body.replaceAll(base64, smallPicture).replaceAll(long, long.slice(0, 40_000))
    const [cutOut, parsed] = await Promise.all([body, shorter].map(text => post(url, text)))
    t.equal(cutOut?.statusCode, status, name)
    t.equal(parsed?.statusCode, status, `${name}, short`)
    const messages = [cutOut, parsed].map(answer => [
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

t.test('large bodies of two clients are parsed in turn, one of very many values is refused', async t => {
  const content = { headline: 'Ship', sub_headline: 'It.', cta_button_text: 'Go' }
  const payload = { style_metadata: { colors: ['#6D28D9'], more: 'x'.repeat(300_000) }, content }
  const statuses = await Promise.all(
    ['127.0.0.9', '127.0.1.1', '127.0.0.9', '127.0.1.1'].map(async remoteAddress => {
      const response = await app.inject({ method: 'POST', url: '/api/v1/build-sparkpage', payload, remoteAddress })
      return response.statusCode
    }),
  )
  t.same(statuses, [200, 200, 200, 200])
  const refused = await post(url, { source_url: 'https://example.com/', more: Array(600_000).fill(0) })
  t.equal(refused.statusCode, 413)
  t.match(refused.json(), { code: 'body_too_large', detail: /without its strings of more than 64 KiB/ })
})

t.test('a schema that does not compile refuses every request', async t => {
  const app = Fastify()
  await app.register(validation)
  const schema = { body: { type: 'nonsense' } }
  app.post('/', { schema, attachValidation: true }, async request => validationErrors(request))
  const { statusCode } = await app.inject({ method: 'POST', url: '/', payload: {} })
  t.equal(statusCode, 500)
})
