// How right every palette maker is on every picture.
import type { Maker } from './makers.ts'
import type { Picture } from './picture.ts'
import { type Judgement, judge } from './score.ts'
import { sharesOf } from './shares.ts'

export interface Row {
  readonly pictures: number
  /** Pictures that the maker could not read: an empty palette. */
  readonly unread: number
  readonly score: number
  readonly least: number
  readonly distance: number
  /** Per cent. */
  readonly recall: number
  readonly precision: number
  readonly duplicates: number
  /** Per cent; undefined where no colour has a share of its own. */
  readonly shareError: number | undefined
  readonly work: number
}

export interface Judged {
  readonly picture: Picture
  readonly read: boolean
  readonly judgement: Judgement
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Lets a maker find the palettes of some pictures. */
export const judgeAll = async (maker: Maker, pictures: readonly Picture[]): Promise<readonly Judged[]> => {
  const found: Judged[] = []
  for (const picture of pictures) {
    const answer = await maker.find(picture.bytes).catch(() => undefined)
    const colors = answer?.colors ?? []
    const palette = answer?.palette ?? sharesOf(colors, picture)
    found.push({ picture, read: answer !== undefined, judgement: judge(picture, { colors, palette }) })
  }
  return found
}

/** Means over some judgements; of duplicates the number. */
export const rowOf = (judged: readonly Judged[]): Row => {
  const all = judged.map(({ judgement }) => judgement)
  const errors = all.flatMap(({ shareError }) => (shareError === undefined ? [] : [shareError]))
  const sum = (quantity: (judgement: Judgement) => number): number =>
    all.reduce((total, judgement) => total + quantity(judgement), 0)
  return {
    pictures: judged.length,
    unread: judged.filter(({ read }) => !read).length,
    score: mean(all.map(({ score }) => score)),
    least: Math.min(...all.map(({ score }) => score)),
    distance: mean(all.map(({ distance }) => distance)),
    recall: (100 * sum(({ recalled }) => recalled)) / sum(({ recallable }) => recallable),
    precision: 100 * mean(all.map(({ precision }) => precision)),
    duplicates: sum(({ duplicates }) => duplicates),
    shareError: errors.length === 0 ? undefined : 100 * mean(errors),
    work: mean(all.map(({ work }) => work)),
  }
}
