// What the service remembers, as one interface: every database answers it alike.
import type { Stats } from '../../schemas/admin.ts'
import type { CaptureConfig } from '../../schemas/capture.ts'
import type { MediaType } from '../../schemas/media.ts'
import type { Platform } from '../../schemas/platform.ts'
import type { Depth } from '../../schemas/provenance.ts'
import type { Framework, ResponsiveType, SparkpageRequest } from '../../schemas/sparkpage.ts'
import type { StyleMetadata } from '../../schemas/style.ts'

export interface AnalysisRecord {
  /** Address without query and credentials, or `data:` with its type. */
  readonly source: string
  readonly style: StyleMetadata
  readonly durationMs: number
}

export interface PageRecord {
  readonly id: string
  /** The project is made by its first page. */
  readonly projectId: string
  readonly framework: Framework
  readonly responsiveType: ResponsiveType
  readonly inputs: SparkpageRequest
}

export interface CaptureRecord {
  readonly id: string
  readonly config: CaptureConfig
}

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
interface Summary {
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

/** A listing, newest first. `pages` of rows are read as they are consumed, in constant memory, as often as one likes. */
export interface Listing<S, R> {
  readonly summary: S
  readonly pages: AsyncIterable<readonly R[]>
}

export interface Totals extends Pick<Stats, 'projects' | 'pages' | 'captures' | 'storage'> {
  readonly analyses: Omit<Stats['analyses'], 'cache_hits'>
}

/**
 * Records are content-addressed: the caller gives the id, that of an analysis stands in its style. A new id is inserted; a repeated one moves `last_at` and
 * `times` only. Every save resolves after its commit. Fails with Problem `overloaded` while the database is out of reach.
 */
export interface Store {
  saveAnalysis(record: AnalysisRecord, now: Date): Promise<void>
  savePage(record: PageRecord, now: Date): Promise<void>
  saveCapture(record: CaptureRecord, now: Date): Promise<void>
  analyses(filter: Filter): Promise<Listing<AnalysisSummary, AnalysisRow>>
  projects(filter: Filter): Promise<Listing<ProjectSummary, ProjectRow>>
  totals(): Promise<Totals>
  /** Whether the store is open and its last operation went through: an outage ends with the first that does. */
  ready(): boolean
  close(): Promise<void>
}
