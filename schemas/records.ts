// The records as they are listed, in text and in print: what is known of them all, and each. Instants are ISO 8601, UTC.

/** Which records a listing holds; `since` is inclusive, `until` exclusive, both about the time of creation. */
export interface Filter {
  readonly projectId?: string | undefined
  readonly since?: Date | undefined
  readonly until?: Date | undefined
  readonly limit?: number | undefined
}

/** A word and how many records carry it. */
export interface Tally {
  readonly name: string
  readonly count: number
}

/** What is known of a listing before its first row; it changes whenever a row would. Instants are ISO 8601, UTC. */
export interface Summary {
  /** Records listed: no more than the limit. */
  readonly count: number
  /** Records that match, whatever the limit. */
  readonly total: number
  /** Sum of `times` over what is listed. */
  readonly times: number
  readonly oldest: string | null
  readonly newest: string | null
  readonly lastAt: string | null
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

export interface ProjectSummary extends Summary {
  /** Pages of the projects listed. */
  readonly pages: number
  readonly frameworks: readonly Tally[]
  readonly responsiveTypes: readonly Tally[]
  /** Characters of the longest project id. */
  readonly longestId: number
}

export interface AnalysisRow {
  readonly id: string
  readonly createdAt: string
  readonly lastAt: string
  readonly times: number
  readonly source: string
  readonly sha256: string
  readonly bytes: number
  readonly platform: string
  readonly depth: string
  readonly mediaType: string
  readonly engine: string
  readonly durationMs: number
  /** #RRGGBB, most important first. */
  readonly colors: readonly string[]
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

/** Rows, newest first, some at a time. */
export type Pages<R> = AsyncIterable<readonly R[]>

/** What matches a filter. */
export interface Records<S, R> {
  readonly summary: S
  readonly pages: Pages<R>
}
