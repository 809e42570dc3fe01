// Time and memory of every palette maker, relative to decoding alone.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Input, inputNames, inputOf, noisyInputs } from './inputs.ts'
import { makers } from './makers.ts'
import { peakOf } from './memory.ts'
import { fixed, table } from './report.ts'
import { geometricMean, median, ratioOf } from './speed.ts'

const memoryRuns = 3

/** @param folder of the prepared pictures: with them, noisy photographs are measured, too. */
export async function reportCost(folder: string): Promise<string> {
  const drawn = await Promise.all(inputNames.map(async name => ({ name, bytes: await inputOf(name) })))
  const inputs: readonly Input[] = [...drawn, ...(await noisyInputs(folder))]
  const large = inputs.filter(isLargePhotograph)
  const directory = await mkdtemp(join(tmpdir(), 'bench-style-'))
  const files = large.map((_, index) => join(directory, `${index}.jpg`))
  for (const [index, file] of files.entries()) await writeFile(file, large[index]?.bytes ?? '')
  const floors = await peaksOf('floor', files)
  const rows: string[][] = []
  for (const maker of makers) {
    const ratios: (number | undefined)[] = []
    for (const { bytes } of inputs) ratios.push(await ratioOf(maker, bytes))
    const known = ratios.flatMap(ratio => (ratio === undefined ? [] : [ratio]))
    const peaks = await peaksOf(maker.name, files)
    rows.push([
      maker.name,
      ...ratios.map(ratio => fixed(ratio, 2)),
      fixed(geometricMean(known), 2),
      ...peaks.map((peak, index) => fixed(peak - (floors[index] ?? 0), 1)),
    ])
  }
  await rm(directory, { recursive: true })
  const memory = large.map(({ name }) => `peak memory − floor, ${name}, MB`)
  return table(['wall time ÷ floor', ...inputs.map(({ name }) => name), 'geometric mean', ...memory], rows)
}

function isLargePhotograph({ name }: Input): boolean {
  return name.startsWith('12 MP')
}

/** Median peak memory, MB, of some runs on each file. */
async function peaksOf(maker: string, files: readonly string[]): Promise<readonly number[]> {
  const medians: number[] = []
  for (const file of files) {
    const peaks: number[] = []
    for (let run = 0; run < memoryRuns; run++) peaks.push(await peakOf(maker, file))
    medians.push(median(peaks))
  }
  return medians
}
