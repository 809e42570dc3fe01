// Colours moved just far enough to be told from others.
import { ratioOf } from './contrast.ts'
import { luminance, weigh } from './luminance.ts'
import { type Oklab, toHex, toOklab, toScreen } from './oklab.ts'

/** The cube root of the luminance grows nearly as the lightness does, so a few corrections of the one by the other do. */
const corrections = 4
/** Rounding to 8 bits costs at most a few of these, which are a third of a step of 8 bits each. */
const nudge = 1 / 768
const nudges = 12
/** What rounding may cost of a ratio. */
const slack = 0.01

interface Edge {
  readonly luminance: number
  /** +1: brighter than the edge holds; -1: darker holds. */
  readonly side: 1 | -1
}

/** The two luminances from which on the ratio to a colour holds: WCAG 2.2, "contrast ratio", solved for one side. */
const edges = (against: number, ratio: number): readonly Edge[] => {
  const base = against + 0.05
  const both: readonly Edge[] = [
    { luminance: base * ratio - 0.05, side: 1 },
    { luminance: base / ratio - 0.05, side: -1 },
  ]
  return both.filter(edge => edge.luminance >= 0 && edge.luminance <= 1)
}

/** Lightness at which a colour has a luminance. */
const lightnessAt = (color: Oklab, wanted: number): number => {
  const root = Math.cbrt(wanted)
  let l = root
  for (let step = 0; step < corrections; step++) {
    l = Math.min(1, Math.max(0, l + root - Math.cbrt(weigh(toScreen({ l, a: color.a, b: color.b })))))
  }
  return l
}

/**
 * The nearest colour whose contrast to all the others is at least a ratio: only its OKLCH lightness moves, either way,
 * and its chroma gives way where a screen could not show it. Verified on the colour as rounded to 8 bits.
 *
 * @param color hexadecimal colour to start from; it comes back, in upper case, when it holds already.
 * @param against one hexadecimal colour or several.
 * @param ratio WCAG 2.2 contrast ratio, 1 to 21.
 * @returns #RRGGBB in upper case. When no lightness holds: black or white, whichever has more contrast.
 * @throws TypeError unless all colours are hexadecimal.
 */
export const withContrast = (color: string, against: string | readonly string[], ratio: number): string => {
  const others = (typeof against === 'string' ? [against] : against).map(luminance)
  const least = (own: number) => Math.min(...others.map(other => ratioOf(own, other)))
  const holds = (hex: string) => least(luminance(hex)) >= ratio
  const origin = toOklab(color)
  if (holds(color)) return toHex(origin)
  const starts = others
    .flatMap(other => edges(other, ratio))
    .filter(edge => least(edge.luminance) >= ratio - slack)
    .map(({ side, luminance: wanted }) => ({ side, l: lightnessAt(origin, wanted) }))
    .toSorted((one, other) => Math.abs(one.l - origin.l) - Math.abs(other.l - origin.l))
  for (const { side, l } of starts) {
    for (let step = 0; step <= nudges; step++) {
      const moved = toHex({ l: Math.min(1, Math.max(0, l + side * step * nudge)), a: origin.a, b: origin.b })
      if (holds(moved)) return moved
    }
  }
  return least(1) >= least(0) ? '#FFFFFF' : '#000000'
}
