// How a CSS framework dresses a page.

/** The parts of a page that a framework dresses; it never lays them out. */
type Part = 'page' | 'title' | 'lead' | 'button'

export interface Dress {
  /** Its own style sheets as its makers publish them: package and path. None: the dress is ours. */
  readonly sheets: readonly string[]
  /** Its classes per part, beside our own. */
  readonly classes: Readonly<Record<Part, string>>
  /** Element that holds the headline and the sentence below it, where the framework has one. */
  readonly heading?: 'hgroup'
  /** Role by which its rules take a link for a button. */
  readonly buttonRole?: 'button'
  /**
   * Hands the theme to the framework through its own custom properties, also some that only components use which
   * people may add, and sets what it has none for. Follows its rules in the page.
   */
  readonly css: string
}
