// Tables in Markdown, their places in docs/benchmarks.md, and the figures in them.
import { readFile, writeFile } from 'node:fs/promises'

/** A table whose columns but the first are aligned to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map((_, column) => (column === 0 ? '---' : '--:')), ...rows]
    .map(row => `| ${row.join(' | ')} |`)
    .join('\n')
}

/** Puts a report in its place in docs/benchmarks.md: between the two comments of that name. */
export async function writeReport(name: string, report: string): Promise<void> {
  const page = new URL('../docs/benchmarks.md', import.meta.url)
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const text = await readFile(page, 'utf8')
  const [before] = text.split(begin)
  const [, after = ''] = text.split(end)
  await writeFile(page, `${before}${begin}\n\n${report}\n\n${end}${after}`)
}

/** A dash where there is no value. */
export function fixed(value: number | undefined, digits: number): string {
  return value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits)
}

/** @param share 0 to 1. */
export function percent(share: number, digits = 1): string {
  return fixed(100 * share, digits)
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** NaN where there are no values. */
export function meanOf(values: readonly number[]): number {
  return sumOf(values) / values.length
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** @param part 0 to 1. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0
}

export function geometricMean(values: readonly number[]): number {
  return Math.exp(meanOf(values.map(Math.log)))
}

/** Milliseconds that some work takes. */
export async function elapsed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}
