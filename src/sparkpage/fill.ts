// The call-to-action's fill and the words on it.
import { convertLab65ToRgb, formatHex } from 'culori/fn'
import { deltaE00, sampleHex } from '../color/color-sample.ts'
import { apcaContrast, wcagContrast } from '../color/contrast.ts'

export interface Fill {
  /** #RRGGBB in upper case. */
  readonly accent: string
  readonly onAccent: string
}

/** WCAG 2.2, 1.4.3 "Contrast (Minimum)", and APCA's level for large bold text. */
const bounds = { ratio: 4.5, lightness: 45 } as const
/** Halvings of CIELAB's lightness, whose half is 50: the last is a tenth, below a step of 8 bits. */
const halvings = 9

const readable = (text: string, fill: string): boolean =>
  wcagContrast(text, fill) >= bounds.ratio && Math.abs(apcaContrast(text, fill)) >= bounds.lightness

const filled = (accent: string, inks: readonly string[]): readonly Fill[] =>
  inks.filter(ink => readable(ink, accent)).map(onAccent => ({ accent, onAccent }))

/** The readable fills on the way to a lightness of CIELAB (0 or 100), ever nearer to the brand colour. */
const onTheWay = (brand: string, end: number, inks: readonly string[]): readonly Fill[] => {
  const origin = sampleHex(brand).lab
  const found: Fill[] = []
  let [near, far] = [origin.l, end]
  for (let halving = 0; halving < halvings; halving++) {
    const l = (near + far) / 2
    const fills = filled(formatHex(convertLab65ToRgb({ ...origin, l })).toUpperCase(), inks)
    found.push(...fills)
    if (fills.length > 0) far = l
    else near = l
  }
  return found
}

/**
 * Keeps the brand colour as the fill, or moves it by the least that makes words on it readable: where neither white nor
 * black are, its lightness in CIELAB goes up or down, whichever is the smaller ΔE00; what no screen shows is cut off.
 *
 * @param brand #RRGGBB in upper case.
 * @param inks colours for the words, best first, black and white among them.
 */
export const fillOf = (brand: string, inks: readonly string[]): Fill => {
  const [kept] = filled(brand, inks)
  if (kept !== undefined) return kept
  const away = ({ accent }: Fill) => deltaE00(sampleHex(brand), sampleHex(accent))
  return [0, 100]
    .flatMap(end => onTheWay(brand, end, inks))
    .reduce((nearest, fill) => (away(fill) < away(nearest) ? fill : nearest))
}
