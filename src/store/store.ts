// The interface of the store, which is the same on every database.
import type { Logger } from 'pino'
import type { Stats } from '../../schemas/admin.ts'
import type { CaptureConfig } from '../../schemas/capture-config.ts'
import type { WebPictureType } from '../../schemas/media.ts'
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
import type { Size } from '../../schemas/types.ts'
import type { RenderQueue } from './render-records.ts'
import type { Uploads } from './uploads.ts'
import type { WebhookQueue } from './webhook-queue.ts'

/** What the store does by itself, and why it failed. */
export type StoreLog = Pick<Logger, 'info' | 'warn' | 'error'>

export interface RequestedRecord {
  /** Who requested the record, such as `key:ci` or `ip:192.0.2.1`; only a keyed hash of it is stored. */
  readonly client: string
}

export interface AnalysisRecord extends RequestedRecord {
  /** Address without query and credentials, or `data:` with its type. */
  readonly source: string
  /** Without the preview, which is a record of its own. */
  readonly style: StyleMetadata
  /** The record of its preview; empty or absent: none was requested. */
  readonly pictureId?: string
  readonly durationMs: number
}

export interface PageRecord extends RequestedRecord {
  readonly id: string
  /** The first page of a project creates it. */
  readonly projectId: string
  readonly framework: Framework
  readonly responsiveType: ResponsiveType
  /** Its pictures are records of their own, which it refers to by their ids. */
  readonly inputs: SparkpageRequest
  /** The page as it was built, compressed; empty or absent: it is built from the inputs when it is read. */
  readonly document?: string
  /** The record of the picture that listings show for it; empty or absent: none. */
  readonly pictureId?: string
}

/** What is read of a page. */
export type StoredPage = Required<Pick<PageRecord, 'projectId' | 'inputs' | 'document'>>

/** A picture that analyses and pages refer to. */
export interface StoredPicture extends Size {
  readonly type: WebPictureType
  /** Base64. */
  readonly data: string
}

export interface PictureRecord extends RequestedRecord, StoredPicture {
  readonly id: string
  /** A small WebP for listings, in Base64; empty or absent: none. */
  readonly thumbnail?: string
}

/** A picture that was made from another record, and is deleted with it. */
export interface DerivedPicture extends StoredPicture {
  readonly id: string
  readonly sourceId: string
}

export interface CaptureRecord extends RequestedRecord {
  readonly id: string
  readonly config: CaptureConfig
}

export interface StoredAnalysis extends Pick<AnalysisRecord, 'style'> {
  /** The latest that was requested with it, unless it was deleted. */
  readonly picture: StoredPicture | undefined
  /** When it was requested first, ISO 8601 UTC. */
  readonly createdAt: string
}

export interface Totals extends Pick<Stats, 'projects' | 'pages' | 'captures' | 'pictures' | 'renders' | 'storage'> {
  readonly analyses: Omit<Stats['analyses'], 'cache_hits'>
}

/**
 * Records are content-addressed: the caller gives the id; that of an analysis is part of its style. A new id is inserted; a repeated one
 * only updates `last_at` and `times`, and what belongs to the latest request: the picture of an analysis, the document of a page.
 * A save resolves after its commit. It fails with Problem `overloaded` while the database is unavailable, and with `storage_full` while
 * its disk is full; records can then be read and deleted.
 */
export interface Store {
  readonly renders: RenderQueue
  readonly webhooks: WebhookQueue
  readonly uploads: Uploads
  saveAnalysis(record: AnalysisRecord, now: Date): Promise<void>
  savePage(record: PageRecord, now: Date): Promise<void>
  saveCapture(record: CaptureRecord, now: Date): Promise<void>
  savePicture(record: PictureRecord, now: Date): Promise<void>
  /** A file that a page links; it belongs to the client of the page, and is not saved when the page or its source is gone. */
  savePageFile(pageId: string, picture: DerivedPicture, now: Date): Promise<void>
  /** Newest first; pages are read as they are consumed, in constant memory, and can be iterated again. */
  analyses(filter: Filter): Promise<Records<AnalysisSummary, AnalysisRow>>
  projects(filter: Filter): Promise<Records<ProjectSummary, ProjectRow>>
  /** Undefined without a record of this kind and id. Reading moves `last_at` within a minute, and never `times`. */
  analysis(id: string): Promise<StoredAnalysis | undefined>
  page(id: string): Promise<StoredPage | undefined>
  capture(id: string): Promise<CaptureConfig | undefined>
  /** Those of the pictures that exist, by their ids. */
  pictures(ids: readonly string[]): Promise<ReadonlyMap<string, StoredPicture>>
  /** Whether all of these pictures exist. It counts as their use. */
  hasPictures(ids: readonly string[]): Promise<boolean>
  /** Deletes a record of any kind, and a project with its last page. Resolves to whether there was such a record. */
  deleteRecord(id: string): Promise<boolean>
  totals(): Promise<Totals>
  /** Whether the database answers within half a second. */
  answers(): Promise<boolean>
  close(): Promise<void>
}
