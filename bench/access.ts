// CPU of a request by the key that it brings, in turns in one run: refused keys are to cost the same, whatever is wrong with them.
// `npm run bench:access` prints the table, `-- --write` puts it in docs/benchmarks.md.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { createSourceReader } from '../src/fetch/source.ts'
import { openStore } from '../src/store/open-store.ts'
import { keep } from './keep.ts'
import { median } from './style/speed.ts'

const { values: options } = parseArgs({ options: { write: { type: 'boolean', default: false } } })

const warmUps = 100
const rounds = 900
const requestsPerRound = 12

const secret = 'f3a9c1d27b604e58a1c2d3e4f5061728'
const first = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'

const keys: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'wrong, of the same length': { authorization: 'Bearer 00000000000000000000000000000000' },
  none: {},
  'empty Bearer': { authorization: 'Bearer' },
  'empty x-api-key': { 'x-api-key': '' },
  'short x-api-key': { 'x-api-key': 'x' },
  'first character differs': { authorization: `Bearer 0${secret.slice(1)}` },
  'last character differs': { authorization: `Bearer ${secret.slice(0, -1)}0` },
  'last of the first key differs': { authorization: `Bearer ${first.slice(0, -1)}0` },
  'one character less': { authorization: `Bearer ${secret.slice(0, -1)}` },
  'one character more': { authorization: `Bearer ${secret}0` },
  'other case': { authorization: `Bearer ${secret.toUpperCase()}` },
  'right (answered by 404)': { authorization: `Bearer ${secret}` },
}

const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
const store = await openStore({ dataDir })
const sources = createSourceReader({ allow: [], timeoutMs: 1000, maxBytes: 1e7 })
const API_KEYS = `first:${first},second:bbbb,last:${secret}`
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', API_KEYS })
const app = await buildApp(config, { store, sources, now: () => new Date(), isDraining: () => false })

/** CPU of one request, µs. */
const cpuOf = async (headers: Readonly<Record<string, string>>): Promise<number> => {
  const before = process.cpuUsage()
  for (let sent = 0; sent < requestsPerRound; sent += 1) await app.inject({ url: '/api/v1/nothing', headers })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / requestsPerRound
}

/** In another order each time, so that nobody always pays for what the same one left to be collected. */
const shuffled = (names: readonly string[]): readonly string[] =>
  names
    .map(name => ({ name, place: Math.random() }))
    .sort((one, another) => one.place - another.place)
    .map(({ name }) => name)

const names = Object.keys(keys)
const costs = new Map<string, number[]>(names.map(name => [name, []]))
for (let round = 0; round < warmUps + rounds; round += 1)
  for (const name of shuffled(names)) {
    const cost = await cpuOf(keys[name] ?? {})
    if (round >= warmUps) costs.get(name)?.push(cost)
  }

const base = median(costs.get(names[0] ?? '') ?? [])
const rows = [...costs].map(([name, values]) => {
  const cost = median(values)
  return `| ${name} | ${cost.toFixed(1)} | ${(cost / base).toFixed(3)} |`
})
const report = ['| key | µs of CPU, median | ratio |', '| --- | --: | --: |', ...rows].join('\n')
console.log(report)
if (options.write) await keep('bench:access', report)

await app.close()
await sources.close()
await store.close()
await rm(dataDir, { recursive: true })
