// Generative art in the colours of a page: flat shapes on a grid, the same for the same style.
import { randomFrom } from './random.ts'
import type { Density, Mood, Style } from './style.ts'
import { swatch, tint } from './swatch.ts'
import { block, type Square, tiles } from './tiles.ts'

/** Squares on a side of the picture. */
export const side = 6
/** As many of the style's colours as the picture shows. */
const mostInks = 5
/** With fewer inks than this a picture looks empty: tints of the accent join in. */
const leastInks = 4
/** Lightness and chroma of those tints, taken in turn. */
const spare = [
  [0.36, 0.12],
  [0.86, 0.08],
  [0.72, 0.12],
] as const

/** Chance that a cell shows the bare ground. */
const bareness: Readonly<Record<Density, number>> = { compact: 0.05, regular: 0.14, airy: 0.32 }
/** Chance that four cells join into one. */
const joining = 0.45

interface Ink {
  /** CSS colour. */
  readonly fill: string
  readonly lightness: number
}

export interface Art {
  /** CSS colours; the class of ink n, counted from 1, is sp-ink-n. */
  readonly inks: readonly string[]
  /** Path data per layer: which ink, which shapes, whether the edges are straight. */
  readonly layers: readonly { readonly ink: number; readonly path: string; readonly base: boolean }[]
}

const inksOf = (colors: readonly string[], accent: string): readonly Ink[] => {
  const brand = swatch(accent)
  const own = colors.slice(0, mostInks).map((color, index) => ({
    fill: `var(--sp-palette-${index + 1})`,
    lightness: swatch(color).lightness,
  }))
  const all = own.length > 0 ? own : [{ fill: 'var(--sp-accent)', lightness: brand.lightness }]
  const tints = spare.map(([lightness, chroma]) => ({
    fill: tint(brand, lightness, Math.min(chroma, brand.chroma)),
    lightness,
  }))
  return [...all, ...tints.slice(0, Math.max(0, leastInks - all.length))]
}

const quarters = ({ x, y, side: size }: Square): readonly Square[] =>
  [0, 1, 2, 3].map(index => ({
    x: x + (index % 2) * (size / 2),
    y: y + Math.floor(index / 2) * (size / 2),
    side: size / 2,
  }))

const fromCentre = ({ x, y, side: size }: Square): number => Math.hypot(x + (size - side) / 2, y + (size - side) / 2)

/** The grid, its middle first: whatever the picture is cropped to shows every ink. */
const cellsOf = (random: () => number): readonly Square[] =>
  Array.from({ length: (side / 2) ** 2 }, (_, index) => ({
    x: (index % (side / 2)) * 2,
    y: Math.floor(index / (side / 2)) * 2,
    side: 2,
  }))
    .flatMap(cell => (random() < joining ? [cell] : quarters(cell)))
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

interface Stroke {
  readonly ink: Ink
  readonly base: boolean
  readonly path: string
}

/** Draws one cell: a base, now and then left bare, and a shape on it. */
const cellOf = (cell: Square, base: Ink, { mood, inks, bare, random }: Brush): readonly Stroke[] => {
  const ground = random() < bare ? [] : [{ ink: base, base: true, path: block(cell, 0) }]
  const turn = Math.floor(random() * 4)
  const shapes = contrasting(inks, base, random).flatMap(ink =>
    pick(tiles[mood], random).map(shape => ({ ink, base: false, path: shape(cell, turn) })),
  )
  return [...ground, ...shapes]
}

interface Brush {
  readonly mood: Mood
  readonly inks: readonly Ink[]
  /** Chance of a bare cell. */
  readonly bare: number
  readonly random: () => number
}

/** Strokes of the same ink and kind become one path. */
const layersOf = (strokes: readonly Stroke[], inks: readonly Ink[]): Art['layers'] =>
  [true, false].flatMap(base =>
    inks
      .map((one, ink) => ({
        ink,
        base,
        path: strokes
          .filter(stroke => stroke.ink === one && stroke.base === base)
          .map(stroke => stroke.path)
          .join(''),
      }))
      .filter(({ path }) => path !== ''),
  )

/**
 * Draws the picture of a style: bases in turn from the middle outwards, a shape of another ink on each.
 *
 * @param accent #RRGGBB, which lends its tints to a style of few colours.
 */
export const artOf = ({ colors, mood, density }: Style, accent: string): Art => {
  const random = randomFrom(`${colors.join()} ${mood} ${density}`)
  const inks = inksOf(colors, accent)
  const strokes = cellsOf(random).flatMap((cell, index) => {
    const bare = index < inks.length ? 0 : bareness[density]
    const turn = index % inks.length
    return inks.slice(turn, turn + 1).flatMap(base => cellOf(cell, base, { mood, inks, bare, random }))
  })
  return { inks: inks.map(ink => ink.fill), layers: layersOf(strokes, inks) }
}
