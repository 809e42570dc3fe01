// Whatever goes wrong, the answer is a problem document that says what to send instead.
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { LightMyRequestResponse as Answer } from 'fastify'
import t, { type Test } from 'tap'
import { clientErrorHandler } from '../plugins/shared/errors.ts'
import { toFieldErrors } from '../plugins/shared/field-errors.ts'
import { problemKinds } from '../schemas/problems.ts'
import { Problem } from '../src/errors.ts'
import { listen } from './helpers/loopback.ts'
import { startService, stripes } from './helpers/service.ts'

const service = await startService(t)
const page = '/api/v1/build-sparkpage'
const capture = '/api/v1/capture-media'
const style = { colors: ['#6D28D9'] }
const content = { headline: 'One', sub_headline: 'Two', cta_button_text: 'Three' }

/** The members that every problem document has, whatever happened. */
const isProblem = (t: Test, answer: Answer, status: number, code: keyof typeof problemKinds): void => {
  t.equal(answer.statusCode, status)
  t.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8')
  const body = answer.json()
  t.match(body, { type: `/problems/${code}`, title: problemKinds[code].title, status, success: false, code })
  t.equal(body.request_id, answer.headers['x-request-id'])
  t.ok(body.detail.length > 0 && body.instance.startsWith('/'))
  t.equal(body.stack, undefined)
}

t.test('all faults are told at once, each with its place and its cure', async t => {
  const answer = await service.post(page, {
    project_id: 'not allowed!',
    style_metadata: { colors: ['#6D28D9', 'red', 7] },
    content: { headline: 5, cta_button_text: null, cta_url: 'javascript:alert(1)' },
    export_settings: [],
  })
  isProblem(t, answer, 400, 'invalid_request')
  const faults: { pointer: string; code: string; message: string }[] = answer.json().errors
  t.same(Object.fromEntries(faults.map(({ pointer, code }) => [pointer, code])), {
    '/project_id': 'malformed',
    '/style_metadata/colors/1': 'malformed',
    '/style_metadata/colors/2': 'wrong_type',
    '/content/sub_headline': 'required',
    '/content/headline': 'wrong_type',
    '/content/cta_button_text': 'wrong_type',
    '/content/cta_url': 'malformed',
    '/export_settings': 'wrong_type',
  })
  for (const { message } of faults) t.match(message, /^(?:Send|Does not match the required format:) /)
})

t.test('a style has at most 64 colours', async t => {
  const build = (count: number) =>
    service.post(page, { style_metadata: { colors: Array(count).fill('#6D28D9') }, content })
  t.equal((await build(64)).statusCode, 200)
  const answer = await build(65)
  isProblem(t, answer, 400, 'invalid_request')
  t.match(answer.json().errors, [{ pointer: '/style_metadata/colors', code: 'too_many', message: /at most 64/ }])
})

t.test('a word that is not allowed is answered with those that are, and the nearest', async t => {
  const answer = await service.post(capture, { target_url: 'https://example.com/', output_format: 'PNG' })
  isProblem(t, answer, 400, 'invalid_request')
  const [fault] = answer.json().errors
  t.same(fault.allowed, ['png', 'mp4'])
  t.match(fault.message, /closest match for "PNG" is png/)
})

const captureFaults: readonly (readonly [string, object, string, string])[] = [
  ['a file address', { target_url: 'file:///etc/passwd' }, '/target_url', 'malformed'],
  ['an address with a password', { target_url: 'https://user:pass@example.com/' }, '/target_url', 'malformed'],
  ['an address that is none', { target_url: 'example' }, '/target_url', 'malformed'],
  [
    'an address of 8,193 characters',
    { target_url: `https://example.com/${'a'.repeat(8173)}` },
    '/target_url',
    'too_long',
  ],
  ['a width of 15', { viewport: { width: 15 } }, '/viewport/width', 'out_of_range'],
  ['a width of 16385', { viewport: { width: 16_385 } }, '/viewport/width', 'out_of_range'],
  ['half a pixel', { viewport: { height: 100.5 } }, '/viewport/height', 'wrong_type'],
  ['a scale of 9', { viewport: { deviceScaleFactor: 9 } }, '/viewport/deviceScaleFactor', 'out_of_range'],
  ['a number as text', { viewport: { width: '100' } }, '/viewport/width', 'wrong_type'],
  ['a viewport that is a list', { viewport: [] }, '/viewport', 'wrong_type'],
  [
    'a video beyond 8K',
    { viewport: { width: 8192, height: 8192, deviceScaleFactor: 1 }, output_format: 'mp4' },
    '/viewport',
    'out_of_range',
  ],
  [
    'a picture beyond the surface',
    { viewport: { width: 9000, height: 100, deviceScaleFactor: 2 } },
    '/viewport',
    'out_of_range',
  ],
]

for (const [what, parts, pointer, code] of captureFaults) {
  t.test(`capture refuses ${what}`, async t => {
    const answer = await service.post(capture, { target_url: 'https://example.com/', ...parts })
    isProblem(t, answer, 400, 'invalid_request')
    t.match(answer.json().errors, [{ pointer, code }])
  })
}

const links: readonly (readonly [string, boolean])[] = [
  ['https://example.com/a?b#c', true],
  ['mailto:someone@example.com', true],
  ['tel:+4930123', true],
  ['#more', true],
  ['javascript:alert(1)', false],
  [' javascript:alert(1)', false],
  ['data:text/html,hi', false],
  ['//example.com/', false],
  ['', false],
]

for (const [cta_url, fits] of links) {
  t.test(`cta_url ${JSON.stringify(cta_url)} is ${fits ? 'taken' : 'refused'}`, async t => {
    const answer = await service.post(page, { style_metadata: style, content: { ...content, cta_url } })
    t.equal(answer.statusCode, fits ? 200 : 400)
  })
}

t.test('a text has at most 5,000 code points, however many bytes they take', async t => {
  const build = (headline: string) => service.post(page, { style_metadata: style, content: { ...content, headline } })
  t.equal((await build('😀'.repeat(5000))).statusCode, 200)
  const answer = await build('😀'.repeat(5001))
  isProblem(t, answer, 400, 'invalid_request')
  t.match(answer.json().errors, [{ pointer: '/content/headline', code: 'too_long' }])
})

for (const name of ['__proto__', 'constructor']) {
  for (const [where, body] of [
    ['the body', `{"target_url":"https://example.com/","${name}":{}}`],
    ['an object inside', `{"target_url":"https://example.com/","viewport":{"a":[{"${name}":1}]}}`],
  ] as const) {
    t.test(`a member called ${name} in ${where} is refused`, async t => {
      const answer = await service.post(capture, body)
      isProblem(t, answer, 400, 'invalid_request')
      t.match(answer.json().errors, [{ pointer: new RegExp(`/${name}$`), code: 'forbidden_name' }])
    })
  }
}

const nested = (levels: number): unknown => (levels === 0 ? 1 : { deeper: nested(levels - 1) })

t.test('a style may hold 32 levels and no more, and very deep bodies do no harm', async t => {
  const build = (extra: unknown) => service.post(page, { style_metadata: { ...style, extra }, content })
  t.equal((await build(nested(32))).statusCode, 200)
  const answer = await build(nested(33))
  isProblem(t, answer, 400, 'invalid_request')
  t.equal(answer.json().errors[0].code, 'too_deep')
  const abyss = `{"style_metadata":{"colors":[],"a":${'['.repeat(100_000)}${']'.repeat(100_000)}},"content":{}}`
  isProblem(t, await service.post(page, abyss), 400, 'invalid_request')
})

const notJson: readonly (readonly [string, string | Buffer])[] = [
  ['an empty body', ''],
  ['half an object', '{"target_url":'],
  ['plain words', 'target_url=https://example.com'],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
]

for (const [what, body] of notJson) {
  t.test(`${what} is not JSON`, async t => isProblem(t, await service.post(capture, body), 400, 'invalid_json'))
}

t.test('JSON that is no object is refused', async t => {
  for (const body of ['null', '[]', '"text"', '1'])
    isProblem(t, await service.post(capture, body), 400, 'invalid_request')
})

t.test('broken JSON never comes back in the answer', async t => {
  const answer = await service.post('/api/v1/analyze-vibe', '{"api_key":"sk-secret-word"]')
  isProblem(t, answer, 400, 'invalid_json')
  t.notMatch(answer.payload, 'sk-secret')
})

t.test('a JSON body may begin with a byte order mark', async t => {
  t.equal((await service.post(capture, '\ufeff{"target_url":"https://example.com/"}')).statusCode, 200)
})

for (const type of [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'image/png',
  'nonsense',
]) {
  t.test(`a body of ${type} is a 415`, async t => {
    isProblem(t, await service.post(capture, '{}', { 'content-type': type }), 415, 'unsupported_media_type')
  })
}

t.test('application/json with parameters and +json are JSON', async t => {
  for (const type of ['application/json; charset=utf-8', 'application/merge-patch+json', 'Application/JSON']) {
    t.equal(
      (await service.post(capture, { target_url: 'https://example.com/' }, { 'content-type': type })).statusCode,
      200,
    )
  }
})

t.test('no Accept header is ever a reason to refuse', async t => {
  for (const accept of ['application/xml', 'image/png', 'nonsense', '*/*;q=0']) {
    t.equal((await service.get('/api/health', { headers: { accept } })).statusCode, 200)
  }
})

t.test('1 MiB is the largest body but for pictures', async t => {
  const around = (bytes: number) => {
    const body = JSON.stringify({ target_url: 'https://example.com/', note: '' })
    return service.post(capture, body.replace('""', JSON.stringify('a'.repeat(bytes - body.length))))
  }
  t.equal((await around(1024 * 1024)).statusCode, 200)
  isProblem(t, await around(1024 * 1024 + 1), 413, 'body_too_large')
})

t.test('the limit of analyze-vibe is a setting', async t => {
  const small = await startService(t, { BODY_LIMIT_BYTES: '2048' })
  const fits = await stripes(['#000', '#FFF'])
  t.equal((await small.post('/api/v1/analyze-vibe', { source_url: fits })).statusCode, 200)
  isProblem(t, await small.post('/api/v1/analyze-vibe', { source_url: fits + 'A'.repeat(2048) }), 413, 'body_too_large')
})

t.test('an unknown address is a 404, a wrong method a 405 with Allow', async t => {
  isProblem(t, await service.get('/nowhere'), 404, 'not_found')
  const answer = await service.app.inject({ method: 'DELETE', url: '/api/v1/export/txt/projects' })
  isProblem(t, answer, 405, 'method_not_allowed')
  t.equal(answer.headers.allow, 'GET, HEAD, OPTIONS')
  t.equal((await service.get(capture)).headers.allow, 'POST, OPTIONS')
  const options = await service.app.inject({ method: 'OPTIONS', url: '/api/health' })
  t.equal(options.statusCode, 204)
  t.equal(options.headers.allow, 'GET, HEAD, OPTIONS')
  t.equal((await service.app.inject({ method: 'HEAD', url: '/api/health' })).statusCode, 200)
})

t.test('an address that cannot be decoded and one that is too long', async t => {
  const answer = await service.get('/api/v1/export/txt/%E0%A4%A')
  isProblem(t, answer, 400, 'malformed_request')
  isProblem(t, await service.get(`/api/v1/export/txt/${'a'.repeat(600)}`), 414, 'uri_too_long')
})

t.test('faults of the path and of the query come together', async t => {
  const answer = await service.get('/api/v1/export/pdf/nothing?limit=0&since=yesterday&paper=a3')
  isProblem(t, answer, 400, 'invalid_request')
  const pointers = answer.json().errors.map(({ pointer }: { pointer: string }) => pointer)
  t.same(pointers.sort(), ['/path/type', '/query/limit', '/query/paper', '/query/since'])
})

t.test('what breaks on our side tells nothing but its request id', async t => {
  const broken = await startService(t)
  await broken.store.close()
  const answer = await broken.post(capture, { target_url: 'https://example.com/' })
  t.ok(answer.statusCode >= 500)
  t.equal(answer.json().success, false)
  t.notMatch(answer.payload, /at .*\.ts|node_modules/)
})

t.test('a fault that nobody foresaw is a 500 without its words', async t => {
  const { default: Fastify } = await import('fastify')
  const { default: problems } = await import('../plugins/shared/errors.ts')
  const app = Fastify()
  await app.register(problems)
  app.get('/boom', async () => {
    throw new Error('secret words')
  })
  app.get('/odd', async () => {
    throw 'not even an error'
  })
  app.get('/teapot', async () => {
    throw Object.assign(new Error('secret words'), { statusCode: 418 })
  })
  t.match((await app.inject({ url: '/teapot' })).json(), { status: 400, code: 'malformed_request' })
  for (const url of ['/boom', '/odd']) {
    const answer = await app.inject({ url })
    t.equal(answer.statusCode, 500)
    t.match(answer.json(), { code: 'internal_error' })
    t.notMatch(answer.payload, /secret|not even/)
  }
})

/** Sends raw bytes and gives the first line and the body of what comes back. */
const raw = async (port: number, bytes: string): Promise<{ head: string; body: string }> => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  let text = ''
  for await (const chunk of socket) text += chunk
  const [head = '', body = ''] = text.split('\r\n\r\n')
  return { head, body }
}

t.test('what is not HTTP at all is answered with a problem document too', async t => {
  const listening = await startService(t)
  await listening.app.listen({ port: 0, host: '127.0.0.1' })
  const port = Number(new URL(listening.app.listeningOrigin).port)
  const broken = await raw(port, 'this is not http\r\n\r\n')
  t.match(broken.head, /^HTTP\/1\.1 400 /)
  t.match(JSON.parse(broken.body), { code: 'malformed_request', success: false })
  const large = await raw(port, `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`)
  t.match(large.head, /^HTTP\/1\.1 431 /)
  t.match(JSON.parse(large.body), { code: 'headers_too_large' })
})

t.test('a connection that is gone is let go without a word', async t => {
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

t.test('a keyword that no reader knows still tells its place', async t => {
  const error = {
    keyword: 'multipleOf',
    instancePath: '/a',
    schemaPath: '',
    params: {},
    message: 'must be multiple of 2',
  }
  t.same(toFieldErrors('body', [error]), [
    { pointer: '/a', code: 'malformed', message: 'Does not match the required format: it must be multiple of 2.' },
  ])
})

t.test('a problem speaks for itself', async t => {
  const problem = new Problem('overloaded', { headers: { 'retry-after': '2' } })
  t.equal(problem.statusCode, 503)
  t.match(problem.message, /Service unavailable\. Retry/)
})
