// Discs of every size that do not touch: cheerful pictures.
import type { Density, Richness } from '../style.ts'
import { between, disc, ground, type Ink, inTurn, type Painter, type Stroke, side } from './canvas.ts'

interface Orb {
  readonly x: number
  readonly y: number
  readonly radius: number
}

const tries: Readonly<Record<Richness, number>> = { simple: 40, moderate: 160, detailed: 420 }
/** Room between two discs. */
const gaps: Readonly<Record<Density, number>> = { compact: 0.05, regular: 0.14, airy: 0.3 }
const largest = 1.15
const smallest = 0.16

/** How large a disc may be here without touching another one. */
const roomAt = (x: number, y: number, orbs: readonly Orb[], gap: number): number => {
  let room = largest
  for (const orb of orbs) room = Math.min(room, Math.hypot(orb.x - x, orb.y - y) - orb.radius - gap)
  return room
}

/** Places by chance, kept where there is room. */
const scatter = (count: number, gap: number, random: () => number): readonly Orb[] => {
  const orbs: Orb[] = []
  for (let index = 0; index < count; index += 1) {
    const [x, y] = [between(random, 0, side), between(random, 0, side)]
    const radius = roomAt(x, y, orbs, gap) * between(random, 0.7, 1)
    if (radius > smallest) orbs.push({ x, y, radius })
  }
  return orbs
}

/** Some discs are rings, some have a heart. */
const dress = ({ x, y, radius }: Orb, index: number, inks: readonly Ink[]): readonly Stroke[] => {
  const [outer, inner] = [
    inTurn(inks, 1 + (index % (inks.length - 1))),
    inTurn(inks, 1 + ((index + 2) % (inks.length - 1))),
  ]
  const whole = outer.map(ink => ({ ink, path: disc(x, y, radius) }))
  if (index % 3 === 0) return [...whole, ...inner.map(ink => ({ ink, path: disc(x, y, radius * 0.45) }))]
  if (index % 5 === 1) return outer.map(ink => ({ ink, path: disc(x, y, radius) + disc(x, y, radius * 0.6, true) }))
  return whole
}

/** More discs the richer the style, nearer to each other the denser it is. */
export const orbs: Painter = ({ inks, density, richness, random }) => [
  ...ground(inks),
  ...scatter(tries[richness], gaps[density], random).flatMap((orb, index) => dress(orb, index, inks)),
]
