// The style of a page to print. Only words of ours enter it, never a value of a record.
import type { Paper } from '../../schemas/export.ts'

interface PrintStyle {
  readonly paper: Paper
  /** Plain words for the running header and footer: Chromium prints static text and page counters in margin boxes. */
  readonly header: string
  readonly footer: string
  /** Widths of the columns of the table, per cent. */
  readonly shares: readonly number[]
}

const pageSizes: Readonly<Record<Paper, string>> = { a4: 'A4', letter: 'letter' }

const paged = ({ paper, header, footer }: PrintStyle): string => `
@page {
  size: ${pageSizes[paper]} portrait;
  margin: 18mm 14mm 17mm;
  @top-left { content: "Automation Service"; font: 600 8pt sans-serif; color: #374151; vertical-align: bottom; padding-bottom: 3mm; }
  @top-right { content: "${header}"; font: 8pt sans-serif; color: #374151; vertical-align: bottom; padding-bottom: 3mm; }
  @bottom-left { content: "${footer}"; font: 8pt sans-serif; color: #4b5563; vertical-align: top; padding-top: 3mm; }
  @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 8pt sans-serif; color: #4b5563; vertical-align: top; padding-top: 3mm; }
}
@page :first {
  margin-top: 14mm;
  @top-left { content: none; }
  @top-right { content: none; }
}`

const shared = `
:root { color-scheme: light; --ink: #111827; --soft: #4b5563; --line: #d1d5db; --bar: #4f46e5; --paper: #fff; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 9.5pt/1.45 system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
header { border-bottom: 2pt solid var(--bar); padding-bottom: 4mm; }
.service { margin: 0; color: var(--soft); font-weight: 600; }
h1 { margin: 0; font-size: 24pt; line-height: 1.2; letter-spacing: -.02em; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .5mm 5mm; margin: 3mm 0 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 5mm 8mm; margin: 6mm 0 8mm; }
figure { margin: 0; break-inside: avoid; max-width: 20rem; }
figcaption { margin-bottom: 1.5mm; font-weight: 600; }
figure svg { display: block; width: 100%; height: auto; fill: currentColor; font-size: 10px; font-variant-numeric: tabular-nums; }
.bar { fill: var(--bar); }
.framed { stroke: var(--soft); stroke-width: .5; }
.empty { margin: 12mm 0; font-size: 12pt; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th { padding: 0 2mm 1.5mm 0; border-bottom: 1pt solid var(--soft); text-align: left; font-size: 8.5pt; vertical-align: bottom; }
td { padding: 1.6mm 2mm 1.6mm 0; border-bottom: .5pt solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
td small { display: block; color: var(--soft); font-size: 7.5pt; line-height: 1.4; }
td .codes { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 7pt; }
.codes span { white-space: nowrap; }
.swatches { display: block; margin-bottom: .6mm; }
.swatches rect { stroke: var(--soft); stroke-width: .5; }
.right { padding-right: 0; text-align: right; font-variant-numeric: tabular-nums; }
h1, h2, thead { break-after: avoid; }
`

const columns = ({ shares }: PrintStyle): string =>
  shares.map((share, i) => `col:nth-child(${i + 1}) { width: ${share}%; }\n`).join('')

/** On a small screen every row becomes a card, each value beside the title of its column. */
const screen = `
@media screen {
  body { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; font-size: 1rem; }
  th { font-size: .85rem; }
  td small, td .codes { font-size: .8rem; }
}
@media screen and (max-width: 40rem) {
  table, tbody { display: block; }
  thead { position: absolute; clip-path: inset(50%); }
  tr { display: block; padding: .6rem 0; border-bottom: 1px solid var(--line); }
  td, td.right { display: grid; grid-template-columns: 7rem 1fr; padding: .15rem 0; border: 0; text-align: left; }
  td::before { content: attr(data-title); color: var(--soft); font-size: .85rem; }
}
@media screen and (prefers-color-scheme: dark) {
  :root { color-scheme: dark; --ink: #f3f4f6; --soft: #b6bdc9; --line: #374151; --bar: #a5b4fc; --paper: #111827; }
}
`

/** The whole style sheet of a page to print. */
export const printStyle = (style: PrintStyle): string => paged(style) + shared + columns(style) + screen
