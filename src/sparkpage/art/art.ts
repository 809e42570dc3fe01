// Generative art in the colours of a page: one family of pictures for each mood and richness, the same picture for the same style.

import { memoize } from '../../cache.ts'
import type { Mood, Richness, Style } from '../style.ts'
import { type Swatch, swatch, tint } from '../swatch.ts'
import { arcs } from './arcs.ts'
import { beams } from './beams.ts'
import type { Ink, Painter, Stroke } from './canvas.ts'
import { fans } from './fans.ts'
import { hills } from './hills.ts'
import { orbs } from './orbs.ts'
import { randomFrom } from './random.ts'
import { tiles } from './tiles.ts'
import { weave } from './weave.ts'

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

const families: Readonly<Record<Mood, Readonly<Record<Richness, Painter>>>> = {
  neutral: { simple: tiles('neutral'), moderate: tiles('neutral'), detailed: weave },
  calm: { simple: hills, moderate: hills, detailed: hills },
  bold: { simple: beams, moderate: beams, detailed: tiles('bold') },
  elegant: { simple: arcs, moderate: arcs, detailed: fans },
  playful: { simple: orbs, moderate: orbs, detailed: tiles('playful') },
}

/** Families with an above and a below. */
const upright: readonly Painter[] = [hills, fans, arcs]

export interface Art {
  /** CSS colours; the class of ink n, counted from 1, is sp-ink-n. */
  readonly inks: readonly string[]
  /** Paths from the back to the front: which ink, which shapes, whether the edges are upright and level. */
  readonly layers: readonly { readonly ink: number; readonly path: string; readonly crisp: boolean }[]
  /** Whether the picture has no above and below, so that it may be turned. */
  readonly turns: boolean
}

const ownInks = (colors: readonly string[]): readonly Ink[] =>
  colors.slice(0, mostInks).map((color, index) => ({
    fill: `var(--sp-palette-${index + 1})`,
    lightness: swatch(color).lightness,
  }))

const tints = (brand: Swatch): readonly Ink[] =>
  spare.map(([lightness, chroma]) => ({ fill: tint(brand, lightness, Math.min(chroma, brand.chroma)), lightness }))

/** Hues that are neighbours go from light to dark or back, as a haze does; hues that differ stand in the order of the style. */
const inksOf = ({ colors, harmony, scheme }: Style, accent: string): readonly Ink[] => {
  const brand = swatch(accent)
  const own = ownInks(colors)
  const first = own.length > 0 ? own : [{ fill: 'var(--sp-accent)', lightness: brand.lightness }]
  const inks = [...first, ...tints(brand).slice(0, Math.max(0, leastInks - first.length))]
  if (harmony === 'contrast') return inks
  const direction = scheme === 'dark' ? 1 : -1
  return inks.toSorted((one, other) => (one.lightness - other.lightness) * direction)
}

/** Neighbours of the same ink and kind become one path. */
const layersOf = (strokes: readonly Stroke[], inks: readonly Ink[]): Art['layers'] => {
  const layers: { ink: number; path: string; crisp: boolean }[] = []
  for (const { ink: one, path, crisp = false } of strokes) {
    const ink = inks.indexOf(one)
    const last = layers.at(-1)
    if (last?.ink === ink && last.crisp === crisp) last.path += path
    else layers.push({ ink, path, crisp })
  }
  return layers
}

const draw = (style: Style, accent: string, random: () => number): Art => {
  const { mood, density, richness } = style
  const inks = inksOf(style, accent)
  const strokes = families[mood][richness]({ inks, density, richness, random })
  return {
    inks: inks.map(ink => ink.fill),
    layers: layersOf(strokes, inks),
    turns: !upright.includes(families[mood][richness]),
  }
}

/** Most that cached pictures take, bytes, of about 4 KB each. */
const maxArtBytes = 2 * 1024 * 1024
const arts = memoize<Art>({ maxBytes: maxArtBytes })

/**
 * Draws the picture of a style.
 *
 * @param accent #RRGGBB, which lends its tints to a style of few colours.
 */
export const artOf = (style: Style, accent: string): Art => {
  const { colors, mood, density, richness, harmony, scheme } = style
  const seed = `${colors.join()} ${mood} ${density} ${richness}`
  return arts(`${seed} ${harmony} ${scheme} ${accent}`, () => draw(style, accent, randomFrom(seed)))
}
