// Problem documents: every error names its cause, its field and what to send instead.
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import Fastify, { type LightMyRequestResponse as Answer } from 'fastify'
import t, { type Test } from 'tap'
import errors, { clientErrorHandler } from '../plugins/shared/errors.ts'
import { createPublicAddress } from '../plugins/shared/public-address.ts'
import { problemKinds } from '../schemas/problems.ts'
import { readConfig } from '../src/config/config.ts'
import { listen } from './helpers/loopback.ts'
import { startService, stripes } from './helpers/service.ts'

const service = await startService(t)
const page = '/api/v1/build-sparkpage'
const capture = '/api/v1/capture-media'
const target = { target_url: 'https://example.com/' }
const style = { colors: ['#6D28D9'] }
const content = { headline: 'One', sub_headline: 'Two', cta_button_text: 'Three' }

/** Checks the members that every problem document has. */
function isProblem(t: Test, answer: Answer, status: number, code: keyof typeof problemKinds): void {
  t.equal(answer.statusCode, status)
  t.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8')
  const body = answer.json()
  t.match(body, { type: `/problems/${code}`, title: problemKinds[code].title, status, success: false, code })
  t.equal(body.request_id, answer.headers['x-request-id'])
  t.ok(body.detail.length > 0 && body.instance.startsWith('/'))
  t.equal(body.stack, undefined)
}

t.test('reports all errors of a body at once, each with its pointer and what to send', async t => {
  const answer = await service.post(page, {
    project_id: 'not allowed!',
    style_metadata: { colors: ['#6D28D9', 'red', 7] },
    content: { headline: 5, cta_button_text: null, cta_url: 'javascript:alert(1)' },
    export_settings: [],
  })
  isProblem(t, answer, 400, 'invalid_request')
  const found: { readonly pointer: string; readonly code: string; readonly message: string }[] = answer.json().errors
  t.same(Object.fromEntries(found.map(({ pointer, code }) => [pointer, code])), {
    '/project_id': 'malformed',
    '/style_metadata/colors/1': 'malformed',
    '/style_metadata/colors/2': 'wrong_type',
    '/content/sub_headline': 'required',
    '/content/headline': 'wrong_type',
    '/content/cta_button_text': 'wrong_type',
    '/content/cta_url': 'malformed',
    '/export_settings': 'wrong_type',
  })
  for (const { message } of found) t.match(message, /^Send /)
})

t.test('reports errors of the path and of the query together', async t => {
  const answer = await service.get('/api/v1/export/pdf/nothing?limit=0&since=yesterday&paper=a3')
  isProblem(t, answer, 400, 'invalid_request')
  const pointers = answer.json().errors.map(({ pointer }: { readonly pointer: string }) => pointer)
  t.same(pointers.sort(), ['/path/type', '/query/limit', '/query/paper', '/query/since'])
})

t.test('an invalid enum value is answered with the allowed ones and the closest match', async t => {
  const answer = await service.post(capture, { ...target, output_format: 'PNG' })
  isProblem(t, answer, 400, 'invalid_request')
  const [error] = answer.json().errors
  t.same(error.allowed, ['png', 'mp4'])
  t.match(error.message, /closest match for "PNG" is png/)
})

t.test('a value of another type is answered with what its type looks like', async t => {
  const rows: readonly (readonly [url: string, body: object, message: RegExp])[] = [
    [
      capture,
      { ...target, record_duration: 5 },
      /^Send a string, not a number\. Send a duration in seconds, .* for example "10s"/,
    ],
    [capture, { ...target, viewport: '{"width": 800}' }, /^Send an object, not JSON in a string\.$/],
    [page, { style_metadata: JSON.stringify(style), content }, /^Send an object, not JSON in a string\.$/],
    [page, { style_metadata: { colors: '#6D28D9' }, content }, /^Send an array, not a string\.$/],
    [
      page,
      { style_metadata: { analysis: 'ana_1' }, content },
      /^Send colors, or a stored analysis as "analysis": \{"id"/,
    ],
  ]
  for (const [url, body, message] of rows) {
    const answer = await service.post(url, body)
    isProblem(t, answer, 400, 'invalid_request')
    t.match(answer.json().errors, [{ message }])
  }
})

t.test('rejects capture requests beyond the limits', async t => {
  const tooWide = { width: 9000, height: 100, deviceScaleFactor: 2 }
  const tooLargeVideo = { width: 8192, height: 8192, deviceScaleFactor: 1 }
  const rows: readonly (readonly [name: string, body: object, pointer: string, code: string])[] = [
    ['a file URL', { target_url: 'file:///etc/passwd' }, '/target_url', 'malformed'],
    ['a URL with a password', { target_url: 'https://user:pass@example.com/' }, '/target_url', 'malformed'],
    ['no URL', { target_url: 'example' }, '/target_url', 'malformed'],
    ['8,193 characters', { target_url: `https://example.com/${'a'.repeat(8173)}` }, '/target_url', 'too_long'],
    ['a width of 15', { viewport: { width: 15 } }, '/viewport/width', 'out_of_range'],
    ['a width of 16385', { viewport: { width: 16_385 } }, '/viewport/width', 'out_of_range'],
    ['half a pixel', { viewport: { height: 100.5 } }, '/viewport/height', 'wrong_type'],
    ['a scale of 9', { viewport: { deviceScaleFactor: 9 } }, '/viewport/deviceScaleFactor', 'out_of_range'],
    ['a number as text', { viewport: { width: '100' } }, '/viewport/width', 'wrong_type'],
    ['a list as viewport', { viewport: [] }, '/viewport', 'wrong_type'],
    ['a video larger than 8K', { viewport: tooLargeVideo, output_format: 'mp4' }, '/viewport', 'out_of_range'],
    ['a picture larger than the surface', { viewport: tooWide }, '/viewport', 'out_of_range'],
  ]
  for (const [name, parts, pointer, code] of rows) {
    const answer = await service.post(capture, { ...target, ...parts })
    isProblem(t, answer, 400, 'invalid_request')
    t.match(answer.json().errors, [{ pointer, code }], name)
  }
})

t.test('limits of a page: the link, the length of texts, the number of colours', async t => {
  const statusOf = async (parts: object, colors: readonly string[] = ['#6D28D9']) => {
    const answer = await service.post(page, { style_metadata: { colors }, content: { ...content, ...parts } })
    return [answer.statusCode, answer.json().errors?.[0].code]
  }
  for (const cta_url of ['https://example.com/a?b#c', 'mailto:someone@example.com', 'tel:+4930123', '#more'])
    t.same(await statusOf({ cta_url }), [200, undefined], cta_url)
  for (const cta_url of ['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,hi', '//example.com/'])
    t.same(await statusOf({ cta_url }), [400, 'malformed'], cta_url)
  // Code points, however many bytes they take.
  t.same(await statusOf({ headline: '😀'.repeat(5000) }), [200, undefined])
  t.same(await statusOf({ headline: '😀'.repeat(5001) }), [400, 'too_long'])
  t.same(await statusOf({}, Array(64).fill('#6D28D9')), [200, undefined])
  t.same(await statusOf({}, Array(65).fill('#6D28D9')), [400, 'too_many'])
})

function nested(levels: number): unknown {
  return levels === 0 ? 1 : { deeper: nested(levels - 1) }
}

t.test('rejects reserved names anywhere, and more than 32 levels of nesting', async t => {
  for (const name of ['__proto__', 'constructor'])
    for (const body of [
      `{"target_url":"https://example.com/","${name}":{}}`,
      `{"target_url":"https://example.com/","viewport":{"a":[{"${name}":1}]}}`,
    ]) {
      const answer = await service.post(capture, body)
      isProblem(t, answer, 400, 'invalid_request')
      t.match(answer.json().errors, [{ pointer: new RegExp(`/${name}$`), code: 'forbidden_name' }])
    }
  const build = (extra: unknown) => service.post(page, { style_metadata: { ...style, extra }, content })
  t.equal((await build(nested(32))).statusCode, 200)
  const answer = await build(nested(33))
  isProblem(t, answer, 400, 'invalid_request')
  t.equal(answer.json().errors[0].code, 'too_deep')
  const deepest = `{"style_metadata":{"colors":[],"a":${'['.repeat(100_000)}${']'.repeat(100_000)}},"content":{}}`
  isProblem(t, await service.post(page, deepest), 400, 'invalid_request')
})

t.test('rejects bodies that are not a JSON object in UTF-8, without repeating them', async t => {
  const invalid = ['', '{"target_url":', 'target_url=https://example.com', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])]
  for (const body of invalid) isProblem(t, await service.post(capture, body), 400, 'invalid_json')
  for (const body of ['null', '[]', '"text"', '1'])
    isProblem(t, await service.post(capture, body), 400, 'invalid_request')
  const answer = await service.post('/api/v1/analyze-vibe', '{"api_key":"sk-secret-word"]')
  isProblem(t, answer, 400, 'invalid_json')
  t.notMatch(answer.payload, 'sk-secret')
  t.equal((await service.post(capture, `\ufeff${JSON.stringify(target)}`)).statusCode, 200, 'a byte order mark')
})

t.test('accepts JSON media types only; Accept never makes a request fail', async t => {
  const form = 'application/x-www-form-urlencoded'
  const others = [
    'application/octet-stream',
    'text/html',
    'text/jsonl',
    form,
    'multipart/form-data; boundary=x',
    'image/png',
  ]
  for (const type of [...others, 'nonsense'])
    isProblem(t, await service.post(capture, '{}', { 'content-type': type }), 415, 'unsupported_media_type')
  for (const type of [
    'application/json; charset=utf-8',
    'application/merge-patch+json',
    'Application/JSON',
    'text/json',
    'text/plain',
  ])
    t.equal((await service.post(capture, target, { 'content-type': type })).statusCode, 200, type)
  for (const accept of ['application/xml', 'image/png', 'nonsense', '*/*;q=0'])
    t.equal((await service.get('/api/health', { headers: { accept } })).statusCode, 200, accept)
})

t.test('a body has at most 1 MiB, that of analyze-vibe as much as is configured', async t => {
  const send = (bytes: number) => {
    const body = JSON.stringify({ ...target, note: '' })
    return service.post(capture, body.replace('""', JSON.stringify('a'.repeat(bytes - body.length))))
  }
  t.equal((await send(1024 * 1024)).statusCode, 200)
  const large = await send(1024 * 1024 + 1)
  isProblem(t, large, 413, 'body_too_large')
  t.match(large.json().detail, /: at most 1 MiB are allowed\./)
  const small = await startService(t, { BODY_LIMIT_BYTES: '2048' })
  const source_url = await stripes(['#000', '#FFF'])
  t.equal((await small.post('/api/v1/analyze-vibe', { source_url })).statusCode, 200)
  const tooLong = { source_url: source_url + 'A'.repeat(2048) }
  const refused = await small.post('/api/v1/analyze-vibe', tooLong)
  isProblem(t, refused, 413, 'body_too_large')
  t.match(refused.json().detail, /: at most 2,048 bytes are allowed\./)
})

t.test('an unexpected error is a 500 that reveals nothing', async t => {
  const app = Fastify()
  await app.register(errors, createPublicAddress(readConfig({})))
  app.get('/error', async () => {
    throw new Error('secret words')
  })
  app.get('/string', async () => {
    throw 'not even an error'
  })
  app.get('/teapot', async () => {
    throw Object.assign(new Error('secret words'), { statusCode: 418 })
  })
  t.match((await app.inject({ url: '/teapot' })).json(), { status: 400, code: 'malformed_request' })
  for (const url of ['/error', '/string']) {
    const answer = await app.inject({ url })
    t.equal(answer.statusCode, 500)
    t.match(answer.json(), { code: 'internal_error' })
    t.notMatch(answer.payload, /secret|not even/)
  }
})

t.test('bytes that are not HTTP, and headers that are too large, get a problem document', async t => {
  const port = Number(new URL(await service.app.listen({ port: 0, host: '127.0.0.1' })).port)
  const send = async (bytes: string) => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(bytes)
    let text = ''
    for await (const chunk of socket) text += chunk
    const [head = '', body = ''] = text.split('\r\n\r\n')
    return { status: head.split(' ')[1], body: JSON.parse(body) }
  }
  t.match(await send('this is not http\r\n\r\n'), {
    status: '400',
    body: { code: 'malformed_request', success: false },
  })
  t.match(await send(`GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`), {
    status: '431',
    body: { code: 'headers_too_large' },
  })
})

t.test('a connection that was reset is closed without an answer', async t => {
  const server = createServer(socket =>
    clientErrorHandler.call(service.app, Object.assign(new Error('reset'), { code: 'ECONNRESET' }), socket),
  )
  const socket = connect((await listen(t, server)).port, '127.0.0.1')
  let text = ''
  for await (const chunk of socket) text += chunk
  t.equal(text, '')
  t.ok(socket.destroyed)
  clientErrorHandler.call(service.app, new Error('parse error'), socket)
})
