// A listing as plain text: facts and figures first, then aligned columns.
import { chunks } from './chunks.ts'
import { clip, fit } from './fit.ts'
import type { Chart, Listing, TextColumn } from './listing.ts'
import { top } from './top.ts'
import { number } from './wording.ts'

const gap = '  '
/** Columns of the longest bar; an eighth of a column is drawn too. */
const barWidth = 30
const eighths = '▏▎▍▌▋▊▉'
const nameWidth = 24

/** Columns of a fact's value, and of the line below a title. */
const widestFact = 160
const widestRule = 60

const heading = (text: string, line: string): string => `${text}\n${line.repeat(text.length)}\n`

/** A bar for a part of the longest; the smallest part is seen too. */
const bar = (part: number): string => {
  const length = Math.max(1, Math.round(part * barWidth * 8))
  return '█'.repeat(Math.floor(length / 8)) + eighths.charAt((length % 8) - 1)
}

const bars = ({ title, tallies }: Chart): string => {
  const all = tallies.reduce((sum, { count }) => sum + count, 0)
  const shown = top(tallies)
  const largest = Math.max(...shown.map(({ count }) => count))
  const lines = shown.map(({ name, count }) => {
    const figures = `${fit(number(count), 9, 'right')}${fit(`${((count / all) * 100).toFixed(1)} %`, 9, 'right')}`
    return `${gap}${fit(name || '(none)', nameWidth, 'left')}${figures}${gap}${bar(count / largest)}\n`
  })
  return `\n${heading(title, '-')}${lines.join('')}`
}

/** One line of the table; what stands last is not filled up. */
const line = <R>(columns: readonly TextColumn<R>[], text: (column: TextColumn<R>) => string): string => {
  let cells = ''
  for (const column of columns) cells += (cells && gap) + fit(text(column), column.width, column.align)
  return `${cells.trimEnd()}\n`
}

const begin = <R>({ title, facts, charts, count, empty, textColumns }: Listing<R>): string => {
  const width = Math.max(...facts.map(([name]) => name.length))
  return [
    heading(`Automation Service: ${title.toLowerCase()}`, '='),
    '\n',
    ...facts.map(([name, value]) => `${fit(name, width, 'left')}${gap}${clip(value, widestFact)}\n`),
    ...charts.filter(({ tallies }) => tallies.length > 0).map(bars),
    '\n',
    count > 0 ? line(textColumns, column => column.title) : `${empty}\n`,
    count > 0 ? line(textColumns, column => '-'.repeat(Math.min(column.width, widestRule))) : '',
  ].join('')
}

/** Writes a listing as UTF-8 text, newest first, in chunks and constant memory. */
export const txt = <R>(listing: Listing<R>): AsyncGenerator<string, void, void> => {
  const { textColumns, pages, end } = listing
  return chunks({
    head: begin(listing),
    pages,
    row: one => line(textColumns, column => column.text(one)),
    foot: `\n${end}\n`,
  })
}
