// Our theme solver against Material's and Leonardo's: the same random palettes in turns, judged by culori and Color.js.
// `npm run bench:theme` prints the table, `-- --write` puts it in docs/benchmarks.md, `-- --seed 2 --count 5000` draws others.
import { parseArgs } from 'node:util'
import { keep } from '../keep.ts'
import { distances, judge, type Roles, spread } from './judge.ts'
import { palettesOf } from './palettes.ts'
import { themeMakers } from './theme-makers.ts'

const { values: options } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '1000' },
  },
})
/** Palettes made before the clock counts. */
const warmUps = 100

const runs = themeMakers.map(maker => ({
  ...maker,
  pairs: 0,
  passing: 0,
  holding: 0,
  themes: 0,
  wholly: 0,
  fills: Array.of<number>(),
  milliseconds: 0,
}))

for (const [index, { palette }] of palettesOf(Number(options.seed), warmUps + Number(options.count)).entries()) {
  for (const run of runs) {
    const begin = performance.now()
    const themed = run.theme(palette)
    if (index < warmUps) continue
    run.milliseconds += performance.now() - begin
    const schemes: readonly Roles[] = [themed.light, themed.dark]
    const found = schemes.flatMap(judge)
    run.pairs += found.length
    run.passing += found.filter(({ passes }) => passes).length
    run.holding += found.filter(({ holds }) => holds).length
    run.themes += 1
    run.wholly += found.every(({ passes }) => passes) ? 1 : 0
    run.fills.push(...schemes.map(({ accent }) => distances(accent, palette).nearest))
  }
}

const [ours] = runs
const percent = (part: number, whole: number): string => ((part / whole) * 100).toFixed(2)
const rows = runs.map(run => {
  const { mean, p95, max } = spread(run.fills)
  const figures = [
    percent(run.passing, run.pairs),
    percent(run.wholly, run.themes),
    percent(run.holding, run.pairs),
    ...[mean, p95, max].map(value => value.toFixed(2)),
    (run.milliseconds / (ours?.milliseconds ?? 1)).toFixed(1),
  ]
  return `| ${[run.name, ...figures].join(' | ')} |`
})
const report = [
  '| theme maker | pairs AA % | palettes wholly AA % | pairs as promised here % | fill ΔE00 mean | p95 | max | time ÷ ours |',
  '| --- | --: | --: | --: | --: | --: | --: | --: |',
  ...rows,
].join('\n')
console.log(report)
if (options.write) await keep('bench:theme', report)
