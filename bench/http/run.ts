// Every operation of the built service, compared with a bare Fastify server that sends the same bodies.
// `npm run bench:http` prints the tables; `-- --write` puts them in docs/benchmarks.md; `-- --rounds 1` is quick.
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { examplePicture } from '../../schemas/examples/pictures.ts'
import { median, table, writeReport } from '../report.ts'
import { type Server, startServer } from '../server-process.ts'

interface Operation {
  readonly name: string
  readonly url: string
  /** Body of a POST, the same for the same number; a GET without. */
  readonly body?: (number: number) => string
  /** Requests per round. */
  readonly count: number
}

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '15' }, write: { type: 'boolean', default: false } },
})
const rounds = Number(options.rounds)
/** Code is optimised after some ten thousand requests. */
const warmUpRounds = Math.min(5, rounds)
const connections = 16

const operations: readonly Operation[] = [
  { name: 'getHealth', url: '/api/health', count: 5000 },
  { name: 'captureMedia, repeated', url: '/api/v1/capture-media', body: () => captureBody(0), count: 600 },
  { name: 'captureMedia, distinct', url: '/api/v1/capture-media', body: captureBody, count: 600 },
  { name: 'buildSparkpage, repeated', url: '/api/v1/build-sparkpage', body: () => pageBody(0), count: 600 },
  { name: 'buildSparkpage, distinct', url: '/api/v1/build-sparkpage', body: pageBody, count: 600 },
  { name: 'analyzeVibe, repeated', url: '/api/v1/analyze-vibe', body: () => analysisBody(0), count: 600 },
  { name: 'analyzeVibe, distinct', url: '/api/v1/analyze-vibe', body: analysisBody, count: 64 },
  { name: 'exportTxt api-spec', url: '/api/v1/export/txt/api-spec', count: 1000 },
  { name: 'exportTxt analysis', url: '/api/v1/export/txt/analysis?limit=10', count: 400 },
  { name: 'exportPdf analysis', url: '/api/v1/export/pdf/analysis?limit=10', count: 400 },
  { name: 'getStats', url: '/api/admin/stats', count: 200 },
]

for (const [name, measure] of Object.entries({ cost: measureCost, start: measureStart })) {
  const report = await measure()
  console.log(`\n${report}\n`)
  if (options.write) await writeReport(`bench:http ${name}`, report)
}

function captureBody(number: number): string {
  return JSON.stringify({ target_url: `https://example.com/${number}`, output_format: 'mp4', record_duration: '5s' })
}

function pageBody(number: number): string {
  return JSON.stringify({
    style_metadata: { colors: ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC'] },
    content: {
      headline: `Ship your story ${number}`,
      sub_headline: 'From one picture to a page.',
      cta_button_text: 'Start free',
    },
  })
}

/** Bytes after the end of a picture make it another picture that looks the same. */
function analysisBody(number: number): string {
  const [head, data = ''] = examplePicture.split(';base64,')
  const bytes = Buffer.concat([Buffer.from(data, 'base64'), Buffer.from(`${number}`)])
  return JSON.stringify({ source_url: `${head};base64,${bytes.toString('base64')}` })
}

async function measureCost(): Promise<string> {
  const service = await startService()
  const routes = new Map<string, object>()
  for (const operation of operations) routes.set(operation.url, await readRoute(service, operation))
  const bare = await startBare([...routes.values()])
  const rows: string[][] = []
  for (const operation of operations) {
    const [ours, theirs, ratio] = await compare(service, bare, operation)
    const cpu = [ours, theirs].map(one => one.cpuMicros.toFixed(0))
    rows.push([operation.name, ...cpu, ratio.toFixed(2), ours.perSecond.toFixed(0), theirs.perSecond.toFixed(0)])
    console.log(rows.at(-1)?.join(' · '))
  }
  await Promise.all([service.stop(), bare.stop()])
  return table(['operation', 'CPU, µs', 'bare, µs', 'bare ÷ ours', 'requests per second', 'bare'], rows)
}

async function measureStart(): Promise<string> {
  const measured: (readonly [ours: StartCost, bare: StartCost])[] = []
  const health = { method: 'GET', url: '/api/health', type: 'application/json', body: { status: 'ok' } }
  for (let round = 0; round <= rounds; round += 1)
    measured.push([await startCost(startService), await startCost(() => startBare([health]))])
  const counted = measured.slice(1)
  const [ours, bare] = ([0, 1] as const).map(side => ({
    ms: median(counted.map(pair => pair[side].ms)),
    mb: median(counted.map(pair => pair[side].mb)),
  }))
  if (ours === undefined || bare === undefined) return ''
  const ratio = median(counted.map(([one, other]) => one.ms / other.ms))
  return table(
    ['', 'service', 'bare Fastify', 'difference'],
    [
      ['from start to listening, ms', ours.ms.toFixed(0), bare.ms.toFixed(0), `× ${ratio.toFixed(2)}`],
      ['memory after it, MB', ours.mb.toFixed(1), bare.mb.toFixed(1), `+ ${(ours.mb - bare.mb).toFixed(1)}`],
    ],
  )
}

function startService(): Promise<Server> {
  return startServer({ file: '../dist/src/server.js' })
}

function startBare(routes: readonly object[]): Promise<Server> {
  return startServer({ file: './http/bare.mjs', message: routes })
}

/** What the service answers, for the bare server to answer; JSON as an object, so that it is serialized, too. */
async function readRoute({ address }: Server, { url, body }: Operation): Promise<object> {
  const post = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: body(0) }
  const response = await fetch(`${address}${url}`, post)
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  const type = response.headers.get('content-type') ?? ''
  const isJson = type.startsWith('application/json')
  return {
    method: post?.method ?? 'GET',
    url: url.split('?', 1)[0],
    type,
    body: isJson ? await response.json() : await response.text(),
  }
}

interface Cost {
  /** CPU time of the server per request. */
  readonly cpuMicros: number
  readonly perSecond: number
}

/** @returns the medians of both servers, requested in turns, and the median of the ratios of each round. */
async function compare(service: Server, bare: Server, operation: Operation): Promise<readonly [Cost, Cost, number]> {
  const pools = [service, bare].map(({ address }) => new Pool(address, { connections }))
  const [ours, theirs]: readonly [Cost[], Cost[]] = [[], []]
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    const [ourPool, barePool] = pools
    if (ourPool) ours.push(await costOf(service, ourPool, operation, round))
    if (barePool) theirs.push(await costOf(bare, barePool, operation, round))
  }
  await Promise.all(pools.map(pool => pool.close()))
  const [counted, bareCounted] = [ours.slice(warmUpRounds), theirs.slice(warmUpRounds)]
  const ratios = counted.map(({ cpuMicros }, round) => (bareCounted[round]?.cpuMicros ?? Number.NaN) / cpuMicros)
  return [medianOf(counted), medianOf(bareCounted), median(ratios)]
}

function medianOf(costs: readonly Cost[]): Cost {
  return {
    cpuMicros: median(costs.map(cost => cost.cpuMicros)),
    perSecond: median(costs.map(cost => cost.perSecond)),
  }
}

async function costOf(server: Server, pool: Pool, { url, body, count }: Operation, round: number): Promise<Cost> {
  const [cpuBefore, begin] = [await server.cpuMicros(), performance.now()]
  let next = round * count
  const client = async (): Promise<void> => {
    while (next < (round + 1) * count) {
      next += 1
      const post = body && { body: body(next), headers: { 'content-type': 'application/json' } }
      const response = await pool.request({ path: url, method: post ? 'POST' : 'GET', ...post })
      await response.body.dump({ limit: Number.POSITIVE_INFINITY })
      if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}.`)
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  const seconds = (performance.now() - begin) / 1000
  return { cpuMicros: ((await server.cpuMicros()) - cpuBefore) / count, perSecond: count / seconds }
}

interface StartCost {
  readonly ms: number
  readonly mb: number
}

/** Starts a server, requests health once, and reads its memory when it is idle. */
async function startCost(start: () => Promise<Server>): Promise<StartCost> {
  const server = await start()
  await fetch(`${server.address}/api/health`).then(response => response.arrayBuffer())
  await new Promise(resolve => setTimeout(resolve, 500))
  const mb = await server.memoryMb('VmRSS')
  await server.stop()
  return { ms: server.startMs, mb }
}
