// Slanted bands: loud pictures with a direction.
import { between, disc, ground, type Ink, inTurn, type Painter, round, type Stroke, side } from './canvas.ts'

const beam = (from: number, width: number, shift: number): string =>
  `M${round(from)} 0h${round(width)}l${round(shift)} ${side}h${round(-width)}z`

/** Bands from one edge to the other, broad and narrow by chance. */
const bandsOf = (inks: readonly Ink[], shift: number, random: () => number): readonly Stroke[] => {
  const begin = Math.min(0, -shift)
  const end = side + Math.max(0, -shift)
  const widths = Array.from({ length: 24 }, () => between(random, 0.25, 1.3))
  const starts = widths.map((_, index) => begin + widths.slice(0, index).reduce((sum, width) => sum + width, 0))
  return starts.flatMap((from, index) =>
    from > end ? [] : inTurn(inks, index + 1).map(ink => ({ ink, path: beam(from, widths[index] ?? 0, shift) })),
  )
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

export const beams: Painter = ({ inks, richness, random }) => {
  const shift = (random() < 0.5 ? -1 : 1) * between(random, 2.5, 4.5)
  return [
    ...ground(inks),
    ...bandsOf(inks, shift, random),
    ...(richness === 'simple' ? [] : across(inks, -shift, random)),
    ...eye(inks, random),
  ]
}
