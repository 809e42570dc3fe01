// A listing as an HTML page made for printing: no script, no outside request, everything inline.
import { html } from 'ghtml'
import type { Paper } from '../../schemas/export.ts'
import { band } from './band.ts'
import { chart } from './chart.ts'
import { chunks } from './chunks.ts'
import { clip } from './fit.ts'
import type { Listing, PrintColumn } from './listing.ts'
import { printStyle } from './print-style.ts'
import { swatches } from './swatches.ts'
import { moment } from './wording.ts'

/** Columns a text takes at most: some three lines, so that a row is never larger than a page. */
const longest = 150

const head = <R>({ title, madeAt, printColumns }: Listing<R>, paper: Paper): string => {
  const made = `${moment(madeAt.toISOString())} UTC`
  const style = printStyle({ paper, header: title, footer: made, shares: printColumns.map(({ share }) => share) })
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}, ${made}</title>
<style>!${style}</style>
</head>
`
}

const summary = <R>({ charts }: Listing<R>): string => {
  const drawn = charts.filter(({ tallies }) => tallies.length > 0).map(chart)
  if (drawn.length === 0) return ''
  return html`<section class="charts" aria-label="Summary">
!${drawn}</section>
`
}

/** The first sheet: what this is, when it was made, what it holds. */
const cover = <R>(listing: Listing<R>): string => {
  const facts = listing.facts.map(([name, value]) => html`<dt>${name}</dt><dd><bdi>${clip(value, longest)}</bdi></dd>`)
  return html`<body>
<header>
<p class="service">Automation Service</p>
<h1>${listing.title}</h1>
!${band(listing.band)}<dl>!${facts}</dl>
</header>
<main>
!${summary(listing)}`
}

const tableHead = <R>({ title, printColumns }: Listing<R>): string => {
  const cols = printColumns.map(() => '<col>')
  const heads = printColumns.map(column => html`<th scope="col" class="${column.align}">${column.title}</th>`)
  return html`<table aria-label="${title}">
<colgroup>!${cols}</colgroup>
<thead><tr>!${heads}</tr></thead>
<tbody>
`
}

const cell = <R>({ title, align, text, note, colors }: PrintColumn<R>, row: R): string => {
  const said = text ? html`<bdi>${clip(text(row), longest)}</bdi>` : ''
  const below = note ? html`<small><bdi>${clip(note(row), longest)}</bdi></small>` : ''
  const strip = colors ? swatches(colors(row)) : ''
  return html`<td class="${align}" data-title="${title}"><div>!${said}!${below}!${strip}</div></td>`
}

/** Writes a listing as a page for paper of the given size, newest first, in chunks and constant memory. */
export const print = <R>(listing: Listing<R>, paper: Paper): AsyncGenerator<string, void, void> => {
  const { count, pages, printColumns, empty, end } = listing
  const begin = head(listing, paper) + cover(listing)
  const isEmpty = count === 0
  const foot = isEmpty
    ? html`<p class="empty">${empty}</p>`
    : html`<tr><td class="end" colspan="${printColumns.length}">${end}</td></tr>
</tbody></table>`
  return chunks({
    head: isEmpty ? begin : begin + tableHead(listing),
    pages,
    row: row => html`<tr>!${printColumns.map(column => cell(column, row))}</tr>
`,
    foot: html`!${foot}
</main>
</body></html>
`,
  })
}
