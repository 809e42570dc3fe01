// Records as exports list them: the filter, the summary and the rows. Timestamps are ISO 8601, UTC.

/** `since` (inclusive) and `until` (exclusive) refer to the time of creation. */
export interface Filter {
  readonly projectId?: string | undefined
  readonly since?: Date | undefined
  readonly until?: Date | undefined
  readonly limit?: number | undefined
}

/** A value, and the number of records that have it. */
export interface Tally {
  readonly name: string
  readonly count: number
}

/** Totals of a listing. They change whenever a row changes, pictures aside, so an ETag can be derived from them. */
export interface Summary {
  /** Listed records, at most the limit. */
  readonly count: number
  /** Matching records, regardless of the limit. */
  readonly total: number
  /** Sum of `times` of the listed records. */
  readonly times: number
  readonly oldest: string | null
  readonly newest: string | null
  /** Sums over the last requests of all listed records, which change with each of them. */
  readonly lastAtSums: readonly number[]
}

export interface AnalysisSummary extends Summary {
  readonly platforms: readonly Tally[]
  readonly depths: readonly Tally[]
  /** By the CSS name of the first colour. */
  readonly colors: readonly Tally[]
  /** The largest `times`. */
  readonly mostTimes: number
  /** Characters of the longest source. */
  readonly longestSource: number
}

export interface ProjectSummary extends Summary {
  /** Pages of the listed projects. */
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
  /** Its picture: a small WebP in Base64; empty where it has none. */
  readonly thumbnail: string
}

/** Rows in batches, newest first. */
export type Pages<R> = AsyncIterable<readonly R[]>

/** The records that match a filter. */
export interface Records<S, R> {
  readonly summary: S
  readonly pages: Pages<R>
  /** Reads numbers that change with the pictures of the rows; absent if rows have none. */
  readonly readPictureVersion?: () => Promise<readonly number[]>
}
