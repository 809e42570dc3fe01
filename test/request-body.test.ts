// Request bodies: a data URI is cut out of the JSON before it is parsed, and sizes are limited.
import { Readable } from 'node:stream'
import fc from 'fast-check'
import sharp from 'sharp'
import t from 'tap'
import { parseWithoutDataUri } from '../plugins/shared/data-uri-body.ts'
import { decodeStrictBase64 } from '../src/fetch/source-url.ts'
import { startService } from './helpers/service.ts'

const url = '/api/v1/analyze-vibe'
const json = { 'content-type': 'application/json' } as const

/** A PNG of one colour that does not compress, so that its data URI is long enough to be cut out. */
const picture = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#C83232' } })
  .png({ compressionLevel: 0 })
  .toBuffer()
const base64 = picture.toString('base64')
const uri = `data:image/png;base64,${base64}`

function cut(body: string | Buffer) {
  return parseWithoutDataUri(Buffer.from(body), async rest => JSON.parse(rest.toString()))
}

t.test('a long data URI is cut out of its body and never becomes a string', async t => {
  const parsed = await cut(JSON.stringify({ analysis_depth: 'low', source_url: uri, api_key: 'k' }))
  t.same(parsed?.value, { analysis_depth: 'low', source_url: 'data:image/png;base64,', api_key: 'k' })
  t.same(parsed?.dataUri.bytes, picture)
})

t.test('any other body is parsed whole', async t => {
  for (const [name, body] of Object.entries({
    'a short data URI': '{"source_url":"data:image/png;base64,AAAA"}',
    'an address': `{"source_url":"https://example.com/;base64,${base64}"}`,
    'another property': `{"api_key":"${uri}","source_url":"https://example.com/"}`,
    'a nested property': `{"a":{"source_url":"${uri}"},"source_url":"data:image/png;base64,"}`,
    'a property that a later one replaces': `{"source_url":"${uri}","source_url":"data:image/png;base64,0"}`,
    'a property that an escaped name replaces': `{"source_url":"${uri}","source\\u005furl":"data:image/png;base64,1"}`,
    'an array': `["${uri}"]`,
    'a string': `"${uri}"`,
    'escaped slashes': `{"source_url":"data:image/png;base64,${base64.replaceAll('/', '\\/')}\\/AAA"}`,
    'percent encoding': `{"source_url":"data:image/png;base64,${base64}%3D"}`,
    'a comma before the encoding': `{"source_url":"data:image/png,;base64,${base64}"}`,
    'an encoding in capital letters': `{"source_url":"data:image/png;BASE64,${base64}"}`,
    'white space': `{"source_url":"data:image/png;base64,${base64} "}`,
    'the URL-safe alphabet': `{"source_url":"data:image/png;base64,${base64}-_AA"}`,
    'invalid JSON after it': `{"source_url":"${uri}",}`,
    'no end': `{"source_url":"${uri}`,
    'invalid UTF-8': Buffer.concat([Buffer.from(`{"source_url":"${uri}`), Buffer.from([0xff]), Buffer.from('"}')]),
  }))
    t.equal(await cut(body), undefined, name)
})

t.test('strict Base64 is decoded, anything else is not', async t => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(0, 32_766), (tail, before) => {
      const bytes = Buffer.concat([Buffer.alloc(before, 7), tail])
      const text = bytes.toString('base64')
      return [text, text.replace(/=+$/, '')].every(ascii => decodeStrictBase64(Buffer.from(ascii))?.equals(bytes))
    }),
  )
  const invalid = ['A', 'AAAAA', 'AA=A', 'AAA===', 'AA A', 'AA-A', 'AA_A', 'AAé', 'AŁ==', 'AA\0A', 'AA%3D']
  for (const text of invalid) t.equal(decodeStrictBase64(Buffer.from(text)), undefined, JSON.stringify(text))
})

const { app, post } = await startService(t)

t.test('the response is the same whether a data URI is cut out or parsed', async t => {
  const long = 'A'.repeat(40_000)
  for (const [name, body, status] of [
    ['a picture', `{"source_url":"${uri}","analysis_depth":"low"}`, 200],
    ['after other properties', `{"analysis_depth":"low","source_url":"${uri}"}`, 200],
    ['a wrong property', `{"source_url":"${uri}","analysis_depth":"deep","media_type":7}`, 400],
    ['a reserved name', `{"source_url":"${uri}","__proto__":{"a":1}}`, 400],
    ['a nested reserved name', `{"source_url":"${uri}","x":{"constructor":1}}`, 400],
    ['an unknown property', `{"source_url":"${uri}","analysis_depth":"low","sorce":1}`, 200],
    ['twice', `{"source_url":"${uri}","source_url":"data:image/png;base64,AAAA"}`, 422],
    ['a wrong second one', `{"source_url":"${uri}","source_url":7}`, 400],
    ['invalid JSON after it', `{"source_url":"${uri}",}`, 400],
    ['not a picture', `{"source_url":"data:image/png;base64,${long}"}`, 422],
    ['not Base64', `{"source_url":"data:image/png;base64,${long}!"}`, 422],
    ['too much padding', `{"source_url":"data:image/png;base64,${long}==="}`, 422],
    ['no type', `{"source_url":"data:;base64,${base64}","analysis_depth":"low"}`, 200],
    ['a long type', `{"source_url":"data:${'x'.repeat(2000)};base64,${base64}"}`, 422],
    ['declared as a video', `{"source_url":"${uri}","media_type":"video","analysis_depth":"low"}`, 200],
  ] as const) {
    const [cutOut, parsed] = await Promise.all(
      // Only the usual spelling is searched for.
      [body, body.replaceAll(';base64,', ';BASE64,')].map(async text => {
        const { statusCode, headers, body } = await post(url, text)
        const { timestamp, request_id, ...more } = JSON.parse(body)
        return { statusCode, warnings: headers['x-warnings'], more }
      }),
    )
    t.equal(cutOut?.statusCode, status, name)
    t.same(cutOut, parsed, name)
  }
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
  t.match(refused.json(), { code: 'body_too_large', detail: /Beside the picture/ })
})
