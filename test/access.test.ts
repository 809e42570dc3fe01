// Authentication: with API_KEYS every address under /api/v1 requires a key, and a request without one learns nothing.
import crypto from 'node:crypto'
import { once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { connect } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { examplePicture } from '../schemas/examples/pictures.ts'
import { operations } from '../schemas/index.ts'
import { type Answered, ask } from './helpers/asking.ts'
import { residentMemory } from './helpers/memory.ts'
import { start } from './helpers/process.ts'
import { startService } from './helpers/service.ts'

const secret = 'Tr0ub4dor:and&3'
const other = 'another-secret'
const API_KEYS = `ci:${secret},__proto__:${other},constructor:clé`
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const apiKey = (key: string) => ({ 'x-api-key': key })

const bodies: Readonly<Record<string, object>> = {
  analyzeVibe: { source_url: examplePicture },
  buildSparkpage: {
    style_metadata: { colors: ['#6D28D9'] },
    content: { headline: 'One', sub_headline: 'Two', cta_button_text: 'Three' },
  },
  captureMedia: { target_url: 'https://example.com/' },
}
const json = { 'content-type': 'application/json' }

/** A good request of every operation that keys guard. */
const questions = operations
  .filter(({ url }) => url.startsWith('/api/v1/'))
  .map(({ method, url, schema }) => {
    const body = bodies[schema.operationId]
    const path = url.replace(':type', 'projects')
    return { method, path, ...(body ? { body: JSON.stringify(body), headers: json } : { headers: {} }) }
  })

/** What is sent, and whether it opens. */
const credentials: Readonly<Record<string, readonly [headers: Readonly<Record<string, string>>, opens: boolean]>> = {
  'no key': [{}, false],
  'an empty Bearer': [{ authorization: 'Bearer' }, false],
  'a blank Bearer': [{ authorization: 'Bearer    ' }, false],
  'an empty Authorization': [{ authorization: '' }, false],
  'an empty x-api-key': [apiKey(''), false],
  'a blank x-api-key': [apiKey('   '), false],
  'a wrong key': [bearer('wrong'), false],
  'a wrong x-api-key': [apiKey('wrong'), false],
  'another first character': [bearer(`X${secret.slice(1)}`), false],
  'another last character': [bearer(`${secret.slice(0, -1)}X`), false],
  'one character less': [bearer(secret.slice(0, -1)), false],
  'one character less in front': [bearer(secret.slice(1)), false],
  'one character more': [bearer(`${secret}X`), false],
  'other case': [bearer(secret.toUpperCase()), false],
  'another first character by x-api-key': [apiKey(`X${secret.slice(1)}`), false],
  'one character more by x-api-key': [apiKey(`${secret}X`), false],
  'name and secret': [bearer(`ci:${secret}`), false],
  'the name': [apiKey('ci'), false],
  'two secrets': [apiKey(`${secret}, ${other}`), false],
  'quotes around it': [bearer(`"${secret}"`), false],
  'a word behind it': [bearer(`${secret} x`), false],
  'the key of Basic': [{ authorization: `Basic ${secret}` }, false],
  'the key without a scheme': [{ authorization: secret }, false],
  'a wrong Bearer beside a right x-api-key': [{ ...bearer('wrong'), ...apiKey(secret) }, false],
  'an empty Bearer beside a right x-api-key': [{ authorization: 'Bearer', ...apiKey(secret) }, false],
  'a right Bearer': [bearer(secret), true],
  'a right x-api-key': [apiKey(secret), true],
  'lower-case bearer': [{ authorization: `bearer ${secret}` }, true],
  'upper-case BEARER and more spaces': [{ authorization: `BEARER   ${secret}` }, true],
  'another right key': [apiKey(other), true],
  'a key beyond ASCII, in UTF-8': [apiKey(Buffer.from('clé').toString('latin1')), true],
  'a right Bearer beside a wrong x-api-key': [{ ...bearer(secret), ...apiKey('wrong') }, true],
  'Basic beside a right x-api-key': [{ authorization: 'Basic eDp5', ...apiKey(secret) }, true],
}

/** An answer without what differs per request: date, request id and address. */
const told = ({
  status,
  headers: { date: _date, 'x-request-id': _id, 'content-length': _length, ...headers },
  body,
}: Answered) => {
  const { instance: _instance, request_id: _request, ...document } = body === '' ? {} : JSON.parse(body)
  return { status, headers, document }
}

const service = await startService(t, { API_KEYS, ADMIN_TOKEN: 'admin-token' })
const base = await service.app.listen({ port: 0, host: '127.0.0.1' })
const refusal = told(await ask(base, { path: '/api/v1/nothing' }))

t.test('a request without a key gets 401 and no hint of the keys', async t => {
  t.match(refusal, {
    status: 401,
    headers: { 'www-authenticate': 'Bearer realm="api"', 'content-type': 'application/problem+json; charset=utf-8' },
    document: { code: 'unauthorized', success: false, status: 401 },
  })
  t.notMatch(JSON.stringify(refusal), /ci|Tr0ub4dor|another-secret/)
})

t.test('every operation accepts valid credentials and rejects all others', async t => {
  for (const question of questions)
    for (const [name, [headers, opens]] of Object.entries(credentials)) {
      const answer = await ask(base, { ...question, headers: { ...question.headers, ...headers } })
      const place = `${question.method} ${question.path}: ${name}`
      if (opens) t.equal(answer.status, 200, place)
      else t.strictSame(told(answer), refusal, place)
    }
})

const { host } = new URL(base)

/** Requests to the scope /api/v1, and their status with a key. */
const spellings: Readonly<Record<string, readonly [method: string, path: string, status: number, body?: string]>> = {
  'an unknown address': ['GET', '/api/v1/nothing', 404],
  'the prefix': ['GET', '/api/v1', 404],
  'the prefix and a slash': ['GET', '/api/v1/', 404],
  'the prefix and a query': ['GET', '/api/v1?a=/../', 404],
  'a wrong method': ['GET', '/api/v1/analyze-vibe', 405],
  'another wrong method': ['DELETE', '/api/v1/export/txt/projects', 405],
  'a method nobody knows here': ['PROPFIND', '/api/v1/export/txt/projects', 405],
  'plain OPTIONS': ['OPTIONS', '/api/v1/analyze-vibe', 204],
  HEAD: ['HEAD', '/api/v1/export/txt/api-spec', 200],
  'HEAD of nothing': ['HEAD', '/api/v1/nothing', 404],
  'an encoded letter': ['GET', '/%61pi/v1/export/txt/api-spec', 200],
  'an encoded digit': ['GET', '/api/v%31/export/txt/api-spec', 200],
  'encoded through and through': ['GET', '/%61%70%69/%76%31/%65xport/txt/%61pi-spec', 200],
  'an encoded letter and a wrong method': ['PUT', '/%61pi/v1/capture-media', 405],
  'dots that lead away': ['PUT', '/api/v1/export/txt/%2e%2e%2f..%2f..%2f..%2fx', 405],
  'the absolute form': ['GET', `http://${host}/api/v1/export/txt/api-spec`, 200],
  'the absolute form of nothing': ['GET', `http://${host}/api/v1/nothing`, 404],
  'a parameter that is not allowed': ['GET', '/api/v1/export/txt/nothing', 400],
  'a malformed body': ['POST', '/api/v1/capture-media', 400, '{'],
  'a body that is too large': ['POST', '/api/v1/capture-media', 413, `"${'x'.repeat(1_100_000)}"`],
}

/** Requests that the router puts in no scope, and their status with or without a key: no operation answers them. */
const outside: Readonly<Record<string, readonly [path: string, status: number]>> = {
  'an encoded slash': ['/api%2Fv1/export/txt/api-spec', 404],
  'doubled slashes': ['//api//v1///export/txt/api-spec', 404],
  'dot segments that lead there': ['/api/./x/../v1/export/txt/api-spec', 404],
  'encoded dot segments that lead there': ['/x/%2e%2e/api/v1/export/txt/api-spec', 404],
  'doubled slashes before /api/admin': ['//api/admin//stats', 404],
  'an address that cannot be decoded': ['/api/v1/export/txt/%E0%A4%A', 400],
  'one that cannot be decoded behind an encoded letter': ['/%61pi/v1/%E0%A4%A', 400],
  'one that cannot be decoded in /api/admin': ['/api/admin/%E0%A4%A', 400],
  'one that is too long': [`/api/v1/export/txt/${'a'.repeat(600)}`, 414],
}

t.test('an address outside of the scopes gives the same error with and without a key', async t => {
  for (const [name, [path, status]] of Object.entries(outside))
    for (const headers of [{}, bearer(secret)]) {
      const answer = await ask(base, { path, headers })
      t.equal(answer.status, status, name)
      t.match(JSON.parse(answer.body), { success: false, status }, name)
    }
})

t.test('every address under /api/v1 requires a key, whether it exists and however it is encoded', async t => {
  for (const [name, [method, path, status, body]] of Object.entries(spellings)) {
    const question = { method, path, body, headers: { ...(body ? json : {}), prefer: 'handling=strict' } }
    const withoutKey = told(await ask(base, question))
    t.strictSame(withoutKey, method === 'HEAD' ? { ...refusal, document: {} } : refusal, `${name}: without a key`)
    const holder = await ask(base, { ...question, headers: { ...question.headers, ...bearer(secret) } })
    t.equal(holder.status, status, `${name}: with a key`)
  }
})

t.test('everything outside /api/v1 stays open', async t => {
  for (const path of ['/api/health', '/livez', '/docs/', '/openapi.json', '/openapi.yaml'])
    t.equal((await ask(base, { path })).status, 200, path)
  for (const path of [
    '/',
    '/readyz',
    '/api',
    '/api/v1x',
    '/api/v10/analyze-vibe',
    '/API/V1/analyze-vibe',
    '/x?/api/v1/',
    '/x#/api/v1/',
  ])
    t.not((await ask(base, { path })).status, 401, path)
})

t.test('without keys /api/v1 is open', async t => {
  const open = await startService(t)
  for (const headers of [{}, bearer('x'), apiKey('')])
    t.equal((await open.get('/api/v1/export/txt/projects', { headers })).statusCode, 200)
})

t.test('ADMIN_TOKEN guards every spelling of /api/admin, and no other key opens it', async t => {
  const places: readonly (readonly [method: string, path: string, status: number])[] = [
    ['GET', '/api/admin/stats', 200],
    ['GET', '/api/admin/metrics', 200],
    ['HEAD', '/api/admin/stats', 200],
    ['GET', '/%61pi/admin/stats', 200],
    ['GET', '/api/%61dmin/metrics', 200],
    ['GET', `http://${host}/api/admin/stats`, 200],
    ['POST', '/api/admin/stats', 405],
    ['OPTIONS', '/api/admin/stats', 204],
    ['GET', '/api/admin', 404],
    ['GET', '/api/admin/nothing', 404],
  ]
  for (const [method, path, status] of places) {
    for (const headers of [{}, bearer(secret), apiKey('admin-token'), bearer('admin-toke'), bearer('admin-token2')]) {
      const answer = await ask(base, { method, path, headers })
      t.equal(answer.status, 401, `${method} ${path}`)
      t.equal(answer.headers['www-authenticate'], 'Bearer realm="admin"')
    }
    t.equal((await ask(base, { method, path, headers: bearer('admin-token') })).status, status, `${method} ${path}`)
  }
})

t.test('a request without a key is answered before its body arrives, and the body is dropped', async t => {
  const environment = { PORT: '0', DATA_DIR: t.testdir(), LOG_LEVEL: 'warn', API_KEYS }
  const running = start(t, [], environment)
  const { port, host } = new URL(await running.listening())
  const head = (line: string, ...headers: readonly string[]) =>
    [`${line} HTTP/1.1`, `host: ${host}`, ...headers, '', ''].join('\r\n')
  const socket = connect(Number(port), '127.0.0.1')
  let heard = ''
  socket.setEncoding('utf8').on('data', text => {
    heard += text
  })
  const until = async (pattern: RegExp) => {
    while (!pattern.test(heard)) await once(socket, 'data', { signal: AbortSignal.timeout(20_000) })
    const text = heard
    heard = ''
    return text
  }
  const piece = Buffer.alloc(262_144, 'x')
  const pieces = 1024
  const length = `content-length: ${pieces * piece.length}`
  socket.write(head('POST /api/v1/analyze-vibe', 'content-type: application/json', 'x-api-key: wrong', length))
  t.match(await until(/request_id/), /^HTTP\/1\.1 401 /, 'no byte of the body was sent')
  const before = residentMemory(Number(running.child.pid))
  for (let sent = 0; sent < pieces; sent++) if (!socket.write(piece)) await once(socket, 'drain')
  socket.write(head('GET /api/v1/export/txt/api-spec', `x-api-key: ${secret}`))
  t.match(await until(/ACCESS/), /^HTTP\/1\.1 200 /, 'the connection goes on')
  const grown = residentMemory(Number(running.child.pid)) - before
  t.ok(grown < 128, `of 256 MB nothing is kept: ${grown.toFixed(0)} MB more`)
  socket.destroy()
})

t.test('whatever is sent, the same work is done: one digest, and one comparison for each key', async t => {
  const counting = await startService(t, { API_KEYS, RATE_LIMIT: '10000' })
  const places = [base, await counting.app.listen({ port: 0, host: '127.0.0.1' })]
  const digests = t.capture(crypto, 'createHash', crypto.createHash)
  const comparisons = t.capture(crypto, 'timingSafeEqual', crypto.timingSafeEqual)
  syncBuiltinESMExports()
  t.teardown(() => syncBuiltinESMExports())
  for (const [name, [headers]] of Object.entries(credentials))
    for (const place of places) {
      await ask(place, { path: '/api/v1/nothing', headers })
      t.equal(digests().length, 1, `${name}: digests`)
      t.equal(comparisons().length, 3, `${name}: comparisons`)
    }
})

t.test('the log and the statistics contain the name of a key, and nothing contains its secret', async t => {
  const folder = t.testdir({ keys: `ci:${secret}\r\n\n web-2:${other} ,\n` })
  const running = start(t, [], {
    PORT: '0',
    DATA_DIR: t.testdirName,
    LOG_LEVEL: 'trace',
    API_KEYS_FILE: join(folder, 'keys'),
    ADMIN_TOKEN: 'admin-token',
  })
  const place = await running.listening()
  const answers: Answered[] = []
  const put = async (question: Parameters<typeof ask>[1]) => {
    const answer = await ask(place, question)
    answers.push(answer)
    return answer
  }
  for (const [headers] of Object.values(credentials)) await put({ path: '/api/v1/export/txt/projects', headers })
  for (const [method, path, , body] of Object.values(spellings)) {
    await put({ method, path, body, headers: bearer(secret) })
    await put({ method, path, body, headers: bearer(`${secret}X`) })
  }
  const stats = await put({ path: '/api/admin/stats', headers: bearer('admin-token') })
  const metrics = await put({ path: '/api/admin/metrics', headers: bearer('admin-token') })
  running.child.kill('SIGINT')
  const { out, err } = await running.ended
  const lines = out.split('\n').filter(line => line.includes('"answered"'))
  const of = (key: string) => lines.filter(line => JSON.parse(line).client === `key:${key}`).length
  const { keys } = JSON.parse(stats.body).stats
  t.same(Object.keys(keys), ['ci', 'web-2'])
  t.equal(keys.ci, of('ci'))
  t.equal(keys['web-2'], of('web-2'))
  t.ok(keys.ci > 20 && keys['web-2'] === 1, JSON.stringify(keys))
  t.match(metrics.body, `automation_service_key_requests_total{key="ci"} ${keys.ci}\n`)
  const refused = lines.map(line => JSON.parse(line)).filter(({ status }) => status === 401)
  t.ok(refused.length > 20 && refused.every(({ client }) => client === 'ip:127.0.0.1'))
  const everything = [out, err, JSON.stringify(answers)].join()
  for (const hidden of [secret, secret.slice(1), other, 'admin-token']) t.notOk(everything.includes(hidden), hidden)
})

t.test('keys may have the names of built-in object properties', async t => {
  const answer = await ask(base, { path: '/api/admin/stats', headers: bearer('admin-token') })
  const { keys } = JSON.parse(answer.body).stats
  t.same(Object.keys(keys).sort(), ['__proto__', 'ci', 'constructor'])
  t.ok(Object.values<number>(keys).every(count => count > 0))
  const { body } = await ask(base, { path: '/api/admin/metrics', headers: bearer('admin-token') })
  t.match(body, /^automation_service_key_requests_total\{key="__proto__"\} [1-9]\d*$/m)
})
