// A listing as an HTML page made for printing: no script, no outside request, everything inline.
import { html } from 'ghtml'
import type { Paper } from '../../schemas/export.ts'
import { chart } from './chart.ts'
import { chunks } from './chunks.ts'
import { clip } from './fit.ts'
import type { Listing, PrintColumn } from './listing.ts'
import { printStyle } from './print-style.ts'
import { swatches } from './swatches.ts'
import { moment } from './wording.ts'

/** Columns a text takes at most, so that a row always fits on a page. */
const longest = 240

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

const titleBlock = <R>({ title, facts }: Listing<R>): string => {
  const entries = facts.map(([name, value]) => html`<dt>${name}</dt><dd><bdi>${clip(value, longest)}</bdi></dd>`)
  return html`<body>
<header>
<p class="service">Automation Service</p>
<h1>${title}</h1>
<dl>!${entries}</dl>
</header>
<main>
`
}

const charts = <R>(listing: Listing<R>): string =>
  html`<section class="charts" aria-label="Summary">
!${listing.charts.filter(({ tallies }) => tallies.length > 0).map(chart)}</section>
`

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

async function* body<R>(listing: Listing<R>) {
  if (listing.count === 0) {
    yield html`<p class="empty">${listing.empty}</p>`
    return
  }
  yield charts(listing)
  yield tableHead(listing)
  for await (const row of listing.rows) {
    yield html`<tr>!${listing.printColumns.map(column => cell(column, row))}</tr>
`
  }
  yield '</tbody></table>'
}

async function* pieces<R>(listing: Listing<R>, paper: Paper) {
  yield head(listing, paper)
  yield titleBlock(listing)
  yield* body(listing)
  yield '</main></body></html>'
}

/** Writes a listing as a page for paper of the given size, newest first, in chunks and constant memory. */
export const print = <R>(listing: Listing<R>, paper: Paper): AsyncGenerator<string, void, void> =>
  chunks(pieces(listing, paper))
