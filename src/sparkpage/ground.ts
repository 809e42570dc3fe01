// The hue of a page's ground, and how chromatic it is.
import { faintHue, hueAngle, isGrey, type OklchColor, selectMax } from './oklch.ts'
import type { PreferredScheme } from './style.ts'

/** The colours that a theme is solved from. */
export interface Palette {
  readonly colors: readonly OklchColor[]
  readonly brand: OklchColor
  /** Of the picture, whatever the scheme. */
  readonly background: OklchColor | undefined
  readonly secondary: string
}

/** OKLCH hues between which a dark ground is brown or dark red unless it is nearly grey, degrees. */
const brownish = { from: 15, to: 115, chroma: 0.02 } as const

/** @returns the chroma of a ground in the hue of a colour, `max` at most. */
export function groundChroma(scheme: PreferredScheme, source: OklchColor, max: number): number {
  return Math.min(source.chroma, scheme === 'dark' && isBrownish(source) ? brownish.chroma : max)
}

function isBrownish(color: OklchColor): boolean {
  const hue = hueAngle(color)
  return hue >= brownish.from && hue <= brownish.to
}

/** Colours up to this OKLCH lightness are dark, and from this one on light. */
const darkest = 0.45
const lightest = 0.7
/** Chroma of a ground whose palette is chromatic, but not in its dark colours. */
const minDarkChroma = 0.022
/** Chroma from which on the picture's ground has a hue of its own; a light ground that would be grey has so much in the hue of the brand. */
const greyChroma = 0.01

/** OKLCH lightness of the picture's darkest colour, at most, where its hue is that of a dark ground. */
const maxShadow = 0.32

/** Chroma of a dark ground in the hue of a light one. */
const borrowedChroma = 0.035

/**
 * The colour whose hue a ground has: on light pages that of the picture's ground, on dark ones the most chromatic dark colour, unless
 * that is brown: then the hue is that of the picture's light ground or of its darkest colour, where these are not brown.
 *
 * @param isPreferred whether the scheme is that of the picture, whose ground is then a candidate.
 */
export function selectGround(
  scheme: PreferredScheme,
  { colors, brand, background: ofPicture }: Palette,
  isPreferred: boolean,
): OklchColor {
  const isLight = ofPicture && ofPicture.lightness >= lightest && ofPicture.chroma >= greyChroma
  const ownLight = isLight ? faintHue(ofPicture) : undefined
  if (scheme === 'light') {
    if (isPreferred && ownLight) return ownLight
    const light = colors.filter(({ lightness }) => lightness >= lightest)
    const found = selectMax(light, ({ lightness }) => lightness, brand)
    return isGrey(found) ? { ...brand, chroma: Math.min(brand.chroma, greyChroma) } : found
  }
  const candidates = isPreferred && ofPicture ? [...colors, ofPicture] : colors
  const dark = candidates.filter(({ lightness }) => lightness <= darkest)
  const found = selectMax(dark, ({ chroma }) => chroma, brand)
  if (isBrownish(found)) {
    if (ownLight && !isBrownish(ownLight)) return { ...ownLight, chroma: borrowedChroma }
    const shadow = selectMax(dark, ({ lightness }) => -lightness, found)
    if (shadow.lightness <= maxShadow && !isBrownish(shadow)) return shadow
  }
  return found.chroma >= minDarkChroma ? found : { ...brand, chroma: Math.min(brand.chroma, minDarkChroma) }
}
