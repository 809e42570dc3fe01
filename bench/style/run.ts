// The benchmark of the style analysis: accuracy, time and memory beside the libraries that people use.
// `npm run bench:style` prints the tables. After `--`: `--write` puts them in docs/benchmarks.md too, `--part accuracy` or
// `--part cost` makes only one, and `--seed 100` draws other pictures.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { judgeAll, type Row, rowOf } from './accuracy.ts'
import { families } from './families/index.ts'
import { inputNames, inputOf } from './inputs.ts'
import { makers } from './makers.ts'
import { peakOf } from './memory.ts'
import type { Picture } from './picture.ts'
import { geometricMean, median, ratioOf } from './speed.ts'

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '0' },
    part: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const firstSeed = Number(options.seed)
const picturesPerFamily = 8
const memoryRuns = 3

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, column) => (column === 0 ? '---' : '--:')), ...rows]
    .map(row => `| ${row.join(' | ')} |`)
    .join('\n')

const shown = (value: number | undefined, digits: number): string => value?.toFixed(digits) ?? '–'

const cells = (row: Row): readonly string[] => [
  shown(row.score, 1),
  shown(row.least, 1),
  shown(row.distance, 2),
  shown(row.recall, 1),
  shown(row.precision, 1),
  shown(row.duplicates, 0),
  shown(row.shareError, 2),
  shown(row.work, 2),
]
const measures = [
  'score',
  'least',
  'ΔE00',
  'recall %',
  'precision %',
  'near-duplicates',
  'share error %',
  'earth mover',
]

const draw = async (): Promise<readonly Picture[]> => {
  const seeds = Array.from({ length: picturesPerFamily }, (_, index) => firstSeed + index)
  const drawn: Picture[] = []
  for (const family of Object.values(families)) for (const seed of seeds) drawn.push(await family(seed))
  return drawn
}

const accuracy = async (pictures: readonly Picture[]): Promise<string> => {
  const all: string[][] = []
  const own: string[][] = []
  for (const maker of makers) {
    const judged = await judgeAll(maker, pictures)
    const row = rowOf(judged)
    all.push([maker.name, ...cells(row), String(row.unread)])
    if (!maker.name.startsWith('this service')) continue
    for (const family of Object.keys(families)) {
      own.push([`${family}, ${maker.name}`, ...cells(rowOf(judged.filter(({ picture }) => picture.family === family)))])
    }
  }
  return `${table(['palette maker', ...measures, 'unread'], all)}\n\n${table(['family', ...measures], own)}`
}

/** Peak memory, MB, of some runs. */
const peakOfRuns = async (name: string, file: string): Promise<number> => {
  const peaks: number[] = []
  for (let run = 0; run < memoryRuns; run++) peaks.push(await peakOf(name, file))
  return median(peaks)
}

const cost = async (): Promise<string> => {
  const dir = await mkdtemp(join(tmpdir(), 'bench-style-'))
  const inputs = await Promise.all(inputNames.map(inputOf))
  const [largest] = inputs
  const file = join(dir, 'largest.jpg')
  if (largest !== undefined) await writeFile(file, largest)
  const least = await peakOfRuns('floor', file)
  const rows: string[][] = []
  for (const maker of makers) {
    const ratios: (number | undefined)[] = []
    for (const bytes of inputs) ratios.push(await ratioOf(maker, bytes))
    const known = ratios.flatMap(ratio => (ratio === undefined ? [] : [ratio]))
    rows.push([
      maker.name,
      ...ratios.map(ratio => shown(ratio, 2)),
      shown(geometricMean(known), 2),
      shown((await peakOfRuns(maker.name, file)) - least, 1),
    ])
  }
  await rm(dir, { recursive: true })
  return table(['wall time ÷ floor', ...inputNames, 'geometric mean', 'peak memory − floor, MB'], rows)
}

const parts: Readonly<Record<string, () => Promise<string>>> = {
  accuracy: async () => accuracy(await draw()),
  cost,
}

/** Puts a table in its place in docs/benchmarks.md. */
const keep = async (part: string, report: string): Promise<void> => {
  const page = new URL('../../docs/benchmarks.md', import.meta.url)
  const [begin, end] = [`<!-- bench:style ${part} -->`, `<!-- /bench:style ${part} -->`]
  const text = await readFile(page, 'utf8')
  const [before] = text.split(begin)
  const [, after = ''] = text.split(end)
  await writeFile(page, `${before}${begin}\n\n${report}\n\n${end}${after}`)
}

for (const [part, make] of Object.entries(parts)) {
  if (options.part !== undefined && options.part !== part) continue
  const report = await make()
  console.log(report)
  if (options.write) await keep(part, report)
}
