// One hostile client at its highest rate, and twelve ordinary ones: what they notice. Quiet first; then the attack; then the same attack,
// at the rate that it reached, against a server that discards, which tells what is the machine's own shortage of processors.
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type AttackOrder, type Counts, startAttacker, startDiscarding } from './attacker.ts'
import { type AttackName, attackNames, attacks } from './attacks.ts'
import { observe } from './observer.ts'
import { type Answer, everyOperation, operationNames, startOrdinary } from './ordinary.ts'
import { megabytes, percentile, table } from './report.ts'
import { defaultCommand, startAttacked } from './service.ts'

const { values: options, positionals } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '20' },
    server: { type: 'string', default: defaultCommand },
    cgroup: { type: 'string', default: '0' },
  },
})
const seconds = Number(options.seconds)
const isAll = positionals.includes('all')
const named = attackNames.filter(name => positionals.length === 0 || positionals.includes(`${name}`))
/** Each is a run of its own; `all` is one run of everything. */
const runs: readonly (readonly AttackName[])[] = isAll ? [attackNames] : named.map(name => [name])

const service = await startAttacked({ command: options.server, limitMb: Number(options.cgroup) })
const observer = await observe(service)
const clients = startOrdinary(service.address)

interface Phase {
  readonly begin: number
  readonly end: number
}

async function phase(work: () => Promise<void>): Promise<Phase> {
  const begin = performance.now()
  await work()
  return { begin, end: performance.now() }
}

const quietTime = () => wait(seconds * 1000)
const longestRecoveryMs = 60_000

/** Waits until every operation answers within a second again. @returns how long that took, s */
async function recover(): Promise<number> {
  const begin = performance.now()
  for (let number = 0; performance.now() - begin < longestRecoveryMs; number++) {
    await service.ready()
    const seen = await Promise.all(
      everyOperation.map(ask => ask({ address: service.address, number: 500_000 + number })),
    )
    if (seen.every(({ status, ms }) => status === 200 && ms < 1000)) break
    await wait(200)
  }
  return (performance.now() - begin) / 1000
}

interface Run {
  readonly title: string
  readonly counts: Counts
  readonly attacked: Phase
  readonly control: Phase
  readonly worstHealthMs: number
  readonly failedHealth: number
  readonly growthMb: number
  /** Seconds. */
  readonly recoveredIn: number
  readonly crashes: number
}

async function attackFor(order: AttackOrder): Promise<readonly [Phase, Counts]> {
  const attacker = await startAttacker(order)
  const under = await phase(quietTime)
  return [under, await attacker.stop()]
}

async function run(names: readonly AttackName[]): Promise<Run> {
  const before = await observer.read()
  const crashesBefore = service.crashes()
  const [attacked, counts] = await attackFor({ attacks: names, address: service.address, perSecond: 0 })
  const { memory, health } = await observer.read()
  const recoveredIn = await recover()
  const discarding = await startDiscarding()
  const perSecond = Math.max(1, (counts.sent ?? 0) / seconds / names.length)
  const [control] = await attackFor({ attacks: names, address: discarding.address, perSecond })
  await discarding.stop()
  await wait(1000)
  return {
    title: names.map(name => `${name}: ${attacks[name].title}`).join('; '),
    counts,
    attacked,
    control,
    worstHealthMs: health.worst,
    failedHealth: health.failures,
    growthMb: megabytes(memory.peak - before.memory.now),
    recoveredIn,
    crashes: service.crashes() - crashesBefore,
  }
}

// Code is compiled and threads are there before anything is measured.
await wait(6000)
const quiet = await phase(quietTime)
const results: Run[] = []
for (const names of runs) results.push(await run(names))
await clients.stop()
const answers = clients.answers()
observer.stop()
await service.stop()

interface Figures {
  readonly count: number
  readonly share: number
  readonly p50: number
  readonly p95: number
}

/** Of the requests that began in that time. */
function figuresOf({ begin, end }: Phase, isMeant: (answer: Answer) => boolean): Figures {
  const meant = answers.filter(answer => answer.begun >= begin && answer.begun < end && isMeant(answer))
  const times = meant.map(({ ms }) => ms)
  const good = meant.filter(({ status }) => status === 200).length
  return {
    count: meant.length,
    share: good / Math.max(1, meant.length),
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
  }
}

function text({ p50, p95 }: Figures): string {
  return `${p50.toFixed(0)} / ${p95.toFixed(0)}`
}

const head = ['operation', 'requests', '200, %', 'quiet p50 / p95, ms', 'control', 'under attack', 'verdict']
const leastShare = 0.99

function report({
  title,
  counts,
  attacked,
  control,
  worstHealthMs,
  failedHealth,
  growthMb,
  recoveredIn,
  crashes,
}: Run): boolean {
  const judged = [...operationNames, 'all'].map(name => {
    const isMeant = ({ operation }: Answer) => name === 'all' || operation === name
    const [before, busy, under] = [quiet, control, attacked].map(time => figuresOf(time, isMeant))
    if (!before || !busy || !under) throw new Error('unreachable')
    const verdicts = [
      ...(under.share < leastShare ? ['refused'] : []),
      ...(under.p95 > Math.max(3 * before.p95, 1000) ? ['slow'] : []),
    ]
    const share = (under.share * 100).toFixed(1)
    return {
      verdicts,
      cells: [name, `${under.count}`, share, text(before), text(busy), text(under), verdicts.join(', ') || 'ok'],
    }
  })
  const sent = Object.entries(counts).map(([what, count]) => `${count} × ${what}`)
  console.log(
    `\n${title}\n${table(
      head,
      judged.map(({ cells }) => cells),
    )}`,
  )
  console.log(
    `attacker: ${sent.join(', ') || 'no answer'} in ${seconds} s; health: worst ${worstHealthMs.toFixed(0)} ms, ${failedHealth} failed; ` +
      `memory +${growthMb.toFixed(0)} MB; recovered in ${recoveredIn.toFixed(1)} s; ${crashes} crashes`,
  )
  return crashes === 0 && failedHealth === 0 && judged.every(({ verdicts }) => verdicts.length === 0)
}

const isHeld = results.map(report).every(Boolean)
process.exitCode = isHeld ? 0 : 1
