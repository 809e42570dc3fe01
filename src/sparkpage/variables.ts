// The CSS custom properties of a page: colours, fonts, and sizes that grow with the width of the window.
import type { ResponsiveType } from '../../schemas/sparkpage.ts'
import type { PageFonts } from './fonts.ts'
import type { DrawnLayout } from './layout.ts'
import { bodyTypeface, cornerRadii, fontStacks, headingStyles, spacingScale } from './presets.ts'
import type { Corners, Style } from './style.ts'
import type { Theme } from './theme.ts'

export type Variables = Readonly<Record<string, string>>

/** A size of `base` rem plus `slope` % of the width of the window, between two bounds in rem. */
interface FluidSize {
  readonly min: number
  readonly base: number
  readonly slope: number
  readonly max: number
}

type Entry = readonly [name: string, value: string]

/** Width in CSS px from which on the sizes of a layout stay constant, because the layout does too. */
const maxFluidWidth: Readonly<Partial<Record<ResponsiveType, number>>> = { fixed: 1200 }

/** Of running text and of the lead. */
const textSizes: readonly [FluidSize, FluidSize] = [
  { min: 1.0625, base: 0.5, slope: 0.8, max: 3 },
  { min: 1.1875, base: 0.5, slope: 1.1, max: 3.75 },
]
/** Of the heading of a section. */
const sectionHeadingSize: FluidSize = { min: 1.75, base: 1.1, slope: 1.7, max: 6 }

interface VariablesInput {
  readonly style: Style
  readonly theme: Theme
  /** The colours of `--sp-…`; those of `--sp-dark-…` are the dark ones in any case. */
  readonly scheme: keyof Theme
  /** Further colours of the first screen by name and scheme. */
  readonly screen: Readonly<Record<keyof Theme, Variables>>
  readonly fonts: PageFonts
  /** The text of the h1, whose length decides its size. */
  readonly headline: string
  readonly responsiveType: ResponsiveType
  readonly layout: DrawnLayout
}

/** @returns every custom property of :root, in the order of the page. */
export function buildVariables(input: VariablesInput): Variables {
  const { style, theme, scheme, screen, fonts, headline, responsiveType, layout } = input
  const maxWidth = maxFluidWidth[responsiveType]
  return Object.fromEntries([
    ...entries('--sp-', { ...theme[scheme], ...screen[scheme] }),
    ...entries('--sp-dark-', { ...theme.dark, ...screen.dark }),
    ...style.colors.map((color, index): Entry => [`--sp-palette-${index + 1}`, color]),
    ...fontEntries(style, fonts),
    ...sizeEntries('--sp-step-', [...textSizes, sectionHeadingSize, selectHeadlineSize(headline, layout)], maxWidth),
    ['--sp-radius', cornerRadii[style.corners].button],
    ['--sp-radius-poster', posterRadii[style.corners]],
    ['--sp-radius-large', cornerRadii[style.corners].panel],
    ['--sp-focal-point', `${Math.round(style.focalPoint.x * 100)}% ${Math.round(style.focalPoint.y * 100)}%`],
    ['--sp-frame', 'clamp(.75rem,2.4vw,6rem)'],
    ['--sp-gutter', gutters[responsiveType] ?? 'clamp(1.5rem,8.2vw,22rem)'],
    ...sizeEntries('--sp-space-', scaleSpaces(spacingScale[style.density]), maxWidth),
  ])
}

function entries(prefix: string, values: Variables): readonly Entry[] {
  return Object.entries(values).map(([name, value]) => [prefix + name, value])
}

function fontEntries({ mood, typeface }: Style, { title, text }: PageFonts): readonly Entry[] {
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

function sizeEntries(prefix: string, sizes: readonly FluidSize[], maxWidth: number | undefined): readonly Entry[] {
  return sizes.map((size, index) => [`${prefix}${index + 1}`, clampSize(size, maxWidth)])
}

/** A CSS clamp(); without a maximum width the size grows up to its upper bound. */
function clampSize({ min, base, slope, max }: FluidSize, maxWidth: number | undefined): string {
  const growth = `${round(slope)}vw`
  const bounded = maxWidth === undefined ? growth : `min(${growth},${round((slope * maxWidth) / 100)}px)`
  return `clamp(${round(min)}rem,${round(base)}rem + ${bounded},${round(max)}rem)`
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}

/** A size for headlines of at most so many characters, wide ones counting twice. */
interface HeadlineStep {
  readonly maxLength: number
  readonly size: FluidSize
}

/** Each at least 1.8 times the lead up to 120 characters, in windows of 390 to 3840 px. */
const headlineSteps: readonly HeadlineStep[] = [
  { maxLength: 20, size: { min: 2.75, base: 1.2, slope: 5.2, max: 15 } },
  { maxLength: 40, size: { min: 2.5, base: 1.1, slope: 4.2, max: 12 } },
  { maxLength: 80, size: { min: 2.25, base: 1.1, slope: 3, max: 9.5 } },
  { maxLength: 120, size: { min: 2.1875, base: 1.2, slope: 2.15, max: 7.5 } },
  { maxLength: 300, size: { min: 1.875, base: 1, slope: 1.5, max: 5 } },
]
const smallestHeadline: FluidSize = { min: 1.75, base: 1, slope: 0.9, max: 3.5 }

/** Columns of different widths. */
const headlineFactors: Readonly<Record<DrawnLayout, number>> = {
  'full-bleed': 1,
  split: 0.8,
  centered: 1,
  framed: 0.74,
  poster: 1.2,
}

const wideLetters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/gu
/** Scripts without spaces between words: browsers find the words, which are short. */
const unspacedLetters = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu

/** Longest word that fits at full size; longer ones are set smaller, and hyphenated when that is not enough. */
const maxWordLength = 13

/** How much space a headline takes: the step of its length, 0 to 5, and the longest word that cannot be broken. */
function measureHeadline(headline: string) {
  const wideCount = headline.match(wideLetters)?.length ?? 0
  const length = headline.length + wideCount
  const words = headline
    .replace(wideLetters, ' ')
    .replace(unspacedLetters, ' ')
    .split(/[\s-]+/)
  const found = headlineSteps.findIndex(({ maxLength }) => length <= maxLength)
  const step = found === -1 ? headlineSteps.length : found
  return { step, wordFactor: Math.min(1, maxWordLength / Math.max(...words.map(word => word.length))) }
}

/** The size of a headline for frameworks with sizes of their own: 0, the largest, to 5; a long word counts like a longer text. */
export function headlineStep(headline: string): number {
  const { step, wordFactor } = measureHeadline(headline)
  return Math.min(headlineSteps.length, step + Math.ceil(Math.log2(1 / wordFactor)))
}

/** @returns a font size for the length of the headline, its longest word and the width of its column. */
export function selectHeadlineSize(headline: string, layout: DrawnLayout): FluidSize {
  const { step, wordFactor } = measureHeadline(headline)
  const { size } = headlineSteps[step] ?? { size: smallestHeadline }
  // Shorter headlines are never set smaller than one of 120 characters.
  const smallest = headlineSteps[Math.max(step, 3)]?.size ?? smallestHeadline
  const scale = (part: keyof FluidSize, factor: number) => Math.max(smallest[part], size[part] * factor)
  const factor = wordFactor * headlineFactors[layout]
  return {
    min: scale('min', wordFactor),
    base: scale('base', factor),
    slope: scale('slope', factor),
    max: scale('max', factor),
  }
}

/** Of the shape in a poster. */
const posterRadii: Readonly<Record<Corners, string>> = { sharp: '0px', soft: '12rem', round: '50vh' }

/** Distance of texts from the edges of the window; columns of fixed width have their own margins. */
const gutters: Readonly<Partial<Record<ResponsiveType, string>>> = { adaptive: '1.25rem', fixed: '1.25rem' }

/** Spaces, smallest first, rem and % of the width of the window. */
const spaces: readonly Pick<FluidSize, 'min' | 'slope' | 'max'>[] = [
  { min: 0.75, slope: 0.3, max: 2 },
  { min: 1.25, slope: 0.7, max: 4 },
  { min: 1.5, slope: 2.2, max: 9 },
  { min: 2.5, slope: 4, max: 14 },
]

function scaleSpaces(factor: number): readonly FluidSize[] {
  return spaces.map(({ min, slope, max }) => ({
    min: min * factor,
    base: min * factor * 0.6,
    slope: slope * factor,
    max: max * factor,
  }))
}
