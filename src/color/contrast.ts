// Contrast by WCAG 2.2, and the smallest change of a colour that reaches a WCAG contrast.
import { hexToOklab, type Oklab, oklabToHex, oklabToLinear } from './oklab.ts'
import { type LinearRgb, linearLight, parseHex } from './srgb.ts'

/**
 * WCAG 2.2, "contrast ratio", of two hexadecimal colours; opacity is ignored.
 *
 * @returns 1 (equal) to 21 (black and white).
 * @throws TypeError unless both are hexadecimal.
 */
export function wcagContrast(one: string, other: string): number {
  return contrastRatio(luminanceOfHex(one), luminanceOfHex(other))
}

function contrastRatio(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** Whether white has more contrast on a hexadecimal colour than black. */
export function isDark(color: string): boolean {
  return wcagContrast(color, '#FFFFFF') > wcagContrast(color, '#000000')
}

/** WCAG 2.2, "relative luminance": 0 (black) to 1 (white). Opacity is ignored. @throws TypeError unless hexadecimal. */
export function luminanceOfHex(color: string): number {
  const { red, green, blue } = parseHex(color)
  return luminanceOf({ r: linearLight(red), g: linearLight(green), b: linearLight(blue) })
}

/** WCAG 2.2, "relative luminance", of linear light. */
export function luminanceOf({ r, g, b }: LinearRgb): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Rounding to 8 bits may cost this much of a ratio. */
const ratioTolerance = 0.01
/** Rounding to 8 bits costs at most a few of these steps of lightness, each a third of a step of 8 bits. */
const nudge = 1 / 768
const maxNudges = 12

/**
 * Finds the nearest colour whose contrast to all others is at least a ratio: only its OKLCH lightness moves, either way, and its
 * chroma is reduced to the sRGB gamut. The ratio is checked on the colour as rounded to 8 bits.
 *
 * @param color hexadecimal colour to start from; returned in upper case if it reaches the ratio already.
 * @param against one hexadecimal colour or several.
 * @param ratio WCAG 2.2 contrast ratio, 1 to 21.
 * @returns #RRGGBB in upper case; black or white, whichever has more contrast, if no lightness reaches the ratio.
 * @throws TypeError unless all colours are hexadecimal.
 */
export function withContrast(color: string, against: string | readonly string[], ratio: number): string {
  const others = (typeof against === 'string' ? [against] : against).map(luminanceOfHex)
  const minRatio = (own: number) => Math.min(...others.map(other => contrastRatio(own, other)))
  const isEnough = (hex: string) => minRatio(luminanceOfHex(hex)) >= ratio
  const origin = hexToOklab(color)
  if (isEnough(color)) return oklabToHex(origin)
  const starts = others
    .flatMap(other => boundaries(other, ratio))
    .filter(({ luminance }) => minRatio(luminance) >= ratio - ratioTolerance)
    .map(({ direction, luminance }) => ({ direction, l: lightnessAt(origin, luminance) }))
    .toSorted((one, other) => Math.abs(one.l - origin.l) - Math.abs(other.l - origin.l))
  for (const { direction, l } of starts) {
    for (let step = 0; step <= maxNudges; step++) {
      const moved = oklabToHex({ ...origin, l: Math.min(1, Math.max(0, l + direction * step * nudge)) })
      if (isEnough(moved)) return moved
    }
  }
  return minRatio(1) >= minRatio(0) ? '#FFFFFF' : '#000000'
}

interface Boundary {
  readonly luminance: number
  /** +1 if brighter colours have enough contrast, -1 if darker ones have. */
  readonly direction: 1 | -1
}

/** The luminances at which the contrast to another is exactly a ratio: WCAG 2.2, "contrast ratio", solved for one side. */
function boundaries(against: number, ratio: number): readonly Boundary[] {
  const base = against + 0.05
  const both: readonly Boundary[] = [
    { luminance: base * ratio - 0.05, direction: 1 },
    { luminance: base / ratio - 0.05, direction: -1 },
  ]
  return both.filter(({ luminance }) => luminance >= 0 && luminance <= 1)
}

/** The cube root of the luminance is nearly linear in the lightness, so a few corrections suffice. */
const corrections = 4

/** OKLab lightness at which a colour has a luminance. */
function lightnessAt({ a, b }: Oklab, luminance: number): number {
  const root = Math.cbrt(luminance)
  let l = root
  for (let step = 0; step < corrections; step++) {
    l = Math.min(1, Math.max(0, l + root - Math.cbrt(luminanceOf(oklabToLinear({ l, a, b })))))
  }
  return l
}
