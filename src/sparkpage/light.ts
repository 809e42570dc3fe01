// The light of a picture: its colours in their order across the picture, without its forms. Pages draw their art from it.
import { hexToOklab, type Oklab, oklabToLinear } from '../color/oklab.ts'
import { encodeLight, type LinearRgb, type Rgb } from '../color/srgb.ts'
import { firstOf } from '../values/narrowing.ts'
import { colorOfBlurHash, readBlurHash } from './blur-hash.ts'

/** A hexadecimal colour and the share of the picture that it covers, 0 to 1; 0 if unknown. */
export interface PaletteShare {
  readonly hex: string
  readonly share: number
}

/** Whether the colours shade into each other. */
export type LightHarmony = 'analogous' | 'contrasting'

/** Colours from one end of the picture to the other: along the axis on which it changes more. Two axes would show forms. */
export type Light = readonly Rgb[]

interface WeightedColor {
  readonly color: Oklab
  readonly weight: number
}

/** Colours of a light: the waves of a BlurHash vary slowly. */
const length = 40

/**
 * @param placeholder a BlurHash that `isBlurHash` accepts; undefined for none.
 * @param colors of the picture, at least one, most important first.
 * @param harmony of the colours, which matters without a placeholder.
 * @returns the light of the placeholder, without one an arrangement of the colours by share.
 */
export function lightOf(
  placeholder: string | undefined,
  colors: readonly PaletteShare[],
  harmony: LightHarmony,
): Light {
  const palette = estimateShares(colors).map(({ hex, share }) => ({ color: hexToOklab(hex), weight: share }))
  return (placeholder === undefined ? arrange(palette, harmony) : enrich(decodeLight(placeholder), palette)).map(toRgb)
}

/** @returns the colours with their shares. Without any each colour covers about half as much again as the next one. */
export function estimateShares(colors: readonly PaletteShare[]): readonly PaletteShare[] {
  if (colors.some(({ share }) => share > 0)) return colors
  return colors.map(({ hex }, index) => ({ hex, share: 0.7 ** index }))
}

/** All colours from dark to light, each in its share; if they do not shade into each other, there and back three times. */
function arrange(palette: readonly WeightedColor[], harmony: LightHarmony): readonly Oklab[] {
  const byLightness = sortByLightness(palette)
  const halfPeriods = harmony === 'analogous' ? 1 : 3
  const waves = Array.from({ length }, (_, index) => -Math.cos((Math.PI * halfPeriods * (index + 0.5)) / length))
  const arranged: Oklab[] = []
  for (const [rank, [place]] of [...waves.entries()].sort(([, one], [, other]) => one - other).entries())
    arranged[place] = colorAtPart(byLightness, (rank + 0.5) / length)
  return arranged
}

/** @returns the colour that covers a part of the whole, 0 to 1, when all lie side by side. */
function colorAtPart(colors: readonly WeightedColor[], part: number): Oklab {
  const total = sumOf(colors)
  let before = 0
  let found = firstOf(colors)
  for (const one of colors) {
    if (part * total > before) found = one
    before += one.weight
  }
  return found.color
}

function sumOf(colors: readonly WeightedColor[]): number {
  return colors.reduce((sum, { weight }) => sum + weight, 0)
}

function sortByLightness(palette: readonly WeightedColor[]): readonly WeightedColor[] {
  return palette.toSorted((one, other) => one.color.l - other.color.l)
}

function toRgb(color: Oklab): Rgb {
  const { r, g, b } = oklabToLinear(color)
  return { red: encodeLight(r), green: encodeLight(g), blue: encodeLight(b) }
}

/** The colours of a BlurHash along one axis, without the waves of the other axis and of both. */
function decodeLight(hash: string): readonly Oklab[] {
  const { mean, waves } = readBlurHash(hash)
  const [across, down] = [waves.filter(({ y }) => y === 0), waves.filter(({ x }) => x === 0)]
  const isAcross = energyOf(across) > energyOf(down)
  const along = { mean, waves: isAcross ? across : down }
  return Array.from({ length }, (_, index) => {
    const place = (index + 0.5) / length
    return isAcross ? colorOfBlurHash(along, place, 0) : colorOfBlurHash(along, 0, place)
  })
}

function energyOf(waves: readonly LinearRgb[]): number {
  return waves.reduce((sum, { r, g, b }) => sum + r * r + g * g + b * b, 0)
}

/** How near in lightness a colour of the picture is to one that it colours, in OKLab units. */
const lightnessSpread = 0.06
/** How much of its own chroma stays beside that of the picture's colours, and how far both are raised. */
const chroma = { own: 0.15, gain: 2.1 } as const

/**
 * Gives the colours of a light the lightnesses of the palette by rank and the chroma of its colours: a BlurHash averages over a quarter of the
 * picture, so that a night would become a dusk and a pastel a grey.
 */
function enrich(cells: readonly Oklab[], palette: readonly WeightedColor[]): readonly Oklab[] {
  const byLightness = sortByLightness(palette)
  const order = [...cells.entries()].sort(([, one], [, other]) => one.l - other.l)
  const maxChroma = Math.max(...palette.map(({ color }) => Math.hypot(color.a, color.b)))
  const enriched: Oklab[] = [...cells]
  for (const [rank, [place, { a, b }]] of order.entries()) {
    const l = quantile(byLightness, (rank + 0.5) / cells.length)
    const near = meanOf(
      palette.map(({ color, weight }) => ({
        color,
        weight: (Math.sqrt(weight) + 1e-3) * Math.exp(-(((color.l - l) / lightnessSpread) ** 2)) + 1e-9,
      })),
    )
    const [mixedA, mixedB] = [near.a + (a - near.a) * chroma.own, near.b + (b - near.b) * chroma.own]
    const gain = Math.min(chroma.gain, maxChroma / Math.max(1e-6, Math.hypot(mixedA, mixedB)))
    enriched[place] = { l, a: mixedA * Math.max(1, gain), b: mixedB * Math.max(1, gain) }
  }
  return enriched
}

/** The lightness below which a part of the picture lies, 0 to 1; between the middles of two colours it changes evenly. */
function quantile(byLightness: readonly WeightedColor[], part: number): number {
  const total = sumOf(byLightness)
  const darkest = Math.min(...byLightness.map(({ color }) => color.l))
  let [before, middleBefore, lightness] = [0, 0, darkest]
  for (const { color, weight } of byLightness) {
    const middle = (before + weight / 2) / total
    if (part <= middle) {
      const progress = (part - middleBefore) / Math.max(1e-9, middle - middleBefore)
      return lightness + (color.l - lightness) * progress
    }
    before += weight
    middleBefore = middle
    lightness = color.l
  }
  return lightness
}

function meanOf(colors: readonly WeightedColor[]): Oklab {
  let [l, a, b, total] = [0, 0, 0, 0]
  for (const { color, weight } of colors) {
    l += color.l * weight
    a += color.a * weight
    b += color.b * weight
    total += weight
  }
  return { l: l / total, a: a / total, b: b / total }
}

/** @param place 0 to 1 from one end to the other. @returns the colour there; outside it is that of the nearest end. */
export function colorAt(light: Light, place: number): Rgb {
  const index = Math.min(light.length - 1, Math.max(0, Math.floor(place * light.length)))
  return firstOf(light.slice(index))
}
