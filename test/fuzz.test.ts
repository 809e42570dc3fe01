// Random requests and bytes, sent over HTTP (by `npm run verify` to the service as a process): every response follows the contract, and the service stays as it was.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { Pool } from 'undici'
import { formatChecks } from '../plugins/shared/input/formats.ts'
import { models } from '../schemas/index.ts'
import { problemKinds } from '../schemas/problems.ts'
import { requests, type Sent } from './fixtures/fuzz-requests.ts'
import { privateMegabytes } from './helpers/memory.ts'
import { start } from './helpers/process.ts'
import { startService } from './helpers/service.ts'
import { whole } from './helpers/whole.ts'

const seeds = whole ? [1, 2, 3, 4, 5] : [1, 2]
const perSeed = whole ? 3000 : 200
t.setTimeout(1_500_000)

const ajv = new Ajv({ strict: false, allErrors: true })
for (const [name, { isValid }] of Object.entries(formatChecks)) ajv.addFormat(name, isValid)
ajv.addSchema([...models])

/** Texts that only the implementation contains. */
const internals = /node_modules|\.ts:\d|\.js:\d|\bat [\w.<>]+ \(|SQLITE_|select .* from|ECONNREFUSED|undefined is not/

/** What is wrong with a response; empty when nothing is. */
function faultOf({ operation }: Sent, status: number, type: string, text: string): string {
  if (internals.test(text) && !text.includes('SPDX')) return `contains ${internals.exec(text)}`
  if (status === 304 || status === 204) return text === '' ? '' : 'has a body'
  if (operation && !(status in operation.schema.response) && ![405, 414, 431].includes(status))
    return 'is not documented'
  if (status < 400) {
    const responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: object }>> }>> =
      operation?.schema.response ?? {}
    const schema = type.startsWith('application/json') && responses[status]?.content?.['application/json']?.schema
    return !schema || ajv.validate(schema, JSON.parse(text)) ? '' : ajv.errorsText()
  }
  if (status >= 500 && status !== 501 && status !== 503) return 'is an internal error'
  if (text === '') return ''
  if (!type.startsWith('application/problem+json')) return `is not a problem document but ${type}`
  const problem: { status: number; code: string; request_id: string } = JSON.parse(text)
  const kind = Object.entries(problemKinds).find(([code]) => code === problem.code)?.[1]
  return kind?.status === status && problem.status === status && problem.request_id ? '' : `has code ${problem.code}`
}

const settings = { FETCH_TIMEOUT_MS: '500', ADMIN_TOKEN: 'a-token-of-its-own', FETCH_ALLOW_CIDRS: '' }

/** @returns the address of the service, and the process that it runs in. */
async function openService(): Promise<{ readonly base: string; readonly pid: number | undefined }> {
  if (!whole) return { base: await (await startService(t, settings)).listen(), pid: process.pid }
  const { child, listening } = start(t, [], { ...settings, PORT: '0', DATA_DIR: t.testdir(), LOG_LEVEL: 'error' })
  return { base: await listening(), pid: child.pid }
}
const { base, pid } = await openService()

async function buildPage() {
  const content = { headline: 'Hello', sub_headline: 'there', cta_button_text: 'Go' }
  const response = await fetch(`${base}/api/v1/build-sparkpage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ style_metadata: { colors: ['#6D28D9'] }, content }),
  })
  return { status: response.status, text: await response.text() }
}
const firstPage = await buildPage()

async function checkService(t: Test): Promise<void> {
  t.strictSame(await buildPage(), firstPage, 'a valid request has the same response as before')
  t.equal((await fetch(`${base}/api/health`)).status, 200)
}

/** Runs work for every entry, this many at once. */
async function forEach<T>(entries: readonly T[], concurrency: number, work: (entry: T) => Promise<void>) {
  const iterator = entries.values()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const entry of iterator) await work(entry)
    }),
  )
}

t.test(`every one of ${seeds.length * perSeed} random requests has a response of the contract`, async t => {
  const pool = new Pool(base, { connections: 8, pipelining: 1, headersTimeout: 30_000, bodyTimeout: 30_000 })
  t.teardown(() => pool.destroy())
  const statuses = new Map<number, number>()
  const faults: string[] = []
  const send = async (sent: Sent): Promise<void> => {
    const { method, path, headers, body } = sent
    const request = `${method} ${path.slice(0, 200)} ${JSON.stringify({ headers, body: `${body}` }).slice(0, 600)}`
    try {
      const response = await pool.request({ method, path, headers, body })
      const { statusCode, headers: received } = response
      const text = await response.body.text()
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
      const fault = received['content-encoding']
        ? ''
        : faultOf(sent, statusCode, String(received['content-type']), text)
      if (fault) faults.push(`${statusCode} ${fault}: ${request}`)
    } catch (error) {
      faults.push(`${error}: ${request}`)
    }
  }
  const memory: number[] = []
  for (const seed of seeds) {
    await forEach(fc.sample(requests, { seed, numRuns: perSeed }), 8, send)
    memory.push(Math.round(privateMegabytes(pid ?? 0)))
  }
  t.comment(`cases: ${seeds.length * perSeed} requests: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`)
  t.strictSame(faults.slice(0, 10), [], `${faults.length} responses are wrong`)
  for (const status of [200, 400, 404, 405, 415, 422]) t.ok(statuses.has(status), `${status} was among them`)
  // Caches of V8 stop growing after some ten thousand requests: the sample is too small for a tight limit.
  const [last = 0, before = 0] = memory.toReversed()
  t.ok(last - before < (whole ? 60 : 250), `memory stops growing, MB: ${memory.join(', ')}`)
  await checkService(t)
})

function open(): Socket {
  return connect(Number(new URL(base).port), '127.0.0.1').on('error', () => undefined)
}

t.test('random bytes that resemble HTTP are answered or cut off', async t => {
  const stream = fc.tuple(
    fc.constantFrom(
      'GET / HTTP/1.1\r\n',
      'POST /api/v1/capture-media HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n',
      'GET /',
      '',
    ),
    fc.array(
      fc.constantFrom(
        '\r\n',
        '\n',
        '\0',
        ' ',
        ':',
        'é',
        '{}',
        '0\r\n\r\n',
        'ffffffffff\r\n',
        'host: localhost\r\n',
        'transfer-encoding: chunked\r\n',
        'content-length: -1\r\n',
        'content-length: 3\r\n',
        ...[
          'connection: upgrade\r\nupgrade: websocket\r\n',
          'expect: 100-continue\r\n',
          `x: ${'y'.repeat(20_000)}\r\n`,
        ],
        'GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n',
      ),
      { maxLength: 8 },
    ),
    fc.uint8Array({ maxLength: 20 }),
  )
  const faults: string[] = []
  const send = async (bytes: Buffer): Promise<void> => {
    const socket = open().setTimeout(30_000)
    let answer = ''
    socket.setEncoding('latin1').on('data', text => {
      answer += text
    })
    socket.once('timeout', () => {
      faults.push(`no end of ${bytes}`)
      socket.destroy()
    })
    const closed = once(socket, 'close')
    socket.end(bytes)
    await closed
    if (answer !== '' && !/^HTTP\/1\.1 [1234]\d\d /.test(answer)) faults.push(`${answer.slice(0, 100)} to ${bytes}`)
  }
  const streams = fc.sample(stream, { seed: 1, numRuns: perSeed })
  await forEach(streams, 32, ([begin, parts, bytes]) =>
    send(Buffer.concat([Buffer.from(begin + parts.join('')), bytes])),
  )
  t.strictSame(faults.slice(0, 10), [], `${faults.length} streams`)
  t.comment(`cases: ${streams.length} streams of bytes`)
  await checkService(t)
})

// load.test.ts checks the timeouts that the server is started with: waiting for them takes two minutes.
t.test('200 clients that never finish a request delay no other client, and are disconnected', async t => {
  const post = (path: string) =>
    `POST /api/v1/${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`
  const heads = [
    'GET /api/health HT',
    'GET /api/health HTTP/1.1\r\nhost: localhost\r\nx-slow: ',
    `${post('build-sparkpage')}content-length: 100\r\n\r\n{"a":`,
    `${post('analyze-vibe')}transfer-encoding: chunked\r\n\r\nfff\r\n{`,
  ]
  const sockets = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => {
      const socket = open().resume()
      t.teardown(() => socket.destroy())
      await once(socket, 'connect')
      socket.write(heads[at % heads.length] ?? '')
      return socket
    }),
  )
  for (let count = 0; count < (whole ? 20 : 5); count++) await checkService(t)
  t.comment(`cases: ${sockets.length} clients that never finish`)
  if (!whole) return
  const closed = Promise.all(sockets.map(async socket => socket.closed || once(socket, 'close')))
  await Promise.race([closed, once(AbortSignal.timeout(140_000), 'abort')])
  t.equal(sockets.filter(socket => !socket.closed).length, 0, 'all were disconnected')
  await checkService(t)
})
