// The processes that read files of strangers: what they may, how they end, and that nobody has them all.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { warmUp } from '../src/analysis/analyze.ts'
import { type Message, readMessages, writeMessage } from '../src/workers/messages.ts'
import { createWorkerProcess, privateBytes, WorkerEnded } from '../src/workers/worker-process.ts'
import { bombs } from './fixtures/media/hostile-pictures.ts'
import { endlessDrawing } from './fixtures/media/pictures.ts'
import { runningChildren, startPool } from './helpers/pool.ts'
import { start } from './helpers/process.ts'

const isLinux = { skip: process.platform === 'linux' ? false : 'needs /proc' } as const
const mebibyte = 1024 * 1024
const task = { depth: 'low', platform: 'web_16_9', mediaType: undefined, maxPixels: 1e8, ffmpegPath: '' } as const
const small = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#C83232' } })
  .png()
  .toBuffer()

const wait = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

const isRunning = (pid: number): boolean => existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(statusOf(pid))

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'latin1')
  } catch {
    return 'State: Z'
  }
}

async function untilGone(pids: readonly number[]): Promise<void> {
  while (pids.some(isRunning)) await wait(20)
}

/** Stops the processes, so that what they are given next is under way until they go on. */
function stop(pids: readonly number[]): { readonly goOn: () => void } {
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  return {
    goOn: () => {
      for (const pid of pids.filter(isRunning)) process.kill(pid, 'SIGCONT')
    },
  }
}

/** A pool whose processes are warm, and what is known of them. */
async function startWarm(t: Test, size: Parameters<typeof startPool>[1] = {}) {
  const before = runningChildren()
  const pool = startPool(t, size)
  await pool.warmUp()
  const own = () => runningChildren().filter(child => !before.includes(child))
  return { pool, own, pids: own().map(({ pid }) => pid) }
}

t.test('messages pass a pipe unchanged, however they are split', async () => {
  const messages = fc.array(fc.record({ head: fc.jsonValue(), bytes: fc.uint8Array({ maxLength: 300 }) }), {
    minLength: 1,
    maxLength: 5,
  })
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 9 })
  await fc.assert(
    fc.asyncProperty(messages, sizes, async (sent, sizes) => {
      const pipe = new PassThrough()
      for (const { head, bytes } of sent) {
        if (bytes.length > 0) writeMessage(pipe, head, bytes)
        else writeMessage(pipe, head)
      }
      pipe.end()
      const all = await buffer(pipe)
      const pieces: Buffer[] = []
      for (let at = 0; at < all.length; ) {
        const size = sizes[pieces.length % sizes.length] ?? 1
        pieces.push(all.subarray(at, at + size))
        at += size
      }
      const received: Message<unknown>[] = []
      const source = Readable.from(pieces)
      readMessages(source, message => received.push(message))
      await new Promise(resolve => source.once('end', resolve))
      return (
        received.length === sent.length &&
        received.every(
          ({ head, bytes }, at) =>
            JSON.stringify(head) === JSON.stringify(sent[at]?.head) && bytes.equals(sent[at]?.bytes ?? small),
        )
      )
    }),
  )
})

t.test('a worker has no secrets and no network, and is killed first when memory runs out', isLinux, async t => {
  const secrets = {
    ADMIN_TOKEN: 'token-of-the-test',
    API_KEYS: 'a:key-of-the-test',
    DATABASE_URL: 'postgres://u:pw-of-the-test@h/d',
  }
  Object.assign(process.env, secrets)
  t.teardown(() => {
    for (const name of Object.keys(secrets)) delete process.env[name]
  })
  const { pids } = await startWarm(t, { workers: 2, megabytes: 300 })
  t.equal(pids.length, 2, 'warm means that all are there')
  const isIsolated = [['-n'], ['-rn']].some(words => spawnSync('unshare', [...words, 'true']).status === 0)
  for (const pid of pids) {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1')
    t.notMatch(environment, /of-the-test/)
    const names = environment
      .split('\0')
      .map(row => row.replace(/=.*/s, ''))
      .filter(Boolean)
    // The last two are those of the test runner, which is in between.
    const known = /^(?:PATH|HOME|TMPDIR|LANG|PWD|FONTCONFIG_\w+|MALLOC_\w+|NODE_OPTIONS|NODE_V8_COVERAGE|_TAPJS_\w+)$/
    t.same(
      names.filter(name => !known.test(name)),
      [],
    )
    t.equal(readFileSync(`/proc/${pid}/oom_score_adj`, 'latin1').trim(), '1000')
    const limits = readFileSync(`/proc/${pid}/limits`, 'latin1')
    t.match(limits, /^Max core file size +0 /m)
    t.match(limits, /^Max cpu time +\d+ /m)
    const data = Number(/^Max data size +(\d+) /m.exec(limits)?.[1])
    t.ok(data > 300 * mebibyte && data < 1400 * mebibyte, `${data}`)
    const isApart = readlinkSync(`/proc/${pid}/ns/net`) !== readlinkSync('/proc/self/ns/net')
    t.equal(isApart, isIsolated)
  }
})

t.test('a killed worker fails its own job only and is replaced', isLinux, async t => {
  const killed: unknown[] = []
  const { pool, own, pids } = await startWarm(t, { workers: 2, onKill: one => killed.push(one) })
  const { goOn } = stop(pids)
  const jobs = ['a', 'b'].map(client => pool.analyze({ ...task, bytes: small }, { client }))
  const settled = Promise.allSettled(jobs)
  await wait(50)
  process.kill(pids[0] ?? 0, 'SIGKILL')
  goOn()
  const outcomes = await settled
  const failed = outcomes.filter(({ status }) => status === 'rejected')
  t.match(failed, [{ reason: { code: 'picture_too_large', message: /takes too much memory/ } }])
  t.equal(failed.length, 1)
  t.match(killed, [{ reason: 'memory', format: 'png', bytes: small.length, client: /^[ab]$/ }])
  const next = await Promise.all(['a', 'b'].map(client => pool.analyze({ ...task, bytes: small }, { client })))
  t.match(next, [{ colors: ['#C83232'] }, { colors: ['#C83232'] }])
  t.equal(own().length, 2)
})

t.test('an idle worker that ends fails no request', isLinux, async t => {
  const { pool, own } = await startWarm(t)
  const ended = own().map(child => once(child, 'close'))
  for (const child of own()) {
    child.ref()
    process.kill(child.pid, 'SIGKILL')
  }
  await Promise.all(ended)
  t.match(await pool.analyze({ ...task, bytes: small }, { client: 'a' }), { colors: ['#C83232'] })
})

t.test('memory retained after an SVG fails no later request', isLinux, async t => {
  const { pool, own, pids } = await startWarm(t)
  const [laughs = small] = bombs['a billion laughs'] ?? []
  await t.rejects(pool.analyze({ ...task, bytes: laughs }, { client: 'a' }), { code: 'source_not_picture' })
  await pool.warmUp()
  t.not(own()[0]?.pid, pids[0], 'the process was replaced')
  t.match(await pool.analyze({ ...task, bytes: small }, { client: 'b' }), { colors: ['#C83232'] })
})

t.test('a worker crash on an image is reported as a damaged image', isLinux, async t => {
  const { pool, pids } = await startWarm(t)
  const { goOn } = stop(pids)
  const job = t.rejects(pool.analyze({ ...task, bytes: small }, { client: 'a' }), { code: 'source_not_picture' })
  await wait(50)
  process.kill(pids[0] ?? 0, 'SIGSEGV')
  goOn()
  await job
})

/** Begins as a film; the program that reads it is a shell script. */
const film = Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp41', 'latin1')

t.test('killing a worker kills its children, and a video may be sent again', isLinux, async t => {
  const folder = t.testdir()
  const note = join(folder, 'pid')
  const ffmpegPath = join(folder, 'ffmpeg')
  writeFileSync(ffmpegPath, `#!/bin/sh\necho $$ >${note}\nexec sleep 60\n`, { mode: 0o755 })
  const { pool, pids } = await startWarm(t)
  const job = t.rejects(pool.analyze({ ...task, bytes: film, ffmpegPath }, { client: 'a' }), { code: 'overloaded' })
  while (!existsSync(note) || readFileSync(note, 'latin1') === '') await wait(20)
  process.kill(pids[0] ?? 0, 'SIGSEGV')
  await job
  const again = t.rejects(pool.analyze({ ...task, bytes: film, ffmpegPath }, { client: 'a' }), { code: 'overloaded' })
  const first = Number(readFileSync(note, 'latin1'))
  while (Number(readFileSync(note, 'latin1')) === first || readFileSync(note, 'latin1') === '') await wait(20)
  const second = Number(readFileSync(note, 'latin1'))
  t.ok(isRunning(second))
  await pool.close()
  await again
  await untilGone([second])
  process.kill(first, 'SIGKILL')
})

t.test('SVG files never occupy all workers', async t => {
  const { pool } = await startWarm(t, { workers: 2 })
  const leave = new AbortController()
  const bytes = endlessDrawing()
  const drawings = Array.from({ length: 12 }, () =>
    pool.analyze({ ...task, bytes }, { client: 'a', signal: leave.signal }).catch(({ code }) => code),
  )
  await wait(200)
  const begin = performance.now()
  t.match(await pool.analyze({ ...task, bytes: small }, { client: 'b' }), { colors: ['#C83232'] })
  const took = performance.now() - begin
  t.ok(took < 2000, `${took.toFixed(0)} ms beside 12 endless drawings`)
  leave.abort(new Error('gone'))
  await pool.close()
  await Promise.all(drawings)
})

t.test('a closed pool leaves no process and accepts no job', isLinux, async t => {
  const { pool, pids } = await startWarm(t, { workers: 2 })
  t.ok(pids.every(isRunning))
  await pool.close()
  t.notOk(pids.some(isRunning))
  await t.rejects(pool.analyze({ ...task, bytes: small }, { client: 'a' }), { code: 'overloaded' })
  await t.rejects(pool.warmUp(), { code: 'overloaded' })
})

t.test('closing the pool while processes start fails their jobs with a retryable error', async t => {
  const pool = startPool(t)
  const job = t.rejects(pool.analyze({ ...task, bytes: small }, { client: 'a' }), { code: 'overloaded' })
  await wait(20)
  await pool.close()
  await job
})

t.test('the workers end with the service, even when it is killed', isLinux, async t => {
  const { child, listening } = start(t, [], { PORT: '0', DATA_DIR: t.testdir(), LOG_LEVEL: 'silent' })
  const base = await listening()
  while ((await fetch(`${base}/readyz`)).status !== 200) await wait(50)
  const pids = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'latin1')
    .split(' ')
    .filter(Boolean)
    .map(Number)
  t.ok(pids.length > 0)
  child.kill('SIGKILL')
  await untilGone(pids)
})

t.test('warming up analyzes an image of each common format', async t => {
  t.match(await warmUp(), { media: { format: 'svg' } })
})

/** A program that does as it is told. */
const program = `
import { spawn } from 'node:child_process'
const send = head => {
  const text = Buffer.from(JSON.stringify(head))
  const prefix = Buffer.alloc(8)
  prefix.writeUInt32LE(text.length)
  process.stdout.write(Buffer.concat([prefix, text]))
}
const kept = []
const deeds = {
  answer: () => send({ value: 7 }),
  throw: () => send({ error: 'boom' }),
  exit: () => process.exit(3),
  abort: () => process.abort(),
  hang: () => {},
  grow: () => setInterval(() => kept.push(Buffer.alloc(8 << 20, 1)), 5),
  orphan: () => {
    spawn('sleep', ['1'], { detached: true, stdio: ['ignore', 'inherit', 'ignore'] })
    process.exit(3)
  },
}
process.stdin.on('data', data => deeds[/"(\\w+)"/.exec(data.toString('latin1', 8))?.[1]]?.())
`

function startProgram(t: Test, begin = 'send({ value: null })', platform?: string) {
  const file = join(t.testdir(), 'program.mjs')
  writeFileSync(file, `${program}\n${begin}\n`)
  const worker = createWorkerProcess(pathToFileURL(file), { dataMegabytes: 900, cpuSeconds: 60 }, platform)
  t.teardown(() => {
    worker.kill('closed')
    return worker.ended
  })
  return worker
}

/** How a job fails: the reason, and how the process ended. */
async function endOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('It was done.'),
    error => error,
  )
  return error instanceof WorkerEnded ? `${error.reason}: ${error.message}` : String(error)
}

const limits = { timeoutMs: 20_000, memoryBytes: 64 * mebibyte }
const nothing = new Uint8Array()

for (const [deed, wanted, more] of [
  ['exit', /^crash: .*3/, {}],
  ['abort', /^memory: .*SIGABRT/, {}],
  ['hang', /^timeout: .*SIGKILL/, { timeoutMs: 100 }],
  ['grow', /^memory: .*SIGKILL/, {}],
] as const)
  t.test(`a process that has to ${deed} ends with reason ${wanted}`, isLinux, async t => {
    const worker = startProgram(t)
    await worker.ready
    t.same((await worker.run('answer', nothing, limits)).value, 7)
    await t.rejects(worker.run('throw', nothing, limits), { message: 'boom' })
    t.ok(worker.busyMs() > 0)
    t.ok(worker.isUsable())
    t.match(await endOf(worker.run(deed, nothing, { ...limits, ...more })), wanted)
    t.notOk(worker.isUsable())
    t.match(await endOf(worker.run('answer', nothing, limits)), wanted)
    worker.kill('closed')
  })

t.test('a process also works without a shell', async t => {
  const worker = startProgram(t, undefined, 'win32')
  await worker.ready
  t.same((await worker.run('answer', nothing, limits)).value, 7)
  t.match(await endOf(worker.run('hang', nothing, { ...limits, timeoutMs: 50 })), /^timeout/)
})

t.test('a process that cannot start is reported by its first result or its end', async t => {
  await t.rejects(startProgram(t, "send({ error: 'no decoder' })").ready, { message: 'no decoder' })
  t.match(await endOf(startProgram(t, 'process.exit(1)').ready), /^crash/)
})

t.test('a process that has just ended can be killed', isLinux, async t => {
  const worker = startProgram(t)
  await worker.ready
  const job = endOf(worker.run('orphan', nothing, limits))
  await wait(500)
  worker.kill('closed')
  t.match(await job, /^closed/)
})

t.test('the memory of a process includes that of its children', isLinux, async t => {
  t.equal(privateBytes(2 ** 30), 0)
  const own = privateBytes(process.pid)
  const { pool } = await startWarm(t)
  t.ok(privateBytes(process.pid) > own)
  await pool.close()
})
