// Role assignment: what each colour is for in its picture, and on a page in the colours of the picture.
import type { PaletteColor, Roles } from '../../../schemas/palette.ts'
import { isDark, wcagContrast, withContrast } from '../../color/contrast.ts'
import { chroma, hexToOklab, oklabToHex, squaredDistance } from '../../color/oklab.ts'
import { clamp } from '../numbers.ts'
import type { Swatch } from './quantize.ts'

/** The colours that have a role in the picture. */
export type AssignedRoles = ReadonlyMap<PaletteColor['role'], Swatch>

/** Least OKLCH chroma of a colour that is not grey. */
const minChroma = 0.03
/** Text has little chroma, and at least the contrast of WCAG 2.2, 1.4.3. */
const maxTextChroma = 0.12
const textContrast = 4.5
/** A surface lies this near to its background in lightness. */
const maxSurfaceDistance = 0.2
/** In OKLab: a nearer colour could be taken for its background. */
const minVisibleDistance = 0.12
/** WCAG 2.2, 1.4.11: non-text contrast. */
const graphicsContrast = 3
/** Steps of lightness from background to surface, OKLCH; the large one is for black, which a small one does not leave. */
const surfaceSteps = { small: 0.04, large: 0.16 } as const

/**
 * @param brightness of the picture, mean OKLab lightness.
 * @returns the colour of each role that the picture has one for, of at least one colour. Other colours have the role support.
 */
export function assignRoles(swatches: readonly Swatch[], brightness: number): AssignedRoles {
  const assigned = new Map<PaletteColor['role'], Swatch>()
  // The largest colour is never antialiasing.
  const left = new Set(swatches.filter(({ isAntialiasing }) => !isAntialiasing))
  const assign = (role: PaletteColor['role'], swatch: Swatch | undefined): void => {
    if (swatch === undefined) return
    assigned.set(role, swatch)
    left.delete(swatch)
  }
  assign('background', backgroundOf([...left], brightness))
  for (const [role, score] of choices) {
    const [best] = [...left]
      .map(swatch => ({ swatch, score: score(swatch, assigned) }))
      .filter(candidate => candidate.score > 0)
      .toSorted((one, other) => other.score - one.score)
    assign(role, best?.swatch)
  }
  return assigned
}

/** From this brightness on, a picture is light as a whole, and so is its background if a light colour has this share of the border. */
const minLight = { brightness: 0.5, border: 0.1 } as const

/** The background: one of the two largest colours, or the one that covers most of the border. It touches the border. */
function backgroundOf(swatches: readonly Swatch[], brightness: number): Swatch | undefined {
  const best = bestGround([
    ...swatches.toSorted((one, other) => other.share - one.share).slice(0, 2),
    ...swatches.toSorted((one, other) => other.border - one.border).slice(0, 1),
  ])
  if (best === undefined || brightness < minLight.brightness || !isDark(best.hex)) return best
  return bestGround(swatches.filter(({ hex, border }) => border >= minLight.border && !isDark(hex))) ?? best
}

function bestGround(swatches: readonly Swatch[]): Swatch | undefined {
  const score = ({ border, share }: Swatch): number => (border === 0 ? 0 : border + share / 2)
  const [best] = swatches.toSorted((one, other) => score(other) - score(one))
  return best !== undefined && score(best) > 0 ? best : undefined
}

type Score = (swatch: Swatch, assigned: AssignedRoles) => number

/** In the order of assignment: each role takes the colour with the highest score above 0 of those that are left. */
const choices: readonly (readonly [PaletteColor['role'], Score])[] = [
  [
    'primary',
    (swatch, assigned) =>
      swatch.share ** 0.3 * chromaAboveGrey(swatch) * visibilityOn(assigned.get('background'), swatch),
  ],
  [
    'text',
    ({ hex, oklab }, assigned) => {
      const ratio = wcagContrast(hex, assigned.get('background')?.hex ?? '#FFFFFF')
      return ratio >= textContrast && chroma(oklab) <= maxTextChroma ? ratio : 0
    },
  ],
  [
    'accent',
    (swatch, assigned) => {
      const primary = assigned.get('primary')
      return (
        chromaAboveGrey(swatch) * (primary === undefined ? 1 : Math.sqrt(squaredDistance(swatch.oklab, primary.oklab)))
      )
    },
  ],
  [
    'surface',
    (swatch, assigned) => {
      const background = assigned.get('background')
      if (background === undefined || chromaAboveGrey(swatch) > minChroma) return 0
      return Math.max(0, maxSurfaceDistance - Math.abs(swatch.oklab.l - background.oklab.l))
    },
  ],
  ['secondary', ({ share }) => share],
]

/** 0 for the colour of the background, 1 for one that is clearly different from it. */
function visibilityOn(background: Swatch | undefined, { oklab }: Swatch): number {
  return background ? Math.min(1, Math.sqrt(squaredDistance(oklab, background.oklab)) / minVisibleDistance) : 1
}

function chromaAboveGrey({ oklab }: Swatch): number {
  return Math.max(0, chroma(oklab) - minChroma)
}

/** @returns a colour for every role, readable on its background; roles that the picture lacks are derived from those it has. */
export function deriveRoles(assigned: AssignedRoles): Roles {
  const background = assigned.get('background')?.hex ?? backgroundFor(assigned)
  const surface = surfaceFor(background, assigned.get('surface')?.hex)
  const text = withContrast(
    assigned.get('text')?.hex ?? blackOrWhiteOn(background),
    [background, surface],
    textContrast,
  )
  const primary =
    assigned.get('primary')?.hex ??
    assigned.get('secondary')?.hex ??
    withContrast(background, background, graphicsContrast)
  const secondary = assigned.get('secondary')?.hex ?? primary
  const accent = assigned.get('accent')?.hex ?? primary
  return {
    background,
    surface,
    text,
    primary,
    on_primary: readableOn(primary, background, text),
    secondary,
    accent,
    on_accent: readableOn(accent, background, text),
  }
}

/** A background for a picture without one: white, unless most of its colours are nearly white. */
function backgroundFor(assigned: AssignedRoles): string {
  const swatches = [...assigned.values()]
  const mean =
    swatches.reduce((sum, { oklab, share }) => sum + oklab.l * share, 0) /
    swatches.reduce((sum, { share }) => sum + share, 0)
  return mean > 0.75 ? '#000000' : '#FFFFFF'
}

/** The picture's own surface, else a shade next to the background; always one on which the same text has enough contrast. */
function surfaceFor(background: string, own: string | undefined): string {
  const text = blackOrWhiteOn(background)
  const shades = [own ?? background, lighter(background, surfaceSteps.small), lighter(background, surfaceSteps.large)]
  const fits = (shade: string): boolean => shade !== background && wcagContrast(shade, text) >= textContrast
  return shades.find(fits) ?? lighter(background, -surfaceSteps.small)
}

function lighter(color: string, step: number): string {
  const { l, a, b } = hexToOklab(color)
  return oklabToHex({ l: clamp(l + step, 0, 1), a, b })
}

/** The first colour with enough contrast for text on another, else black or white: one of them always has. */
function readableOn(color: string, ...candidates: readonly string[]): string {
  return candidates.find(candidate => wcagContrast(candidate, color) >= textContrast) ?? blackOrWhiteOn(color)
}

/** The one of black and white that has more contrast. */
function blackOrWhiteOn(color: string): string {
  return isDark(color) ? '#FFFFFF' : '#000000'
}
