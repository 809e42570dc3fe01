// Circles around one point: composed pictures of few, large gestures.
import type { Richness } from '../style.ts'
import { between, disc, ground, inTurn, type Painter, side } from './canvas.ts'

/** How far the outermost ring is from the middle: what lies beyond stays calm. */
const reaches: Readonly<Record<Richness, number>> = { simple: 4.1, moderate: 6.4, detailed: 8.5 }

/** The points that circles go around: corners and the middles of sides. */
const places = [
  [0, side],
  [side, side],
  [side / 2, side],
  [side, 0],
  [0, side / 2],
  [side, side / 2],
] as const

/** Radii from the outside to the inside: bands and fine lines in turn, as a profile has mouldings. */
const radiiOf = (reach: number, random: () => number): readonly number[] => {
  const radii: number[] = []
  for (let radius = reach; radius > 0.3; radius -= radii.length % 2 === 0 ? 0.09 : between(random, 0.45, 0.95))
    radii.push(radius)
  return radii
}

/** More rings the richer the style. */
export const arcs: Painter = ({ inks, richness, random }) => {
  const place = Math.floor(random() * places.length)
  const radii = radiiOf(reaches[richness], random)
  const rings = places
    .slice(place, place + 1)
    .flatMap(([x, y]) =>
      radii.flatMap((radius, index) => inTurn(inks, index + 1).map(ink => ({ ink, path: disc(x, y, radius) }))),
    )
  return [...ground(inks), ...rings]
}
