// Worker processes: what they may access, how they end, and how the pool shares and replaces them.
import { spawnSync } from 'node:child_process'
import { once, setMaxListeners } from 'node:events'
import {
  closeSync,
  createWriteStream,
  existsSync,
  openSync,
  readFileSync,
  readlinkSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { warmUpWorkers } from '../src/analysis/warm-up.ts'
import { createWorkerPool } from '../src/analysis/worker-pool.ts'
import { readConfig } from '../src/config/config.ts'
import { Problem } from '../src/errors.ts'
import { createMemoryBudget } from '../src/limits/memory-budget.ts'
import { createWorkerService } from '../src/process/worker-service.ts'
import { type Message, readMessages, receiveMessages, resultOf, unwrap, writeMessage } from '../src/workers/messages.ts'
import { privateBytes } from '../src/workers/process-tree.ts'
import { createWorkerProcess, WorkerEnded } from '../src/workers/worker-process.ts'
import { createWorkerProcesses } from '../src/workers/worker-processes.ts'
import { drawing, endlessDrawing } from './fixtures/media/pictures.ts'
import { recordLog } from './helpers/log.ts'
import { runningChildren, startPool, untilReady } from './helpers/pool.ts'
import { startService } from './helpers/service.ts'

const isLinux = { skip: process.platform === 'linux' ? false : 'needs /proc' } as const
const mebibyte = 1024 * 1024
const task = { depth: 'low', platform: 'web_16_9', mediaType: undefined } as const
const small = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#C83232' } })
  .png()
  .toBuffer()
const smallStyle = { colors: ['#C83232'] }

t.test('messages pass a pipe unchanged, however they are split', async t => {
  const messages = fc.array(fc.record({ head: fc.jsonValue(), bytes: fc.uint8Array({ maxLength: 300 }) }), {
    minLength: 1,
    maxLength: 5,
  })
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 9 })
  await fc.assert(
    fc.asyncProperty(messages, sizes, async (sent, sizes) => {
      const pipe = new PassThrough()
      for (const { head, bytes } of sent) writeMessage(pipe, head, bytes.length > 0 ? bytes : undefined)
      pipe.end()
      const all = await buffer(pipe)
      const pieces: Buffer[] = []
      for (let at = 0; at < all.length; at += pieces.at(-1)?.length ?? 1)
        pieces.push(all.subarray(at, at + (sizes[pieces.length % sizes.length] ?? 1)))
      const received: Message<unknown>[] = []
      const source = Readable.from(pieces)
      readMessages(
        source,
        message => received.push(message),
        error => t.fail(`${error}`),
      )
      await finished(source)
      const textOf = ({ head, bytes }: { head: unknown; bytes: Uint8Array }) => JSON.stringify([head, [...bytes]])
      return received.map(textOf).join() === sent.map(textOf).join()
    }),
    { numRuns: 50 },
  )
})

t.test('messages are read from a file descriptor until its end, also within a message', async t => {
  const file = join(t.testdir(), 'messages')
  const sent = createWriteStream(file)
  writeMessage(sent, { kind: 'thumbnail' }, Buffer.alloc(300_000, 7))
  writeMessage(sent, 'no bytes')
  writeMessage(sent, 'incomplete', Buffer.alloc(9))
  await finished(sent.end())
  truncateSync(file, statSync(file).size - 1)
  const received: Message<unknown>[] = []
  const pipe = openSync(file, 'r')
  await receiveMessages(pipe, message => received.push(message))
  closeSync(pipe)
  t.same(received, [
    { head: { kind: 'thumbnail' }, bytes: Buffer.alloc(300_000, 7) },
    { head: 'no bytes', bytes: Buffer.alloc(0) },
  ])
})

t.test('a result or an error of a worker passes to the parent process', async t => {
  const across = async (work: () => Promise<number>) => unwrap(JSON.parse(JSON.stringify(await resultOf(work))))
  const headers = { 'retry-after': '2' }
  t.equal(await across(async () => 7), 7)
  for (const [thrown, expected] of [
    [
      new Problem('overloaded', { detail: 'Later.', headers, cause: new Error('why') }),
      { code: 'overloaded', message: 'Later.', headers, cause: /why/ },
    ],
    [new Problem('overloaded', { detail: 'Later.' }), { code: 'overloaded', message: 'Later.', cause: '' }],
    [new Error('broken'), { message: /broken/ }],
    [null, { message: 'null' }],
  ] as const)
    await t.rejects(
      across(() => Promise.reject(thrown)),
      expected,
    )
})

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'latin1')
  } catch {
    return 'State: Z'
  }
}

function isRunning(pid: number): boolean {
  return !/^State:\s+Z/m.test(statusOf(pid))
}

const secrets = {
  ADMIN_TOKEN: 'secret-1-of-operators',
  API_KEYS: 'a:secret-2-of-the-team',
  DATABASE_URL: 'postgres://u:secret-3@h/d',
}
Object.assign(process.env, secrets)

const killed: unknown[] = []
const ends: string[] = []
const pool = startPool(t, {
  workers: 2,
  megabytes: 300,
  onKill: worker => killed.push(worker),
  onEnd: ({ message }) => ends.push(message),
})
const analyze = (bytes: Uint8Array, more: { client?: string; signal?: AbortSignal } = {}) => {
  const { client = 'a', signal } = more
  return pool.analyze({ ...task, bytes }, { client, signal })
}

/** The worker processes of the pool, which are all ready. */
async function readyPids(): Promise<readonly number[]> {
  await untilReady(pool, 2)
  return runningChildren().map(({ pid }) => pid)
}

/** Runs a job while the processes are stopped, so that a signal reaches them before its end. */
async function duringJobs<T>(pids: readonly number[], jobs: Promise<T>, signal: () => void): Promise<T> {
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  await wait(50)
  signal()
  for (const pid of pids.filter(isRunning)) process.kill(pid, 'SIGCONT')
  return jobs
}

t.test('a worker has no secrets, no network and a low priority, and is killed first', { ...isLinux }, async t => {
  const pids = await readyPids()
  t.equal(pids.length, 2)
  const canIsolate = ['-n', '-rn'].some(words => spawnSync('unshare', [words, 'true']).status === 0)
  const canLimit = spawnSync('prlimit', ['--version']).status === 0
  const idle = { ready: 2, starting: 0, busy: 0, waiting: 0 }
  t.same(pool.state(), { ...idle, isNetworkIsolated: canIsolate, isMemoryLimited: canLimit })
  // The last two are those of the test runner, which is in between.
  const known = /^(?:PATH|HOME|TMPDIR|LANG|PWD|FONTCONFIG_\w+|MALLOC_\w+|NODE_OPTIONS|NODE_V8_COVERAGE|_TAPJS_\w+)$/
  for (const pid of pids) {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1')
    t.notMatch(environment, /secret-\d/)
    const names = environment.split('\0').flatMap(row => row.split('=').slice(0, 1))
    t.same(
      names.filter(name => name !== '' && !known.test(name)),
      [],
    )
    t.equal(readFileSync(`/proc/${pid}/oom_score_adj`, 'latin1').trim(), '1000')
    t.equal(getPriority(pid), 10)
    const limits = readFileSync(`/proc/${pid}/limits`, 'latin1')
    t.match(limits, /^Max core file size +0 /m)
    t.match(limits, /^Max cpu time +\d+ /m)
    // What it has, what it may grow by, and the budget.
    const data = Number(/^Max data size +(\d+) /m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY)
    const used = Number(/^VmData:\s+(\d+)/m.exec(statusOf(pid))?.[1]) * 1024
    if (canLimit) t.ok(data > used + 300 * mebibyte && data < used + 600 * mebibyte, `${data} of ${used}`)
    const isIsolated = readlinkSync(`/proc/${pid}/ns/net`) !== readlinkSync('/proc/self/ns/net')
    t.equal(isIsolated, canIsolate)
  }
  t.equal(privateBytes(2 ** 30), 0)
  const [own, withChildren] = [Number(/RssAnon:\s+(\d+)/.exec(statusOf(process.pid))?.[1]), privateBytes(process.pid)]
  t.ok(withChildren > own * 1024 + 40 * mebibyte, `${withChildren}: memory includes that of child processes`)
})

t.test(
  'every worker that is killed, while it starts or later, is reported once and replaced',
  { ...isLinux },
  async t => {
    for (let round = 0; round < 4; round++) {
      // In every other round they are killed while they start.
      const pids = round % 2 === 0 ? await readyPids() : runningChildren().map(({ pid }) => pid)
      ends.length = 0
      for (const pid of pids) process.kill(pid, 'SIGKILL')
      while (pool.state().ready > 0 || ends.length < pids.length) await wait(5)
      t.match(ends, { length: pids.length, 0: /: (?:killed|start) \(SIGKILL\)/ })
      await untilReady(pool)
      t.match(await analyze(small), smallStyle)
    }
  },
)

t.test('after a process that did not start, a while passes before the next one starts', { ...isLinux }, async t => {
  const others = await readyPids()
  const started = () => runningChildren().filter(({ pid }) => !others.includes(pid))
  const ends: string[] = []
  const fresh = startPool(t, { onEnd: ({ message }) => ends.push(message) })
  fresh.keepRunning()
  for (const child of started()) child.kill('SIGKILL')
  while (ends.length === 0) await wait(5)
  const ended = performance.now()
  t.match(ends, { 0: /: start \(SIGKILL\)/, length: 1 })
  while (started().length === 0) await wait(5)
  const ms = performance.now() - ended
  t.ok(ms > 900, `${ms.toFixed(0)} ms`)
  await untilReady(fresh)
  t.match(await fresh.analyze({ ...task, bytes: small }, { client: 'a' }), smallStyle)
})

t.test('a service whose system does not confine the processes warns of it once', { ...isLinux }, async t => {
  const { PATH } = process.env
  t.teardown(() => Object.assign(process.env, { PATH }))
  // Neither unshare nor prlimit.
  process.env.PATH = t.testdir()
  const { log, lines } = recordLog()
  const { pool } = createWorkerService(readConfig({}), log)
  t.teardown(() => pool.close())
  await untilReady(pool, 1)
  t.match(pool.state(), { isNetworkIsolated: false, isMemoryLimited: false })
  t.match(lines(), [{ level: 40, msg: /less isolated/, network_isolated: false, memory_limited: false }])
})

t.test('warming up gives every process a bitmap and a drawing', { ...isLinux }, async t => {
  await readyPids()
  const kinds: string[] = []
  const record = ({ bytes }: { readonly bytes: Uint8Array }) => {
    kinds.push(Buffer.from(bytes).toString('latin1', 1, 4))
    return analyze(bytes)
  }
  await warmUpWorkers({ analyze: record }, 2)
  t.same(kinds, ['PNG', 'PNG', 'svg', 'svg'])
})

t.test(
  'a worker that crashes on an image fails its own job only, as a damaged image, and is replaced',
  { ...isLinux },
  async t => {
    const pids = await readyPids()
    const jobs = Promise.allSettled(['a', 'b'].map(client => analyze(small, { client })))
    const outcomes = await duringJobs(pids, jobs, () => process.kill(pids[0] ?? 0, 'SIGSEGV'))
    t.match(
      outcomes.filter(({ status }) => status === 'rejected'),
      { 0: { reason: { code: 'source_not_picture' } }, length: 1 },
    )
    t.match(killed, [{ reason: 'crash', format: 'png', bytes: small.length, client: /^[ab]$/ }])
    t.match(await Promise.all([analyze(small), analyze(small)]), [smallStyle, smallStyle])
    t.equal(runningChildren().length, 2)
  },
)

t.test('a job whose worker is killed from outside is tried once more', { ...isLinux }, async t => {
  const others = await readyPids()
  const ends: unknown[] = []
  const single = startPool(t, { onKill: worker => ends.push(worker) })
  await untilReady(single)
  const pids = runningChildren().flatMap(({ pid }) => (others.includes(pid) ? [] : [pid]))
  const job = single.analyze({ ...task, bytes: small }, { client: 'a' })
  t.match(await duringJobs(pids, job, () => process.kill(Number(pids[0]), 'SIGKILL')), smallStyle)
  t.match(ends, [{ reason: 'killed', format: 'png', bytes: small.length, client: 'a' }])
})

/** A program that counts how often it was started, and sends its parent one signal after the other. */
function writeKiller(folder: string, signals: string): string {
  const lines = [
    '#!/bin/sh',
    '[ "$1" = -version ] && exit',
    `echo >>${folder}/starts`,
    `set -- ${signals}`,
    `eval "signal=\\\${$(wc -l <${folder}/starts)}"`,
    '[ -n "$signal" ] && kill -$signal $PPID && sleep 60',
    'exit 1',
  ]
  for (const name of ['ffmpeg', 'ffprobe']) writeFileSync(join(folder, name), lines.join('\n'), { mode: 0o755 })
  return join(folder, 'ffmpeg')
}

/** Its folder outlives the start of a service, which empties that of its own test. */
const top = t

for (const [signals, status, code, starts] of [
  ['KILL KILL', 503, 'overloaded', 2],
  ['TERM KILL KILL', 503, 'overloaded', 2],
  ['KILL', 422, 'source_not_picture', 2],
  ['SEGV', 503, 'overloaded', 1],
] as const)
  t.test(`a film whose workers get ${signals} is answered with ${status} ${code}`, { ...isLinux }, async t => {
    const folder = top.testdir()
    const { post } = await startService(t, { FFMPEG_PATH: writeKiller(folder, signals) })
    const film = Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp41', 'latin1')
    const answer = await post('/api/v1/analyze-vibe', film, { 'content-type': 'video/mp4' })
    t.match([answer.statusCode, answer.json().code], [status, code])
    t.equal(answer.headers['retry-after'], status === 503 ? '2' : undefined)
    t.equal(readFileSync(join(folder, 'starts'), 'latin1').length, starts)
  })

t.test('a worker keeps running while it analyzes one picture after another', { ...isLinux }, async t => {
  const before = await readyPids()
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const image = sharp({ create: { width: 1200, height: 800, channels: 3, background: '#357', noise } })
  const files = [image.clone().jpeg(), image.clone().png(), image.clone().webp(), image.clone().avif({ effort: 0 })]
  for (const file of [...files, ...files, ...files]) await analyze(await file.toBuffer())
  t.same(await readyPids(), before)
})

t.test('a worker that retains memory after an SVG is replaced', { ...isLinux }, async t => {
  const before = await readyPids()
  const groups = "<g transform='scale(.9)'><path d='M0 0h9v9z'/></g>".repeat(12_000)
  t.match(await analyze(Buffer.from(drawing(64, 64, groups))), { colors: ['#000000'] })
  const after = await readyPids()
  t.equal(after.filter(pid => before.includes(pid)).length, 1)
  t.match(await Promise.all([analyze(small), analyze(small)]), [smallStyle, smallStyle])
})

t.test('endless SVG files occupy all workers but one, until their time is over', { ...isLinux }, async t => {
  const pids = await readyPids()
  const leave = new AbortController()
  setMaxListeners(0, leave.signal)
  const bytes = endlessDrawing()
  const first = t.rejects(analyze(bytes), {
    code: 'source_timeout',
    message: /received, but decoding it takes longer than 5 s/,
  })
  const others = Array.from({ length: 11 }, () => t.rejects(analyze(bytes, { signal: leave.signal })))
  await wait(200)
  const begin = performance.now()
  t.match(await analyze(small, { client: 'b' }), smallStyle)
  const ms = performance.now() - begin
  t.ok(ms < 2000, `${ms.toFixed(0)} ms beside 12 endless drawings`)
  leave.abort(new Error('gone'))
  await Promise.all(others)
  // A process that is stopped takes no processor time until it is killed.
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  await first
  for (const pid of pids.filter(isRunning)) process.kill(pid, 'SIGCONT')
  t.equal(pids.filter(isRunning).length, 1)
})

t.test(
  'a worker ends when the service does, and one that ended while idle fails no request',
  { ...isLinux },
  async t => {
    await readyPids()
    // The oldest gets the next job.
    const [child] = runningChildren()
    child?.ref()
    const ended = child && once(child, 'close')
    // The pipes of a process close however it ends, even when it is killed.
    child?.stdin?.destroy()
    await ended
    t.match(await analyze(small), smallStyle)
    t.equal((await readyPids()).length, 2)
  },
)

t.test('the programs of a worker end with it, however it ends', { ...isLinux }, async t => {
  const folder = t.testdir()
  const pidFile = join(folder, 'pid')
  const ffmpegPath = join(folder, 'ffmpeg')
  // ffprobe, which is looked for beside ffmpeg, comes first.
  for (const program of [ffmpegPath, join(folder, 'ffprobe')])
    writeFileSync(program, `#!/bin/sh\necho $$ >${pidFile}.new\nmv ${pidFile}.new ${pidFile}\nexec sleep 60\n`, {
      mode: 0o755,
    })
  const bytes = Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp41', 'latin1')
  const pool = startPool(t, { ffmpegPath })
  const job = t.rejects(pool.analyze({ ...task, bytes }, { client: 'a' }), { code: 'overloaded', statusCode: 503 })
  while (!existsSync(pidFile)) await wait(20)
  const ffmpeg = Number(readFileSync(pidFile, 'latin1'))
  const childrenOf = (pid: number): string => readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1')
  const worker = runningChildren().find(({ pid }) => childrenOf(pid).split(' ').includes(`${ffmpeg}`))
  t.ok(worker, 'it belongs to a worker')
  worker?.kill('SIGSEGV')
  await job
  while (isRunning(ffmpeg)) await wait(20)
})

t.test('a file waits in all queues together as long as in one', async t => {
  const waiting = { maxWaiting: 9, maxWaitMs: 2000 }
  const memory = createMemoryBudget({ bytes: () => 100 * mebibyte, ...waiting })
  const settings = { maxPixels: 1e6, ffmpegPath: '' }
  const report = () => undefined
  const pool = createWorkerPool({ workers: 1, waiting, memory, settings, onKill: report, onEnd: report })
  t.teardown(() => pool.close())
  // Timers of queues alone do not keep a process running.
  const running = setInterval(() => undefined, 1000)
  t.teardown(() => clearInterval(running))
  const held = await memory.acquire('other', memory.maxDecodeBytes(undefined))
  const file = { ...task, bytes: drawing(9, 9, '') }
  const overloaded = { code: 'overloaded', headers: { 'retry-after': '2' } }
  const first = t.rejects(pool.analyze(file, { client: 'a' }), overloaded)
  await wait(800)
  const begin = performance.now()
  // It waits for the first one for 1,200 ms, and then for memory.
  await t.rejects(pool.analyze(file, { client: 'b' }), overloaded)
  const ms = performance.now() - begin
  t.ok(ms > 1900 && ms < 3100, `${ms.toFixed(0)} ms`)
  await first
  held.release()
  t.same([memory.queue.held, memory.queue.waiting], [0, 0])
})

t.test('a worker that writes what is no message, or too much, is ended', async t => {
  for (const [name, prefix] of Object.entries({ 'no JSON': [9, 0], 'too large': [9, 0xffff_ffff] })) {
    const file = join(t.testdir(), 'worker.ts')
    const written = Buffer.concat([Buffer.from(Uint32Array.of(...prefix).buffer), Buffer.from('no message')])
    writeFileSync(
      file,
      `process.stdout.write(Buffer.from('${written.toString('hex')}', 'hex')); process.stdin.resume()`,
    )
    const worker = createWorkerProcess(pathToFileURL(file), { dataMegabytes: 900, cpuSeconds: 60 })
    t.match(await worker.ready.catch(error => error), { reason: 'crash' }, name)
  }
})

t.test('a worker opens a file once, and closes it where its decode gets no memory', async t => {
  const file = join(t.testdir(), 'worker.ts')
  const log = join(t.testdirName, 'log')
  writeFileSync(
    file,
    `import { appendFileSync } from 'node:fs'
    import { readMessages, writeMessage } from '${new URL('../src/workers/messages.ts', import.meta.url)}'
    readMessages(process.stdin, ({ head, bytes }) => {
      appendFileSync('${log}', head.kind + ' ' + bytes.length + '\\n')
      writeMessage(process.stdout, { value: { need: bytes.length > 100 ? 200e6 : 50e6, limit: 300e6 } })
    }, () => process.exit(1))
    writeMessage(process.stdout, { value: { isNetworkIsolated: true, isMemoryLimited: true } })`,
  )
  const memory = createMemoryBudget({ bytes: () => 100e6, maxWaiting: 0 })
  const settings = { maxPixels: 1e6, ffmpegPath: '' }
  const options = { workers: 1, waiting: { maxWaiting: 9 }, memory, settings, onEnd: () => undefined }
  const ended: unknown[] = []
  const own = createWorkerPool({ program: pathToFileURL(file), ...options, onKill: one => ended.push(one) })
  t.teardown(() => own.close())
  const run = (bytes: Uint8Array) => own.createThumbnail({ ...task, bytes }, { client: 'a' })
  const tiny = Buffer.from('GIF89a')
  await run(tiny)
  const held = await memory.acquire('b', 60e6)
  await t.rejects(run(tiny), { code: 'overloaded', headers: { 'retry-after': '2' } })
  held.release()
  await t.rejects(run(Buffer.alloc(200).fill('GIF89a', 0, 6)), { code: 'picture_too_large' })
  await run(tiny)
  t.same(readFileSync(log, 'latin1').trim().split('\n'), [
    ...['open 6', 'thumbnail 0'],
    ...['open 6', 'close 0'],
    ...['open 200', 'close 0'],
    ...['open 6', 'thumbnail 0'],
  ])
  t.same([ended, memory.queue.held], [[], 0])
})

t.test('a closed pool leaves no process and takes no job', async t => {
  await pool.close()
  t.equal(runningChildren().length, 0)
  await t.rejects(analyze(small), { code: 'overloaded' })
})

t.test('closing the pool while processes start fails their jobs with a retryable error', async t => {
  const pool = startPool(t)
  const job = t.rejects(pool.analyze({ ...task, bytes: small }, { client: 'a' }), { code: 'overloaded' })
  await wait(20)
  await pool.close()
  await job
})

/** A program whose jobs name what it does. */
const program = `
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
const codeOf = work => {
  try {
    return work() && 'read'
  } catch (error) {
    return error.code
  }
}
const send = head => {
  const text = Buffer.from(JSON.stringify(head))
  const prefix = Buffer.alloc(8)
  prefix.writeUInt32LE(text.length)
  process.stdout.write(Buffer.concat([prefix, text]))
}
const memory = []
const actions = {
  answer: () => send({ value: 7 }),
  throw: () => send({ error: 'boom' }),
  exit: () => process.exit(3),
  abort: () => process.abort(),
  die: () => process.kill(process.pid, 'SIGKILL'),
  leave: () => process.kill(process.pid, 'SIGTERM'),
  hang: () => {},
  grow: () => setInterval(() => memory.push(Buffer.alloc(8 << 20, 1)), 5),
  spy: () => send({ value: ['environ', 'mem'].map(name => codeOf(() => readFileSync(\`/proc/\${process.ppid}/\${name}\`))) }),
  sleep: () => spawn('sleep', ['60'], { stdio: 'ignore' }).once('spawn', () => send({ value: 7 })),
  orphan: () => {
    spawn('sleep', ['1'], { detached: true, stdio: ['ignore', 'inherit', 'ignore'] })
    process.exit(3)
  },
}
process.stdin.on('data', data => actions[/"(\\w+)"/.exec(data.toString('latin1', 8))?.[1]]?.())
`

function startProgram(t: Test, begin = 'send({ value: null })') {
  const file = join(t.testdir(), 'program.mjs')
  writeFileSync(file, `${program}\n${begin}\n`)
  const worker = createWorkerProcess(pathToFileURL(file), { dataMegabytes: 900, cpuSeconds: 60 })
  t.teardown(() => {
    worker.kill('closed')
    return worker.ended
  })
  return worker
}

/** How a job fails: the reason, and how the process ended. */
async function endOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('The job succeeded.'),
    error => error,
  )
  return error instanceof WorkerEnded ? `${error.reason}: ${error.message}` : String(error)
}

const limits = { timeoutMs: 20_000, memoryBytes: 64 * mebibyte }
const nothing = new Uint8Array()

for (const [action, expected, more] of [
  ['exit', /^crash: .*3/, {}],
  ['abort', /^memory: .*SIGABRT/, {}],
  ['die', /^killed: .*SIGKILL/, {}],
  ['leave', /^killed: .*SIGTERM/, {}],
  ['hang', /^timeout: .*SIGKILL/, { timeoutMs: 100 }],
  ['grow', /^memory: .*SIGKILL/, {}],
] as const)
  t.test(`a process that has to ${action} ends with reason ${expected}`, { ...isLinux }, async t => {
    const worker = startProgram(t)
    await worker.ready
    t.same((await worker.run('answer', nothing, limits)).value, 7)
    await t.rejects(worker.run('throw', nothing, limits), { message: 'boom' })
    t.ok(worker.busyMs() > 0)
    t.ok(worker.isUsable())
    t.match(await endOf(worker.run(action, nothing, { ...limits, ...more })), expected)
    t.notOk(worker.isUsable())
    t.match(await endOf(worker.run('answer', nothing, limits)), expected)
    worker.kill('closed')
  })

const hasUserNamespaces = spawnSync('unshare', ['-rn', 'true']).status === 0

t.test(
  'a process reads neither the environment nor the memory of its parent',
  { skip: hasUserNamespaces ? false : 'needs user namespaces' },
  async t => {
    const worker = startProgram(t)
    await worker.ready
    t.same((await worker.run('spy', nothing, limits)).value, ['EACCES', 'EACCES'])
  },
)

t.test(
  'after a while without jobs one process stays, and others start with the jobs that need them',
  { ...isLinux },
  async t => {
    const others = runningChildren().length
    const count = () => runningChildren().length - others
    const start = () => startProgram(t)
    const processes = createWorkerProcesses({ size: 2, start, onEnd: () => undefined, idleMs: 200 })
    t.teardown(processes.close)
    const first = await processes.take()
    const second = await processes.take()
    processes.giveBack(first)
    processes.giveBack(second)
    while (count() > 1) await wait(20)
    t.same([processes.state().ready, first.isReady()], [1, false])
    t.equal(await processes.take(), second)
    const third = await processes.take()
    t.same((await third.run('answer', nothing, limits)).value, 7)
    t.equal(count(), 2)
  },
)

t.test('a process that cannot start is reported with what it wrote to stderr', async t => {
  t.match(await endOf(startProgram(t, "throw new Error('no decoder')").ready), /^start: .*\(1\)[\s\S]*no decoder/)
  t.match(await endOf(startProgram(t, 'process.exit(1)').ready), /^start: .*\(1\)/)
})

t.test('a process that has just ended can be killed', { ...isLinux }, async t => {
  const worker = startProgram(t)
  await worker.ready
  const [child] = runningChildren()
  const job = endOf(worker.run('orphan', nothing, limits))
  // Its orphan holds the pipe open: the process has ended, but is not closed.
  while (child?.exitCode === null) await wait(20)
  worker.kill('closed')
  t.match(await job, /^closed/)
})
