// The mood of a picture: the axes of Ou et al., and words that people chose for pictures with similar measures.
import type { StyleMetadata } from '../../../schemas/style.ts'
import type { ColorSample } from '../../color/color-sample.ts'
import { firstOf } from '../../values/narrowing.ts'
import { at, round } from '../numbers.ts'
import type { Swatch } from '../palette/quantize.ts'

// Factors of one colour: Ou, Luo, Woodcock and Wright 2004, "A study of colour emotion and colour preference", part I. The factor
// of a combination is the mean of its colours' (part II); here by their share of the picture.

function meanFactor(swatches: readonly Swatch[], factor: (color: ColorSample) => number): number {
  return round(swatches.reduce((sum, swatch) => sum + swatch.share * factor(swatch), 0))
}

/** The warm–cool factor of every grey. */
const greyWarmth = -0.5
/** Above it a picture is warm; as far below the factor of grey it is cool. */
const neutralRange = 0.2

/** @returns the mean warm–cool factor of the colours, and a label. */
export function measureTemperature(swatches: readonly Swatch[]): StyleMetadata['temperature'] {
  const value = meanFactor(swatches, warmth)
  if (value > neutralRange) return { value, label: 'warm' }
  return { value, label: value < greyWarmth - neutralRange ? 'cool' : 'neutral' }
}

/** −0.5 + 0.02 C*^1.07 cos(h − 50°), in CIELAB. */
function warmth({ lab: { a, b } }: ColorSample): number {
  return greyWarmth + 0.02 * Math.hypot(a, b) ** 1.07 * Math.cos(Math.atan2(b, a) - (50 * Math.PI) / 180)
}

function activity({ lab: { l, a, b } }: ColorSample): number {
  return -2.1 + 0.06 * Math.hypot(l - 50, a - 3, (b - 17) / 1.4)
}

function weight({ lab: { l, a, b } }: ColorSample): number {
  return -1.8 + 0.04 * (100 - l) + 0.45 * Math.cos(Math.atan2(b, a) - (100 * Math.PI) / 180)
}

type MoodTypeface = NonNullable<StyleMetadata['typography']>['category']

interface MoodWord {
  readonly word: string
  /** The kind of typeface that people find fit for such a personality (Shaikh, Chaparro and Fox 2006, "Perception of fonts"). */
  readonly typeface: MoodTypeface
  /** How often reviewers chose the word, 0 to 1. */
  readonly frequency: number
  /** Mean measures of the pictures that they chose it for, in standard deviations from the mean of all pictures. */
  readonly expected: readonly number[]
}

/** In this order: weight, heat, colourfulness, contrast, brightness, edge density and negative space. */
const means = Float64Array.of(0.285, -0.353, 46.466, 0.191, 0.558, 0.198, 0.391)
const deviations = Float64Array.of(0.738, 0.396, 31.17, 0.09, 0.155, 0.156, 0.251)

/** The middle half of 524 photographs, in the same measures. */
const middleHalf = {
  min: Float64Array.of(-0.42, -0.37, -0.78, -0.45, -0.65, -0.58, -1.13),
  max: Float64Array.of(0.73, 0.39, 0.38, 0.69, 0.49, 0.88, 0.43),
} as const

/** The choices of two reviewers for 84 real pictures, three words each (docs/analysis.md). */
export const moodWords: readonly MoodWord[] = [
  { word: 'moody', typeface: 'serif', frequency: 0.25, expected: [0.62, -0.19, -0.54, -0.29, -0.78, -0.36, 0.22] },
  {
    word: 'dramatic',
    typeface: 'condensed',
    frequency: 0.24,
    expected: [0.66, 0.02, -0.14, -0.15, -0.75, -0.19, 0.08],
  },
  { word: 'vibrant', typeface: 'condensed', frequency: 0.2, expected: [-0.05, 0.48, 0.98, -0.23, 0.07, 0.18, -0.1] },
  { word: 'bold', typeface: 'condensed', frequency: 0.2, expected: [0.05, 0.6, 0.84, -0.12, -0.01, 0.06, 0.03] },
  { word: 'modern', typeface: 'mono', frequency: 0.18, expected: [0.08, -0.15, -0.2, -0.23, -0.2, -0.46, 0.63] },
  { word: 'natural', typeface: 'sans', frequency: 0.17, expected: [0.38, 0.23, 0.03, -0.27, -0.14, 0.13, -0.3] },
  { word: 'mysterious', typeface: 'serif', frequency: 0.16, expected: [0.51, -0.17, -0.63, 0.04, -0.61, 0.06, 0.06] },
  { word: 'vintage', typeface: 'slab', frequency: 0.16, expected: [0.2, 0.45, -0.15, 0.46, 0.1, 0.79, -0.68] },
  { word: 'serene', typeface: 'sans', frequency: 0.14, expected: [-0.41, -0.53, 0.12, 0.14, 0.21, -0.38, 0.14] },
  { word: 'quiet', typeface: 'serif', frequency: 0.14, expected: [-0.41, -0.38, -0.3, 0.37, 0.3, -0.3, 0.07] },
  { word: 'minimal', typeface: 'sans', frequency: 0.14, expected: [-0.29, -0.29, -0.48, -0.28, 0.23, -0.59, 0.85] },
  { word: 'playful', typeface: 'round', frequency: 0.14, expected: [-0.65, -0.06, 0.71, 0.14, 0.66, -0.06, 0.26] },
  { word: 'romantic', typeface: 'script', frequency: 0.11, expected: [0.06, 0.13, -0.15, 0.19, 0.01, 0.65, -0.65] },
  { word: 'gentle', typeface: 'round', frequency: 0.11, expected: [-0.28, 0.11, -0.36, 0.12, 0.49, 0.28, -0.3] },
  { word: 'classic', typeface: 'serif', frequency: 0.11, expected: [-0.06, -0.16, -0.37, 0.53, 0.19, 0.59, -0.51] },
  { word: 'fresh', typeface: 'sans', frequency: 0.09, expected: [-0.66, 0.26, 0.64, -0.2, 0.67, -0.64, 0.62] },
  { word: 'energetic', typeface: 'sans', frequency: 0.09, expected: [0.09, 0.07, 0.15, 0.05, 0.03, 0.78, -0.8] },
  { word: 'clean', typeface: 'sans', frequency: 0.09, expected: [-0.78, -0.49, -0.42, 0.08, 0.64, -0.39, 0.57] },
  { word: 'cheerful', typeface: 'round', frequency: 0.08, expected: [-0.34, 0, 0.33, -0.06, 0.38, 0.26, -0.27] },
  { word: 'dreamy', typeface: 'round', frequency: 0.08, expected: [-0.54, -0.37, 0.05, 0.05, 0.33, -0.07, 0.09] },
]

interface Measures {
  readonly swatches: readonly Swatch[]
  /** Their warm–cool factor. */
  readonly heat: number
  /** Metric M3 of Hasler and Süsstrunk. */
  readonly colorfulness: number
  /** RMS contrast. */
  readonly contrast: number
  /** Mean OKLab lightness. */
  readonly brightness: number
  /** Share of the pixels that lie on edges. */
  readonly edgeDensity: number
  /** Share of the picture that is empty. */
  readonly negativeSpace: number
}

const wordCount = 2
/** Weight of the frequency of a word against its distance; 1 would be Bayes' rule for independent measures. */
const frequencyWeight = 0.5

/** @returns the axes, the words that people most probably choose, as far as they are clear (naive Bayes, normal measures), and the typeface of the most probable word. */
export function describeMood(measures: Measures) {
  const { swatches, heat, colorfulness, contrast, brightness, edgeDensity, negativeSpace } = measures
  const axes = { activity: meanFactor(swatches, activity), weight: meanFactor(swatches, weight), heat }
  const values = [axes.weight, heat, colorfulness, contrast, brightness, edgeDensity, negativeSpace]
  const standardized = Float64Array.from(values, (value, index) => (value - at(means, index)) / at(deviations, index))
  const score = ({ frequency, expected }: MoodWord): number =>
    expected.reduce(
      (sum, value, index) => sum - (value - at(standardized, index)) ** 2 / 2,
      frequencyWeight * Math.log(frequency),
    )
  const ranked = moodWords
    .map(word => ({ word, score: score(word) }))
    .toSorted((one, other) => other.score - one.score)
    .map(({ word }) => word)
  const words = ranked.slice(0, wordCount).filter(word => isClear(word, standardized))
  return { mood: { ...axes, words: words.map(({ word }) => word) }, typeface: firstOf(ranked).typeface }
}

/** A word is about the measures in which its pictures differ by so much, and about the one in which they differ most. */
const minTrait = 0.45

/** Whether what a word is about lies beyond the middle half of photographs. */
function isClear({ expected }: MoodWord, standardized: Float64Array): boolean {
  const strongest = Math.max(...expected.map(Math.abs))
  return expected.every((value, index) => {
    if (Math.abs(value) < Math.min(minTrait, strongest)) return true
    const own = at(standardized, index)
    return value > 0 ? own > at(middleHalf.max, index) : own < at(middleHalf.min, index)
  })
}
