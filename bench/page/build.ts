// What a build costs without its durable write: CPU of the process as a ratio to a bare Fastify route that answers with the
// same bytes as JSON, asked through HTTP in turns. `npm run bench:build` prints the table, `-- --write` puts it in
// docs/benchmarks.md.
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
/** Times that everything is asked: by the last, the engine has compiled what there is to compile. */
const passes = 2
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

/** Which palette and which text a request has: counted over all of them. */
interface Wish {
  readonly palette: number
  readonly text: number
}

const bodyOf = (framework: string, { palette, text }: Wish): string =>
  JSON.stringify({
    style_metadata: { colors: palettes[palette]?.palette ?? [], mood: 'calm' },
    content: {
      headline: `Ship your story ${text}`,
      sub_headline: 'From one picture to a page people remember, wherever they happen to open it.',
      cta_button_text: 'Start free',
    },
    export_settings: { framework },
  })

/** A brand's palette: the first of that kind. */
const brand = palettes.findIndex(({ kind }) => kind === 'brand')
const loads: Readonly<Record<string, (index: number) => Wish>> = {
  'one request again and again': () => ({ palette: brand, text: 0 }),
  'one style, every text another': index => ({ palette: brand, text: index }),
  'every style and text another': index => ({ palette: index, text: index }),
}

const ratioOf = async (framework: string, wish: (index: number) => Wish): Promise<number> => {
  const ratios: number[] = []
  for (let turn = 0; turn < warmUps + rounds; turn++) {
    const bodies = Array.from({ length: requestsPerRound }, (_, request) =>
      bodyOf(framework, wish(turn * requestsPerRound + request)),
    )
    for (const body of bodies.slice(0, 1)) await post(bare, '/answer', await post(ours, build, body))
    const [service, floor] = [await cost(ours, bodies), await cost(bare, bodies)]
    if (turn >= warmUps) ratios.push(service / floor)
  }
  return median(ratios)
}

const rowOf = async (framework: string): Promise<string> => {
  const ratios: string[] = []
  for (const wish of Object.values(loads)) ratios.push((await ratioOf(framework, wish)).toFixed(2))
  return `| ${[framework, ...ratios].join(' | ')} |`
}

const rows: string[] = []
for (let pass = 0; pass < passes; pass++) for (const framework of frameworks) rows.push(await rowOf(framework))
await Promise.all([ours.close(), bare.close()])
service.send('stop')

const report = [
  `| user CPU ÷ bare | ${Object.keys(loads).join(' | ')} |`,
  `| --- |${' --: |'.repeat(Object.keys(loads).length)}`,
  ...rows.slice(-frameworks.length),
].join('\n')
console.log(report)
if (options.write) await keep('bench:build', report)
