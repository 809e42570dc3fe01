// The call-to-action's fill and the words on it.
import { apca } from '../color/apca.ts'
import { contrast } from '../color/contrast.ts'
import { type Oklab, toHex, toOklab } from '../color/oklab.ts'

export interface Fill {
  /** #RRGGBB in upper case. */
  readonly accent: string
  readonly onAccent: string
}

/** WCAG 2.2, 1.4.3 "Contrast (Minimum)", and APCA's level for large bold text. */
const bounds = { ratio: 4.5, lightness: 45 } as const
/** OKLCH lightness per step. */
const step = 1 / 256

const readable = (text: string, fill: string): boolean =>
  contrast(text, fill) >= bounds.ratio && Math.abs(apca(text, fill)) >= bounds.lightness

const filled = (accent: string, inks: readonly string[]): readonly Fill[] =>
  inks.filter(ink => readable(ink, accent)).map(onAccent => ({ accent, onAccent }))

/** Ends at black or white at the latest, on which white or black is readable. */
const fillFrom = (origin: Oklab, inks: readonly string[], distance: number): Fill => {
  const [fill] = [origin.l - distance, origin.l + distance]
    .map(l => toHex({ ...origin, l: Math.min(1, Math.max(0, l)) }))
    .flatMap(accent => filled(accent, inks))
  return fill ?? fillFrom(origin, inks, distance + step)
}

/**
 * Keeps the brand colour as the fill, or moves its lightness by the least that makes words on it readable.
 *
 * @param brand #RRGGBB.
 * @param inks colours for the words, best first, black and white among them.
 */
export const fillOf = (brand: string, inks: readonly string[]): Fill => fillFrom(toOklab(brand), inks, 0)
