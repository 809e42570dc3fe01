// What colours feel like (Ou, Luo, Woodcock and Wright 2004, "A study of colour emotion and colour preference", I and II).
import type { StyleMetadata } from '../../../schemas/style.ts'
import type { Centre } from '../palette/measure.ts'
import { round } from '../round.ts'
import type { Tone } from '../tone.ts'
import { type Feeling, feelings } from './feelings.ts'

type Mood = NonNullable<StyleMetadata['mood']>
type Axes = Pick<Mood, 'activity' | 'weight' | 'heat'>

/** What words go by. */
interface Impression {
  readonly centres: readonly Centre[]
  /** Their warm–cool factor. */
  readonly heat: number
  /** Metric M3 of Hasler and Süsstrunk. */
  readonly colorfulness: number
  /** RMS contrast. */
  readonly contrast: number
}

export interface Impressed {
  /** Mean factors of the colours by their area. */
  readonly axes: Axes
  /** What comes nearest to them, nearest first: one to three. */
  readonly words: string[]
  /** The kind of letters that suits the nearest. */
  readonly typeface: Feeling['typeface']
}

const mostWords = 3
/** A further word may be this much further away than the nearest, and this far in any case. */
const reach = { factor: 1.5, least: 0.9 } as const
/** Steps of heat, colourfulness and contrast that weigh as much as a step of activity. */
const steps = { heat: 0.6, colorfulness: 40, contrast: 0.14 } as const

/** Their factors for one colour: the other two of part I. */
const activity = ({ lab: { l, a, b } }: Tone): number => -2.1 + 0.06 * Math.hypot(l - 50, a - 3, (b - 17) / 1.4)

const weight = ({ lab: { l, a, b } }: Tone): number =>
  -1.8 + 0.04 * (100 - l) + 0.45 * Math.cos(Math.atan2(b, a) - (100 * Math.PI) / 180)

/** The feeling of a combination is the mean of its colours' (part II); by area here. */
const meanOf = (centres: readonly Centre[], factor: (tone: Tone) => number): number =>
  round(centres.reduce((sum, centre) => sum + centre.share * factor(centre), 0))

/**
 * @param impression what was measured of a picture.
 * @returns its place on the axes, and the words nearest to it.
 */
export const impress = ({ centres, heat, colorfulness, contrast }: Impression): Impressed => {
  const axes = { activity: meanOf(centres, activity), weight: meanOf(centres, weight), heat }
  const rated = feelings.map(feeling => ({
    feeling,
    away: Math.hypot(
      axes.activity - feeling.at[0],
      axes.weight - feeling.at[1],
      (heat - feeling.at[2]) / steps.heat,
      (colorfulness - feeling.at[3]) / steps.colorfulness,
      (contrast - feeling.at[4]) / steps.contrast,
    ),
  }))
  const nearest = rated.reduce((one, other) => (other.away < one.away ? other : one))
  const limit = Math.max(reach.least, reach.factor * nearest.away)
  const words = rated
    .filter(({ away }) => away <= limit)
    .toSorted((one, other) => one.away - other.away)
    .slice(0, mostWords)
    .map(({ feeling }) => feeling.word)
  return { axes, words, typeface: nearest.feeling.typeface }
}
