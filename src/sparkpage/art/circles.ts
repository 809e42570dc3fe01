// Art of circles: concentric rings, rows of fans, and discs of every size.
import type { Complexity, Density } from '../style.ts'
import {
  type ArtColor,
  type ArtGenerator,
  circlePath,
  colorAt,
  fillBackground,
  randomBetween,
  round,
  type Shape,
  side,
} from './canvas.ts'

/** Radius of the outermost ring: the canvas beyond it stays plain. */
const outermostRadius: Readonly<Record<Complexity, number>> = { simple: 4.1, moderate: 6.4, detailed: 8.5 }

/** Possible centres: corners and the middles of sides. */
const arcCenters = [
  [0, side],
  [side, side],
  [side / 2, side],
  [side, 0],
  [0, side / 2],
  [side, side / 2],
] as const

/** Concentric rings around a point on the edge; more of them for a more complex style. */
export const arcs: ArtGenerator = ({ colors, complexity, random }) => {
  const center = Math.floor(random() * arcCenters.length)
  const radii = drawRadii(outermostRadius[complexity], random)
  const rings = arcCenters
    .slice(center, center + 1)
    .flatMap(([x, y]) =>
      radii.flatMap((radius, index) =>
        colorAt(colors, index + 1).map(color => ({ color, path: circlePath(x, y, radius) })),
      ),
    )
  return [...fillBackground(colors), ...rings]
}

/** Radii from the outside to the inside: broad bands and fine lines alternate. */
function drawRadii(outermost: number, random: () => number): readonly number[] {
  const radii: number[] = []
  for (
    let radius = outermost;
    radius > 0.3;
    radius -= radii.length % 2 === 0 ? 0.09 : randomBetween(random, 0.45, 0.95)
  )
    radii.push(radius)
  return radii
}

const fansInRow = 3
const fanRadius = side / fansInRow / 2
/** Parts of the radius at which a fan changes its colour. */
const fanRings = [1, 0.74, 0.48, 0.22] as const

/** Rows of fans, each covering the one behind it (the seigaiha pattern); the same for any complexity. */
export const fans: ArtGenerator = ({ colors, random }) => {
  const firstColor = Math.floor(random() * colors.length)
  const rows = Array.from({ length: fansInRow * 4 + 3 }, (_, row) => row)
  return [
    ...fillBackground(colors),
    ...rows.flatMap(row => {
      const y = (row * fanRadius) / 2
      const start = row % 2 === 0 ? 0 : fanRadius
      const centers = Array.from({ length: fansInRow + 1 }, (_, index) => start + index * 2 * fanRadius)
      return fanRings.flatMap((ring, index) =>
        colorAt(colors, row + firstColor + index).map(color => ({
          color,
          path: centers.map(x => halfCirclePath(x, y, fanRadius * ring)).join(''),
        })),
      )
    }),
  ]
}

/** The upper half of a circle: the rows in front cover the lower half. */
function halfCirclePath(x: number, y: number, radius: number): string {
  const r = round(radius)
  return `M${round(x - radius)} ${round(y)}a${r} ${r} 0 0 1 ${round(2 * r)} 0z`
}

interface Disc {
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** Attempts to place a disc. */
const discAttempts: Readonly<Record<Complexity, number>> = { simple: 40, moderate: 160, detailed: 420 }
/** Minimum distance between two discs. */
const discGaps: Readonly<Record<Density, number>> = { compact: 0.05, regular: 0.14, airy: 0.3 }
const maxDiscRadius = 1.15
const minDiscRadius = 0.16

/** Discs of every size that do not touch; more of them for a more complex style, closer for a denser one. */
export const orbs: ArtGenerator = ({ colors, density, complexity, random }) => [
  ...fillBackground(colors),
  ...placeDiscs(discAttempts[complexity], discGaps[density], random).flatMap((disc, index) =>
    drawDisc(disc, index, colors),
  ),
]

/** Random positions, kept where a disc of at least the minimum radius fits. */
function placeDiscs(attempts: number, gap: number, random: () => number): readonly Disc[] {
  const discs: Disc[] = []
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const [x, y] = [randomBetween(random, 0, side), randomBetween(random, 0, side)]
    const radius = maxRadiusAt(x, y, discs, gap) * randomBetween(random, 0.7, 1)
    if (radius > minDiscRadius) discs.push({ x, y, radius })
  }
  return discs
}

function maxRadiusAt(x: number, y: number, discs: readonly Disc[], gap: number): number {
  let radius = maxDiscRadius
  for (const disc of discs) radius = Math.min(radius, Math.hypot(disc.x - x, disc.y - y) - disc.radius - gap)
  return radius
}

/** Every third disc has an inner disc, some others are rings. */
function drawDisc({ x, y, radius }: Disc, index: number, colors: readonly ArtColor[]): readonly Shape[] {
  const [outer, inner] = [
    colorAt(colors, 1 + (index % (colors.length - 1))),
    colorAt(colors, 1 + ((index + 2) % (colors.length - 1))),
  ]
  const disc = outer.map(color => ({ color, path: circlePath(x, y, radius) }))
  if (index % 3 === 0) return [...disc, ...inner.map(color => ({ color, path: circlePath(x, y, radius * 0.45) }))]
  if (index % 5 === 1) {
    const path = circlePath(x, y, radius) + circlePath(x, y, radius * 0.6, true)
    return outer.map(color => ({ color, path }))
  }
  return disc
}
