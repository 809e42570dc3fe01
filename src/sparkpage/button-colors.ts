// Colours of the call-to-action button: its ground, its text and the edge around it.
import { convertLab65ToRgb, formatHex } from 'culori/fn'
import { deltaE00, sampleHex } from '../color/color-sample.ts'
import { apcaContrast, wcagContrast } from '../color/contrast.ts'
import { toOklchColor } from './oklch.ts'

/** Colours of the call-to-action button, #RRGGBB in upper case. */
export interface CtaColors {
  readonly accent: string
  readonly onAccent: string
}

/** Minimum contrast of the button's text: WCAG 2.2, 1.4.3 "Contrast (Minimum)", and APCA's level for large bold text. */
const ctaContrast = { ratio: 4.5, apcaLc: 45 } as const
/** Bisections of half the CIELAB lightness range (50): the last step is 0.1, below a step of 8 bits. */
const bisections = 9

/**
 * Keeps the brand colour as the button's background, or changes it by the smallest ΔE00 that makes text on it readable:
 * if neither white nor black text is, its CIELAB lightness moves up or down. Out-of-gamut channels are clipped.
 *
 * @param brand #RRGGBB in upper case.
 * @param textColors candidates for the text, best first, with black and white among them.
 */
export function solveCtaColors(brand: string, textColors: readonly string[]): CtaColors {
  const [unchanged] = readablePairs(brand, textColors)
  if (unchanged !== undefined) return unchanged
  const difference = ({ accent }: CtaColors) => deltaE00(sampleHex(brand), sampleHex(accent))
  return [0, 100]
    .flatMap(end => bisectLightness(brand, end, textColors))
    .reduce((nearest, pair) => (difference(pair) < difference(nearest) ? pair : nearest))
}

function readablePairs(accent: string, textColors: readonly string[]): readonly CtaColors[] {
  return textColors.filter(text => isReadable(text, accent)).map(onAccent => ({ accent, onAccent }))
}

function isReadable(text: string, background: string): boolean {
  return (
    wcagContrast(text, background) >= ctaContrast.ratio &&
    Math.abs(apcaContrast(text, background)) >= ctaContrast.apcaLc
  )
}

/** Readable pairs between the brand colour and a CIELAB lightness of 0 or 100, each nearer to the brand colour. */
function bisectLightness(brand: string, end: number, textColors: readonly string[]): readonly CtaColors[] {
  const origin = sampleHex(brand).lab
  const found: CtaColors[] = []
  let [near, far] = [origin.l, end]
  for (let step = 0; step < bisections; step++) {
    const l = (near + far) / 2
    const pairs = readablePairs(formatHex(convertLab65ToRgb({ ...origin, l })).toUpperCase(), textColors)
    found.push(...pairs)
    if (pairs.length > 0) far = l
    else near = l
  }
  return found
}

/** WCAG 2.2, 1.4.11 Non-text Contrast. */
const minFillRatio = 3
/** In OKLCH: a grey of medium lightness looks like a button that is disabled. */
const dull = { maxChroma: 0.045, minLightness: 0.35, maxLightness: 0.8 } as const
/** On a dark ground a brown or an olive does, too. */
const muddy = { maxChroma: 0.11, minLightness: 0.35, maxLightness: 0.66 } as const

export interface Fill extends CtaColors {
  /** The brand colour as a fill, whether or not it stands out, and the text on it. */
  readonly brand: string
  readonly onBrand: string
}

/**
 * Chooses what fills the button: the brand colour where it has 3:1 to the backgrounds (WCAG 2.2, 1.4.11) and is no grey of medium
 * lightness (on a dark ground no brown or olive either), else the first candidate of which both is true, else the colour of the text. No outline helps a fill that does not stand out.
 *
 * @param candidates best first.
 * @param text 7:1 on the backgrounds, so that it stands out in any case.
 */
export function solveFill(
  brand: string,
  candidates: readonly string[],
  text: string,
  backgrounds: readonly string[],
): Fill {
  const withText = (color: string) => solveCtaColors(color, ['#FFFFFF', '#000000'])
  const own = withText(brand)
  const standsOut = ({ accent }: CtaColors) =>
    backgrounds.every(background => wcagContrast(accent, background) >= minFillRatio)
  const isDark = toOklchColor(text).lightness > 0.5
  const fill = [own, ...candidates.map(withText)].find(one => standsOut(one) && !isDull(one, isDark)) ?? withText(text)
  return { ...fill, brand: own.accent, onBrand: own.onAccent }
}

/** @param isDark whether the ground is. */
function isDull({ accent }: CtaColors, isDark: boolean): boolean {
  const { lightness, chroma } = toOklchColor(accent)
  return (isDark ? [dull, muddy] : [dull]).some(
    range => chroma < range.maxChroma && lightness > range.minLightness && lightness < range.maxLightness,
  )
}
