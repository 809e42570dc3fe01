// Hosts and files that would wear the service down, against the service as a process of its own: each has its answer within the limits,
// memory stays where it was, and nobody else notices. The bounds one by one stand in net.test.ts and media.test.ts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { Agent, type Dispatcher, fetch } from 'undici'
import { examplePicture } from '../schemas/examples/pictures.ts'
import { bombs, oddities, reaching } from './fixtures/media/hostile-pictures.ts'
import { holding, hosts, serveHosts } from './fixtures/network/hostile-hosts.ts'
import { listen } from './helpers/loopback.ts'
import { residentMemory } from './helpers/memory.ts'
import { ownProcess } from './helpers/tools.ts'

/** Short, so that the test is; every other setting is the default, and so is the budget on a small machine. */
const timeoutMs = 3000
const budgetMb = 256
const environment = {
  PORT: '0',
  LOG_LEVEL: 'fatal',
  FETCH_ALLOW_CIDRS: '127.0.0.0/8',
  FETCH_TIMEOUT_MS: `${timeoutMs}`,
  MEMORY_BUDGET_MB: `${budgetMb}`,
}

interface Running {
  readonly base: string
  readonly pid: number
}

const start = async (t: Test, name: string): Promise<Running> => {
  const server = join(import.meta.dirname, '..', 'src', 'server.ts')
  const child = spawn(ownProcess.command, [...ownProcess.words, server], {
    env: { ...process.env, ...environment, DATA_DIR: join(t.testdirName, name) },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  t.teardown(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  let out = ''
  child.stdout.setEncoding('utf8')
  while (!/listens on/.test(out)) out += (await once(child.stdout, 'data'))[0]
  return { base: /(http:\S+);/.exec(out)?.[1] ?? '', pid: child.pid ?? 0 }
}

interface Outcome {
  readonly status: number
  readonly code: string | number
  readonly retryAfter: string | null
  /** Milliseconds. */
  readonly took: number
}

/** Sends from an address of its own, as another client. */
const otherClient = new Agent({ localAddress: '127.0.1.1' })
t.teardown(() => otherClient.close())

/** `code` is that of the problem, or 200. */
const ask = async ({ base }: Running, source_url: string, dispatcher?: Dispatcher): Promise<Outcome> => {
  const begin = performance.now()
  const answer = await fetch(`${base}/api/v1/analyze-vibe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ source_url, analysis_depth: 'low' }),
    ...(dispatcher && { dispatcher }),
  })
  const body = await answer.text()
  const { code = answer.status }: { code?: string | number } = JSON.parse(body)
  const retryAfter = answer.headers.get('retry-after')
  return { status: answer.status, code, retryAfter, took: performance.now() - begin }
}

const median = (list: readonly number[]): number => list.toSorted((one, other) => one - other)[list.length >> 1] ?? 0

/** Runs work on every entry, so many at once. */
const each = async <T>(list: readonly T[], atOnce: number, work: (entry: T) => Promise<void>): Promise<void> => {
  const queue = [...list]
  const worker = async (): Promise<void> => {
    for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) await work(entry)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

t.testdir()
const attacked = await start(t, 'attacked')
const control = await start(t, 'control')

const picture = Buffer.from(examplePicture.replace(/.*,/, ''), 'base64')
let number = 0

/** The same picture as another file. */
const another = (): string => {
  number++
  return `data:;base64,${Buffer.concat([picture, Buffer.from(`${number}`)]).toString('base64')}`
}

const drawing = `data:;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').toString('base64')}`

// Workers and compiled code belong to a service at rest.
for (const service of [attacked, control])
  await each([...Array(12).keys()], 4, async () => {
    await Promise.all([ask(service, another()), ask(service, drawing)])
  })

const atRest = residentMemory(attacked.pid)
let before = atRest
let peak = atRest
const sampling = setInterval(() => {
  peak = Math.max(peak, residentMemory(attacked.pid))
}, 40)
t.teardown(() => clearInterval(sampling))

const health: Outcome[] = []
let isOver = false
const watching = (async () => {
  while (!isOver) {
    const begin = performance.now()
    const { status } = await fetch(`${attacked.base}/api/health`)
    health.push({ status, code: status, retryAfter: null, took: performance.now() - begin })
    await new Promise(resolve => setTimeout(resolve, 25))
  }
})()

const serving = await serveHosts(t)

/** Runs one kind of hostility, which may cost so much memory and no more. */
const load = (name: string, work: (t: Test) => Promise<void>) =>
  t.test(name, async t => {
    before = residentMemory(attacked.pid)
    peak = before
    await work(t)
    t.ok(peak - before < budgetMb, `memory grew by ${(peak - before).toFixed(0)} MB`)
    t.comment(`memory with children: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at its peak`)
  })

load('hosts', async t => {
  const isSlow = (name: string): boolean => hosts[name]?.[1] === 'source_timeout'
  const judge = async (name: string): Promise<void> => {
    const [, ...codes] = hosts[name] ?? []
    const sentBefore = serving.sent()
    const { status, code, took } = await ask(attacked, serving.urlOf(name))
    t.equal(status, 422)
    t.ok(
      codes.some(allowed => allowed === code),
      `${name}: ${code} after ${took.toFixed(0)} ms`,
    )
    t.ok(took < timeoutMs + 2000, `${name} is given up in time: ${took.toFixed(0)} ms`)
    const sent = (serving.sent() - sentBefore) / 1e6
    if (code === 'source_too_large') t.ok(sent < 60, `${name}: ${sent.toFixed(1)} MB of it were sent`)
  }
  await each(
    Object.keys(hosts).filter(name => !isSlow(name)),
    1,
    judge,
  )
  await each(Object.keys(hosts).filter(isSlow), 99, async name => {
    const { status, code, took } = await ask(attacked, serving.urlOf(name))
    t.equal(status, 422)
    t.ok(
      hosts[name]?.slice(1).some(allowed => allowed === code),
      `${name}: ${code}`,
    )
    t.ok(took < timeoutMs + 3000, `${name} is given up in time: ${took.toFixed(0)} ms`)
  })
})

const files = new Map<string, Buffer>()
const fileServer = createServer((request, response) => response.end(files.get(request.url ?? '')))
const { url: fileHost } = await listen(t, fileServer)

/** Serves the file for as long as it is asked about. */
const askAbout = async (bytes: Buffer): Promise<Outcome> => {
  number++
  const path = `/${number}`
  files.set(path, bytes)
  const outcome = await ask(attacked, `${fileHost}${path}`)
  files.delete(path)
  return outcome
}

load('files that unpack to far more than they are, that are two things, or half of one', async t => {
  await each(Object.entries({ ...bombs, ...oddities }), 1, async ([name, [bytes, ...outcomes]]) => {
    const { code, took } = await askAbout(bytes)
    t.ok(
      outcomes.some(allowed => allowed === code),
      `${name} (${bytes.length} bytes): ${code} after ${took.toFixed(0)} ms`,
    )
    t.ok(took < 15_000, `${name} ends: ${took.toFixed(0)} ms`)
  })
})

load('drawings that reach outside reach nothing', async t => {
  const asked: unknown[] = []
  const { port, url: address } = await listen(
    t,
    createServer((request, response) => {
      asked.push(request.url)
      response.end()
    }),
  )
  await fetch(address)
  t.same(asked.splice(0), ['/'], 'the counter counts')
  for (const target of [address, `//127.0.0.1:${port}`, import.meta.url])
    await each(Object.entries(reaching(target)), 2, async ([name, bytes]) => {
      const { code } = await askAbout(bytes)
      t.ok(code === 200 || code === 'source_not_picture', `${name}: ${code}`)
    })
  t.same(asked, [])
})

load(
  'many at once are turned away before they fill the memory, and a small picture of another client passes',
  async t => {
    const large = await serveHosts(t)
    const many = Array.from({ length: 60 }, () => ask(attacked, large.urlOf(holding)))
    await new Promise(resolve => setTimeout(resolve, 1000))
    files.set('/small', picture)
    const small = await ask(attacked, `${fileHost}/small`, otherClient)
    t.equal(small.code, 200, `${small.code} after ${small.took.toFixed(0)} ms`)
    const outcomes = await Promise.all(many)
    for (const { code, status, retryAfter } of outcomes) {
      t.ok(code === 'overloaded' || code === 'source_timeout', `${code}`)
      if (status === 503) t.match(retryAfter, /^\d+$/)
    }
    // On a busy machine they are given up before so much has arrived.
    const sent = large.sent() / 1e6
    t.ok(sent < 600 || outcomes.some(({ code }) => code === 'overloaded'), `${sent.toFixed(0)} MB were sent`)
  },
)

load('all of them at once', async t => {
  const everything = Object.keys(hosts).map(name => ask(attacked, serving.urlOf(name)))
  for (const { status, code } of await Promise.all(everything)) t.ok(status === 422 || status === 503, `${code}`)
})

t.test('the service works as before afterwards', async t => {
  isOver = true
  await watching
  clearInterval(sampling)
  const pace: Readonly<Record<'attacked' | 'control', number[]>> = { attacked: [], control: [] }
  for (let round = 0; round < 40; round++) {
    pace.attacked.push((await ask(attacked, another())).took)
    pace.control.push((await ask(control, another())).took)
  }
  const [after, fresh] = [median(pace.attacked), median(pace.control)]
  t.ok(
    after < fresh * 1.5 + 5,
    `${after.toFixed(1)} ms an analysis; a service nobody attacked takes ${fresh.toFixed(1)} ms`,
  )
  t.ok(health.length > 100 && health.every(({ status }) => status === 200), 'health answered all the while')
  const asked = health.map(({ took }) => took)
  t.ok(median(asked) < 250, `in ${median(asked).toFixed(1)} ms`)
  t.equal(serving.open(), 0, 'no connection is left open')
  const counts = `${Object.keys(hosts).length} hosts, ${Object.keys({ ...bombs, ...oddities }).length} files`
  t.comment(`cases: ${counts}, ${Object.keys(reaching('')).length * 3} drawings that reach outside`)
  const memory = residentMemory(attacked.pid)
  t.ok(
    memory < atRest + 100,
    `memory with children: ${atRest.toFixed(0)} MB at rest, ${memory.toFixed(0)} MB afterwards`,
  )
  t.comment(
    `health: ${health.length} times, median ${median(asked).toFixed(1)} ms, longest ${Math.max(...asked).toFixed(0)} ms`,
  )
  t.comment(`an analysis: ${after.toFixed(1)} ms, untouched service ${fresh.toFixed(1)} ms`)
})
