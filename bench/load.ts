// The service under load: fifty concurrent analyses of 12-megapixel pictures while health is requested, then more than it admits.
// `npm run bench:load` prints the table; `-- --write` puts it in docs/benchmarks.md.
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { EventLoopDelay } from './observed-service.ts'
import { percentile, table, writeReport } from './report.ts'
import { startServer } from './server-process.ts'
import { inputOf } from './style/cost.ts'

interface Outcome {
  readonly status: number
  readonly retryAfter: string | null
  readonly ms: number
}

const { values: options } = parseArgs({
  options: { requests: { type: 'string', default: '200' }, write: { type: 'boolean', default: false } },
})
const requests = Number(options.requests)
const inFlight = 50
/** More than the 128 analyses that may run or wait. */
const overload = 200

// Without the cache, every request is work.
const service = await startServer({ file: './observed-service.ts', env: { ANALYSIS_CACHE: '0' } })
const picture = await inputOf('12 MP JPEG')

const rows = [
  await measure('at rest', 1, 1),
  await measure(`${inFlight} in flight`, requests, inFlight),
  await measure(`${overload} at once`, overload, overload),
  await measure(`${inFlight} in flight again`, requests, inFlight),
]
await service.stop()

const report = table(
  [
    'load',
    'requests',
    'analysed',
    '503 with Retry-After',
    'lost',
    'event-loop delay p50 / p99 / max, ms',
    'health 200',
    'health p50 / p99, ms',
    'analyses per second',
    'peak memory, MB',
  ],
  rows,
)
console.log(report)
if (options.write) await writeReport('bench:load', report)

/** Sends `count` analyses, `concurrency` at a time, and requests health every 20 ms meanwhile. */
async function measure(name: string, count: number, concurrency: number): Promise<readonly string[]> {
  await service.request('read')
  const begin = performance.now()
  const outcomes: Outcome[] = []
  let next = 0
  let isOver = false
  const client = async (): Promise<void> => {
    while (next < count) {
      next += 1
      outcomes.push(await analyze(`${name} ${next}`))
    }
  }
  const health: Outcome[] = []
  const watch = async (): Promise<void> => {
    for (; !isOver; await delay(20)) health.push(await timed('/api/health'))
  }
  const watching = watch()
  await Promise.all(Array.from({ length: concurrency }, client))
  const seconds = (performance.now() - begin) / 1000
  isOver = true
  await watching

  const { p50, p99, max } = await readDelay()
  const analyzed = outcomes.filter(({ status }) => status === 200).length
  const rejected = outcomes.filter(({ status }) => status === 503)
  const healthMs = health.map(({ ms }) => ms)
  return [
    name,
    count,
    analyzed,
    `${rejected.filter(({ retryAfter }) => retryAfter !== null).length} of ${rejected.length}`,
    count - analyzed - rejected.length,
    [p50, p99, max].map(ms => ms.toFixed(1)).join(' / '),
    `${health.filter(({ status }) => status === 200).length} of ${health.length}`,
    [0.5, 0.99].map(part => percentile(healthMs, part).toFixed(1)).join(' / '),
    (analyzed / seconds).toFixed(1),
    (await service.memoryMb('VmHWM')).toFixed(0),
  ].map(String)
}

async function readDelay(): Promise<EventLoopDelay> {
  const reading: unknown = await service.request('read')
  if (!isDelay(reading)) throw new Error('The service does not report its event loop.')
  return reading
}

function isDelay(value: unknown): value is EventLoopDelay {
  return typeof value === 'object' && value !== null && 'p99' in value
}

/** Analyses the picture with bytes after its end, which make it another one. */
function analyze(name: string): Promise<Outcome> {
  const source = Buffer.concat([picture, Buffer.from(name)]).toString('base64')
  return timed('/api/v1/analyze-vibe', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ source_url: `data:image/jpeg;base64,${source}` }),
  })
}

async function timed(path: string, init?: RequestInit): Promise<Outcome> {
  const begin = performance.now()
  const response = await fetch(`${service.address}${path}`, init)
  await response.arrayBuffer()
  return { status: response.status, retryAfter: response.headers.get('retry-after'), ms: performance.now() - begin }
}
