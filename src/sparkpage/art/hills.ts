// Hills one behind the other: quiet pictures. The more there are, the more they look like the lines of a map.
import type { Richness } from '../style.ts'
import { between, type Canvas, disc, inTurn, type Painter, round, type Stroke, side } from './canvas.ts'

const counts: Readonly<Record<Richness, number>> = { simple: 4, moderate: 7, detailed: 15 }
/** Points of a ridge across the canvas. */
const points = 6

interface Wave {
  /** Waves across the canvas. */
  readonly count: number
  readonly height: number
  readonly from: number
}

/** Two waves, one twice as long as the other, that begin anywhere. */
const wavesOf = (height: number, random: () => number): readonly Wave[] => [
  { count: 1, height: height * between(random, 0.5, 1), from: random() * side },
  { count: 2, height: (height / 2) * between(random, 0.5, 1), from: random() * side },
]

/** Height of a ridge at a place across and its slope there, periodic over the canvas. */
const ridgeAt = (x: number, base: number, waves: readonly Wave[]) => {
  let [y, slope] = [base, 0]
  for (const { count, height, from } of waves) {
    const pace = (2 * Math.PI * count) / side
    y += height * Math.sin(pace * (x + from))
    slope += height * pace * Math.cos(pace * (x + from))
  }
  return { y, slope }
}

/** Cubic pieces with the ridge's own slopes at their ends; all alike long, so that each goes on smoothly from the last. */
const outline = (base: number, waves: readonly Wave[]): string => {
  const third = side / points / 3
  const first = ridgeAt(0, base, waves)
  let path = `M0 ${round(first.y)}C${round(third)} ${round(first.y + first.slope * third)} `
  for (let index = 1; index <= points; index += 1) {
    const x = 3 * third * index
    const { y, slope } = ridgeAt(x, base, waves)
    path += `${index === 1 ? '' : 'S'}${round(x - third)} ${round(y - slope * third)} ${round(x)} ${round(y)}`
  }
  return `${path}V${side}H0z`
}

const sun = ({ inks, random, density }: Canvas): readonly Stroke[] => {
  const radius = { compact: 1.15, regular: 0.9, airy: 0.65 }[density]
  const [x, y] = [between(random, 1.6, side - 1.6), between(random, 1.5, 2.2)]
  return inTurn(inks, -1).map(ink => ({ ink, path: disc(x, y, radius) }))
}

/** More hills the richer the style. */
export const hills: Painter = canvas => {
  const { inks, richness, random } = canvas
  const count = counts[richness]
  const sky = inTurn(inks, 0).map(ink => ({ ink, path: `M0 0h${side}v${side}H0z`, crisp: true }))
  const land = Array.from({ length: count }, (_, index) => {
    const base = 1.9 + ((index + 0.35) * (side - 1.9)) / count
    const path = outline(base, wavesOf(1.9 / Math.sqrt(count), random))
    return inTurn(inks, index + 1).map(ink => ({ ink, path }))
  }).flat()
  return [...sky, ...sun(canvas), ...land]
}
