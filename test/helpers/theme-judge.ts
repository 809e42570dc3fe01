// Judges a theme with other people's colour code only: culori for WCAG and ΔE00, Color.js for APCA.
import Color from 'colorjs.io'
import { converter, differenceCiede2000, wcagContrast } from 'culori'
import type { Palette } from './palettes.ts'

/** Colours of a page by role: what any theme maker can give. */
export type Roles = Readonly<
  Record<
    'bg' | 'surface' | 'text' | 'muted' | 'accent' | 'on-accent' | 'edge' | 'border' | 'focus' | 'link' | 'secondary',
    string
  >
>

interface Pair {
  readonly front: keyof Roles
  readonly back: keyof Roles
  /** What AA of WCAG 2.2 asks for: 1.4.3 "Contrast (Minimum)", 1.4.11 "Non-text Contrast". */
  readonly least: number
  /** WCAG 2.2 contrast ratio that this service promises. */
  readonly ratio: number
  /** APCA lightness contrast, 0 where it is not asked for. */
  readonly lightness: number
}

function on(back: keyof Roles): readonly Pair[] {
  return [
    { front: 'text', back, least: 4.5, ratio: 7, lightness: 60 },
    { front: 'muted', back, least: 4.5, ratio: 7, lightness: 60 },
    { front: 'link', back, least: 4.5, ratio: 4.5, lightness: 60 },
    { front: 'edge', back, least: 3, ratio: 3, lightness: 0 },
    { front: 'border', back, least: 3, ratio: 3, lightness: 0 },
    { front: 'focus', back, least: 3, ratio: 3, lightness: 0 },
    { front: 'secondary', back, least: 3, ratio: 3, lightness: 0 },
  ]
}

/** The pairs of a page as they meet on it. The focus ring stands off the button, so the grounds are what it meets. */
const pairs: readonly Pair[] = [
  ...on('bg'),
  ...on('surface'),
  { front: 'on-accent', back: 'accent', least: 4.5, ratio: 4.5, lightness: 45 },
]

export interface Found extends Pair {
  readonly foundRatio: number
  readonly foundLightness: number
  /** AA of WCAG 2.2. */
  readonly passes: boolean
  /** What this service promises. */
  readonly holds: boolean
}

/** Every pair as measured. */
export function judge(roles: Roles): readonly Found[] {
  return pairs.map(pair => {
    const foundRatio = wcagContrast(roles[pair.front], roles[pair.back])
    const foundLightness = Math.abs(Color.contrastAPCA(roles[pair.back], roles[pair.front]))
    return {
      ...pair,
      foundRatio,
      foundLightness,
      passes: foundRatio >= pair.least,
      holds: foundRatio >= pair.ratio && foundLightness >= pair.lightness,
    }
  })
}

const difference = differenceCiede2000()
const oklch = converter('oklch')

/** OKLCH lightness of colours that are neither nearly black nor nearly white. */
const midLight = { least: 0.42, most: 0.8 } as const

/** The most chromatic input of middle lightness; the most chromatic of all where none is. Opacity is left aside. */
function brandOf(palette: Palette): string {
  const measured = palette.map(hex => ({ hex, lightness: oklch(hex)?.l ?? 0, chroma: oklch(hex)?.c ?? 0 }))
  const middle = measured.filter(({ lightness }) => lightness >= midLight.least && lightness <= midLight.most)
  const [first] = (middle.length > 0 ? middle : measured).toSorted((one, other) => other.chroma - one.chroma)
  return first?.hex ?? ''
}

/** How far a fill is from the palette that was asked for, in ΔE00; opacity is left aside. */
export function distances(fill: string, palette: Palette) {
  return {
    nearest: Math.min(...palette.map(input => difference(fill, input))),
    brand: difference(fill, brandOf(palette)),
  }
}

/** Mean, 95th percentile and greatest of some figures. */
export function spread(values: readonly number[]) {
  const sorted = values.toSorted((one, other) => one - other)
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    p95: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0,
    max: sorted.at(-1) ?? 0,
  }
}
