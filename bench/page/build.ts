// What a build costs without its durable write: CPU of the process as a ratio to a bare Fastify route that answers with the
// same bytes as JSON, asked through HTTP in turns. `npm run bench:build` prints the table, `-- --write` puts it in
// docs/benchmarks.md, `-- --compiled` measures dist/ after `npm run build`.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { frameworks } from '../../schemas/sparkpage.ts'
import { keep } from '../keep.ts'
import { median } from '../style/speed.ts'
import type { Addresses } from './build-process.ts'
import { palettesOf } from './palettes.ts'

const { values: options } = parseArgs({ options: { write: { type: 'boolean', default: false } } })

const warmUps = 6
const rounds = 25
const requestsPerRound = 60

interface Usage {
  readonly user: number
  readonly system: number
}

const service = fork(new URL('./build-process.ts', import.meta.url), [], { execArgv: ['--import', 'tsx'] })
const [addresses]: readonly Addresses[] = await once(service, 'message')
if (addresses === undefined) throw new Error('The service did not start.')
const usage = async (): Promise<Usage> => {
  service.send('cpu')
  const [answer]: readonly Usage[] = await once(service, 'message')
  return answer ?? { user: 0, system: 0 }
}
const [ours, bare] = [new Pool(addresses.service, { connections: 4 }), new Pool(addresses.bare, { connections: 4 })]

const post = async (pool: Pool, path: string, body: string): Promise<string> => {
  const headers = { 'content-type': 'application/json' }
  const answer = await pool.request({ path, method: 'POST', headers, body })
  const text = await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(`Status ${answer.statusCode}: ${text}`)
  return text
}
const build = '/api/v1/build-sparkpage'

/** User CPU per request, microseconds. */
const cost = async (pool: Pool, bodies: readonly string[]): Promise<number> => {
  const before = await usage()
  await Promise.all(bodies.map(body => post(pool, build, body)))
  return ((await usage()).user - before.user) / bodies.length
}

const palettes = palettesOf(1, (warmUps + rounds) * requestsPerRound)
const bodyOf = (framework: string, index: number): string =>
  JSON.stringify({
    style_metadata: { colors: palettes[index]?.palette ?? [], mood: 'calm' },
    content: {
      headline: `Ship your story ${index}`,
      sub_headline: 'From one picture to a page people remember, wherever they happen to open it.',
      cta_button_text: 'Start free',
    },
    export_settings: { framework },
  })

const ratioOf = async (framework: string, indexOf: (turn: number, request: number) => number) => {
  const pairs: { readonly ours: number; readonly bare: number }[] = []
  for (let turn = 0; turn < warmUps + rounds; turn++) {
    const bodies = Array.from({ length: requestsPerRound }, (_, request) => bodyOf(framework, indexOf(turn, request)))
    for (const body of bodies.slice(0, 1)) await post(bare, '/answer', await post(ours, build, body))
    pairs.push({ ours: await cost(ours, bodies), bare: await cost(bare, bodies) })
  }
  const counted = pairs.slice(warmUps)
  return {
    ours: median(counted.map(pair => pair.ours)),
    bare: median(counted.map(pair => pair.bare)),
    ratio: median(counted.map(pair => pair.ours / pair.bare)),
  }
}

const rows: string[] = []
for (const framework of frameworks) {
  const same = await ratioOf(framework, () => 1)
  const other = await ratioOf(framework, (turn, request) => turn * requestsPerRound + request)
  rows.push(`| ${[framework, same.ratio.toFixed(2), other.ratio.toFixed(2)].join(' | ')} |`)
  console.log(`${framework}: ${other.ours.toFixed(0)} µs to ${other.bare.toFixed(0)} µs`)
}
await Promise.all([ours.close(), bare.close()])
service.send('stop')

const report = [
  '| user CPU ÷ bare | one request again and again | every request another |',
  '| --- | --: | --: |',
  ...rows,
].join('\n')
console.log(report)
if (options.write) await keep('bench:build', report)
