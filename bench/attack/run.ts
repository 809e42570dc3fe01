// `npm run bench:attack -- memory`: every hostile file alone: does the service survive it within its memory budget, and health answer?
// `-- flood`: one hostile client at its highest rate beside twelve ordinary ones: what do those notice?
// `-- soak`: all of it at once for `--minutes`: are memory and open files flat, and is every acknowledged record still there?
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { totalmem } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { percent, percentile, table } from '../report.ts'
import {
  type Answer,
  type AttackName,
  askOperation,
  attackNames,
  type HostileFile,
  operationNames,
  readHostileFiles,
  sendFile,
  startOrdinary,
} from './clients.ts'
import { startAttacked } from './service.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string', default: 'node dist/src/server.js' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '30' },
    rate: { type: 'string', default: '2' },
    cgroup: { type: 'string', default: '0' },
    budget: { type: 'string', default: `${Math.min(512, totalmem() / 2 ** 21)}` },
    together: { type: 'string', default: '1' },
    copies: { type: 'string', default: '1' },
  },
})
/** Longest answer of health under any attack, ms. */
const maxHealthMs = 500
/** Growth over the second half of a soak that counts as flat: the hostile files are not all of one size, and workers keep some memory. */
const tolerance = { memoryPart: 0.1, memoryMb: 32, ownMbPerMinute: 1, descriptors: 20 } as const
/** Least share of ordinary requests that are answered with 200. */
const minShare = 0.99

const modes: Readonly<Record<string, () => Promise<boolean>>> = { memory, flood, soak }
const mode = modes[positionals[0] ?? '']
if (mode === undefined) throw new Error(`Name an attack: ${Object.keys(modes).join(', ')}`)
const hostileFiles = await readHostileFiles()
const files = hostileFiles.filter(({ name }) => new RegExp(options.only, 'i').test(name))
const service = await startAttacked(options.server, { limitMb: Number(options.cgroup) })
const isHeld = await mode()
await service.stop()
process.exitCode = isHeld ? 0 : 1

async function memory(): Promise<boolean> {
  await warmUp()
  const idleMb = service.observe().memoryMb
  const rows: { readonly growthMb: number; readonly cells: readonly string[]; readonly isGood: boolean }[] = []
  for (const group of groupsOf(files)) {
    await service.ready()
    const crashes = service.crashes()
    // What was seen until now belongs to the files before.
    service.observe()
    const answers = await Promise.all(
      group.map(async (file, at) => ({ file, ...(await sendFile(service.address, file, at, `127.0.2.${at + 1}`)) })),
    )
    await service.ready()
    const { peakMb, health } = service.observe()
    const growthMb = peakMb - idleMb
    const unexpected = answers.filter(({ file, status }) => {
      if (status === 503 && group.length > 1) return false
      return status === 200 ? file.expect === 'refused' : file.expect === 'ok' || ![413, 422].includes(status)
    })
    const faults = [
      ...unexpected.map(({ status, code }) => `${status} ${code}`),
      ...(growthMb > Number(options.budget) ? ['memory'] : []),
      ...(health.failed > 0 || health.worst > maxHealthMs ? ['health'] : []),
      ...(service.crashes() > crashes ? ['crash'] : []),
    ]
    const names = [...new Set(group.map(({ name }) => name))]
    const statuses = answers.map(({ status, code }) => `${status} ${code}`.trim()).toSorted()
    const longestMs = Math.max(...answers.map(({ ms }) => ms))
    const figures = [longestMs, growthMb, health.worst].map(value => value.toFixed(0))
    rows.push({
      growthMb,
      cells: [names.join(' + '), [...new Set(statuses)].join(', '), ...figures, faults.join(', ')],
      isGood: faults.length === 0,
    })
    console.error(rows.at(-1)?.cells.join(' | '))
  }
  const sorted = rows.toSorted((one, other) => other.growthMb - one.growthMb)
  const head = ['file', 'answer', 'ms', 'growth, MB', 'worst health, ms', 'faults']
  console.log(
    table(
      head,
      sorted.map(({ cells }) => cells),
    ),
  )
  console.log(
    `${rows.filter(({ isGood }) => isGood).length} of ${rows.length} rows without a fault, idle ${idleMb.toFixed(0)} MB, ${service.crashes()} crashes`,
  )
  return rows.every(({ isGood }) => isGood)
}

/** The files that are sent at once: `--together` different ones, or `--copies` of each. */
function groupsOf(all: readonly HostileFile[]): readonly (readonly HostileFile[])[] {
  const [together, copies] = [Number(options.together), Number(options.copies)]
  const count = Math.ceil(all.length / together)
  return Array.from({ length: count }, (_, at) => all.slice(at * together, (at + 1) * together)).map(group =>
    Array.from({ length: copies }, () => group).flat(),
  )
}

async function flood(): Promise<boolean> {
  await warmUp()
  const clients = startOrdinary(service.address)
  const phases = new Map<string, readonly [begin: number, end: number]>()
  const phase = async (name: string): Promise<void> => {
    const begin = performance.now()
    await wait(Number(options.seconds) * 1000)
    phases.set(name, [begin, performance.now()])
  }
  await phase('quiet')
  const notes: string[] = []
  for (const name of attackNames.filter(known => positionals.length === 1 || positionals.includes(known))) {
    const before = service.observe()
    const stop = await startAttacker([name], 0)
    await phase(name)
    const counts = await stop()
    const { health, peakMb } = service.observe()
    notes.push(
      `${name}: ${counts}; health worst ${health.worst.toFixed(0)} ms, ${health.failed} failed; +${(peakMb - before.memoryMb).toFixed(0)} MB`,
    )
    await service.ready()
  }
  await clients.stop()
  const times = (name: string, operation: string): readonly Answer[] => {
    const [begin = 0, end = 0] = phases.get(name) ?? []
    return clients.answers.filter(
      answer => answer.begun >= begin && answer.begun < end && answer.operation === operation,
    )
  }
  const judged = [...phases.keys()].flatMap(name =>
    operationNames.map(operation => judge(name, operation, times(name, operation), times('quiet', operation))),
  )
  console.log(table(['phase', 'operation', 'requests', '200, %', 'p50 / p95, ms', 'verdict'], judged))
  for (const note of notes) console.log(note)
  console.log(`${service.crashes()} crashes`)
  return service.crashes() === 0 && judged.every(cells => cells.at(-1) === 'ok')
}

/** Ordinary clients are served when 99 % get 200, at most three times as late as in quiet times or within a second. */
function judge(
  phase: string,
  operation: string,
  answers: readonly Answer[],
  quiet: readonly Answer[],
): readonly string[] {
  const share = answers.filter(({ status }) => status === 200).length / Math.max(1, answers.length)
  const [p50, p95] = [0.5, 0.95].map(part =>
    percentile(
      answers.map(({ ms }) => ms),
      part,
    ),
  )
  const limit = Math.max(
    1000,
    3 *
      percentile(
        quiet.map(({ ms }) => ms),
        0.95,
      ),
  )
  const verdict = share < minShare ? 'refused' : (p95 ?? 0) > limit ? 'slow' : 'ok'
  return [phase, operation, `${answers.length}`, percent(share), `${p50?.toFixed(0)} / ${p95?.toFixed(0)}`, verdict]
}

async function soak(): Promise<boolean> {
  await warmUp()
  const endAt = performance.now() + Number(options.minutes) * 60_000
  const clients = startOrdinary(service.address)
  const stop = await startAttacker(attackNames, Number(options.rate))
  const sent: Answer[] = []
  const samples: { readonly memoryMb: number; readonly ownMb: number; readonly descriptors: number }[] = []
  const health = { worst: 0, failed: 0 }
  const timer = setInterval(() => {
    const seen = service.observe()
    samples.push(seen)
    health.worst = Math.max(health.worst, seen.health.worst)
    health.failed += seen.health.failed
    console.error(
      [seen.memoryMb, seen.peakMb, seen.ownMb, seen.descriptors, seen.health.worst, sent.length]
        .map(Math.round)
        .join(' '),
    )
  }, 10_000)
  for (let number = 1; performance.now() < endAt; number++) {
    const file = files[number % files.length]
    if (file !== undefined) sent.push(await sendFile(service.address, file, number))
  }
  clearInterval(timer)
  const counts = await stop()
  await clients.stop()
  await service.ready()
  const listings = ['analysis', 'projects'].map(type => fetch(`${service.address}/api/v1/export/txt/${type}`))
  const listed = await Promise.all(listings.map(async answer => (await answer).text()))
  // No listing names captures.
  const records = clients.answers.map(({ record }) => record).filter(id => id !== '' && !id.startsWith('cap_'))
  const lost = records.filter(id => !listed.some(text => text.includes(id)))
  const half = samples.slice(Math.floor(samples.length / 2))
  const ownGrowth = growth(half.map(one => one.ownMb)) / (Number(options.minutes) / 2)
  const [memoryGrowth, descriptorGrowth] = [
    growth(half.map(one => one.memoryMb)),
    growth(half.map(one => one.descriptors)),
  ]
  const maxGrowth = Math.max(tolerance.memoryMb, tolerance.memoryPart * (half[0]?.memoryMb ?? 0))
  const wrong = sent.filter(({ status }) => status === 0 || (status >= 500 && status !== 503))
  const good = clients.answers.filter(({ status }) => status === 200).length / Math.max(1, clients.answers.length)
  const rows: readonly (readonly [what: string, found: string, holds: boolean])[] = [
    ['memory growth in the second half, MB', memoryGrowth.toFixed(1), memoryGrowth < maxGrowth],
    ['that of the process that answers, MB a minute', ownGrowth.toFixed(2), ownGrowth <= tolerance.ownMbPerMinute],
    ['growth of open files', descriptorGrowth.toFixed(1), descriptorGrowth < tolerance.descriptors],
    ['crashes', `${service.crashes()}`, service.crashes() === 0],
    ['hostile files sent; without an answer or 5xx but 503', `${sent.length}; ${wrong.length}`, wrong.length === 0],
    ['health, worst ms; failed', `${health.worst.toFixed(0)}; ${health.failed}`, health.failed === 0],
    ['ordinary requests; 200, %', `${clients.answers.length}; ${percent(good)}`, good >= minShare],
    ['acknowledged records; not listed', `${records.length}; ${lost.length}`, lost.length === 0],
    ['floods', counts, true],
  ]
  console.log(
    table(
      ['what', 'found', 'holds'],
      rows.map(([what, found, holds]) => [what, found, holds ? 'yes' : 'NO']),
    ),
  )
  return rows.every(([, , holds]) => holds)
}

/** Least squares: growth of values from the first to the last. */
function growth(values: readonly number[]): number {
  const meanX = (values.length - 1) / 2
  const square = values.reduce((sum, _, x) => sum + (x - meanX) ** 2, 0)
  const slope = values.reduce((sum, value, x) => sum + (x - meanX) * value, 0) / square
  return square === 0 ? 0 : slope * (values.length - 1)
}

/** Starts worker processes and compiles code, which belong to a service at rest. */
async function warmUp(): Promise<void> {
  const pool = new Pool(service.address, { connections: 4 })
  for (let round = 0; round < 6; round++) await Promise.all(operationNames.map(name => askOperation(pool, name)))
  await pool.close()
  await wait(1500)
}

/** @returns a function that ends the attacker and returns its counts */
async function startAttacker(names: readonly AttackName[], perSecond: number): Promise<() => Promise<string>> {
  const drawing = hostileFiles.find(({ name }) => name === 'svg: use of use, 12 levels of 10')?.file ?? ''
  const args = [service.address, `${perSecond}`, drawing, ...names]
  const child = fork(new URL('./attacker.ts', import.meta.url), args, { execArgv: ['--import', 'tsx'] })
  process.once('exit', () => child.kill('SIGKILL'))
  return async () => {
    child.send('counts')
    const [counts] = await once(child, 'message')
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    return Object.entries(counts)
      .map(([what, number]) => `${number} × ${what}`)
      .join(', ')
  }
}
