// Everything at once within a memory limit: all hostile files in rotation, floods at a moderate rate, ordinary clients. At the end memory
// and open files are flat, and every record that was acknowledged is still there.
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bombs } from '../../test/bombs/index.ts'
import { startAttacker } from './attacker.ts'
import { attackNames } from './attacks.ts'
import { observe } from './observer.ts'
import { type Answer, startOrdinary } from './ordinary.ts'
import { megabytes, percentile, slope, table } from './report.ts'
import { type Outcome, sendFile, serveFiles, variant } from './send.ts'
import { defaultCommand, startAttacked } from './service.ts'

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    minutes: { type: 'string', default: '30' },
    cgroup: { type: 'string', default: '512' },
    rate: { type: 'string', default: '2' },
    server: { type: 'string', default: defaultCommand },
  },
})
const sampleEveryMs = 10_000
const endAt = performance.now() + Number(options.minutes) * 60_000
const isOver = (): boolean => performance.now() > endAt

const service = await startAttacked({ command: options.server, limitMb: Number(options.cgroup) })
const observer = await observe(service)
const files = await serveFiles()
const clients = startOrdinary(service.address)
const attacker = await startAttacker({
  attacks: attackNames,
  address: service.address,
  perSecond: Number(options.rate),
})

const outcomes: Outcome[] = []

/** One file after the other, each time as another file. */
async function sendBombs(): Promise<void> {
  for (let number = 0; !isOver(); number++) {
    const bomb = bombs[number % bombs.length]
    if (bomb === undefined) break
    const bytes = variant(await bomb.bytes(), bomb.format, number)
    outcomes.push(await sendFile(bytes, bomb.format, { address: service.address, files, localAddress: '127.0.0.8' }))
    // After a crash it takes a while, and there is no sense in asking.
    if (outcomes.at(-1)?.status === 0) await wait(1000)
  }
}

/** Counters of the statistics whose names tell of records that were deleted or processes that were ended, by their path. */
function countersIn(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'number') return /evict|kill|refus|reject/i.test(path) && value > 0 ? [`${path} ${value}`] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => countersIn(inner, path === '' ? key : `${path}.${key}`))
}

interface Stats {
  readonly captures: { readonly total: number }
}

async function stats(): Promise<Stats> {
  const answer = await fetch(`${service.address}/api/admin/stats`, { signal: AbortSignal.timeout(10_000) })
  const body: { stats: Stats } = await answer.json()
  return body.stats
}

interface Sample {
  readonly memoryMb: number
  readonly descriptors: number
}

const samples: Sample[] = []
const answers: Answer[] = []
let [worstHealthMs, failedHealth] = [0, 0]
const sending = sendBombs()
while (!isOver()) {
  await wait(sampleEveryMs)
  const { memory, health, descriptors, processes } = await observer.read()
  samples.push({ memoryMb: megabytes(memory.now), descriptors })
  worstHealthMs = Math.max(worstHealthMs, health.worst)
  failedHealth += health.failures
  answers.push(...clients.answers())
  const figures = [megabytes(memory.now), megabytes(memory.peak), processes, descriptors, health.worst, outcomes.length]
  const counted = await stats().then(countersIn, error => [String(error)])
  console.error([...figures.map(value => value.toFixed(0)), ...counted].join(' '))
}
const counts = await attacker.stop()
await clients.stop()
await sending
answers.push(...clients.answers())

/** A service that nobody attacks any more and that does not answer is started again, for the sake of its records. */
const isResponsive = await service.ready().then(
  () => true,
  () => false,
)
if (!isResponsive) await service.restart()

/** Everything that the listings show. */
async function listed(): Promise<string> {
  const paths = ['analysis', 'projects'].map(type => `${service.address}/api/v1/export/txt/${type}`)
  return (await Promise.all(paths.map(path => fetch(path).then(answer => answer.text())))).join('\n')
}

const listing = await listed()
const acknowledged = [...new Set(answers.flatMap(({ records }) => records))]
const finalStats = await stats()
/** No listing names captures: their number has to do. The attacker makes some, too. */
const captures = acknowledged.filter(id => id.startsWith('cap_'))
const lost = [
  ...acknowledged.filter(id => !id.startsWith('cap_') && !listing.includes(id)),
  ...captures.slice(finalStats.captures.total),
]
const crashes = service.crashes()
const kills = service.cgroup?.kills() ?? 0
const finalCounters = countersIn(finalStats)
observer.stop()
files.close()
await service.stop()

const half = samples.slice(Math.floor(samples.length / 2))
const perMinute = 60_000 / sampleEveryMs
const memoryTrend = slope(half.map(({ memoryMb }) => memoryMb)) * perMinute
const descriptorTrend = slope(half.map(({ descriptors }) => descriptors)) * perMinute
const halfMinutes = half.length / perMinute
const meanMb = half.reduce((sum, { memoryMb }) => sum + memoryMb, 0) / Math.max(1, half.length)
const isEvicting = finalCounters.some(counter => /evict/i.test(counter))
const times = answers.map(({ ms }) => ms)
const good = answers.filter(({ status }) => status === 200).length

/** What grows by less than that in the second half is flat: the files in rotation are not all of one size. */
const tolerance = { memory: Math.max(32, meanMb * 0.1), descriptors: 20 } as const
const wrong = outcomes.filter(({ status }) => status === 0 || (status >= 500 && status !== 503))

const rows: readonly (readonly [what: string, value: string, isGood: boolean])[] = [
  [
    'memory, MB a minute',
    `${memoryTrend.toFixed(2)} at ${meanMb.toFixed(0)} MB`,
    memoryTrend * halfMinutes < tolerance.memory,
  ],
  ['open files a minute', descriptorTrend.toFixed(2), descriptorTrend * halfMinutes < tolerance.descriptors],
  ['answers again after the attack', isResponsive ? 'yes' : 'no', isResponsive],
  ['crashes, processes out of memory', `${crashes}, ${kills}`, crashes === 0],
  ['files sent, without an answer or 5xx but 503', `${outcomes.length}, ${wrong.length}`, wrong.length === 0],
  ['health worst ms, failed', `${worstHealthMs.toFixed(0)}, ${failedHealth}`, failedHealth === 0],
  [
    'ordinary requests, 200',
    `${answers.length}, ${((good * 100) / answers.length).toFixed(2)} %`,
    good >= answers.length * 0.99,
  ],
  ['ordinary p50 / p95 ms', `${percentile(times, 0.5).toFixed(0)} / ${percentile(times, 0.95).toFixed(0)}`, true],
  ['records acknowledged, not listed', `${acknowledged.length}, ${lost.length}`, lost.length === 0 || isEvicting],
  [
    'floods',
    Object.entries(counts)
      .map(([what, count]) => `${count} × ${what}`)
      .join(', '),
    true,
  ],
  ['counters', finalCounters.join(', '), true],
]
console.log(
  table(
    ['what', 'value', 'holds'],
    rows.map(([what, value, isGood]) => [what, value, isGood ? 'yes' : 'NO']),
  ),
)
process.exitCode = rows.every(([, , isGood]) => isGood) ? 0 : 1
