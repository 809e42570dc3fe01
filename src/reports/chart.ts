// A bar chart as inline SVG, its figures as text.
import { html } from 'ghtml'
import type { Tally } from '../../schemas/records.ts'
import { colorName } from './color-name.ts'
import { clip } from './fit.ts'
import type { Chart } from './listing.ts'
import { top } from './top.ts'
import { number } from './wording.ts'

/** User units; the drawing keeps its proportions at any width. */
const size = { width: 300, row: 18, bar: 10, name: 118, figure: 52 } as const
const barSpace = size.width - size.name - size.figure

/** Columns of the name of a bar. */
const nameWidth = 19

const bar = ({ name, count }: Tally, i: number, largest: number, named: boolean): string => {
  const y = i * size.row
  const length = Math.max(2, (count / largest) * barSpace).toFixed(1)
  const fill = named && colorName.test(name) ? name : 'none'
  const paint = named ? html`class="framed" fill="${fill}"` : 'class="bar"'
  return html`<text x="0" y="${y + 13}">${clip(name || '(none)', nameWidth)}</text>
<rect x="${size.name}" y="${y + 4}" width="${length}" height="${size.bar}" rx="1.5" !${paint}/>
<text x="${size.width}" y="${y + 13}" text-anchor="end">${number(count)}</text>
`
}

/** A figure with one bar for every word, the longest first. */
export const chart = ({ title, tallies, named = false }: Chart): string => {
  const shown = top(tallies)
  const largest = Math.max(...shown.map(({ count }) => count))
  const bars = shown.map((tally, i) => bar(tally, i, largest, named))
  const said = shown.map(({ name, count }) => `${name || '(none)'} ${number(count)}`).join(', ')
  return html`<figure><figcaption>${title}</figcaption>
<svg viewBox="0 0 ${size.width} ${shown.length * size.row}" role="img" aria-label="${title}: ${said}">
!${bars}</svg></figure>
`
}
