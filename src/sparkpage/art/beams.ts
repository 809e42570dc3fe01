// Slanted bands: loud pictures with a direction.
import { between, disc, ground, type Ink, inTurn, type Painter, round, type Stroke, side } from './canvas.ts'

const beam = (from: number, width: number, shift: number): string =>
  `M${round(from)} 0h${round(width)}l${round(shift)} ${side}h${round(-width)}z`

/** Widths of bands from one edge to the other, broad and narrow by chance. */
const widthsOf = (length: number, random: () => number): readonly number[] => {
  const widths: number[] = []
  let left = length
  while (left > 0) {
    const width = between(random, 0.25, 1.3)
    widths.push(width)
    left -= width
  }
  return widths
}

const bandsOf = (inks: readonly Ink[], shift: number, random: () => number): readonly Stroke[] => {
  let from = Math.min(0, -shift)
  return widthsOf(side + Math.abs(shift), random).flatMap((width, index) => {
    const path = beam(from, width, shift)
    from += width
    return inTurn(inks, index + 1).map(ink => ({ ink, path }))
  })
}

/** Narrow bands the other way. */
const across = (inks: readonly Ink[], shift: number, random: () => number): readonly Stroke[] =>
  [0, 1, 2].flatMap(index => {
    const from = between(random, Math.min(0, -shift), side + Math.max(0, -shift))
    return inTurn(inks, index).map(ink => ({ ink, path: beam(from, 0.28, shift) }))
  })

const eye = (inks: readonly Ink[], random: () => number): readonly Stroke[] => {
  const [x, y] = [between(random, 2, 4), between(random, 2, 4)]
  return [
    ...inTurn(inks, -1).map(ink => ({ ink, path: disc(x, y, 1.35) })),
    ...inTurn(inks, 0).map(ink => ({ ink, path: disc(x, y, 0.6) })),
  ]
}

/** Bands across the bands where the style is more than simple. */
export const beams: Painter = ({ inks, richness, random }) => {
  const shift = (random() < 0.5 ? -1 : 1) * between(random, 2.5, 4.5)
  return [
    ...ground(inks),
    ...bandsOf(inks, shift, random),
    ...(richness === 'simple' ? [] : across(inks, -shift, random)),
    ...eye(inks, random),
  ]
}
