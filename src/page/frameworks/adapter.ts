// What a CSS framework brings to a page.

/** The parts of a page that a framework dresses; it never lays them out. */
export const parts = ['page', 'title', 'lead', 'button'] as const
export type Part = (typeof parts)[number]
export type Dress = Readonly<Record<Part, string>>

export interface Adapter {
  /** Its classes per part, beside our own. */
  readonly dress: Dress
  /** Its rules for them, reduced to those that match. */
  readonly css: string
}
