// What the service remembers, as one interface: every database answers it alike.
import type { Stats } from '../../schemas/admin.ts'
import type { CaptureConfig } from '../../schemas/capture.ts'
import type {
  AnalysisRow,
  AnalysisSummary,
  Filter,
  ProjectRow,
  ProjectSummary,
  Records,
} from '../../schemas/records.ts'
import type { Framework, ResponsiveType, SparkpageRequest } from '../../schemas/sparkpage.ts'
import type { StyleMetadata } from '../../schemas/style.ts'

interface RequestedRecord {
  /** Who requested it, such as `key:ci` or `ip:192.0.2.1`: only its keyed hash is stored. */
  readonly client: string
}

export interface AnalysisRecord extends RequestedRecord {
  /** Address without query and credentials, or `data:` with its type. */
  readonly source: string
  readonly style: StyleMetadata
  readonly durationMs: number
}

export interface PageRecord extends RequestedRecord {
  readonly id: string
  /** The project is made by its first page. */
  readonly projectId: string
  readonly framework: Framework
  readonly responsiveType: ResponsiveType
  readonly inputs: SparkpageRequest
}

export interface CaptureRecord extends RequestedRecord {
  readonly id: string
  readonly config: CaptureConfig
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
  /** Newest first; the pages are read as they are consumed, in constant memory, as often as one likes. */
  analyses(filter: Filter): Promise<Records<AnalysisSummary, AnalysisRow>>
  projects(filter: Filter): Promise<Records<ProjectSummary, ProjectRow>>
  totals(): Promise<Totals>
  /** Whether the store is open and its last operation went through: an outage ends with the first that does. */
  ready(): boolean
  close(): Promise<void>
}
