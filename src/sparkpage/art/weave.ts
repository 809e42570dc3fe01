// Bands that wander over a grid (Truchet 1704, with quarter circles as by Smith 1987): ordered pictures full of detail.
import { ground, type Ink, inTurn, type Painter, round, type Stroke, side } from './canvas.ts'

/** Tiles on a side. */
const tilesAcross = 4
const tile = side / tilesAcross

/** A band of a quarter turn around a corner of a tile: x and y of the corner, and towards where the tile lies. */
const bend = (x: number, y: number, towards: readonly [number, number], width: number): string => {
  const [outer, inner] = [round((tile + width) / 2), round((tile - width) / 2)] as const
  const [dx, dy] = towards
  const sweep = dx * dy > 0 ? 1 : 0
  return [
    `M${round(x + dx * outer)} ${y}`,
    `A${outer} ${outer} 0 0 ${sweep} ${x} ${round(y + dy * outer)}`,
    `V${round(y + dy * inner)}`,
    `A${inner} ${inner} 0 0 ${1 - sweep} ${round(x + dx * inner)} ${y}z`,
  ].join('')
}

/** The two bends of a tile, one way or the other. */
const bends = (x: number, y: number, turned: boolean, width: number): string =>
  turned
    ? bend(x, y, [1, 1], width) + bend(x + tile, y + tile, [-1, -1], width)
    : bend(x + tile, y, [-1, 1], width) + bend(x, y + tile, [1, -1], width)

/** Each ink is a narrower band on the one before. */
const bandsOf = (inks: readonly Ink[], turns: readonly boolean[]): readonly Stroke[] =>
  [0.62, 0.42, 0.16].flatMap((width, index) =>
    inTurn(inks, index + 1).map(ink => ({
      ink,
      path: turns
        .map((turned, at) =>
          bends((at % tilesAcross) * tile, Math.floor(at / tilesAcross) * tile, turned, width * tile),
        )
        .join(''),
    })),
  )

/** Some tiles have a ground of their own, so that every ink has its place. */
const spots = (inks: readonly Ink[], random: () => number): readonly Stroke[] =>
  inks.slice(4).map(ink => ({
    ink,
    crisp: true,
    path: Array.from({ length: 3 }, () => {
      const at = Math.floor(random() * tilesAcross ** 2)
      return `M${round((at % tilesAcross) * tile)} ${round(Math.floor(at / tilesAcross) * tile)}h${tile}v${tile}h${-tile}z`
    }).join(''),
  }))

/** The same at any richness. */
export const weave: Painter = ({ inks, random }) => {
  const turns = Array.from({ length: tilesAcross ** 2 }, () => random() < 0.5)
  return [...ground(inks), ...spots(inks, random), ...bandsOf(inks, turns)]
}
