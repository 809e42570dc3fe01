// `npm run bench:loop`: how long each request holds the process that answers: processor time of its main thread, and the worst delay of its
// event loop. `-- memory`: services of 256 and 512 MB under pages and hostile files. `-- kill`: workers that something else ends.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { askOperation, jsonMessage, type Message, operationNames, send } from '../attack/clients.ts'
import { type AttackedService, startAttacked } from '../attack/service.ts'
import { median, table } from '../report.ts'
import { maxPictureBytes, numbered } from './bytes.ts'
import { type LoopInput, loopInputs } from './inputs.ts'
import { kill, memory } from './load.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string', default: 'node dist/src/server.js' },
    only: { type: 'string', default: '' },
    repeats: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '10' },
  },
})
/** Worst delay of the event loop, ms. */
const maxDelayMs = 50
const timeoutMs = 120_000
/** Work that goes on after the answer counts, too. */
const settleMs = 100
const bareRounds = 9
const idle = { moments: 8, ms: 500 } as const

const modes: Readonly<Record<string, () => Promise<boolean>>> = {
  requests: measureRequests,
  memory: () => memory(options.server, Number(options.minutes)),
  kill: () => kill(options.server),
}
const mode = modes[positionals[0] ?? 'requests']
if (mode === undefined) throw new Error(`Name a mode: ${Object.keys(modes).join(', ')}`)
process.exitCode = (await mode()) ? 0 : 1

interface Measuring {
  readonly service: AttackedService
  readonly pool: Pool
  /** Processor time of the main thread without requests, as a part of the time. */
  readonly idleShare: number
}

interface Measured {
  /** Beyond that of an idle service. */
  readonly cpuMs: number
  readonly delayMs: number
  readonly outcome: string
}

/** The same work on this machine at this time, without a service: other programs make it slower. */
async function measureBare(): Promise<void> {
  const service = await startAttacked(`node ${fileURLToPath(new URL('./bare.mjs', import.meta.url))}`, {
    hasDelayMonitor: true,
  })
  const pool = new Pool(service.address, { connections: 1 })
  const measuring = { service, pool, idleShare: await measureIdle(service.pid()) }
  const body = Buffer.alloc(maxPictureBytes)
  const times: number[] = []
  for (let round = 0; round < bareRounds; round++)
    times.push((await measureOnce(measuring, 'bare', { path: '/', body })).cpuMs)
  console.log(`A bare server receives and hashes 24 MiB in ${median(times.slice(1)).toFixed(0)} ms of its main thread.`)
  await pool.destroy()
  await service.stop()
}

async function measureRequests(): Promise<boolean> {
  await measureBare()
  const inputs = loopInputs.filter(({ name }) => new RegExp(options.only, 'i').test(name))
  const service = await startAttacked(options.server, { hasDelayMonitor: true })
  const pool = new Pool(service.address, { connections: 1, headersTimeout: timeoutMs, bodyTimeout: timeoutMs })
  await warmUp(pool)
  const measuring = { service, pool, idleShare: await measureIdle(service.pid()) }
  const rows = []
  for (const input of inputs) {
    const measured = await measureInput(measuring, input)
    const medianOf = (value: (one: Measured) => number): number => median(measured.map(value))
    const [cpuMs, delayMs] = [medianOf(one => one.cpuMs), medianOf(one => one.delayMs)]
    const outcome = [...new Set(measured.map(one => one.outcome))].join(', ')
    const isWithin = cpuMs <= input.maxCpuMs && delayMs <= maxDelayMs && !/died|^0/.test(outcome)
    const figures = [cpuMs, input.maxCpuMs, delayMs].map(value => value.toFixed(0))
    rows.push({
      excess: Math.max(cpuMs / input.maxCpuMs, delayMs / maxDelayMs),
      isWithin,
      cells: [input.name, ...figures, outcome, isWithin ? '' : 'NO'],
    })
    console.error(rows.at(-1)?.cells.join(' | '))
  }
  await pool.destroy()
  await service.stop()
  const sorted = rows.toSorted((one, other) => other.excess - one.excess)
  console.log(
    table(
      ['input', 'main thread, ms', 'limit', 'worst delay, ms', 'answer', 'within'],
      sorted.map(({ cells }) => cells),
    ),
  )
  const within = rows.filter(({ isWithin }) => isWithin).length
  console.log(`${within} of ${rows.length} inputs within the limits`)
  return within === rows.length
}

async function measureInput(measuring: Measuring, input: LoopInput): Promise<readonly Measured[]> {
  const message = input.message()
  const source = input.source?.()
  const measured: Measured[] = []
  for (let number = 1; number <= Number(options.repeats); number++) {
    const served = source && (await serve(source.encode(numbered(source.bytes, number)), source.coding))
    const sent = served
      ? jsonMessage(message.path, { source_url: served.address })
      : { ...message, ...(Buffer.isBuffer(message.body) && { body: numbered(message.body, number) }) }
    measured.push(await measureOnce(measuring, input.name, sent))
    served?.close()
  }
  return measured
}

async function measureOnce({ service, pool, idleShare }: Measuring, name: string, sent: Message): Promise<Measured> {
  await service.ready()
  await wait(settleMs)
  const crashes = service.crashes()
  await service.longestDelay()
  const begun = performance.now()
  const before = mainThreadMs(service.pid())
  const { status, code } = await send(pool, name, sent)
  await wait(settleMs)
  const delayMs = await service.longestDelay()
  const cpuMs = mainThreadMs(service.pid()) - before - idleShare * (performance.now() - begun)
  const outcome = service.crashes() > crashes ? 'died' : `${status} ${code}`.trim()
  return { cpuMs, delayMs, outcome }
}

/** Processor time of a process's main thread since its start (Linux, Documentation/scheduler/sched-stats.rst). */
function mainThreadMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

/** Answers every request with these bytes. */
async function serve(bytes: Buffer, coding: string) {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'image/gif', 'content-encoding': coding }).end(bytes)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { address: `http://127.0.0.1:${port}/a`, close: () => server.close() }
}

/** The least of several moments: the service may still start workers. */
async function measureIdle(pid: number): Promise<number> {
  const shares: number[] = []
  for (let moment = 0; moment < idle.moments; moment++) {
    const before = mainThreadMs(pid)
    await wait(idle.ms)
    shares.push((mainThreadMs(pid) - before) / idle.ms)
  }
  return Math.min(...shares)
}

/** Compiles what every request runs. */
async function warmUp(pool: Pool): Promise<void> {
  for (let round = 0; round < 10; round++) for (const name of operationNames) await askOperation(pool, name)
}
