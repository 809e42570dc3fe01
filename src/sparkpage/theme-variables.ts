// The theme of a page as the custom properties of its :root.

import type { PairFonts } from './page-fonts.ts'
import { colorTokens, type PagePlan } from './page-plan.ts'
import { faceWidths } from './text-widths.ts'
import { installedFonts, pairs } from './typefaces.ts'

export type Variables = Readonly<Record<string, string>>

/** Letters of installed fonts are up to this much wider than those of the pair. */
const maxWidening = 1.2

/**
 * Parts of a page that are dark in both schemes take the dark value of `light-dark()`. `--sp-deep` and `--sp-hero-background` are those of the
 * page in all parts of it: they have the value of one scheme, and `darkVariables` those of the other.
 *
 * @param palette the colours of the style
 * @returns values by name, in the order of the page; absent where they do not apply
 */
export function themeVariables(plan: PagePlan, fonts: PairFonts, palette: readonly string[]): Variables {
  const { colors, headline, wordmark, typefaces, scheme } = plan
  const { tracking, wordSpacing, isSerif, text, title } = pairs[typefaces]
  const widening = fonts.title ? 1 : maxWidening
  const installed = isSerif ? installedFonts.serif : installedFonts.sans
  return {
    ...Object.fromEntries(colorTokens.map(name => [`--sp-${name}`, schemeColor(colors.tokens[name])])),
    ...wholePageColors(plan, scheme),
    '--sp-font-title': familyList(fonts.title?.family, installed),
    '--sp-font-text': familyList(fonts.text?.family, installedFonts.sans),
    '--sp-font-accent': familyList(fonts.italic?.family ?? fonts.title?.family, installed),
    '--sp-accent-style': fonts.italic ? 'normal' : 'italic',
    '--sp-weight-title': `${title.weight}`,
    '--sp-weight-text': `${text.weight}`,
    '--sp-tracking': `${tracking}em`,
    '--sp-face-width': `${fonts.title ? faceWidths[typefaces] : 1}`,
    '--sp-word-spacing': `${wordSpacing}em`,
    '--sp-scale': `${headline.scale}`,
    '--sp-longest-word': `${hundredth(headline.longestWord * widening)}`,
    '--sp-headline-width': `${hundredth(headline.width * widening)}`,
    ...(wordmark > 0 && { '--sp-wordmark': `${hundredth(wordmark * widening)}` }),
    ...Object.fromEntries(palette.map((color, index) => [`--sp-palette-${index + 1}`, color])),
  }
}

/** @returns what visitors get who prefer dark pages. */
export function darkVariables(plan: PagePlan): Variables {
  return plan.isAdaptive ? wholePageColors(plan, 'dark') : {}
}

function wholePageColors({ colors, hero: { background } }: PagePlan, scheme: PagePlan['scheme']): Variables {
  return {
    '--sp-deep': colors.tokens.deep[scheme],
    ...(background && { '--sp-hero-background': background[scheme] }),
  }
}

function schemeColor({ light, dark }: { readonly light: string; readonly dark: string }): string {
  return light === dark ? light : `light-dark(${light},${dark})`
}

function familyList(family: string | undefined, stack: string): string {
  return family === undefined ? stack : `"${family}",${stack}`
}

function hundredth(value: number): number {
  return Math.round(100 * value) / 100
}
