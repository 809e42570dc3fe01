// A listing as plain text: facts and bar charts first, then aligned columns.
import type { Tally } from '../../schemas/records.ts'
import { fitColumn, formatNumber, truncate } from './format.ts'
import { type Chart, type Listing, limitBars, streamChunks, type TextColumn } from './listing.ts'

const gap = '  '

/** Maximum width of the value of a fact, columns. */
const maxFactWidth = 160
/** Maximum width of the line below the title of a column, columns. */
const maxRuleWidth = 60

/** Writes UTF-8 text, newest record first, in chunks and in constant memory. */
export function renderTxt<R>(listing: Listing<R>): AsyncGenerator<string, void, void> {
  const { textColumns, pages, end } = listing
  return streamChunks({
    head: renderTextHead(listing),
    pages,
    row: row => renderLine(textColumns, column => column.text(row)),
    foot: `\n${end}\n`,
  })
}

function renderTextHead<R>({ title, facts, charts, count, empty, textColumns }: Listing<R>): string {
  const width = Math.max(...facts.map(([name]) => name.length))
  return [
    renderHeading(`Automation Service: ${title.toLowerCase()}`, '='),
    '\n',
    ...facts.map(([name, value]) => `${fitColumn(name, width, 'left')}${gap}${truncate(value, maxFactWidth)}\n`),
    ...charts.filter(({ tallies }) => tallies.length > 0).map(renderTextChart),
    '\n',
    count > 0 ? renderLine(textColumns, column => column.title) : `${empty}\n`,
    count > 0 ? renderLine(textColumns, column => '-'.repeat(Math.min(column.width, maxRuleWidth))) : '',
  ].join('')
}

function renderHeading(text: string, underline: string): string {
  return `${text}\n${underline.repeat(text.length)}\n`
}

/** Width of the name of a bar, columns. */
const nameWidth = 24

function renderTextChart({ title, tallies }: Chart): string {
  const total = tallies.reduce((sum, { count }) => sum + count, 0)
  const { bars, others } = limitBars(tallies)
  const maxCount = Math.max(...bars.map(({ count }) => count))
  const figures = ({ name, count }: Tally) => {
    const share = `${((count / total) * 100).toFixed(1)} %`
    return `${gap}${fitColumn(name || '(none)', nameWidth, 'left')}${fitColumn(formatNumber(count), 9, 'right')}${fitColumn(share, 9, 'right')}`
  }
  const lines = [
    ...bars.map(tally => `${figures(tally)}${gap}${renderTextBar(tally.count / maxCount)}\n`),
    ...others.map(tally => `${figures(tally)}\n`),
  ]
  return `\n${renderHeading(title, '-')}${lines.join('')}`
}

/** Width of the longest bar, columns; bars are drawn in eighths of a column. */
const maxBarWidth = 30
const eighths = '▏▎▍▌▋▊▉'

/** @param part of the longest bar; the smallest part still shows an eighth of a column. */
function renderTextBar(part: number): string {
  const length = Math.max(1, Math.round(part * maxBarWidth * 8))
  return '█'.repeat(Math.floor(length / 8)) + eighths.charAt((length % 8) - 1)
}

/** The last cell is not padded. */
function renderLine<R>(columns: readonly TextColumn<R>[], text: (column: TextColumn<R>) => string): string {
  let cells = ''
  for (const column of columns) cells += (cells && gap) + fitColumn(text(column), column.width, column.align)
  return `${cells.trimEnd()}\n`
}
