// A report before it takes a form: what both the text and the page to print show.
import type { Pages, Tally } from '../../schemas/records.ts'

export interface TextColumn<R> {
  readonly title: string
  readonly align: 'left' | 'right'
  /** Columns of a terminal; longer values are cut. */
  readonly width: number
  readonly text: (row: R) => string
}

export interface PrintColumn<R> {
  readonly title: string
  readonly align: 'left' | 'right'
  /** Part of the width of the paper, per cent. */
  readonly share: number
  readonly text?: (row: R) => string
  /** Said below in small letters. */
  readonly note?: (row: R) => string
  /** Shown as swatches, #RRGGBB. */
  readonly colors?: (row: R) => readonly string[]
}

export interface Chart {
  readonly title: string
  readonly tallies: readonly Tally[]
  /** Whether each word is a CSS colour name that fills its own bar. */
  readonly named?: boolean
}

export interface Listing<R> {
  readonly title: string
  /** Said instead of the table when there is no row. */
  readonly empty: string
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly charts: readonly Chart[]
  /** CSS colour names, in one band across the cover. */
  readonly band: readonly Tally[]
  readonly textColumns: readonly TextColumn<R>[]
  readonly printColumns: readonly PrintColumn<R>[]
  readonly count: number
  /** Said behind the last row: how much this was, and where the rest is. */
  readonly end: string
  readonly pages: Pages<R>
  readonly madeAt: Date
}
