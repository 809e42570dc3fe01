// Hills one behind the other: quiet pictures. The more there are, the more they look like the lines of a map.
import type { Richness } from '../style.ts'
import { between, type Canvas, disc, inTurn, type Painter, round, type Stroke, side } from './canvas.ts'

const counts: Readonly<Record<Richness, number>> = { simple: 4, moderate: 7, detailed: 15 }
/** Points of a ridge across the canvas. */
const points = 6

interface Ridge {
  /** Height and slope of the ridge at a place across, periodic over the canvas. */
  readonly at: (x: number) => { readonly y: number; readonly slope: number }
}

const turnOf = (x: number, waves: number): number => (2 * Math.PI * waves * x) / side

const ridgeOf = (base: number, height: number, random: () => number): Ridge => {
  const waves = [1, 2].map(count => ({
    count,
    high: (height * between(random, 0.5, 1)) / count,
    from: random() * side,
  }))
  return {
    at: x => ({
      y: waves.reduce((sum, { count, high, from }) => sum + high * Math.sin(turnOf(x + from, count)), base),
      slope: waves.reduce(
        (sum, { count, high, from }) => sum + high * ((2 * Math.PI * count) / side) * Math.cos(turnOf(x + from, count)),
        0,
      ),
    }),
  }
}

/** Cubic pieces with the ridge's own slopes at their ends; all alike long, so that each goes on smoothly from the last. */
const outline = ({ at }: Ridge): string => {
  const step = side / points
  const first = at(0)
  const start = `M0 ${round(first.y)}C${round(step / 3)} ${round(first.y + (first.slope * step) / 3)}`
  const ends = Array.from({ length: points }, (_, index) => (index + 1) * step).map(x => {
    const { y, slope } = at(x)
    return `${round(x - step / 3)} ${round(y - (slope * step) / 3)} ${round(x)} ${round(y)}`
  })
  return `${start} ${ends.join('S')}V${side}H0z`
}

const sun = ({ inks, random, density }: Canvas): readonly Stroke[] => {
  const radius = { compact: 1.15, regular: 0.9, airy: 0.65 }[density]
  const [x, y] = [between(random, 1.6, side - 1.6), between(random, 1.5, 2.2)]
  return inTurn(inks, -1).map(ink => ({ ink, path: disc(x, y, radius) }))
}

export const hills: Painter = canvas => {
  const { inks, richness, random } = canvas
  const count = counts[richness]
  const sky = inTurn(inks, 0).map(ink => ({ ink, path: `M0 0h${side}v${side}H0z`, crisp: true }))
  const land = Array.from({ length: count }, (_, index) => {
    const base = 1.9 + ((index + 0.35) * (side - 1.9)) / count
    const path = outline(ridgeOf(base, 1.9 / Math.sqrt(count), random))
    return inTurn(inks, index + 1).map(ink => ({ ink, path }))
  }).flat()
  return [...sky, ...sun(canvas), ...land]
}
