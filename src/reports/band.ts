// The leading colours of all that is listed as one band, each as wide as it is frequent.
import { html } from 'ghtml'
import type { Tally } from '../../schemas/records.ts'
import { colorName } from './color-name.ts'
import { top } from './top.ts'

/** User units; the band is stretched to the width of the cover. */
const width = 1000
const height = 56

/** An SVG band; '' where there is no colour. What is no colour, or the rest, is left as paper. */
export const band = (tallies: readonly Tally[]): string => {
  if (tallies.length === 0) return ''
  const shown = top(tallies)
  const all = shown.reduce((sum, { count }) => sum + count, 0)
  let at = 0
  const parts = shown.map(({ name, count }) => {
    const x = at
    at += (count / all) * width
    const fill = colorName.test(name) ? name : 'none'
    return html`<rect x="${x.toFixed(1)}" width="${(at - x).toFixed(1)}" height="${height}" fill="${fill}"/>`
  })
  return html`<svg class="band" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true">!${parts}</svg>
`
}
