// The CSS custom properties of a page: colours, fonts, and sizes that grow with the width of the window.
import type { ResponsiveType } from '../../schemas/sparkpage.ts'
import { bodyTypeface, cornerRadii, fontStacks, headingStyles, spacingScale } from './presets.ts'
import type { Style } from './style.ts'
import { roles, type Scheme, type Theme } from './theme.ts'

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

const textSizes: readonly FluidSize[] = [
  { min: 1.0625, base: 0.6, slope: 0.8, max: 3 },
  { min: 1.125, base: 0.7, slope: 1, max: 3.5 },
]

/**
 * @param headline the text of the h1, whose length decides its size.
 * @returns every custom property of :root, in the order of the page.
 */
export function buildVariables(
  style: Style,
  theme: Theme,
  headline: string,
  responsiveType: ResponsiveType,
): Variables {
  const maxWidth = maxFluidWidth[responsiveType]
  return Object.fromEntries([
    ...colorEntries('--sp-', theme.light),
    ...colorEntries('--sp-dark-', theme.dark),
    ...style.colors.map((color, index): Entry => [`--sp-palette-${index + 1}`, color]),
    ...fontEntries(style),
    ...sizeEntries('--sp-step-', [...textSizes, selectHeadlineSize(headline)], maxWidth),
    ['--sp-radius', cornerRadii[style.corners].button],
    ['--sp-radius-large', cornerRadii[style.corners].panel],
    ...sizeEntries('--sp-space-', scaleSpaces(spacingScale[style.density]), maxWidth),
  ])
}

function colorEntries(prefix: string, scheme: Scheme): readonly Entry[] {
  return roles.map(role => [`${prefix}${role}`, scheme[role]])
}

function fontEntries({ mood, typeface }: Style): readonly Entry[] {
  const { weight, letterSpacing, lineHeight } = headingStyles[mood]
  return [
    ['--sp-font-title', fontStacks[typeface]],
    ['--sp-font-text', fontStacks[bodyTypeface[typeface]]],
    ['--sp-weight-title', weight],
    ['--sp-tracking-title', letterSpacing],
    ['--sp-leading-title', lineHeight],
  ]
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

/** For headlines up to a number of characters, wide ones counting twice, and words up to a number of characters. */
interface HeadlineStep {
  readonly maxLength: number
  readonly maxWordLength: number
  readonly size: FluidSize
}

/** At each step a word of the maximum length fits into the narrowest column. */
const headlineSteps: readonly HeadlineStep[] = [
  { maxLength: 30, maxWordLength: 9, size: { min: 2.5, base: 0.875, slope: 4.9, max: 14 } },
  { maxLength: 64, maxWordLength: 12, size: { min: 2.125, base: 1, slope: 3.5, max: 11 } },
  { maxLength: 140, maxWordLength: 16, size: { min: 1.75, base: 1, slope: 2.2, max: 8 } },
  { maxLength: 400, maxWordLength: 22, size: { min: 1.375, base: 0.9, slope: 1.3, max: 5 } },
]
const smallestHeadline: FluidSize = { min: 1.125, base: 0.95, slope: 0.6, max: 3 }

const wideLetters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/gu
/** Scripts without spaces between words: browsers find the words, which are short. */
const unspacedLetters = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu

/** @returns a font size that keeps the headline on few lines and its words unbroken. */
export function selectHeadlineSize(headline: string): FluidSize {
  const wideCount = headline.match(wideLetters)?.length ?? 0
  const length = headline.length + wideCount
  const words = headline
    .replace(wideLetters, ' ')
    .replace(unspacedLetters, ' ')
    .split(/[\s-]+/)
  const wordLength = Math.max(...words.map(word => word.length))
  const step = headlineSteps.find(({ maxLength, maxWordLength }) => length <= maxLength && wordLength <= maxWordLength)
  return step?.size ?? smallestHeadline
}

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
