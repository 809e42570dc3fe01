// The service under load, in a process of its own: fifty analyses of twelve megapixels in flight, and health asked all the while; then
// more at once than the service admits. `npm run bench:load` prints the figures, `-- --write` puts them in docs/benchmarks.md.
import { parseArgs } from 'node:util'
import { percentile, table, writeReport } from './report.ts'
import { startService } from './service-process.ts'
import { inputOf } from './style/cost.ts'

const { values: options } = parseArgs({
  options: { requests: { type: 'string', default: '200' }, write: { type: 'boolean', default: false } },
})

const inFlight = 50
/** More than the service takes: 128 under way. */
const tooMany = 200
const service = await startService()

const picture = await inputOf('12 MP JPEG')

/** Whole groups of Base64, so that more can follow. */
const whole = picture.subarray(0, picture.length - (picture.length % 3)).toString('base64')

/** The same picture with another end, so that no two requests are the same. */
function bodyOf(number: number): string {
  const end = Buffer.concat([picture.subarray(-(picture.length % 3) || picture.length), Buffer.from(`${number}`)])
  return JSON.stringify({ source_url: `data:image/jpeg;base64,${whole}${end.toString('base64')}` })
}

interface Outcome {
  readonly status: number
  readonly retryAfter: string | null
  readonly took: number
}

async function analyse(number: number): Promise<Outcome> {
  const begin = performance.now()
  const answer = await fetch(`${service.address}/api/v1/analyze-vibe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: bodyOf(number),
  })
  await answer.arrayBuffer()
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    took: performance.now() - begin,
  }
}

/** So many requests, so many of them in flight at any time. */
async function many(count: number, atOnce: number, first: number): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  let next = 0
  const client = async (): Promise<void> => {
    while (next < count) outcomes.push(await analyse(first + next++))
  }
  await Promise.all(Array.from({ length: atOnce }, client))
  return outcomes
}

/** Asks for health every 20 ms until the work is done. */
async function watched<T>(work: Promise<T>) {
  let isOver = false
  const done = work.finally(() => {
    isOver = true
  })
  const health: Outcome[] = []
  while (!isOver) {
    const begin = performance.now()
    const { status } = await fetch(`${service.address}/api/health`)
    health.push({ status, retryAfter: null, took: performance.now() - begin })
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  return { result: await done, health }
}

function latency(outcomes: readonly Outcome[], part: number): string {
  return percentile(
    outcomes.map(({ took }) => took),
    part,
  ).toFixed(1)
}

function counted(outcomes: readonly Outcome[], status: number): number {
  return outcomes.filter(outcome => outcome.status === status).length
}

async function measure(name: string, work: () => Promise<readonly Outcome[]>) {
  await service.read()
  const begin = performance.now()
  const { result, health } = await watched(work())
  const seconds = (performance.now() - begin) / 1000
  const { p50, p99, longest, peak } = await service.read()
  const refused = result.filter(({ status }) => status === 503)
  return [
    name,
    `${result.length}`,
    `${counted(result, 200)}`,
    `${refused.filter(({ retryAfter }) => retryAfter !== null).length} of ${refused.length}`,
    `${result.length - counted(result, 200) - refused.length}`,
    `${p50.toFixed(1)} / ${p99.toFixed(1)} / ${longest.toFixed(1)}`,
    `${counted(health, 200)} of ${health.length}`,
    `${latency(health, 0.5)} / ${latency(health, 0.99)}`,
    `${(counted(result, 200) / seconds).toFixed(1)}`,
    peak.toFixed(0),
  ]
}

const head = [
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
]

const rows = [
  await measure('at rest', async () => [await analyse(0)]),
  await measure(`${inFlight} in flight`, () => many(Number(options.requests), inFlight, 1)),
  await measure(`${tooMany} at once`, () => many(tooMany, tooMany, 10_000)),
  await measure(`${inFlight} in flight again`, () => many(Number(options.requests), inFlight, 20_000)),
]
await service.stop()

const report = table(head, rows)
console.log(report)
if (options.write) await writeReport('bench:load', report)
