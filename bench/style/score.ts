// How good a palette is for a picture whose colours are known.
import { deltaE } from './color.ts'
import { earthMover } from './earth-mover.ts'
import type { Mass, Picture, Truth } from './picture.ts'

/** What a palette maker found. */
export interface Found {
  /** Its choice: the first six are judged. */
  readonly colors: readonly string[]
  /** How it divides the picture. */
  readonly palette: readonly Mass[]
}

export interface Judgement {
  /** 0 to 100. */
  readonly score: number
  /** Mean ΔE00 from each known colour to the nearest of six. */
  readonly distance: number
  /** Accents (else all known colours) with one of six within ΔE00 5, and how many there are. */
  readonly recalled: number
  readonly recallable: number
  /** Part of the six that lies within ΔE00 6 of something in the picture. */
  readonly precision: number
  /** Pairs of the six below ΔE00 5. */
  readonly duplicates: number
  /** Mean difference of share over the known colours that have one; undefined when none has. */
  readonly shareError: number | undefined
  /** Earth mover's distance to all pixels, ΔE00. */
  readonly work: number
}

const chosen = 6
const recallReach = 5
const precisionReach = 6
const duplicateReach = 5

/** Points of 100, and the value at which a measure gets none of its own. */
const points = { distance: 35, recall: 25, precision: 15, duplicates: 5, shares: 10, work: 10 } as const
const worst = { distance: 15, duplicates: 3, shares: 0.2, work: 15 } as const

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

const towards = (value: number, limit: number): number => Math.max(0, 1 - value / limit)

const away = ({ hex, alike }: Truth, found: string): number =>
  Math.min(...[hex, ...alike].map(color => deltaE(color, found)))

/** ΔE00 to the nearest of some colours; none at all is as far as black is from white. */
const distanceTo = (truth: Truth, colors: readonly string[]): number =>
  Math.min(100, ...colors.map(color => away(truth, color)))

/** How far the share of the nearest colour is from that of a known one. */
const shareErrorOf = (truth: Truth, palette: readonly Mass[]): readonly number[] => {
  const [nearest] = palette.toSorted((one, other) => away(truth, one.hex) - away(truth, other.hex))
  return truth.share === undefined ? [] : [Math.abs(truth.share - (nearest?.share ?? 0))]
}

const pairsBelow = (colors: readonly string[], least: number): number =>
  colors.flatMap((one, index) => colors.slice(index + 1).filter(other => deltaE(one, other) < least)).length

/** @returns every measure, and their sum in points (`points`): none at its worst value, all at its best, evenly between. */
export const judge = ({ truth, spread }: Picture, { colors, palette }: Found): Judgement => {
  const six = colors.slice(0, chosen)
  const accents = truth.filter(({ accent }) => accent)
  const wanted = accents.length > 0 ? accents : truth
  const recalled = wanted.filter(one => distanceTo(one, six) <= recallReach).length
  const there = [...spread.map(({ hex }) => hex), ...truth.flatMap(({ hex, alike }) => [hex, ...alike])]
  const right = six.filter(color => there.some(other => deltaE(other, color) <= precisionReach))
  const errors = truth.flatMap(one => shareErrorOf(one, palette))
  const shareError = errors.length > 0 ? mean(errors) : undefined
  const distance = mean(truth.map(one => distanceTo(one, six)))
  const precision = six.length === 0 ? 0 : right.length / six.length
  const duplicates = pairsBelow(six, duplicateReach)
  const work = palette.length === 0 ? 100 : earthMover(palette, spread)
  const score =
    points.distance * towards(distance, worst.distance) +
    (points.recall * recalled) / wanted.length +
    points.precision * precision +
    points.duplicates * towards(duplicates, worst.duplicates) +
    points.shares * towards(shareError ?? 0, worst.shares) +
    points.work * towards(work, worst.work)
  return { score, distance, recalled, recallable: wanted.length, precision, duplicates, shareError, work }
}
