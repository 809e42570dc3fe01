// Art of bands: slanted beams, hills one behind the other, and a weave over a grid.
import type { Complexity } from '../style.ts'
import {
  type ArtColor,
  type ArtGenerator,
  type Canvas,
  circlePath,
  colorAt,
  fillBackground,
  randomBetween,
  round,
  type Shape,
  side,
} from './canvas.ts'

/** Slanted bands with a disc; a style that is more than simple has narrow bands across them. */
export const beams: ArtGenerator = ({ colors, complexity, random }) => {
  const shift = (random() < 0.5 ? -1 : 1) * randomBetween(random, 2.5, 4.5)
  return [
    ...fillBackground(colors),
    ...drawBeams(colors, shift, random),
    ...(complexity === 'simple' ? [] : drawCrossBeams(colors, -shift, random)),
    ...drawTarget(colors, random),
  ]
}

function drawBeams(colors: readonly ArtColor[], shift: number, random: () => number): readonly Shape[] {
  let from = Math.min(0, -shift)
  return drawWidths(side + Math.abs(shift), random).flatMap((width, index) => {
    const path = beamPath(from, width, shift)
    from += width
    return colorAt(colors, index + 1).map(color => ({ color, path }))
  })
}

/** Random widths that add up to at least the length. */
function drawWidths(length: number, random: () => number): readonly number[] {
  const widths: number[] = []
  let left = length
  while (left > 0) {
    const width = randomBetween(random, 0.25, 1.3)
    widths.push(width)
    left -= width
  }
  return widths
}

function beamPath(from: number, width: number, shift: number): string {
  return `M${round(from)} 0h${round(width)}l${round(shift)} ${side}h${round(-width)}z`
}

function drawCrossBeams(colors: readonly ArtColor[], shift: number, random: () => number): readonly Shape[] {
  return [0, 1, 2].flatMap(index => {
    const from = randomBetween(random, Math.min(0, -shift), side + Math.max(0, -shift))
    return colorAt(colors, index).map(color => ({ color, path: beamPath(from, 0.28, shift) }))
  })
}

/** A disc in the last colour around a smaller one in the first. */
function drawTarget(colors: readonly ArtColor[], random: () => number): readonly Shape[] {
  const [x, y] = [randomBetween(random, 2, 4), randomBetween(random, 2, 4)]
  return [
    ...colorAt(colors, -1).map(color => ({ color, path: circlePath(x, y, 1.35) })),
    ...colorAt(colors, 0).map(color => ({ color, path: circlePath(x, y, 0.6) })),
  ]
}

const hillCounts: Readonly<Record<Complexity, number>> = { simple: 4, moderate: 7, detailed: 15 }
/** Bézier segments of a ridge across the canvas. */
const ridgeSegments = 6
/** Height of the sky above the highest hill. */
const skyHeight = 1.9

/** Hills one behind the other below a sun, more of them for a more complex style. */
export const hills: ArtGenerator = canvas => {
  const { colors, complexity, random } = canvas
  const count = hillCounts[complexity]
  const land = Array.from({ length: count }, (_, index) => {
    const base = skyHeight + ((index + 0.35) * (side - skyHeight)) / count
    const path = ridgePath(base, drawWaves(skyHeight / Math.sqrt(count), random))
    return colorAt(colors, index + 1).map(color => ({ color, path }))
  }).flat()
  return [...fillBackground(colors), ...drawSun(canvas), ...land]
}

function drawSun({ colors, random, density }: Canvas): readonly Shape[] {
  const radius = { compact: 1.15, regular: 0.9, airy: 0.65 }[density]
  const [x, y] = [randomBetween(random, 1.6, side - 1.6), randomBetween(random, 1.5, 2.2)]
  return colorAt(colors, -1).map(color => ({ color, path: circlePath(x, y, radius) }))
}

interface Wave {
  /** Periods across the canvas. */
  readonly count: number
  readonly amplitude: number
  readonly phase: number
}

function drawWaves(amplitude: number, random: () => number): readonly Wave[] {
  return [
    { count: 1, amplitude: amplitude * randomBetween(random, 0.5, 1), phase: random() * side },
    { count: 2, amplitude: (amplitude / 2) * randomBetween(random, 0.5, 1), phase: random() * side },
  ]
}

/** Cubic Bézier segments of equal length with the slopes of the ridge at their ends, so that they join smoothly. */
function ridgePath(base: number, waves: readonly Wave[]): string {
  const third = side / ridgeSegments / 3
  const first = ridgeAt(0, base, waves)
  let path = `M0 ${round(first.y)}C${round(third)} ${round(first.y + first.slope * third)} `
  for (let index = 1; index <= ridgeSegments; index += 1) {
    const x = 3 * third * index
    const { y, slope } = ridgeAt(x, base, waves)
    path += `${index === 1 ? '' : 'S'}${round(x - third)} ${round(y - slope * third)} ${round(x)} ${round(y)}`
  }
  return `${path}V${side}H0z`
}

/** Height and slope of a ridge at x; both are periodic over the canvas. */
function ridgeAt(x: number, base: number, waves: readonly Wave[]) {
  let [y, slope] = [base, 0]
  for (const { count, amplitude, phase } of waves) {
    const frequency = (2 * Math.PI * count) / side
    y += amplitude * Math.sin(frequency * (x + phase))
    slope += amplitude * frequency * Math.cos(frequency * (x + phase))
  }
  return { y, slope }
}

/** Tiles on a side of the weave. */
const tilesAcross = 4
const tile = side / tilesAcross

/** Bands along Truchet tiles (Truchet 1704; quarter circles as in Smith 1987); the same for any complexity. */
export const weave: ArtGenerator = ({ colors, random }) => {
  const turns = Array.from({ length: tilesAcross ** 2 }, () => random() < 0.5)
  return [...fillBackground(colors), ...drawTileBackgrounds(colors, random), ...drawWovenBands(colors, turns)]
}

/** A few tiles have a background in each colour from the fifth on, so that every colour is visible. */
function drawTileBackgrounds(colors: readonly ArtColor[], random: () => number): readonly Shape[] {
  return colors.slice(4).map(color => ({
    color,
    crisp: true,
    path: Array.from({ length: 3 }, () => {
      const at = Math.floor(random() * tilesAcross ** 2)
      return `M${round((at % tilesAcross) * tile)} ${round(Math.floor(at / tilesAcross) * tile)}h${tile}v${tile}h${-tile}z`
    }).join(''),
  }))
}

/** Each colour is a narrower band on the one before. */
function drawWovenBands(colors: readonly ArtColor[], turns: readonly boolean[]): readonly Shape[] {
  return [0.62, 0.42, 0.16].flatMap((width, index) =>
    colorAt(colors, index + 1).map(color => ({
      color,
      path: turns
        .map((isTurned, at) =>
          tilePath((at % tilesAcross) * tile, Math.floor(at / tilesAcross) * tile, isTurned, width * tile),
        )
        .join(''),
    })),
  )
}

/** Two quarter circles around opposite corners of a tile. */
function tilePath(x: number, y: number, isTurned: boolean, width: number): string {
  return isTurned
    ? bendPath(x, y, [1, 1], width) + bendPath(x + tile, y + tile, [-1, -1], width)
    : bendPath(x + tile, y, [-1, 1], width) + bendPath(x, y + tile, [1, -1], width)
}

/** A quarter turn of a band around the corner (x, y) of a tile that extends in the given direction. */
function bendPath(x: number, y: number, [dx, dy]: readonly [dx: number, dy: number], width: number): string {
  const [outer, inner] = [round((tile + width) / 2), round((tile - width) / 2)] as const
  const sweep = dx * dy > 0 ? 1 : 0
  return [
    `M${round(x + dx * outer)} ${y}`,
    `A${outer} ${outer} 0 0 ${sweep} ${x} ${round(y + dy * outer)}`,
    `V${round(y + dy * inner)}`,
    `A${inner} ${inner} 0 0 ${1 - sweep} ${round(x + dx * inner)} ${y}z`,
  ].join('')
}
