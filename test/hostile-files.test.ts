// Hostile files and hosts: a worker process stays within the memory estimate of each file, and the service within its limits of memory
// and time, while it answers other clients.
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { Agent, type Dispatcher, fetch } from 'undici'
import { examplePicture } from '../schemas/examples/pictures.ts'
import { Problem } from '../src/errors.ts'
import { detectFormat, requireFormat } from '../src/image/format.ts'
import { estimateMemory } from '../src/image/probe.ts'
import { privateBytes } from '../src/workers/process-tree.ts'
import { type HostileFormat, hostileFiles } from './fixtures/hostile-files/index.ts'
import { externalReferences, oddities } from './fixtures/hostile-files/oddities.ts'
import { holding, hosts, serveHosts } from './fixtures/network/hostile-hosts.ts'
import { listen } from './helpers/loopback.ts'
import { privateMegabytes } from './helpers/memory.ts'
import { runningChildren, startPool, untilReady } from './helpers/pool.ts'
import { start } from './helpers/process.ts'
import { ffmpegPath } from './helpers/tools.ts'
import { sample, whole } from './helpers/whole.ts'

const mebibyte = 1024 * 1024
const isLinux = { skip: process.platform === 'linux' ? false : 'needs /proc' } as const

/** Of each format, files of every kind of attack that take less than half a second; `npm run verify` takes all files. */
const quick: Readonly<Record<HostileFormat, readonly [string, ...string[]]>> = {
  png: ['200 zTXt of 7 MB', 'iCCP that inflates to 4 GB', '8-bit RGBA 50 MP', '2147483647 x 1', '65535 x 65535'],
  jpeg: ['progressive of 30,000 scans', '65535 x 65535', '1000 frame headers', 'no height'],
  webp: [
    'lossy 50 MP',
    'lossless 50 MP in 38 bytes',
    'lossless 16384 x 16384',
    'EXIF of 20 MB',
    '300,000 frames of 16 x 16',
  ],
  avif: ['65535 x 65535 in the header', 'grid of itself', 'XMP of 60,000 extents of the same megabyte'],
  gif: ['500,000 frames of one pixel', 'data of 2 GB for 256 pixels', 'frame far beyond the screen'],
  tiff: ['JPEG 49 MP in one strip', 'deflate 4 GB in a strip of 16 x 16', '2^32 - 1 strips'],
  svg: [
    'a billion laughs',
    'quadratic laughs',
    'an entity of itself',
    'clip of clips, 30 levels',
    'groups 100,000 deep',
  ],
  heic: ['65535 x 65535 in the header', 'without its data'],
  jxl: ['1 GP in the header', 'cut off'],
  bmp: ['65535 x 65535', '7000 x 7000 without its data'],
  ico: ['60 pictures of 16 MP'],
  psd: ['30000 x 30000', '4000 x 4000 without its data'],
  video: ['cover with 200 zTXt'],
}

await t.test('a file is analyzed or refused within its memory estimate', { ...isLinux }, async t => {
  const killed: string[] = []
  const pool = startPool(t, {
    megabytes: 512,
    ffmpegPath: ffmpegPath ?? '',
    onKill: ({ reason }) => killed.push(reason),
  })
  const task = { depth: 'medium', platform: 'web_16_9' } as const
  /** What a decoder can take between two checks of its memory. */
  const tolerance = 64 * mebibyte
  const memoryNow = (): number => runningChildren().reduce((sum, { pid }) => sum + privateBytes(pid), 0)
  const selected = hostileFiles.filter(
    ({ name, format }) => whole || quick[format].some(file => name === `${format}: ${file}`),
  )
  for (const { name, format, bytes: build, codes } of selected) {
    const bytes = Buffer.from(await build())
    const mediaType = format === 'video' ? format : undefined
    const detected: readonly unknown[] = Object.values(detectFormat(bytes))
    t.ok(detected.includes(format), `${name} is detected as ${detected.join(' ')}`)
    t.ok(bytes.length <= (mediaType ? 64 : 24) * mebibyte, `${name} is accepted: ${bytes.length} bytes`)
    await untilReady(pool)
    const before = memoryNow()
    let peak = before
    const sampling = setInterval(() => {
      peak = Math.max(peak, memoryNow())
    }, 5)
    const begin = performance.now()
    const outcome = await pool.analyze({ ...task, bytes, mediaType }, { client: 'a' }).then(
      () => 'ok',
      error => error,
    )
    clearInterval(sampling)
    const growth = peak - before
    const ms = performance.now() - begin
    const result = `${name}: ${outcome}, ${(growth / mebibyte).toFixed(0)} MB, ${ms.toFixed(0)} ms`
    t.ok(outcome === 'ok' || (outcome instanceof Problem && outcome.statusCode === 422), result)
    if (codes) t.ok(codes.includes(outcome === 'ok' ? 200 : outcome.code), result)
    t.ok(growth < estimateMemory(bytes, requireFormat(bytes, mediaType)).limit + tolerance, result)
    if (/zTXt of/.test(name) && format === 'png') t.ok(growth < 40 * mebibyte, `${name}: the texts are not inflated`)
  }
  t.ok(killed.includes('memory'), 'a file that takes too much memory is among them')
  const missing = Object.values(quick).flat().length - selected.length
  t.ok(missing <= (ffmpegPath === undefined ? 1 : 0), `${selected.length} files`)
  t.comment(`cases: ${selected.length} hostile files`)
})

/** Short, so that the test is; every other setting is the default. */
const timeoutMs = whole ? 3000 : 1500
/** Longer than any response takes on a busy machine, and shorter than without a timeout. */
const maxResponseMs = 15_000
/** The default of a small machine. */
const budgetMb = 256

t.testdir()
const { child, listening } = start(t, [], {
  PORT: '0',
  LOG_LEVEL: 'fatal',
  DATA_DIR: t.testdirName,
  FETCH_ALLOW_CIDRS: '127.0.0.0/8',
  FETCH_TIMEOUT_MS: `${timeoutMs}`,
  MEMORY_BUDGET_MB: `${budgetMb}`,
})
const base = await listening()
const memoryNow = (): number => privateMegabytes(child.pid ?? 0)

interface Outcome {
  readonly status: number
  /** Of the problem, or 200. */
  readonly code: string | number
  readonly retryAfter: string | null
  readonly ms: number
}

/** Sends from another address, as another client. */
const otherClient = new Agent({ localAddress: '127.0.1.1' })
t.teardown(() => otherClient.close())

async function analyze(source_url: string, dispatcher?: Dispatcher): Promise<Outcome> {
  const begin = performance.now()
  const response = await fetch(`${base}/api/v1/analyze-vibe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ source_url, analysis_depth: 'low' }),
    ...(dispatcher && { dispatcher }),
  })
  const { status, headers } = response
  const { code = status }: { code?: string | number } = JSON.parse(await response.text())
  return { status, code, retryAfter: headers.get('retry-after'), ms: performance.now() - begin }
}

const files = new Map<string, Buffer>()
const fileServer = createServer((request, response) => response.end(files.get(request.url ?? '')))
const { url: fileHost } = await listen(t, fileServer)

/** Has the service download a file. */
function analyzeFile(bytes: Buffer, dispatcher?: Dispatcher): Promise<Outcome> {
  const path = `/${files.size}`
  files.set(path, bytes)
  return analyze(`${fileHost}${path}`, dispatcher)
}

const picture = Buffer.from(examplePicture.replace(/.*,/, ''), 'base64')

/** The time of the fastest of some analyses of pictures that are new to the service, ms. */
async function fastest(): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < 10; count++)
    times.push((await analyzeFile(Buffer.concat([picture, Buffer.from(`${files.size}`)]))).ms)
  return Math.min(...times)
}

// Until the service has prepared itself for later requests.
await wait(6000)
const msAtRest = await fastest()
const memoryAtRest = memoryNow()
let peak = memoryAtRest
const sampling = setInterval(() => {
  peak = Math.max(peak, memoryNow())
}, 40)
t.teardown(() => clearInterval(sampling))

const health: { readonly status: number; readonly ms: number }[] = []
let isOver = false
const watching = (async () => {
  while (!isOver) {
    const begin = performance.now()
    const { status } = await fetch(`${base}/api/health`)
    health.push({ status, ms: performance.now() - begin })
    await wait(50)
  }
})()

const serving = await serveHosts(t)
const names = Object.keys(hosts)

/** An attack, which may take as much memory as the budget. */
function attack(name: string, work: (t: Test) => Promise<void>) {
  return t.test(name, async t => {
    const before = memoryNow()
    peak = before
    await work(t)
    t.ok(peak - before < budgetMb, `memory grew by ${(peak - before).toFixed(0)} MB`)
  })
}

/** On a busy machine any host may take too long. */
function checkHost(t: Test, name: string, { status, code, ms }: Outcome): void {
  const codes: readonly unknown[] = [...(hosts[name]?.slice(1) ?? []), 'overloaded', 'source_timeout']
  t.ok([422, 503].includes(status) && codes.includes(code), `${name}: ${status} ${code}`)
  t.ok(ms < maxResponseMs, `${name} is given up in time: ${ms.toFixed(0)} ms`)
}

attack('a host that sends too much is given up early', async t => {
  const sending = names.filter(name => hosts[name]?.[1] !== 'source_timeout')
  // The next test asks all of them.
  for (const name of sample(sending, 6)) {
    const sentBefore = serving.sent()
    checkHost(t, name, await analyze(serving.urlOf(name)))
    const sent = (serving.sent() - sentBefore) / 1e6
    if (hosts[name]?.[1] === 'source_too_large') t.ok(sent < 60, `${name}: ${sent.toFixed(1)} MB were sent`)
  }
})

attack('all hosts at once, those that never finish among them, are given up in time', async t => {
  const outcomes = await Promise.all(names.map(async name => [name, await analyze(serving.urlOf(name))] as const))
  for (const [name, outcome] of outcomes) checkHost(t, name, outcome)
  t.ok(
    outcomes.some(([, { code }]) => code === 'source_timeout'),
    'silent hosts are not refused but time out',
  )
})

attack('files that are two things, half of one or something else', async t => {
  const all = Object.entries(oddities)
  for (const [name, [bytes, ...codes]] of all) {
    const { code, ms } = await analyzeFile(bytes)
    t.ok(
      codes.some(expected => expected === code),
      `${name}: ${code}`,
    )
    t.ok(ms < maxResponseMs, `${name} ends: ${ms.toFixed(0)} ms`)
  }
  t.comment(`cases: ${names.length} hosts, ${all.length} files`)
})

attack('a drawing with external references loads none of them', async t => {
  const requested: unknown[] = []
  const { port, url } = await listen(
    t,
    createServer((request, response) => {
      requested.push(request.url)
      response.end()
    }),
  )
  await fetch(url)
  t.same(requested.splice(0), ['/'], 'requests are recorded')
  const more = [`//127.0.0.1:${port}`, import.meta.url].flatMap(target => Object.entries(externalReferences(target)))
  const drawings = [...Object.entries(externalReferences(url)), ...sample(more, 6)]
  for (const [name, bytes] of drawings) {
    const { code } = await analyzeFile(bytes)
    t.ok(code === 200 || code === 'source_not_picture', `${name}: ${code}`)
  }
  t.comment(`cases: ${drawings.length} drawings`)
  t.same(requested, [])
})

attack('many large downloads are refused before they fill the memory, and another client is served', async t => {
  const large = await serveHosts(t)
  const many = Array.from({ length: whole ? 60 : 30 }, () => analyze(large.urlOf(holding)))
  while (large.sent() < 60e6) await wait(10)
  const { code, ms } = await analyzeFile(Buffer.concat([picture, Buffer.from('other')]), otherClient)
  t.equal(code, 200, `${code} after ${ms.toFixed(0)} ms`)
  const outcomes = await Promise.all(many)
  for (const { code, status, retryAfter } of outcomes) {
    t.ok(code === 'overloaded' || code === 'source_timeout', `${code}`)
    if (status === 503) t.match(retryAfter, /^\d+$/)
  }
  // On a busy machine they time out before so much has arrived.
  const sent = large.sent() / 1e6
  t.ok(sent < 600 || outcomes.some(({ code }) => code === 'overloaded'), `${sent.toFixed(0)} MB were sent`)
})

t.test('afterwards the service is as fast and as small as before', async t => {
  isOver = true
  await watching
  clearInterval(sampling)
  const after = await fastest()
  t.ok(after < msAtRest * 2 + 20, `an analysis: ${msAtRest.toFixed(1)} ms before, ${after.toFixed(1)} ms afterwards`)
  t.ok(health.length > 20 && health.every(({ status }) => status === 200), 'health answered all the time')
  const times = health.map(({ ms }) => ms).toSorted((one, other) => one - other)
  const median = times[times.length >> 1] ?? 0
  t.ok(median < 250, `health: median ${median.toFixed(1)} ms, longest ${times.at(-1)?.toFixed(0)} ms`)
  t.equal(serving.open(), 0, 'no connection is left open')
  // V8 collects what it no longer needs when the process has been idle for some seconds.
  let memory = memoryNow()
  for (const deadline = performance.now() + 40_000; memory >= memoryAtRest + 100 && performance.now() < deadline; ) {
    await wait(500)
    memory = memoryNow()
  }
  t.ok(memory < memoryAtRest + 100, `${memoryAtRest.toFixed(0)} MB before, ${memory.toFixed(0)} MB afterwards`)
})
