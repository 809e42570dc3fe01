// The CSS custom properties of a page: colours, fonts, and sizes.
import type { Layout, ResponsiveType } from '../../schemas/sparkpage.ts'
import type { ShownAspects } from './crops.ts'
import type { PageFonts } from './fonts.ts'
import { figureSize, headlineSize } from './headline.ts'
import type { PageSection } from './page-parts.ts'
import { bodyTypeface, cornerRadii, fontStacks, headingStyles, spacingScale } from './presets.ts'
import type { Style, Typeface } from './style.ts'
import type { Theme } from './theme.ts'

export type Variables = Readonly<Record<string, string>>

type Entry = readonly [name: string, value: string]

interface VariablesInput {
  readonly style: Style
  readonly theme: Theme
  readonly typeface: Typeface
  /** The colours of `--sp-…`; those of `--sp-dark-…` are the dark ones in any case. */
  readonly scheme: keyof Theme
  /** Further colours of the first screen by name and scheme. */
  readonly screen: Readonly<Record<keyof Theme, Variables>>
  /** Of the picture, for `object-position`. */
  readonly focalPosition: string
  /** Proportions in which the picture is shown; undefined if unknown. */
  readonly aspects: ShownAspects | undefined
  readonly fonts: PageFonts
  /** The text of the h1, whose length decides its size. */
  readonly headline: string
  readonly sections: readonly PageSection[]
  readonly responsiveType: ResponsiveType
  /** What the size of the headline depends on. */
  readonly layout: Layout | 'masthead'
  /** Whether the picture is shown whole. */
  readonly isWhole: boolean
}

/** @returns every custom property of :root, in the order of the page. */
export function buildVariables(input: VariablesInput): Variables {
  const { style, theme, scheme, screen, headline, responsiveType, layout, isWhole, aspects, typeface } = input
  return Object.fromEntries([
    ...entries('--sp-', { ...theme[scheme], ...screen[scheme] }),
    ...entries('--sp-dark-', { ...theme.dark, ...screen.dark }),
    ...style.colors.map((color, index): Entry => [`--sp-palette-${index + 1}`, color]),
    ...fontEntries(input),
    ['--sp-step-1', '1.1875rem'],
    ['--sp-step-2', 'min(1.3125rem,1rem + .9vw)'],
    ['--sp-step-3', 'min(3.75rem,1.4rem + 3.2vw)'],
    ['--sp-step-4', headlineSize(headline, layout, isWhole, narrowTypefaces.includes(typeface))],
    ...figureEntries(input.sections),
    ['--sp-radius', cornerRadii[style.corners].button],
    ['--sp-radius-large', cornerRadii[style.corners].panel],
    ['--sp-focal-point', input.focalPosition],
    ...aspectEntries(aspects),
    ['--sp-gutter', gutters[responsiveType] ?? 'clamp(1.25rem,5.6vw,5rem)'],
    ...spaces(spacingScale[style.density]),
  ])
}

/** Faces whose letters are narrow. */
const narrowTypefaces: readonly Typeface[] = ['condensed', 'display-serif']

function aspectEntries(aspects: ShownAspects | undefined): readonly Entry[] {
  if (aspects === undefined) return []
  return [
    ['--sp-aspect', `${roundToThousandth(aspects.wide)}`],
    ['--sp-aspect-narrow', `${roundToThousandth(aspects.narrow)}`],
    ['--sp-aspect-between', `${roundToThousandth(aspects.between)}`],
    ['--sp-zoom', `${roundToThousandth(aspects.zoom)}`],
  ]
}

function figureEntries(sections: readonly PageSection[]): readonly Entry[] {
  const size = figureSize(sections)
  return size === undefined ? [] : [['--sp-figure', `${size}rem`]]
}

function roundToThousandth(value: number): number {
  return Math.round(1000 * value) / 1000
}

function entries(prefix: string, values: Variables): readonly Entry[] {
  return Object.entries(values).map(([name, value]) => [prefix + name, value])
}

function fontEntries({ style: { mood }, typeface, fonts: { title, text } }: VariablesInput): readonly Entry[] {
  const { weight, letterSpacing, lineHeight } = headingStyles[mood]
  return [
    ['--sp-font-title', familyList(title?.family, fontStacks[typeface])],
    ['--sp-font-text', familyList(text?.family, fontStacks[bodyTypeface[typeface]])],
    ['--sp-weight-title', title ? `${title.weight}` : weight],
    ['--sp-tracking-title', letterSpacing],
    ['--sp-leading-title', lineHeight],
  ]
}

function familyList(family: string | undefined, stack: string): string {
  return family === undefined ? stack : `"${family}",${stack}`
}

/** Distance of texts from the edges of the window; columns of fixed width have their own margins. */
const gutters: Readonly<Partial<Record<ResponsiveType, string>>> = { adaptive: '1.25rem', fixed: '1.25rem' }

/** Spaces, smallest first: rem, and rem with % of the width of a narrow window. */
function spaces(factor: number): readonly Entry[] {
  const scale = (value: number) => Math.round(value * factor * 100) / 100
  return [
    ['--sp-space-1', `${scale(0.75)}rem`],
    ['--sp-space-2', `${scale(1.5)}rem`],
    ['--sp-space-3', `min(${scale(2.75)}rem,${scale(1.2)}rem + 3.2vw)`],
    ['--sp-space-4', `min(${scale(6.5)}rem,${scale(2.2)}rem + 6vw)`],
  ]
}
