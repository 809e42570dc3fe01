// The colours of a picture made ready for use: whatever stands on something can be read.
import type { Roles } from '../../../schemas/palette.ts'
import { contrast } from '../../color/contrast.ts'
import { toHex, toOklab } from '../../color/oklab.ts'
import { withContrast } from '../../color/solve.ts'
import type { Parts } from './parts.ts'

/** WCAG 2.2, 1.4.3 (text) and 1.4.11 (what is no text). */
const readable = 4.5
const visible = 3
/** Steps of lightness from background to surface, OKLCH; the large one is for black, which a small one does not leave. */
const steps = { small: 0.04, large: 0.16 } as const

const poles = ['#FFFFFF', '#000000'] as const

/** The one of black and white that has more contrast. */
const pole = (color: string): string => (contrast(color, '#FFFFFF') >= contrast(color, '#000000') ? poles[0] : poles[1])

/** The first colour that can be read on another; black and white close the list, and one of them always can. */
const firstOn = (color: string, ...candidates: readonly string[]): string =>
  candidates.find(candidate => contrast(candidate, color) >= readable) ?? pole(color)

const lighter = (color: string, step: number): string => {
  const { l, a, b } = toOklab(color)
  return toHex({ l: Math.min(1, Math.max(0, l + step)), a, b })
}

/** The picture's own surface, else a shade next to the background; always one that the same text can be read on. */
const surfaceFor = (background: string, own: string | undefined): string => {
  const ink = pole(background)
  const shades = [own ?? background, lighter(background, steps.small), lighter(background, steps.large)]
  const fits = (shade: string): boolean => shade !== background && contrast(shade, ink) >= readable
  return shades.find(fits) ?? lighter(background, -steps.small)
}

/** A background for what has none: the end of the scale that more of the picture stands out from. */
const backgroundFor = (parts: Parts): string => {
  const colors = [...parts.values()]
  const mean =
    colors.reduce((sum, { ok, share }) => sum + ok.l * share, 0) / colors.reduce((sum, { share }) => sum + share, 0)
  return mean > 0.75 ? '#000000' : '#FFFFFF'
}

/** @returns a colour for each role, from the parts of a picture; what the picture lacks is derived from what it has. */
export const rolesFrom = (parts: Parts): Roles => {
  const background = parts.get('background')?.hex ?? backgroundFor(parts)
  const surface = surfaceFor(background, parts.get('surface')?.hex)
  const text = withContrast(parts.get('text')?.hex ?? pole(background), [background, surface], readable)
  const primary =
    parts.get('primary')?.hex ?? parts.get('secondary')?.hex ?? withContrast(background, background, visible)
  const secondary = parts.get('secondary')?.hex ?? primary
  const accent = parts.get('accent')?.hex ?? primary
  return {
    background,
    surface,
    text,
    primary,
    on_primary: firstOn(primary, background, text),
    secondary,
    accent,
    on_accent: firstOn(accent, background, text),
  }
}
