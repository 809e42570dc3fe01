// The built service beside two bare Fastify servers, in turns in one run: photographs beside one that decodes them with sharp, other
// requests beside one that parses the same body and sends the same bytes.
// `npm run bench:http` prints the tables; `-- --write` puts them in docs/benchmarks.md; `-- --short` takes two minutes.
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { median, table, writeReport } from '../report.ts'
import { type CpuTime, type Server, startServer, untilReady } from '../server-process.ts'
import { otherRequests, type Photograph, photographs, type Subject } from './requests.ts'

const { values: options } = parseArgs({
  options: { short: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
})
/** Rounds that are measured, after one that is not, and the processor time of a server in each turn, which the kernel counts in 10 ms. */
const { rounds, turnMs } = options.short ? { rounds: 3, turnMs: 100 } : { rounds: 7, turnMs: 400 }
/** Processor time of a turn in the first round, ms: code is optimised after some thousand requests. */
const warmUpMs = 1500
const concurrencies = options.short ? [1, 8] : [1, 2, 8]
/** Of the requests that are no photographs. */
const connections = 8

interface Turn {
  readonly perSecond: number
  /** Processor time of a request. */
  readonly cpu: CpuTime
}

interface Contest<Kind extends Subject = Subject> {
  readonly subject: Kind
  readonly concurrency: number
  readonly bare: Server
  /** The turns of each round. */
  readonly turns: { readonly own: Turn; readonly bare: Turn }[]
}

const service = await startServer({ file: '../dist/src/server.js' })
const bareSharp = await startServer({ file: './http/bare-sharp.mjs' })
await untilReady(service)
// Requests that differ in their bodies only have one route: the answers are equally long.
const bareRoutes = await startServer({ file: './http/bare-route.mjs', message: await readRoutes() })
// The service prepares for later requests when the first worker is ready.
await delay(5000)

const photographContests = (await photographs()).flatMap(subject =>
  concurrencies.map((concurrency): Contest<Photograph> => ({ subject, concurrency, bare: bareSharp, turns: [] })),
)
const otherContests = otherRequests.map(
  (subject): Contest => ({ subject, concurrency: connections, bare: bareRoutes, turns: [] }),
)
/** Of the request: every body is another one. */
let number = 1
for (let round = 0; round <= rounds; round += 1)
  for (const contest of [...photographContests, ...otherContests]) {
    // Each is first in every second round.
    const ms = round === 0 && contest.bare === bareRoutes ? warmUpMs : turnMs
    const first = round % 2 === 0 ? await takeTurn(service, contest, ms) : undefined
    const bare = await takeTurn(contest.bare, contest, ms)
    const own = first ?? (await takeTurn(service, contest, ms))
    if (round > 0) contest.turns.push({ own, bare })
  }
await Promise.all([service, bareSharp, bareRoutes].map(server => server.stop()))

const reports = {
  photographs: table(
    [
      'photograph',
      'at once',
      'requests per second',
      'processor time',
      'without looking for faces',
      'main process ÷ workers',
    ],
    photographContests.map(photographRow),
  ),
  'other requests': table(
    ['request', 'requests per second', 'processor time, bare ÷ ours'],
    otherContests.map(otherRow),
  ),
}
for (const [name, report] of Object.entries(reports)) {
  console.log(`\n${report}`)
  if (options.write) await writeReport(`bench:http ${name}`, report)
}

function photographRow({ subject, concurrency, turns }: Contest<Photograph>): readonly string[] {
  return [
    subject.name,
    `${concurrency}`,
    spread(turns.map(({ own, bare }) => own.perSecond / bare.perSecond)),
    spread(turns.map(({ own, bare }) => sumOfTime(own.cpu) / sumOfTime(bare.cpu))),
    spread(turns.map(({ own, bare }) => (sumOfTime(own.cpu) - subject.facesMs) / sumOfTime(bare.cpu))),
    spread(turns.map(({ own: { cpu } }) => cpu.own / cpu.children)),
  ]
}

function otherRow({ subject, turns }: Contest): readonly string[] {
  return [
    subject.name,
    spread(turns.map(({ own, bare }) => own.perSecond / bare.perSecond)),
    spread(
      turns.map(({ own, bare }) => sumOfTime(bare.cpu) / sumOfTime(own.cpu)),
      3,
    ),
  ]
}

function sumOfTime({ own, children }: CpuTime): number {
  return own + children
}

/** The median, the least and the most. */
function spread(values: readonly number[], digits = 2): string {
  const [middle, min, max] = [median(values), Math.min(...values), Math.max(...values)].map(one => one.toFixed(digits))
  return `${middle} (${min}–${max})`
}

async function readRoutes(): Promise<readonly object[]> {
  const byUrl = new Map(otherRequests.map(subject => [subject.url, subject]))
  return Promise.all([...byUrl.values()].map(readRoute))
}

/** What the service answers, for the bare server to send. */
async function readRoute({ url, post }: Subject): Promise<object> {
  const sent = post?.(0)
  const init = sent && { method: 'POST', headers: { 'content-type': sent.type }, body: String(sent.body) }
  const answer = await fetch(`${service.address}${url}`, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return { method: post ? 'POST' : 'GET', url, type: answer.headers.get('content-type'), text }
}

/** Sends requests, this many at once, until the server has used the processor time of a turn, ms. */
async function takeTurn(
  server: Server,
  { subject: { url, post }, concurrency }: Contest,
  turnMs: number,
): Promise<Turn> {
  const pool = new Pool(server.address, { connections: concurrency })
  const [before, begin] = [await server.cpuTime(), performance.now()]
  let count = 0
  let isOver = false
  const watch = async (): Promise<void> => {
    while (sumOfTime(await server.cpuTime()) - sumOfTime(before) < turnMs) await delay(20)
    isOver = true
  }
  const client = async (): Promise<void> => {
    while (!isOver) {
      const sent = post?.(number)
      number += 1
      const init = sent && { body: sent.body, headers: { 'content-type': sent.type } }
      const response = await pool.request({ path: url, method: sent ? 'POST' : 'GET', ...init })
      await response.body.dump({ limit: Number.POSITIVE_INFINITY })
      if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}.`)
      count += 1
    }
  }
  await Promise.all([watch(), ...Array.from({ length: concurrency }, client)])
  const [after, seconds] = [await server.cpuTime(), (performance.now() - begin) / 1000]
  await pool.close()
  const cpu = { own: (after.own - before.own) / count, children: (after.children - before.children) / count }
  return { perSecond: count / seconds, cpu }
}
