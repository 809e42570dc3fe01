// The style sheet of a page for printing. It contains no value of a record.
import type { Paper } from '../../schemas/export.ts'

interface Column {
  readonly title: string
  readonly align: 'left' | 'right'
  /** Part of the width of the table, per cent. */
  readonly share: number
}

interface PrintStyle {
  readonly paper: Paper
  /** Texts of the running header and footer: in margin boxes Chromium prints only static text and page counters. */
  readonly header: string
  readonly footer: string
  readonly columns: readonly Column[]
}

export function printStyle(style: PrintStyle): string {
  return printRules + columnWidthRules(style) + screenRules + cardRules(style) + pageRules(style)
}

const fonts = 'system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif'

/**
 * Swatches are backgrounds with `print-color-adjust`, so that browsers print them. Their codes are 7 characters wide: six colours take one
 * line of the printed column.
 */
const printRules = `
:root { color-scheme: light; --ink: #1b1729; --soft: #484459; --line: #d9d8e2; --bar: #6d28d9; --paper: #fff; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 9pt/1.4 ${fonts}; }
.service { margin: 0 0 .2em; color: var(--soft); font-weight: 600; }
.service::before { content: ""; display: block; width: 3.2em; margin-bottom: 1.1em; border-top: 4px solid var(--bar); }
h1 { margin: 0 0 .45em; font-size: 2.6em; line-height: 1.1; letter-spacing: -.02em; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3em 1.6em; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20em, 100%), 1fr)); gap: 2em 3em; margin: 2.4em 0; }
figure { margin: 0; break-inside: avoid; max-width: 30em; }
figcaption { margin-bottom: .5em; font-weight: 600; }
figure svg { display: block; width: 100%; height: auto; fill: currentColor; font-size: 10.5px; font-variant-numeric: tabular-nums; }
.bar { fill: var(--bar); }
.framed { stroke: var(--soft); stroke-width: .5; }
.empty { margin: 3em 0; font-size: 1.25em; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
tr:last-child { break-before: avoid; }
th { padding: 0 .8em .5em 0; border-bottom: 1.5px solid var(--soft); text-align: left; font-size: .9em; vertical-align: bottom; }
td { padding: .45em .7em .5em 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
td img { display: block; width: 100%; max-width: 9em; height: 3.6em; object-fit: cover; border-radius: 3px; }
td b { font-weight: 600; }
td span { white-space: nowrap; }
time { color: var(--soft); font-size: .8em; }
td small { display: block; color: var(--soft); font-size: .8em; line-height: 1.45; }
code, .colors { font-family: ui-monospace, Menlo, Consolas, monospace; color: var(--soft); }
code { display: block; font-size: .78em; line-height: 1.5; }
code span { font-size: 0; }
code::after { content: "…"; }
.colors { display: flex; flex-wrap: wrap; font-size: .7em; line-height: 1.5; }
.colors span { flex: 1 0 7.3ch; }
.colors span::before {
  content: ""; display: block; height: 1.7em; margin: .25em 0 .2em; background: var(--color); outline: .5px solid #8889; outline-offset: -.5px;
  print-color-adjust: exact; -webkit-print-color-adjust: exact; forced-color-adjust: none;
}
td.end { padding-top: 1.6em; border: 0; color: var(--soft); }
h1, thead, figcaption { break-after: avoid; }
`

function columnWidthRules({ columns }: PrintStyle): string {
  return columns
    .map(({ share, align }, i) => {
      const right = `th:nth-child(${i + 1}), td:nth-child(${i + 1}) { padding-right: 0; text-align: right; }\n`
      return `th:nth-child(${i + 1}) { width: ${share}%; }\n${align === 'right' ? right : ''}`
    })
    .join('')
}

/** Font size and page width grow with the screen. */
const screenRules = `
@media screen {
  body { max-width: 84em; margin: 0 auto; padding: 2.5em 1.25em 4em; font-size: clamp(1rem, .6rem + .5vw, 1.75rem); }
  th { position: sticky; top: 0; padding-top: .7em; background: var(--paper); box-shadow: 0 1.5px var(--soft); }
}
@media screen and (prefers-color-scheme: dark) {
  :root { color-scheme: dark; --ink: #f0eff8; --soft: #c7c5d4; --line: #353147; --bar: #cfc5ff; --paper: #161422; }
}
`

/** On a small screen every row becomes a card, with each value beside its title; on a medium one there are two cards in a line. */
function cardRules({ columns }: PrintStyle): string {
  const titles = columns.map(({ title }, i) => `  td:nth-child(${i + 1})::before { content: "${title}"; }\n`)
  return `
@media screen and (max-width: 62rem) {
  body { padding: 1.5em 1em 3em; }
  table { display: block; }
  tbody { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20em, 100%), 1fr)); column-gap: 2.5em; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; }
  tr { padding: .7em 0; border-bottom: 1px solid var(--line); }
  td:nth-child(n) { display: block; position: relative; min-height: 1.7em; padding: .15em 0 .15em 7.5em; border: 0; text-align: left; }
  td::before { position: absolute; left: 0; top: .4em; color: var(--soft); font-size: .85em; }
${titles.join('')}  td:nth-child(n):has(.colors) { padding-left: 0; }
  td:has(.colors)::before { position: static; }
  .colors { font-size: .66em; }
  td.end:nth-child(n) { padding-left: 0; }
  td.end::before { content: none; }
  tr:last-child { grid-column: 1 / -1; border: 0; }
}
`
}

const pageSizes: Readonly<Record<Paper, string>> = { a4: 'A4', letter: 'letter' }

function pageRules({ paper, header, footer }: PrintStyle): string {
  return `
@page {
  size: ${pageSizes[paper]} portrait;
  margin: 20mm 15mm 18mm;
  @top-left { content: "Automation Service"; font: 600 8pt ${fonts}; color: #484459; vertical-align: bottom; padding-bottom: 4mm; }
  @top-right { content: "${header}"; font: 8pt ${fonts}; color: #484459; vertical-align: bottom; padding-bottom: 4mm; }
  @bottom-left { content: "Created ${footer}"; font: 8pt ${fonts}; color: #484459; vertical-align: top; padding-top: 4mm; }
  @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 8pt ${fonts}; color: #484459; vertical-align: top; padding-top: 4mm; }
}
@page :first {
  @top-left { content: none; }
  @top-right { content: none; }
}
@media print {
  h1 { font-size: 26pt; }
  .charts { display: block; columns: 2; column-gap: 12mm; margin: 8mm 0; }
  figure { margin-bottom: 6mm; }
  table { margin-top: 8mm; }
  code span { display: none; }
  .colors { flex-wrap: nowrap; }
}`
}
