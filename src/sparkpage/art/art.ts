// Generative art in the colours of a page: one generator for each mood and complexity, the same art for the same style.
import { memoize } from '../../cache.ts'
import { type OklchColor, tint, toOklchColor } from '../oklch.ts'
import type { Complexity, Mood, Style } from '../style.ts'
import { beams, hills, weave } from './bands.ts'
import { type Art, type ArtColor, type ArtGenerator, createRandom, type Shape } from './canvas.ts'
import { arcs, fans, orbs } from './circles.ts'
import { tiles } from './tiles.ts'

const generators: Readonly<Record<Mood, Readonly<Record<Complexity, ArtGenerator>>>> = {
  neutral: { simple: tiles('neutral'), moderate: tiles('neutral'), detailed: weave },
  calm: { simple: hills, moderate: hills, detailed: hills },
  bold: { simple: beams, moderate: beams, detailed: tiles('bold') },
  elegant: { simple: arcs, moderate: arcs, detailed: fans },
  playful: { simple: orbs, moderate: orbs, detailed: tiles('playful') },
}

/** Maximum size of the cache of art, bytes; a picture takes about 4 KB. */
const maxArtBytes = 2 * 1024 * 1024
const cachedArt = memoize<Art>({ maxBytes: maxArtBytes })

/** @param accent #RRGGBB, whose tints complete the colours of a style that has few. */
export function generateArt(style: Style, accent: string): Art {
  const { colors, mood, density, complexity, harmony, scheme } = style
  const seed = `${colors.join()} ${mood} ${density} ${complexity}`
  return cachedArt(`${seed} ${harmony} ${scheme} ${accent}`, () => {
    const generator = generators[mood][complexity]
    const artColors = selectColors(style, accent)
    const shapes = generator({ colors: artColors, density, complexity, random: createRandom(seed) })
    return {
      colors: artColors.map(({ fill }) => fill),
      layers: mergeShapes(shapes, artColors),
    }
  })
}

/** Maximum number of the style's colours in the art. */
const maxStyleColors = 5
/** Tints of the accent complete fewer colours than this, which look empty. */
const minColors = 4

/** Analogous colours are sorted by lightness, so that they shade into each other; others keep the order of the style. */
function selectColors({ colors, harmony, scheme }: Style, accent: string): readonly ArtColor[] {
  const brand = toOklchColor(accent)
  const own = selectStyleColors(colors)
  const first = own.length > 0 ? own : [{ fill: 'var(--sp-accent)', lightness: brand.lightness }]
  const all = [...first, ...buildTints(brand).slice(0, Math.max(0, minColors - first.length))]
  if (harmony === 'contrasting') return all
  const direction = scheme === 'dark' ? 1 : -1
  return all.toSorted((one, other) => (one.lightness - other.lightness) * direction)
}

function selectStyleColors(colors: readonly string[]): readonly ArtColor[] {
  return colors.slice(0, maxStyleColors).map((color, index) => ({
    fill: `var(--sp-palette-${index + 1})`,
    lightness: toOklchColor(color).lightness,
  }))
}

/** OKLCH lightness and chroma of the tints, in the order of their use. */
const tintCoordinates = [
  [0.36, 0.12],
  [0.86, 0.08],
  [0.72, 0.12],
] as const

function buildTints(brand: OklchColor): readonly ArtColor[] {
  return tintCoordinates.map(([lightness, chroma]) => ({
    fill: tint(brand, lightness, Math.min(chroma, brand.chroma)),
    lightness,
  }))
}

/** Adjacent shapes of one colour and kind become one path. */
function mergeShapes(shapes: readonly Shape[], colors: readonly ArtColor[]): Art['layers'] {
  const layers: { color: number; path: string; crisp: boolean }[] = []
  for (const shape of shapes) {
    const { path, crisp = false } = shape
    const color = colors.indexOf(shape.color)
    const last = layers.at(-1)
    if (last?.color === color && last.crisp === crisp) last.path += path
    else layers.push({ color, path, crisp })
  }
  return layers
}
