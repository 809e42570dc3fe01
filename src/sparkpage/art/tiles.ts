// Flat shapes on a grid: ordered, playful pictures.
import type { Density, Mood } from '../style.ts'
import { type Canvas, type Ink, inTurn, type Painter, type Stroke, side } from './canvas.ts'
import { block, type Square, tiles as shapes } from './shapes.ts'

/** Chance that a cell shows the bare ground. */
const bareness: Readonly<Record<Density, number>> = { compact: 0.05, regular: 0.14, airy: 0.32 }
/** Chance that four cells join into one. */
const joining = { simple: 0.8, moderate: 0.45, detailed: 0.15 } as const

const quarters = ({ x, y, side: size }: Square): readonly Square[] =>
  [0, 1, 2, 3].map(index => ({
    x: x + (index % 2) * (size / 2),
    y: y + Math.floor(index / 2) * (size / 2),
    side: size / 2,
  }))

const fromCentre = ({ x, y, side: size }: Square): number => Math.hypot(x + (size - side) / 2, y + (size - side) / 2)

/** The grid, its middle first: whatever the picture is cropped to shows every ink. */
const cellsOf = ({ richness, random }: Canvas): readonly Square[] =>
  Array.from({ length: (side / 2) ** 2 }, (_, index) => ({
    x: (index % (side / 2)) * 2,
    y: Math.floor(index / (side / 2)) * 2,
    side: 2,
  }))
    .flatMap(cell => (random() < joining[richness] ? [cell] : quarters(cell)))
    .toSorted((one, other) => fromCentre(one) - fromCentre(other))

/** One of a list by chance; a list of it, since the list may be empty. */
const pick = <T>(list: readonly T[], random: () => number): readonly T[] => {
  const index = Math.floor(random() * list.length)
  return list.slice(index, index + 1)
}

/** Of two inks met by chance the one that stands out more from the base. */
const contrasting = (inks: readonly Ink[], base: Ink, random: () => number): readonly Ink[] => {
  const others = inks.filter(ink => ink !== base)
  const away = (ink: Ink) => Math.abs(ink.lightness - base.lightness)
  return [...pick(others, random), ...pick(others, random)]
    .toSorted((one, other) => away(other) - away(one))
    .slice(0, 1)
}

/** Draws one cell: a base, now and then left bare, and a shape on it. */
const cellOf = (cell: Square, base: Ink, bare: number, mood: Mood, { inks, random }: Canvas): readonly Stroke[] => {
  const floor = random() < bare ? [] : [{ ink: base, crisp: true, path: block(cell, 0) }]
  const turn = Math.floor(random() * 4)
  const shape = contrasting(inks, base, random).flatMap(ink =>
    pick(shapes[mood], random).map(draw => ({ ink, path: draw(cell, turn) })),
  )
  return [...floor, ...shape]
}

/** Bases in turn from the middle outwards, a shape of another ink on each. No two cells lie on each other, so the order is free. */
export const tiles =
  (mood: Mood): Painter =>
  canvas =>
    cellsOf(canvas)
      .flatMap((cell, index) => {
        const bare = index < canvas.inks.length ? 0 : bareness[canvas.density]
        return inTurn(canvas.inks, index).flatMap(base => cellOf(cell, base, bare, mood, canvas))
      })
      .toSorted((one, other) => rank(one, canvas) - rank(other, canvas))

/** Floors first, then by ink, so that equal strokes become one path. */
const rank = ({ ink, crisp = false }: Stroke, { inks }: Canvas): number => inks.indexOf(ink) + (crisp ? 0 : inks.length)
