// A listing as an HTML page for printing: no script, no external resource, everything inline.

import { html } from 'ghtml'
import type { Paper } from '../../schemas/export.ts'
import type { Tally } from '../../schemas/records.ts'
import { cssColorOf } from '../color/color-names.ts'
import { formatDate, formatNumber, formatTime, formatTimestamp, truncate } from './format.ts'
import { type Chart, type Listing, limitBars, type PrintColumn, streamChunks } from './listing.ts'
import { printStyle } from './print-style.ts'

/** Maximum width of a text, columns: about three lines, so that a row is never longer than a page. */
const maxTextWidth = 150

/** Writes a page for the given paper size, newest record first, in chunks and in constant memory. */
export function renderPrintPage<R>(listing: Listing<R>, paper: Paper): AsyncGenerator<string, void, void> {
  const { count, pages, printColumns, empty, end } = listing
  const head = renderDocumentHead(listing, paper) + renderCover(listing)
  const isEmpty = count === 0
  const foot = isEmpty
    ? html`<p class="empty">${empty}</p>`
    : html`<tr><td class="end" colspan="${printColumns.length}">${end}</td></tr>
</tbody></table>`
  return streamChunks({
    head: isEmpty ? head : head + renderTableHead(listing),
    pages,
    row: row => html`<tr>!${printColumns.map(column => renderCell(column, row))}</tr>
`,
    foot: html`!${foot}
</main>
</body></html>
`,
  })
}

function renderDocumentHead<R>({ title, generatedAt, printColumns }: Listing<R>, paper: Paper): string {
  const createdAt = `${formatTimestamp(generatedAt.toISOString())} UTC`
  const style = printStyle({ paper, header: title, footer: createdAt, columns: printColumns })
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${title}, ${createdAt}</title>
<style>!${style}</style>
</head>
`
}

/** The first sheet: title, facts, charts. */
function renderCover<R>(listing: Listing<R>): string {
  const facts = listing.facts.map(
    ([name, value]) => html`<dt>${name}</dt><dd><bdi>${truncate(value, maxTextWidth)}</bdi></dd>`,
  )
  return html`<body>
<header>
<p class="service">Automation Service</p>
<h1>${listing.title}</h1>
<dl>!${facts}</dl>
</header>
<main>
!${renderCharts(listing)}`
}

function renderCharts<R>({ charts }: Listing<R>): string {
  const figures = charts.filter(({ tallies }) => tallies.length > 0).map(renderSvgChart)
  if (figures.length === 0) return ''
  return html`<section class="charts" aria-label="Summary">
!${figures}</section>
`
}

/** Size of a chart in SVG units: its whole width, a row, the thickness of a bar, the space for a name and for a number. */
const chartSize = { width: 340, row: 18, bar: 10, name: 152, number: 42 } as const
const maxBarLength = chartSize.width - chartSize.name - chartSize.number
/** Maximum width of the name of a bar, columns. */
const maxBarNameWidth = 27

function renderSvgChart({ title, tallies, named = false }: Chart): string {
  const { bars, others } = limitBars(tallies)
  const maxCount = Math.max(...bars.map(({ count }) => count))
  const rows = [
    ...bars.map((tally, index) => renderTally(tally, index) + renderSvgBar(tally, index, maxCount, named)),
    ...others.map(tally => renderTally(tally, bars.length)),
  ]
  const label = [...bars, ...others].map(({ name, count }) => `${name || '(none)'} ${formatNumber(count)}`).join(', ')
  return html`<figure><figcaption>${title}</figcaption>
<svg viewBox="0 0 ${chartSize.width} ${rows.length * chartSize.row}" role="img" aria-label="${title}: ${label}">
!${rows}</svg></figure>
`
}

function renderTally({ name, count }: Tally, index: number): string {
  const y = index * chartSize.row + 13
  return html`<text x="0" y="${y}">${truncate(name || '(none)', maxBarNameWidth)}</text>
<text x="${chartSize.width}" y="${y}" text-anchor="end">${formatNumber(count)}</text>
`
}

function renderSvgBar({ name, count }: Tally, index: number, maxCount: number, named: boolean): string {
  const length = Math.max(2, (count / maxCount) * maxBarLength).toFixed(1)
  const color = named ? cssColorOf(name) : undefined
  const paint = color === undefined ? 'class="bar"' : html`class="framed" fill="${color}"`
  return html`<rect x="${chartSize.name}" y="${index * chartSize.row + 4}" width="${length}" height="${chartSize.bar}" rx="1.5" !${paint}/>
`
}

function renderTableHead<R>({ title, printColumns }: Listing<R>): string {
  const heads = printColumns.map(column => html`<th scope="col">${column.title}</th>`)
  return html`<table aria-label="${title}">
<thead><tr>!${heads}</tr></thead>
<tbody>
`
}

function renderCell<R>(column: PrintColumn<R>, row: R): string {
  const { picture, time, name, text, words, note, id, colors } = column
  return html`<td>!${[
    picture ? renderPicture(picture(row)) : '',
    time ? renderTime(time(row)) : '',
    name ? renderName(name(row), column.whole?.(row)) : '',
    text ? renderText(text(row)) : '',
    words ? renderWords(words(row)) : '',
    note ? html`<small><bdi>!${renderText(note(row))}</bdi></small>` : '',
    id ? renderId(id(row)) : '',
    colors ? renderSwatches(colors(row)) : '',
  ]}</td>`
}

function renderPicture(webp: string): string {
  return webp && html`<img src="data:image/webp;base64,${webp}" alt="">`
}

function renderTime(timestamp: string): string {
  return html`${formatDate(timestamp)} <time>${formatTime(timestamp)}</time>`
}

/** Longest address, characters. */
const maxWholeLength = 8192

function renderName(name: string, whole: string | undefined): string {
  const title = whole === undefined ? '' : html` title="${truncate(whole, maxWholeLength)}"`
  return html`<b!${title}><bdi>!${renderText(name)}</bdi></b>`
}

/** After these characters a line may end, if a word follows. */
const lineBreak = /(?<=[/_-])(?=[\p{L}\p{N}])/u

function renderText(text: string): string {
  const parts = truncate(text, maxTextWidth).split(lineBreak)
  return parts.map(part => html`${part}`).join('<wbr>')
}

function renderWords(words: readonly string[]): string {
  return words.map(word => html`<span>${word}</span>`).join(', ')
}

/** Characters of an id that are shown: `ana_` and 48 bits, which tell the ids of any listing apart. */
const shownIdLength = 16

/** The rest of the id is invisible, but found, copied and read aloud with the beginning. It is not printed. */
function renderId(id: string): string {
  return html`<code title="${id}">${id.slice(0, shownIdLength)}<span>${id.slice(shownIdLength)}</span></code>`
}

const hexColorPattern = /^#[0-9A-F]{6}$/i

/** Colours as one bar, each with its code for greyscale prints; anything but #RRGGBB is left out. */
export function renderSwatches(colors: readonly string[]): string {
  const swatches = colors
    .filter(color => hexColorPattern.test(color))
    .map(color => html`<span style="--color:${color}">${color}</span>`)
  return swatches.length > 0 ? html`<div class="colors">!${swatches.join(' ')}</div>` : ''
}
