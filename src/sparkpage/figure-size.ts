// The size of figures: by the longest of them and the width of its cell.
import { lengthOf, letterWidths, roundToHundredth } from './headline.ts'
import type { PageSection } from './page-parts.ts'
import { cellsPerRow } from './section-frame.ts'

/** 1rem in a window of 90rem, as a part of its width in %. */
const remInVw = 0.9
/** Width of the texts of a page and of the gap between two cells in a window of 90rem, and the sizes of figures, rem. */
const figures = { page: 68, gap: 1.5, min: 3, max: 8.5 } as const

/** @returns a font size in CSS at which the longest value of a section of figures fits in its cell; undefined without such a section. */
export function figureSize(sections: readonly PageSection[]): string | undefined {
  const sizes = sections
    .filter(({ kind }) => kind === 'figures')
    .map(({ items }) => {
      const count = cellsPerRow(items.length)
      const cell = (figures.page - (count - 1) * figures.gap) / count
      const letters = Math.max(1, ...items.map(({ value }) => lengthOf(value)))
      return Math.min(figures.max, Math.max(figures.min, cell / (letterWidths.wide * letters)))
    })
  if (sizes.length === 0) return undefined
  const rem = roundToHundredth(Math.min(...sizes))
  return `min(${rem}rem,max(${figures.min}rem,${roundToHundredth(rem / remInVw)}vw))`
}
