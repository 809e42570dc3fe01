// Rows of fans, each over the one behind it, like the waves on old cloth.
import { ground, inTurn, type Painter, round, side } from './canvas.ts'

/** Fans in a row. */
const across = 3
const radius = side / across / 2
/** Parts of the radius at which a fan changes its ink. */
const rings = [1, 0.74, 0.48, 0.22] as const

/** The upper half of a disc: the lower one lies under the rows in front. */
const fan = (x: number, y: number, size: number): string => {
  const r = round(size)
  return `M${round(x - size)} ${round(y)}a${r} ${r} 0 0 1 ${round(2 * r)} 0z`
}

/** The same at any richness. */
export const fans: Painter = ({ inks, random }) => {
  const shift = Math.floor(random() * inks.length)
  const rows = Array.from({ length: across * 4 + 3 }, (_, row) => row)
  return [
    ...ground(inks),
    ...rows.flatMap(row => {
      const y = (row * radius) / 2
      const start = row % 2 === 0 ? 0 : radius
      const middles = Array.from({ length: across + 1 }, (_, index) => start + index * 2 * radius)
      return rings.flatMap((ring, index) =>
        inTurn(inks, row + shift + index).map(ink => ({
          ink,
          path: middles.map(x => fan(x, y, radius * ring)).join(''),
        })),
      )
    }),
  ]
}
