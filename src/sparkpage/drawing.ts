// The art as SVG elements, coloured by classes.
import { html } from 'ghtml'
import type { Art } from './art/art.ts'
import { side } from './art/canvas.ts'
import { type Band, ribbonWidth } from './ribbon.ts'

/** Repeats of the picture in the frieze. */
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
    ({ ink, path, crisp }) => html`<path class="${crisp ? 'sp-base ' : ''}sp-ink-${ink + 1}" d="${path}"/>`,
  )
  return html`<svg class="sp-tiles" viewBox="0 0 ${side} ${side}" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><svg id="sp-picture" width="${side}" height="${side}">!${paths}</svg></svg>`
}

/** Each a quarter turn further. */
const turned = (index: number): string => `rotate(${index * 90} ${(index + 0.5) * side} ${side / 2})`

/** Each the mirror image of the one before, so that lines go on across their common edge. */
const mirrored = (index: number): string =>
  index % 2 === 0 ? 'translate(0)' : `translate(${(2 * index + 1) * side})scale(-1 1)`

/** The foot of the page: the picture again and again, turned or mirrored, cropped to the middle. */
export const frieze = ({ turns }: Art): string => {
  const uses = repeats.map(index => {
    const move = turns ? turned(index) : mirrored(index)
    return html`<use href="#sp-picture" x="${index * side}" transform="${move}"/>`
  })
  return html`<svg class="sp-frieze" viewBox="0 0 ${side * repeats.length} ${side}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">!${uses}</svg>`
}
