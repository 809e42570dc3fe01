// Every status that stands in the documents is answered by the service, and no other.
import { once } from 'node:events'
import { rename } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { LightMyRequestResponse as Answer } from 'fastify'
import t from 'tap'
import { operations } from '../schemas/index.ts'
import type { Operation } from '../schemas/operation.ts'
import { json, startFaults } from './fixtures/providers/fault-server.ts'
import { documented, hold, seenAs } from './helpers/documented.ts'
import { type Service, startService } from './helpers/service.ts'

const all: readonly Operation[] = operations
const seen = new Set<string>()
const note = (method: string, url: string, status: number): void => {
  const told = seenAs(method, url, status)
  if (told !== undefined) seen.add(told)
}

/** The first example of an operation, asked for; `body` takes the place of its own. */
const ask = async (
  service: Service,
  { method, url, examples }: Operation,
  headers: Readonly<Record<string, string>> = {},
  body?: string | Buffer | object,
): Promise<Answer> => {
  const { params = {}, body: example } = Object.values(examples)[0] ?? {}
  const path = url.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const answer = await (method === 'POST'
    ? service.post(path, body ?? example, headers)
    : service.get(path, { headers }))
  note(method, path, answer.statusCode)
  return answer
}

const [analyze] = all
const takesBody = all.filter(({ schema }) => schema.body)

t.test('200, and what is the same as before', async t => {
  const service = await startService(t)
  for (const operation of all) t.equal((await ask(service, operation)).statusCode, 200, operation.url)
  for (const operation of all.filter(({ url }) => url.includes('/export/'))) {
    const { headers } = await ask(service, operation)
    t.equal((await ask(service, operation, { 'if-none-match': String(headers.etag) })).statusCode, 304, operation.url)
  }
})

t.test('what a client may do wrong', async t => {
  const service = await startService(t, { BODY_LIMIT_BYTES: '4096', FFMPEG_PATH: '/nowhere/ffmpeg' })
  for (const operation of takesBody) {
    t.equal((await ask(service, operation, {}, '{')).statusCode, 400)
    t.equal((await ask(service, operation, { 'content-type': 'image/png' }, 'x')).statusCode, 415)
    t.equal((await ask(service, operation, {}, 'x'.repeat(1024 * 1024 + 1))).statusCode, 413)
  }
  for (const name of ['txt', 'pdf']) {
    const url = `/api/v1/export/${name}/nothing`
    const { statusCode } = await service.get(url)
    note('GET', url, statusCode)
    t.equal(statusCode, 400)
  }
  if (!analyze) return
  t.equal((await ask(service, analyze, {}, { source_url: 'nothing' })).statusCode, 422)
  const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\0\0\0\0isommp42')])
  const source_url = `data:video/mp4;base64,${film.toString('base64')}`
  t.equal((await ask(service, analyze, {}, { source_url })).statusCode, 501)
})

t.test('a broken request is refused at any address', async t => {
  const { app } = await startService(t)
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  for (const url of ['/api/health', '/api/admin/stats']) {
    const socket = connect(Number(new URL(base).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.end(`GET ${url} HTTP/1.1\r\nhost: localhost\r\ncontent-length: many\r\n\r\n`)
    let text = ''
    for await (const chunk of socket) text += chunk
    const status = Number(text.split(' ')[1])
    note('GET', url, status)
    t.equal(status, 400)
  }
})

t.test('who may not ask, and who asks too often', async t => {
  const locked = await startService(t, { API_KEYS: 'ci:secret', ADMIN_TOKEN: 'token' })
  const counted = await startService(t, { RATE_LIMIT: '1' })
  for (const operation of all.filter(({ url }) => url !== '/api/health')) {
    t.equal((await ask(locked, operation)).statusCode, 401, operation.url)
    await ask(counted, operation)
    t.equal((await ask(counted, operation)).statusCode, 429, operation.url)
  }
  const open = await startService(t)
  for (const operation of all)
    t.equal((await ask(open, operation, { host: 'evil.example' })).statusCode, 403, operation.url)
})

t.test('what breaks here, and what is away', async t => {
  const broken = await startService(t, {}, { now: () => new Date(Number.NaN) })
  for (const operation of all) t.equal((await ask(broken, operation)).statusCode, 500, operation.url)

  const folder = t.testdir()
  const alone = await startService(t, { DATA_DIR: folder })
  const file = join(folder, 'automation-service.db')
  await rename(file, `${file}.away`)
  for (const operation of all.filter(({ url }) => !/health|export/.test(url)))
    t.equal((await ask(alone, operation)).statusCode, 503, operation.url)
  for (const name of ['txt', 'pdf']) {
    const url = `/api/v1/export/${name}/projects`
    const { statusCode } = await alone.get(url)
    note('GET', url, statusCode)
    t.equal(statusCode, 503)
  }
  alone.drain()
  const { statusCode } = await alone.get('/api/health')
  note('GET', '/api/health', statusCode)
  t.equal(statusCode, 503)
})

t.test('a provider that fails, under strict handling', async t => {
  const { base } = await startFaults(t, (response, { url }, number) => {
    if (url.includes('silent')) return
    json(response, number === 1 ? { nothing: 'of use' } : {}, 200)
  })
  const strict = { prefer: 'handling=strict', 'x-vision-provider': 'openai' }
  for (const [path, status] of [
    ['', 502],
    ['/silent', 504],
  ] as const) {
    const service = await startService(t, { OPENAI_BASE_URL: base + path, PROVIDER_TIMEOUT_MS: '1000' })
    const { body } = Object(Object.values(analyze?.examples ?? {})[0])
    if (analyze) t.equal((await ask(service, analyze, strict, { ...body, api_key: 'sk-a' })).statusCode, status)
  }
})

t.test('every documented status was seen, and every seen one is documented', async t => {
  t.same([...seen].sort(), [...documented].sort())
  t.throws(() => hold('GET', '/api/health', 418), { message: /getHealth 418 is not documented/ })
})
