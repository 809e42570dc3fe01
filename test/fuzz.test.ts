// The service as a process, under requests that nobody should send: every one is answered, by the contract, and none is felt afterwards.
import { once } from 'node:events'
import { connect } from 'node:net'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import t from 'tap'
import { Pool } from 'undici'
import { formats } from '../plugins/shared/formats.ts'
import { models } from '../schemas/index.ts'
import type { Operation } from '../schemas/operation.ts'
import { problemKinds } from '../schemas/problems.ts'
import { requests, type Sent } from './fixtures/fuzz/requests.ts'
import { residentMemory } from './helpers/memory.ts'
import { start } from './helpers/process.ts'
import { whole } from './helpers/whole.ts'

const seeds = whole ? [1, 2, 3, 4, 5] : [1, 2]
const perSeed = whole ? 3000 : 300
const atOnce = 8
t.setTimeout(1_500_000)

const ajv = new Ajv({ strict: false, allErrors: true })
for (const [name, { isValid }] of Object.entries(formats)) ajv.addFormat(name, isValid)
ajv.addSchema([...models])

/** What the contract says of a JSON answer. */
const misfit = (operation: Operation, status: number, body: unknown): string => {
  const answers: Readonly<Record<string, { content?: Readonly<Record<string, { schema: object }>> }>> =
    operation.schema.response
  const schema = answers[status]?.content?.['application/json']?.schema
  if (!schema || ajv.validate(schema, body)) return ''
  return ajv.errorsText()
}

/** Words that only the inside of the service would say. */
const inside = /node_modules|\.ts:\d|\.js:\d|\bat [\w.<>]+ \(|SQLITE_|select .* from|ECONNREFUSED|undefined is not/

/** What is wrong about an answer; empty when nothing is. */
const wrong = ({ operation }: Sent, status: number, type: string, text: string): string => {
  if (inside.test(text) && !text.includes('SPDX')) return `tells of its inside: ${inside.exec(text)}`
  if (status === 304 || status === 204) return text === '' ? '' : 'has a body'
  if (operation && !(status in operation.schema.response) && ![405, 414, 431].includes(status))
    return 'is not documented'
  if (status < 400) {
    return operation && type.startsWith('application/json') ? misfit(operation, status, JSON.parse(text)) : ''
  }
  if (status >= 500 && status !== 501 && status !== 503) return 'is a fault of ours'
  if (text === '') return ''
  if (!type.startsWith('application/problem+json')) return `is no problem document but ${type}`
  const problem: { status: number; code: string; request_id: string } = JSON.parse(text)
  const kind = Object.entries(problemKinds).find(([code]) => code === problem.code)?.[1]
  return kind?.status === status && problem.status === status && problem.request_id ? '' : `is told as ${problem.code}`
}

const show = ({ method, path, headers, body }: Sent): string =>
  `${method} ${path.slice(0, 200)} ${JSON.stringify(headers).slice(0, 300)} ${String(body).slice(0, 300)}`

const running = start(t, [], {
  PORT: '0',
  DATA_DIR: t.testdir(),
  LOG_LEVEL: 'error',
  FETCH_TIMEOUT_MS: '500',
  ADMIN_TOKEN: 'a-token-of-its-own',
  FETCH_ALLOW_CIDRS: '',
})
const base = await running.listening()
const port = Number(new URL(base).port)
const pid = running.child.pid ?? 0

const page = JSON.stringify({
  style_metadata: { colors: ['#6D28D9'] },
  content: { headline: 'Hello', sub_headline: 'there', cta_button_text: 'Go' },
})
const build = async () => {
  const answer = await fetch(`${base}/api/v1/build-sparkpage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: page,
  })
  return { status: answer.status, text: await answer.text() }
}
const first = await build()

const stillRight = async (): Promise<void> => {
  t.strictSame(await build(), first, 'a good request is answered as ever')
  t.equal((await fetch(`${base}/api/health`)).status, 200)
}

t.test(`${seeds.length * perSeed} requests of seed ${seeds.join(', ')}`, async t => {
  const pool = new Pool(base, { connections: atOnce, pipelining: 1, headersTimeout: 30_000, bodyTimeout: 30_000 })
  t.teardown(() => pool.destroy())
  const statuses = new Map<number, number>()
  const faults: string[] = []
  const send = async (sent: Sent): Promise<void> => {
    const { method, path, headers, body } = sent
    try {
      const { statusCode, headers: told, body: stream } = await pool.request({ method, path, headers, body })
      const text = Buffer.from(await stream.arrayBuffer()).toString(told['content-encoding'] ? 'latin1' : 'utf8')
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
      const what = told['content-encoding'] ? '' : wrong(sent, statusCode, String(told['content-type']), text)
      if (what) faults.push(`${statusCode} ${what}: ${show(sent)}`)
    } catch (error) {
      faults.push(`${error}: ${show(sent)}`)
    }
  }
  const memory: number[] = []
  for (const seed of seeds) {
    const waiting = fc.sample(requests, { seed, numRuns: perSeed })
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let sent = waiting.pop(); sent; sent = waiting.pop()) await send(sent)
      }),
    )
    memory.push(Math.round(residentMemory(pid)))
  }
  t.comment(JSON.stringify(Object.fromEntries([...statuses].sort())))
  const answered = [...statuses.values()].reduce((sum, count) => sum + count, 0)
  t.comment(`cases: ${answered.toLocaleString('en')} requests of ${seeds.length} seeds`)
  t.strictSame(faults.slice(0, 10), [], `${faults.length} answers are wrong`)
  for (const status of [200, 400, 404, 405, 415, 422]) t.ok(statuses.has(status), `${status} was among them`)
  // What V8 keeps for later ends to grow after some ten thousand requests: the sample is too short to tell.
  const [last = 0, before = 0] = memory.toReversed()
  t.ok(last - before < (whole ? 60 : 200), `memory comes to rest, MB: ${memory.join(', ')}`)
})

t.test('streams of bytes that are hardly HTTP', async t => {
  const starts = [
    'GET / HTTP/1.1\r\n',
    'POST /api/v1/capture-media HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n',
    'GET /',
    '',
  ]
  const stream = fc.tuple(
    fc.constantFrom(...starts),
    fc.array(
      fc.constantFrom(
        ...[
          '\r\n',
          '\n',
          '\0',
          ' ',
          ':',
          'host: localhost\r\n',
          'transfer-encoding: chunked\r\n',
          'content-length: -1\r\n',
        ],
        ...[
          'content-length: 3\r\n',
          'connection: upgrade\r\nupgrade: websocket\r\n',
          'ffffffffff\r\n',
          '0\r\n\r\n',
          '{}',
        ],
        ...[
          'expect: 100-continue\r\n',
          `x: ${'y'.repeat(20_000)}\r\n`,
          'GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n',
          'é',
        ],
      ),
      { maxLength: 8 },
    ),
    fc.uint8Array({ maxLength: 20 }),
  )
  const faults: string[] = []
  const say = async (bytes: Buffer): Promise<void> => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('latin1').on('data', text => {
      answer += text
    })
    socket.on('error', () => undefined)
    const closed = once(socket, 'close')
    socket.end(bytes)
    const end = setTimeout(() => {
      faults.push(`hangs: ${JSON.stringify(bytes.toString('latin1')).slice(0, 300)}`)
      socket.destroy()
    }, 30_000)
    await closed
    clearTimeout(end)
    if (answer !== '' && !/^HTTP\/1\.1 [1234]\d\d /.test(answer))
      faults.push(`${answer.slice(0, 100)} to ${bytes.toString('latin1').slice(0, 300)}`)
  }
  const waiting = fc
    .sample(stream, { seed: seeds[0] ?? 1, numRuns: whole ? 3000 : 300 })
    .map(([begin, parts, bytes]) => Buffer.concat([Buffer.from(begin + parts.join('')), bytes]))
  t.comment(`cases: ${waiting.length.toLocaleString('en')} streams that are hardly HTTP`)
  await Promise.all(
    Array.from({ length: atOnce * 4 }, async () => {
      for (let bytes = waiting.pop(); bytes; bytes = waiting.pop()) await say(bytes)
    }),
  )
  t.strictSame(faults.slice(0, 10), [], `${faults.length} streams`)
  await stillRight()
})

t.test('200 clients that stall keep nobody else waiting, and are sent away', async t => {
  const heads = [
    'GET /api/health HT',
    'GET /api/health HTTP/1.1\r\nhost: localhost\r\nx-slow: ',
    'POST /api/v1/build-sparkpage HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a":',
    'POST /api/v1/analyze-vibe HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nfff\r\n{',
  ]
  const sockets = await Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      const socket = connect(port, '127.0.0.1')
      t.teardown(() => socket.destroy())
      socket.on('error', () => undefined).resume()
      await once(socket, 'connect')
      socket.write(heads[i % heads.length] ?? '')
      return socket
    }),
  )
  for (let i = 0; i < 20; i++) t.strictSame(await build(), first)
  // Heads have 20 seconds; whole requests have two minutes, of which only the large run has the patience.
  const patience = whole ? 140_000 : 40_000
  const sent = whole ? sockets : sockets.filter((_, i) => i % heads.length < 2)
  await Promise.race([
    Promise.all(sent.map(async socket => socket.closed || once(socket, 'close'))),
    new Promise(resolve => setTimeout(resolve, patience)),
  ])
  t.equal(sent.filter(({ closed }) => !closed).length, 0, 'all were sent away')
  t.comment(`cases: ${sockets.length} clients that stall`)
  await stillRight()
})
