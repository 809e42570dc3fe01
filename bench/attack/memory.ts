// Every hostile file against a running service: what the memory of its processes grows by, whether health answers all the while, and
// whether it survives.
import { totalmem } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Bomb } from '../../test/bombs/bomb.ts'
import { bombs } from '../../test/bombs/index.ts'
import { type Observation, observe } from './observer.ts'
import { everyOperation } from './ordinary.ts'
import { megabytes, table } from './report.ts'
import { type Outcome, sendFile, serveFiles, variant } from './send.ts'
import { defaultCommand, startAttacked } from './service.ts'

const modes = ['alone', 'eight', 'rotation'] as const
type Mode = (typeof modes)[number]

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    mode: { type: 'string', default: 'alone' },
    only: { type: 'string', default: '' },
    server: { type: 'string', default: defaultCommand },
    cgroup: { type: 'string', default: '0' },
    budget: { type: 'string', default: '0' },
    health: { type: 'string', default: '1000' },
    url: { type: 'boolean', default: false },
  },
})
const limitMb = Number(options.cgroup)
/** Default of MEMORY_BUDGET_MB: the smaller of 512 and half of the memory. */
const budgetMb = Number(options.budget) || Math.min(512, (limitMb || megabytes(totalmem())) / 2)
const longestHealthMs = Number(options.health)
const chosen = bombs.filter(({ name }) => new RegExp(options.only, 'i').test(name))

const service = await startAttacked({ command: options.server, limitMb })
const observer = await observe(service)
const files = await serveFiles()

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path fill="red" d="M0 0h9v9z"/></svg>'

/** Threads, child processes and compiled code belong to a service at rest. @returns its memory, MB */
async function warmUp(): Promise<number> {
  for (let round = 0; round < 6; round++) {
    await Promise.all(everyOperation.map(ask => ask({ address: service.address, number: round })))
    await sendFile(variant(Buffer.from(drawing), 'svg', round), 'svg', { address: service.address, files })
  }
  await wait(1500)
  return megabytes((await observer.read()).memory.now)
}

const idleMb = await warmUp()

interface Row {
  readonly name: string
  readonly outcomes: readonly Outcome[]
  /** Above the idle service. */
  readonly growthMb: number
  /** What is left of it soon after the answer. */
  readonly keptMb: number
  readonly cgroupMb: number | undefined
  readonly healthMs: number
  readonly faults: readonly string[]
}

/** What must not be, whatever was sent. */
function faultsOf(
  list: readonly Bomb[],
  outcomes: readonly Outcome[],
  { health }: Observation,
  growthMb: number,
): readonly string[] {
  const wrong = outcomes.flatMap(({ status, code }, at) => {
    const { expect = 'either' } = list[at] ?? {}
    // One alone finds everything free.
    const isRefusal = status === 413 || status === 422 || (status === 503 && outcomes.length > 1)
    if (status === 200 ? expect === 'refused' : !isRefusal || (expect === 'ok' && status !== 503))
      return [`${status} ${code}`]
    return []
  })
  return [
    ...new Set(wrong),
    ...(growthMb > budgetMb ? ['memory'] : []),
    ...(health.failures > 0 ? [`health failed ${health.failures} times`] : []),
    ...(health.worst > longestHealthMs ? ['health late'] : []),
  ]
}

/** Sends them all at once, each from an address of its own. */
async function attack(name: string, list: readonly Bomb[], sources: readonly Uint8Array[]): Promise<Row> {
  await service.ready()
  await observer.read()
  service.cgroup?.resetPeak()
  const [crashesBefore, killsBefore] = [service.crashes(), service.cgroup?.kills() ?? 0]
  const outcomes = await Promise.all(
    sources.map((bytes, at) => {
      const localAddress = `127.0.2.${at + 1}`
      return sendFile(bytes, list[at]?.format ?? 'png', {
        address: service.address,
        files,
        localAddress,
        isByUrl: options.url,
      })
    }),
  )
  await service.ready()
  const observation = await observer.read()
  const growthMb = megabytes(observation.memory.peak) - idleMb
  if (growthMb > mostKeptMb) await wait(1000)
  const keptMb = megabytes((await observer.read()).memory.now) - idleMb
  const crashes = service.crashes() - crashesBefore
  const kills = (service.cgroup?.kills() ?? 0) - killsBefore
  const peak = service.cgroup?.peakBytes()
  const faults = [
    ...faultsOf(list, outcomes, observation, growthMb),
    ...(crashes > 0 ? [`${crashes} crashes`] : []),
    ...(kills > 0 ? [`${kills} out of memory`] : []),
  ]
  const row = {
    name,
    outcomes,
    growthMb,
    keptMb,
    cgroupMb: peak && megabytes(peak),
    healthMs: observation.health.worst,
    faults,
  }
  console.error(cells(row).join(' | '))
  return row
}

const atOnce = 8
/** A service that keeps more than this is started again, so that the next file is measured for itself. The rotation never does. */
const mostKeptMb = 100

async function startAfresh(): Promise<void> {
  await service.restart()
  await observer.read()
  await warmUp()
}

async function runMode(mode: Mode): Promise<readonly Row[]> {
  const rows: Row[] = []
  if (mode === 'rotation') {
    for (let at = 0; at < chosen.length; at += atOnce) {
      const list = chosen.slice(at, at + atOnce)
      const sources = await Promise.all(list.map(({ bytes }) => bytes()))
      rows.push(await attack(`${at + 1} to ${at + list.length}`, list, sources))
    }
    return rows
  }
  for (const bomb of chosen) {
    const bytes = await bomb.bytes()
    const count = mode === 'eight' ? atOnce : 1
    const sources = Array.from({ length: count }, (_, at) => variant(bytes, bomb.format, mode === 'eight' ? at + 1 : 0))
    const list = sources.map(() => bomb)
    const row = await attack(bomb.name, list, sources)
    rows.push(row)
    if (row.keptMb > mostKeptMb) await startAfresh()
  }
  return rows
}

function countsOf(outcomes: readonly Outcome[]): string {
  const [first] = outcomes
  if (outcomes.length === 1 && first) return `${first.status} ${first.code}`.trim()
  const statuses = outcomes.map(({ status }) => status).toSorted()
  return [...new Set(statuses)]
    .map(status => `${statuses.filter(other => other === status).length} × ${status}`)
    .join(', ')
}

function cells({ name, outcomes, growthMb, keptMb, cgroupMb, healthMs, faults }: Row): readonly string[] {
  const slowest = Math.max(...outcomes.map(({ ms }) => ms))
  const figures = [
    slowest.toFixed(0),
    growthMb.toFixed(0),
    keptMb.toFixed(0),
    cgroupMb?.toFixed(0) ?? '–',
    healthMs.toFixed(0),
  ]
  return [name, countsOf(outcomes), ...figures, faults.join(', ')]
}

const head = [
  'file',
  'outcome',
  'ms',
  'growth, MB',
  'kept, MB',
  'cgroup peak, MB',
  'worst health, ms',
  'faults',
] as const
const mode = modes.find(name => name === options.mode)
if (mode === undefined) throw new Error(`--mode is one of ${modes.join(', ')}`)

const rows = await runMode(mode)
observer.stop()
files.close()
await service.stop()

const bySize = rows.toSorted((one, other) => other.growthMb - one.growthMb)
const broken = rows.filter(({ faults }) => faults.length > 0)
console.log(table(head, bySize.map(cells)))
console.log(
  [
    `${mode}: ${chosen.length} files, ${rows.length - broken.length} of ${rows.length} rows without a fault`,
    `idle ${idleMb.toFixed(0)} MB`,
    `worst growth ${bySize[0]?.growthMb.toFixed(0)} MB of a budget of ${budgetMb.toFixed(0)} MB`,
    `worst health ${Math.max(...rows.map(({ healthMs }) => healthMs)).toFixed(0)} ms`,
    `${service.crashes()} crashes`,
    `${rows.flatMap(({ outcomes }) => outcomes).filter(({ status }) => status >= 500 && status !== 503).length} answers of 5xx but 503`,
  ].join('; '),
)
process.exitCode = broken.length > 0 ? 1 : 0
