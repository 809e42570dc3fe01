// The art as SVG elements, coloured by classes.
import { html } from 'ghtml'
import { type Art, side } from './art.ts'
import { type Band, ribbonWidth } from './ribbon.ts'

/** Repeats of the picture in the frieze, each a quarter turn further. */
const repeats = [0, 1, 2, 3]

/** The palette across the top of the page. */
export const ribbon = (bands: readonly Band[]): string => {
  const rects = bands.map(
    ({ x, width }, index) => html`<rect class="sp-base sp-band-${index + 1}" x="${x}" width="${width}" height="1"/>`,
  )
  return html`<svg class="sp-ribbon" viewBox="0 0 ${ribbonWidth} 1" preserveAspectRatio="none" aria-hidden="true">!${rects}</svg>`
}

/** The picture beside the texts. */
export const picture = ({ layers }: Art): string => {
  const paths = layers.map(
    ({ ink, path, base }) => html`<path class="${base ? 'sp-base ' : ''}sp-ink-${ink + 1}" d="${path}"/>`,
  )
  return html`<svg class="sp-tiles" viewBox="0 0 ${side} ${side}" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><g id="sp-picture">!${paths}</g></svg>`
}

/** The foot of the page: the picture again and again, cropped to the middle. */
export const frieze = (): string => {
  const uses = repeats.map(
    index =>
      html`<use href="#sp-picture" x="${index * side}" transform="rotate(${index * 90} ${(index + 0.5) * side} ${side / 2})"/>`,
  )
  return html`<svg class="sp-frieze" viewBox="0 0 ${side * repeats.length} ${side}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">!${uses}</svg>`
}
