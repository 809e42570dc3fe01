// The CSS custom properties of a page: colours, fonts, and sizes.
import type { ResponsiveType } from '../../schemas/sparkpage.ts'
import { findObjectEnd, type ShownAspects } from './crops.ts'
import type { Detail } from './detail.ts'
import type { SharedForm } from './directions.ts'
import type { PageFonts } from './fonts.ts'
import { type CellTexts, figureSize, headlineSize, priceSizes } from './headline.ts'
import type { FirstScreen } from './layout.ts'
import type { PageSection, PageTexts, SectionItem, SectionKind } from './page-parts.ts'
import { cornerRadii, headingStyles, spacingScale } from './presets.ts'
import { cellsPerRow } from './section-frame.ts'
import type { Style } from './style.ts'
import type { Theme } from './theme.ts'
import { type Typeface, typefaces } from './typefaces.ts'

export type Variables = Readonly<Record<string, string>>

type Entry = readonly [name: string, value: string]

interface VariablesInput {
  readonly style: Style
  readonly theme: Theme
  readonly typeface: Typeface
  /** The colours of `--sp-…`; those of `--sp-dark-…` are the dark ones in any case. */
  readonly scheme: keyof Theme
  /** Further colours of the first screen by name and scheme. */
  readonly colors: Readonly<Record<keyof Theme, Variables>>
  /** Of the picture, for `object-position`. */
  readonly focalPosition: string
  readonly fonts: PageFonts
  /** Sizes follow the lengths of the headline, of figures and of prices. */
  readonly texts: Pick<PageTexts, 'title' | 'sections'>
  readonly responsiveType: ResponsiveType
  /** How the sections are arranged. */
  readonly forms: readonly SharedForm[]
  /** Of the picture, where the page ends with one. */
  readonly detail: Detail | undefined
  readonly screen: Pick<FirstScreen, 'layout' | 'placement' | 'opening' | 'isWhole' | 'aspects'>
}

/** @returns every custom property of :root, in the order of the page. */
export function buildVariables(input: VariablesInput): Variables {
  const { style, theme, scheme, colors, texts, responsiveType, screen, typeface } = input
  const { layout, placement, isWhole, opening, aspects } = screen
  const isStacked = placement === 'stacked' || placement === 'middle'
  const { isNarrow = false } = typefaces[typeface]
  const mastheadSize = opening === 'masthead' && headlineSize(texts.title, 'masthead', false, isNarrow)
  return Object.fromEntries([
    ...entries('--sp-', { ...theme[scheme], ...colors[scheme] }),
    ...entries('--sp-dark-', { ...theme.dark, ...colors.dark }),
    ...style.colors.map((color, index): Entry => [`--sp-palette-${index + 1}`, color]),
    ...fontEntries(input),
    ['--sp-step-1', '1.1875rem'],
    ['--sp-step-2', 'min(1.3125rem,1rem + .9vw)'],
    // No heading of a section is as large as that of the page.
    ['--sp-step-3', 'min(3.4rem,1.1rem + 3.2vw,var(--sp-step-4) * .85)'],
    ['--sp-step-4', headlineSize(texts.title, isStacked ? 'stacked' : layout, isWhole, isNarrow)],
    ...(mastheadSize ? [['--sp-masthead', mastheadSize] as const] : []),
    ...figureEntries(texts.sections),
    ...priceEntries(texts.sections, input.forms),
    ['--sp-radius', cornerRadii[style.corners].button],
    ['--sp-radius-large', cornerRadii[style.corners].panel],
    ['--sp-focal-point', input.focalPosition],
    ...aspectEntries(aspects),
    ...(layout === 'full-bleed' ? objectEntries(style) : []),
    ...detailEntries(input.detail),
    ['--sp-gutter', gutters[responsiveType] ?? 'clamp(1.25rem,5.6vw,5rem)'],
    ...spaces(spacingScale[style.density]),
  ])
}

function aspectEntries(aspects: ShownAspects | undefined): readonly Entry[] {
  if (aspects === undefined) return []
  return [
    ['--sp-aspect', `${roundToThousandth(aspects.wide)}`],
    ['--sp-aspect-narrow', `${roundToThousandth(aspects.narrow)}`],
    ['--sp-aspect-low', `${roundToThousandth(aspects.low)}`],
    ['--sp-aspect-most', `${roundToThousandth(aspects.most)}`],
  ]
}

function objectEntries(style: Style): readonly Entry[] {
  const end = findObjectEnd(style)
  return end === undefined ? [] : [['--sp-object-end', `${roundToThousandth(end)}`]]
}

function detailEntries(detail: Detail | undefined): readonly Entry[] {
  if (detail === undefined) return []
  const percent = (part: number) => `${Math.round(1000 * part) / 10}%`
  return [
    ['--sp-closing-size', percent(detail.size)],
    ['--sp-closing-position', `${percent(detail.x)} ${percent(detail.y)}`],
    ['--sp-closing-aspect', '1.333'],
  ]
}

function figureEntries(sections: readonly PageSection[]): readonly Entry[] {
  const figures = cellsOf(sections, 'figures', ({ value }) => value)
  return figures.length === 0 ? [] : [['--sp-figure', figureSize(figures)]]
}

function priceEntries(sections: readonly PageSection[], forms: readonly SharedForm[]): readonly Entry[] {
  const prices = cellsOf(sections, 'prices', ({ price }) => price)
  if (prices.length === 0) return []
  const { wide, narrow } = priceSizes(prices, forms.includes('price-list'))
  return [
    ['--sp-price', wide],
    ['--sp-price-narrow', narrow],
  ]
}

function cellsOf(
  sections: readonly PageSection[],
  kind: SectionKind,
  textOf: (item: SectionItem) => string,
): readonly CellTexts[] {
  return sections
    .filter(section => section.kind === kind)
    .map(({ items }) => ({ texts: items.map(textOf), perRow: cellsPerRow(items.length) }))
}

function roundToThousandth(value: number): number {
  return Math.round(1000 * value) / 1000
}

function entries(prefix: string, values: Variables): readonly Entry[] {
  return Object.entries(values).map(([name, value]) => [prefix + name, value])
}

function fontEntries({ style: { mood }, typeface, fonts: { title, text } }: VariablesInput): readonly Entry[] {
  const { weight, letterSpacing, lineHeight } = headingStyles[mood]
  const { installed } = typefaces[typeface]
  return [
    ['--sp-font-title', familyList(title?.family, installed.title)],
    ['--sp-font-text', familyList(text?.family, installed.text)],
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
    ['--sp-space-4', `min(${scale(4.75)}rem,${scale(1.3)}rem + 3.9vw)`],
  ]
}
