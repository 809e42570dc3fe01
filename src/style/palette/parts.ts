// What each colour is in its picture.
import type { PaletteColor } from '../../../schemas/palette.ts'
import { contrast } from '../../color/contrast.ts'
import { chroma, squaredDistance } from '../oklab.ts'
import type { Centre } from './measure.ts'

type PaletteRole = PaletteColor['role']
export type Parts = ReadonlyMap<PaletteRole, Centre>

/** Least OKLCH chroma of a colour that is no grey. */
const leastChroma = 0.03
/** Texts are calm, and WCAG 2.2 asks this much of them (1.4.3). */
const mostTextChroma = 0.12
const textContrast = 4.5
/** A surface lies this near to its background in lightness. */
const surfaceReach = 0.2

type Score = (centre: Centre, parts: Parts) => number

const colorful = (centre: Centre): number => Math.max(0, chroma(centre.ok) - leastChroma)

const away = (centre: Centre, other: Centre | undefined): number =>
  other === undefined ? 1 : Math.sqrt(squaredDistance(centre.ok, other.ok))

const text: Score = (centre, parts) => {
  const ratio = contrast(centre.hex, parts.get('background')?.hex ?? '#FFFFFF')
  return ratio >= textContrast && chroma(centre.ok) <= mostTextChroma ? ratio : 0
}

const surface: Score = (centre, parts) => {
  const background = parts.get('background')
  if (background === undefined || colorful(centre) > leastChroma) return 0
  return Math.max(0, surfaceReach - Math.abs(centre.ok.l - background.ok.l))
}

/** In order of choice: each takes the colour with the highest score above 0 of those that are left. */
const choices: readonly (readonly [PaletteRole, Score])[] = [
  // What touches the border lies behind the rest; a logo that touches nothing has no background.
  ['background', centre => (centre.border === 0 ? 0 : centre.border + centre.share / 2)],
  ['primary', centre => centre.share ** 0.3 * colorful(centre)],
  ['text', text],
  ['accent', (centre, parts) => colorful(centre) * away(centre, parts.get('primary'))],
  ['surface', surface],
  ['secondary', centre => centre.share],
]

/** @returns the colour for each part that is taken, of at least one colour. What is left over supports. */
export const partsOf = (centres: readonly Centre[]): Parts => {
  const parts = new Map<PaletteRole, Centre>()
  const left = new Set(centres)
  for (const [role, score] of choices) {
    const [best] = [...left]
      .map(centre => ({ centre, score: score(centre, parts) }))
      .filter(candidate => candidate.score > 0)
      .toSorted((one, other) => other.score - one.score)
    if (best === undefined) continue
    parts.set(role, best.centre)
    left.delete(best.centre)
  }
  return parts
}
