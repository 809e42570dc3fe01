// What a report is made of: plain values that any source of records can hand over. Instants are ISO 8601 in UTC.

/** A word and how many records carry it. */
export interface Tally {
  readonly name: string
  readonly count: number
}

interface Summary {
  /** Records listed. */
  readonly count: number
  /** Records that match, whatever the limit. */
  readonly total: number
  /** How often they were asked for, repeats included. */
  readonly times: number
  readonly oldest: string | null
  readonly newest: string | null
}

export interface AnalysisSummary extends Summary {
  readonly platforms: readonly Tally[]
  readonly depths: readonly Tally[]
  /** By the CSS name of the leading colour. */
  readonly colors: readonly Tally[]
  /** `times` of the one asked for most. */
  readonly mostTimes: number
  /** Characters of the longest source. */
  readonly longestSource: number
}

export interface AnalysisRow {
  readonly id: string
  readonly createdAt: string
  readonly times: number
  readonly source: string
  readonly bytes: number
  readonly platform: string
  readonly depth: string
  readonly mediaType: string
  /** #RRGGBB, most important first. */
  readonly colors: readonly string[]
}

export interface ProjectSummary extends Summary {
  readonly pages: number
  readonly frameworks: readonly Tally[]
  readonly responsiveTypes: readonly Tally[]
  /** Characters of the longest project id. */
  readonly longestId: number
}

export interface ProjectRow {
  readonly id: string
  readonly createdAt: string
  readonly lastAt: string
  readonly pages: number
  readonly frameworks: readonly string[]
  /** Headline of the newest page. */
  readonly headline: string
}

export interface Report<S, R> {
  readonly summary: S
  /** Newest first. */
  readonly pages: AsyncIterable<readonly R[]> | Iterable<readonly R[]>
  /** What the reader asked for. */
  readonly filter: {
    readonly projectId?: string | undefined
    readonly since?: Date | undefined
    readonly until?: Date | undefined
  }
  readonly madeAt: Date
}
