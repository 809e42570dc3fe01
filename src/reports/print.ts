// A listing as an HTML page for printing: no script, no external resource, everything inline.

import { html } from 'ghtml'
import type { Paper } from '../../schemas/export.ts'
import type { Tally } from '../../schemas/records.ts'
import { cssColorOf } from '../color/color-names.ts'
import { formatNumber, formatTimestamp, truncate } from './format.ts'
import { type Chart, type Listing, limitBars, type PrintColumn, streamChunks } from './listing.ts'
import { printStyle } from './print-style.ts'

/** Maximum width of a text, columns: about three lines, so that a row is never longer than a page. */
const maxTextWidth = 150

/** Writes a page for the given paper size, newest record first, in chunks and in constant memory. */
export function renderPrintPage<R>(listing: Listing<R>, paper: Paper): AsyncGenerator<string, void, void> {
  const { count, pages, printColumns, empty, end } = listing
  const head = renderHead(listing, paper) + renderCover(listing)
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

function renderHead<R>({ title, generatedAt, printColumns }: Listing<R>, paper: Paper): string {
  const createdAt = `${formatTimestamp(generatedAt.toISOString())} UTC`
  const style = printStyle({ paper, header: title, footer: createdAt, shares: printColumns.map(({ share }) => share) })
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
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
!${renderColorBand(listing.band)}<dl>!${facts}</dl>
</header>
<main>
!${renderCharts(listing)}`
}

/** Size of the band in SVG units; it is stretched to the width of the cover. */
const bandSize = { width: 1000, height: 56 } as const

/** The leading colours of all records as one band, each as wide as it is frequent; the rest is left blank. */
function renderColorBand(tallies: readonly Tally[]): string {
  if (tallies.length === 0) return ''
  const colors = limitBars(tallies)
  const total = colors.reduce((sum, { count }) => sum + count, 0)
  let end = 0
  const rects = colors.map(({ name, count }) => {
    const x = end
    end += (count / total) * bandSize.width
    const fill = cssColorOf(name) ?? 'none'
    return html`<rect x="${x.toFixed(1)}" width="${(end - x).toFixed(1)}" height="${bandSize.height}" fill="${fill}"/>`
  })
  return html`<svg class="band" viewBox="0 0 ${bandSize.width} ${bandSize.height}" preserveAspectRatio="none" aria-hidden="true">!${rects}</svg>
`
}

function renderCharts<R>({ charts }: Listing<R>): string {
  const figures = charts.filter(({ tallies }) => tallies.length > 0).map(renderChart)
  if (figures.length === 0) return ''
  return html`<section class="charts" aria-label="Summary">
!${figures}</section>
`
}

/** Size of a chart in SVG units: its whole width, a row, the thickness of a bar, the space for a name and for a number. */
const chartSize = { width: 300, row: 18, bar: 10, name: 118, number: 52 } as const
const maxBarLength = chartSize.width - chartSize.name - chartSize.number
/** Maximum width of the name of a bar, columns. */
const maxNameWidth = 19

function renderChart({ title, tallies, named = false }: Chart): string {
  const shown = limitBars(tallies)
  const maxCount = Math.max(...shown.map(({ count }) => count))
  const bars = shown.map((tally, index) => renderBar(tally, index, maxCount, named))
  const label = shown.map(({ name, count }) => `${name || '(none)'} ${formatNumber(count)}`).join(', ')
  return html`<figure><figcaption>${title}</figcaption>
<svg viewBox="0 0 ${chartSize.width} ${shown.length * chartSize.row}" role="img" aria-label="${title}: ${label}">
!${bars}</svg></figure>
`
}

function renderBar({ name, count }: Tally, index: number, maxCount: number, named: boolean): string {
  const y = index * chartSize.row
  const length = Math.max(2, (count / maxCount) * maxBarLength).toFixed(1)
  const paint = named ? html`class="framed" fill="${cssColorOf(name) ?? 'none'}"` : 'class="bar"'
  return html`<text x="0" y="${y + 13}">${truncate(name || '(none)', maxNameWidth)}</text>
<rect x="${chartSize.name}" y="${y + 4}" width="${length}" height="${chartSize.bar}" rx="1.5" !${paint}/>
<text x="${chartSize.width}" y="${y + 13}" text-anchor="end">${formatNumber(count)}</text>
`
}

function renderTableHead<R>({ title, printColumns }: Listing<R>): string {
  const cols = printColumns.map(() => '<col>')
  const heads = printColumns.map(column => html`<th scope="col" class="${column.align}">${column.title}</th>`)
  return html`<table aria-label="${title}">
<colgroup>!${cols}</colgroup>
<thead><tr>!${heads}</tr></thead>
<tbody>
`
}

function renderCell<R>({ title, align, text, note, colors }: PrintColumn<R>, row: R): string {
  const main = text ? html`<bdi>${truncate(text(row), maxTextWidth)}</bdi>` : ''
  const below = note ? html`<small><bdi>${truncate(note(row), maxTextWidth)}</bdi></small>` : ''
  const swatches = colors ? renderSwatches(colors(row)) : ''
  return html`<td class="${align}" data-title="${title}"><div>!${main}!${below}!${swatches}</div></td>`
}

const hexColor = /^#[0-9A-F]{6}$/i

/**
 * Colours as a strip of squares, with their codes for greyscale prints; anything but #RRGGBB is left out. The strip is SVG,
 * because printers leave CSS backgrounds out.
 */
export function renderSwatches(colors: readonly string[]): string {
  const valid = colors.filter(color => hexColor.test(color))
  if (valid.length === 0) return ''
  const squares = valid.map((color, i) => html`<rect x="${i * 17}" width="14" height="14" rx="2" fill="${color}"/>`)
  const codes = valid.map(color => html`<span>${color}</span> `)
  return html`<svg class="swatches" viewBox="-.5 -.5 ${valid.length * 17} 15" aria-hidden="true">!${squares}</svg>
<small class="codes">!${codes}</small>`
}
