// What the service adds: an analysis at medium through HTTP, with a data URI, as a ratio to the floor, in turns.
// `npm run bench:service` prints the table, `-- --write` puts it in docs/benchmarks.md.
import { request } from 'node:http'
import { parseArgs } from 'node:util'
import { keep } from './keep.ts'
import { startService } from './service-process.ts'
import { floor } from './style/floor.ts'
import { inputNames, inputOf } from './style/inputs.ts'
import { elapsed, geometricMean, median } from './style/speed.ts'

const { values: options } = parseArgs({ options: { write: { type: 'boolean', default: false } } })

const warmUps = 15
const rounds = 25
const service = await startService()

/** A plain client, which adds as little as any. */
const analyse = (body: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const asked = request(`${service.address}/api/v1/analyze-vibe`, { method: 'POST', headers }, answer => {
      if (answer.statusCode !== 200) reject(new Error(`Status ${answer.statusCode}.`))
      answer.resume().once('end', resolve)
    })
    asked.once('error', reject).end(body)
  })

const row: { readonly median: number; readonly least: number }[] = []
for (const name of inputNames) {
  const bytes = await inputOf(name)
  const body = Buffer.from(JSON.stringify({ source_url: `data:;base64,${bytes.toString('base64')}` }))
  const pairs: { readonly floor: number; readonly service: number }[] = []
  for (let turn = 0; turn < warmUps + rounds; turn++) {
    pairs.push({ floor: await elapsed(() => floor(bytes)), service: await elapsed(() => analyse(body)) })
  }
  const counted = pairs.slice(warmUps)
  const [floors, services] = [counted.map(pair => pair.floor), counted.map(pair => pair.service)]
  row.push({ median: median(services) / median(floors), least: Math.min(...services) / Math.min(...floors) })
}
await service.stop()

const shown = (name: string, values: readonly number[]): string =>
  `| ${[name, ...[...values, geometricMean(values)].map(value => value.toFixed(2))].join(' | ')} |`

const report = [
  `| through the service ÷ floor | ${inputNames.join(' | ')} | geometric mean |`,
  `| --- |${' --: |'.repeat(inputNames.length + 1)}`,
  shown(
    'medians',
    row.map(({ median }) => median),
  ),
  shown(
    'shortest of each',
    row.map(({ least }) => least),
  ),
].join('\n')
console.log(report)
if (options.write) await keep('bench:service', report)
