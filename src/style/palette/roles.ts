// What each colour is for: in its picture, and on a page in the colours of the picture.
import type { PaletteColor, Roles } from '../../../schemas/palette.ts'
import { contrast } from '../../color/contrast.ts'
import { toHex, toOklab } from '../../color/oklab.ts'
import { withContrast } from '../../color/solve.ts'
import { chroma, squaredDistance } from '../oklab.ts'
import type { Swatch } from './quantize.ts'

/** The colours that have a role in the picture. */
export type AssignedRoles = ReadonlyMap<PaletteColor['role'], Swatch>

/** Least OKLCH chroma of a colour that is not grey. */
const minChroma = 0.03
/** Text is calm, and WCAG 2.2 asks for this contrast (1.4.3). */
const maxTextChroma = 0.12
const textContrast = 4.5
/** A surface lies this near to its background in lightness. */
const maxSurfaceDistance = 0.2
/** WCAG 2.2, 1.4.11: contrast of what is not text. */
const graphicsContrast = 3
/** Steps of lightness from background to surface, OKLCH; the large one is for black, which a small one does not leave. */
const surfaceSteps = { small: 0.04, large: 0.16 } as const

type Score = (swatch: Swatch, assigned: AssignedRoles) => number

const chromaAboveGrey = ({ ok }: Swatch): number => Math.max(0, chroma(ok) - minChroma)

/** The ground: one of the two largest colours, or the one that covers most of the border. What touches no border has none. */
function backgroundOf(swatches: readonly Swatch[]): Swatch | undefined {
  const candidates = [
    ...swatches.toSorted((one, other) => other.share - one.share).slice(0, 2),
    ...swatches.toSorted((one, other) => other.border - one.border).slice(0, 1),
  ]
  const score = ({ border, share }: Swatch): number => (border === 0 ? 0 : border + share / 2)
  const [best] = candidates.toSorted((one, other) => score(other) - score(one))
  return best !== undefined && score(best) > 0 ? best : undefined
}

/** In the order of assignment: each role takes the colour with the highest score above 0 of those that are left. */
const choices: readonly (readonly [PaletteColor['role'], Score])[] = [
  ['primary', swatch => swatch.share ** 0.3 * chromaAboveGrey(swatch)],
  [
    'text',
    ({ hex, ok }, assigned) => {
      const ratio = contrast(hex, assigned.get('background')?.hex ?? '#FFFFFF')
      return ratio >= textContrast && chroma(ok) <= maxTextChroma ? ratio : 0
    },
  ],
  [
    'accent',
    (swatch, assigned) => {
      const primary = assigned.get('primary')
      return chromaAboveGrey(swatch) * (primary === undefined ? 1 : Math.sqrt(squaredDistance(swatch.ok, primary.ok)))
    },
  ],
  [
    'surface',
    (swatch, assigned) => {
      const background = assigned.get('background')
      if (background === undefined || chromaAboveGrey(swatch) > minChroma) return 0
      return Math.max(0, maxSurfaceDistance - Math.abs(swatch.ok.l - background.ok.l))
    },
  ],
  ['secondary', ({ share }) => share],
]

/** @returns the colour of each role that the picture has one for, of at least one colour. The others support. */
export function assignRoles(swatches: readonly Swatch[]): AssignedRoles {
  const assigned = new Map<PaletteColor['role'], Swatch>()
  // The largest colour is never antialiasing.
  const left = new Set(swatches.filter(({ isAntialiasing }) => !isAntialiasing))
  const assign = (role: PaletteColor['role'], swatch: Swatch | undefined): void => {
    if (swatch === undefined) return
    assigned.set(role, swatch)
    left.delete(swatch)
  }
  assign('background', backgroundOf([...left]))
  for (const [role, score] of choices) {
    const [best] = [...left]
      .map(swatch => ({ swatch, score: score(swatch, assigned) }))
      .filter(candidate => candidate.score > 0)
      .toSorted((one, other) => other.score - one.score)
    assign(role, best?.swatch)
  }
  return assigned
}

/** The one of black and white that has more contrast. */
const blackOrWhiteOn = (color: string): string =>
  contrast(color, '#FFFFFF') >= contrast(color, '#000000') ? '#FFFFFF' : '#000000'

/** The first colour that can be read on another, else black or white: one of them always can. */
const readableOn = (color: string, ...candidates: readonly string[]): string =>
  candidates.find(candidate => contrast(candidate, color) >= textContrast) ?? blackOrWhiteOn(color)

const lighter = (color: string, step: number): string => {
  const { l, a, b } = toOklab(color)
  return toHex({ l: Math.min(1, Math.max(0, l + step)), a, b })
}

/** The picture's own surface, else a shade next to the background; always one that the same text can be read on. */
function surfaceFor(background: string, own: string | undefined): string {
  const text = blackOrWhiteOn(background)
  const shades = [own ?? background, lighter(background, surfaceSteps.small), lighter(background, surfaceSteps.large)]
  const fits = (shade: string): boolean => shade !== background && contrast(shade, text) >= textContrast
  return shades.find(fits) ?? lighter(background, -surfaceSteps.small)
}

/** A background for a picture without one: white, unless most of its colours are nearly white. */
function backgroundFor(assigned: AssignedRoles): string {
  const swatches = [...assigned.values()]
  const mean =
    swatches.reduce((sum, { ok, share }) => sum + ok.l * share, 0) / swatches.reduce((sum, { share }) => sum + share, 0)
  return mean > 0.75 ? '#000000' : '#FFFFFF'
}

/** @returns a colour for every role, readable on what it stands on; what the picture lacks is derived from what it has. */
export function rolesFrom(assigned: AssignedRoles): Roles {
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
