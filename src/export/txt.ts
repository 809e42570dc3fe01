// A listing as plain text: facts and figures first, then aligned columns.
import { chunks } from './chunks.ts'
import { clip, fit } from './fit.ts'
import type { Chart, Listing, TextColumn } from './listing.ts'
import { top } from './top.ts'
import { number } from './wording.ts'

const gap = '  '
const barWidth = 30
const nameWidth = 24
const widestRule = 60

const heading = (text: string, line: string): string => `${text}\n${line.repeat(text.length)}\n`

const bars = ({ title, tallies }: Chart): string => {
  const all = tallies.reduce((sum, { count }) => sum + count, 0)
  const lines = top(tallies).map(({ name, count }) => {
    const part = count / all
    const bar = '='.repeat(Math.max(1, Math.round(part * barWidth)))
    const figures = `${fit(number(count), 9, 'right')}${fit(`${(part * 100).toFixed(1)} %`, 9, 'right')}`
    return `${gap}${fit(name || '(none)', nameWidth, 'left')}${figures}${gap}${bar}\n`
  })
  return `\n${heading(title, '-')}${lines.join('')}`
}

/** One line of the table; what stands last is not filled up. */
const row = <R>(columns: readonly TextColumn<R>[], text: (column: TextColumn<R>) => string): string =>
  `${columns
    .map(column => fit(text(column), column.width, column.align))
    .join(gap)
    .trimEnd()}\n`

async function* lines<R>({ title, facts, charts, count, empty, rows, textColumns }: Listing<R>) {
  const width = Math.max(...facts.map(([name]) => name.length))
  yield heading(`Automation Service: ${title.toLowerCase()}`, '=')
  yield '\n'
  for (const [name, value] of facts) yield `${fit(name, width, 'left')}${gap}${clip(value, 160)}\n`
  if (count === 0) {
    yield `\n${empty}\n`
    return
  }
  yield* charts.map(bars)
  yield `\n${row(textColumns, column => column.title)}`
  yield row(textColumns, column => '-'.repeat(Math.min(column.width, widestRule)))
  for await (const one of rows) yield row(textColumns, column => column.text(one))
}

/** Writes a listing as UTF-8 text, newest first, in chunks and constant memory. */
export const txt = <R>(listing: Listing<R>): AsyncGenerator<string, void, void> => chunks(lines(listing))
