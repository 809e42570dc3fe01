// What the shipped nginx.conf does with a replica that does not answer, is full, or breaks off: each request reaches at most two.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { basename } from 'node:path'
import t, { type Test } from 'tap'
import { freePort } from './helpers/free-port.ts'
import { listen } from './helpers/loopback.ts'
import { startNginx } from './helpers/nginx.ts'
import { needs } from './helpers/tools.ts'
import { namespaces, startNamespace } from './helpers/unreachable.ts'
import { whole } from './helpers/whole.ts'

const tools = needs('nginx')

/** nginx gives up connecting after 250 ms; the rest is for a busy machine. */
const maxDelayMs = 500

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A server in place of a replica. `requests` are the paths that reached it. */
async function startReplica(t: Test, answer: Answer) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    request.resume().on('end', () => answer(request, response))
  })
  const { port } = await listen(t, server)
  return { port, requests }
}

function startReplicas(t: Test, answer: Answer) {
  return Promise.all([startReplica(t, answer), startReplica(t, answer)])
}

const ok: Answer = (_request, response) => void response.end('ok')

function problem(status: number): Answer {
  return (_request, response) => {
    const headers = { 'content-type': 'application/problem+json', 'cache-control': 'no-store', 'retry-after': '7' }
    response.writeHead(status, headers).end(`{"code":"of_a_replica"}`)
  }
}

/** As a process that ends does, after `delayMs` of work. */
function breakOff(delayMs: number): Answer {
  return request => void setTimeout(() => request.socket.resetAndDestroy(), delayMs)
}

async function ask(url: string, method = 'POST') {
  const from = performance.now()
  const answer = await fetch(url, method === 'POST' ? { method, body: '{"a":1}' } : { method })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, ms: performance.now() - from }
}

function percentile(sorted: readonly number[], share: number): number {
  return Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN)
}

/** Four clients ask one request after the other. */
async function askFor(address: string, durationMs: number) {
  const end = performance.now() + durationMs
  const answers: Awaited<ReturnType<typeof ask>>[] = []
  const client = async () => {
    while (performance.now() < end) answers.push(await ask(`${address}/`))
  }
  await Promise.all(Array.from({ length: 4 }, client))
  return answers
}

for (const kind of ['dropping', 'missing'] as const)
  t.test(
    `leaves out a replica whose address does not answer: ${kind}`,
    { skip: tools.skip || namespaces.skip },
    async t => {
      const host = startNamespace(t)[kind]
      const { port } = await startReplica(t, ok)
      const { address, errors } = await startNginx(t, { replicas: [`${host}:3000`, port] })
      const seconds = whole ? 30 : 3
      const answers = await askFor(address, seconds * 1000)
      const delays = answers.map(({ ms }) => ms).sort((one, other) => one - other)
      const [median, p95, max] = [percentile(delays, 0.5), percentile(delays, 0.95), percentile(delays, 1)]
      t.comment(`cases: ${answers.length} requests in ${seconds} s: p50 ${median}, p95 ${p95}, max ${max} ms`)
      t.ok(answers.every(({ status }) => status === 200))
      t.ok(max < maxDelayMs, `${max} ms`)
      const probes = errors().match(/while connecting to upstream/g) ?? []
      t.ok(probes.length >= 1 && probes.length <= 4 + seconds / 10, `${probes.length} connections were tried`)
    },
  )

const attempts = [
  { what: 'a replica that breaks off at once', answer: breakOff(0), reached: 2, code: 'overloaded', retryAfter: '5' },
  { what: 'a replica that breaks off late', answer: breakOff(5200), reached: 1, code: 'overloaded', retryAfter: '5' },
  { what: 'a replica that is full', answer: problem(503), reached: 2, code: 'of_a_replica', retryAfter: '7' },
] as const

for (const { what, answer, reached, code, retryAfter } of attempts)
  for (const method of ['POST', 'GET'] as const)
    t.test(`${method} to ${what} reaches ${reached} of two such replicas`, tools, async t => {
      const replicas = await startReplicas(t, (request, response) => {
        const isFirst = request.url === '/first'
        return (isFirst ? ok : answer)(request, response)
      })
      const { address } = await startNginx(t, { replicas: [replicas[0].port, replicas[1].port] })
      // Connections that are kept must not add an attempt.
      await Promise.all(Array.from({ length: 16 }, () => ask(`${address}/first`, method)))
      const { status, headers, text } = await ask(`${address}/second`, method)
      t.equal(status, 503)
      t.equal(headers.get('retry-after'), retryAfter)
      t.equal(JSON.parse(text).code, code)
      const paths = replicas.flatMap(({ requests }) => requests.filter(path => path === '/second'))
      t.equal(paths.length, reached)
    })

t.test('a full replica costs no request and is not left out', tools, async t => {
  const full = await startReplica(t, problem(503))
  const other = await startReplica(t, (_request, response) => {
    response.writeHead(200, { 'cache-control': 'no-cache' }).end('ok')
  })
  const { address, log } = await startNginx(t, { replicas: [full.port, other.port] })
  for (const _ of Array.from({ length: 40 })) {
    const { status, headers } = await ask(`${address}/`)
    t.equal(status, 200)
    t.equal(headers.get('cache-control'), 'no-cache')
  }
  t.ok(full.requests.length > 5, `asked ${full.requests.length} times`)
  t.equal(other.requests.length, 40)
  const lines = log()
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  const tried = lines.map(
    ({ replicas, answers }) => `${replicas.split(' : ').map((path: string) => basename(path))} ${answers}`,
  )
  t.same([...new Set(tried)].sort(), ['replica-1.sock,replica-2.sock 503 : 200', 'replica-2.sock 200'])
})

t.test('a replica that refuses connections costs no request and is not left out', tools, async t => {
  const port = await freePort()
  const other = await startReplica(t, ok)
  const { address } = await startNginx(t, { replicas: [port, other.port] })
  for (const _ of Array.from({ length: 20 })) t.equal((await ask(`${address}/`)).status, 200)
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.end('ok')
  }).listen(port, '127.0.0.1')
  t.teardown(() => server.close())
  for (const _ of Array.from({ length: 20 })) t.equal((await ask(`${address}/`)).status, 200)
  t.ok(requests.length > 0, 'it is asked as soon as it is back')
})

for (const status of [413, 502, 504])
  t.test(`passes on the ${status} of a replica`, tools, async t => {
    const replicas = await startReplicas(t, problem(status))
    const { address } = await startNginx(t, { replicas: [replicas[0].port, replicas[1].port] })
    t.match(await ask(`${address}/`), { status, text: '{"code":"of_a_replica"}' })
    t.equal(replicas[0].requests.length + replicas[1].requests.length, 1)
  })
