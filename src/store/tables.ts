// The tables as Kysely sees them. Timestamps are ISO 8601 texts in UTC, so that they sort by time.
import type { Generated, GeneratedAlways } from 'kysely'
import type { WebPictureType } from '../../schemas/media.ts'

interface ProjectsTable {
  id: string
  created_at: string
  /** Last request. */
  last_at: string
}

interface CountedRecord extends ProjectsTable {
  /** Number of requests. */
  times: number
  /** Hash of the client that requested the record first (secrets.ts); empty for records of early versions. */
  client: string
  /** Bytes that the record takes. */
  stored_bytes: GeneratedAlways<number>
}

interface AnalysesTable extends CountedRecord {
  source: string
  sha256: string
  bytes: number
  platform: string
  depth: string
  media_type: string
  engine: string
  duration_ms: number
  /** CSS name of the leading colour. */
  color_name: string
  /** The colours, separated by spaces, so that listings need not parse the JSON. */
  colors: string
  /** Id of the picture; empty: none was requested. */
  picture_id: string
  /** JSON. */
  style_metadata: string
  /** Characters. */
  source_length: GeneratedAlways<number>
}

interface PagesTable extends CountedRecord {
  project_id: string
  framework: string
  responsive_type: string
  headline: string
  /** JSON. */
  inputs: string
  /** The page itself, compressed, in Base64; empty: it is built from the inputs. */
  document: string
  /** Id of the picture in listings; empty: none. */
  picture_id: string
}

interface PicturesTable extends CountedRecord {
  type: WebPictureType
  width: number
  height: number
  /** Base64. */
  data: string
  /** A small WebP in Base64; empty: none. */
  thumbnail: string
  /** The picture or page that it was made from, and is deleted with; empty: it was sent or is a preview. */
  source_id: Generated<string>
}

interface CapturesTable extends CountedRecord {
  output_format: string
  target_url: string
  /** JSON. */
  config: string
}

/** A queued or running render. Its row, including the request, is deleted when it ends. */
interface RenderJobsTable {
  id: string
  created_at: string
  /** Hash of the client (secrets.ts). */
  client: string
  /** Keyed hash of the request: equal requests of a client are one job. */
  fingerprint: string
  /** JSON, encrypted. */
  job: string
  /** In the request, which may add several. */
  position: number
  /** Requests that wait for the result. */
  waiting: number
  /** 1: it runs without a waiting client. */
  kept: number
  /** Attempts that have begun. */
  tries: number
  /** End of the lease of the current attempt; empty: none. */
  leased_until: string
  /** Part of a video that has been recorded, 0 to 1. */
  progress: number
}

/** Time for which a client's renders have run while others waited, seconds. */
interface RenderUsageTable {
  client: string
  seconds: number
}

/** A render that has ended. */
interface RendersTable extends CountedRecord {
  fingerprint: string
  status: 'done' | 'failed'
  /** JSON: the facts about a finished render. */
  result: string
  /** Name of the pieces of its file; empty: none. */
  file: string
  /** Size of its file. */
  bytes: number
  /** JSON, encrypted: the webhook to deliver; empty if there is none. */
  webhook: Generated<string>
  /** Time of the next delivery attempt; empty: never. */
  webhook_due: Generated<string>
  /** Attempts that have begun. */
  webhook_tries: Generated<number>
}

/** The file of a render, in pieces of one size but for the last. */
interface RenderPiecesTable {
  file: string
  number: number
  data: Uint8Array
}

/** A URL that accepts one picture. */
interface UploadsTable {
  /** SHA-256 of its token. */
  id: string
  /** Hash of the client that requested it (secrets.ts). */
  client: string
  /** The client, encrypted. */
  sealed_client: string
  expires_at: string
  /** 1: an upload has succeeded or is in progress. */
  used: number
}

/** Bytes of all records of a client; triggers keep them. */
interface ClientsTable {
  client: string
  bytes: number
}

/** One row. */
interface StorageTable {
  /** Key of the hashes of clients. */
  client_key: string
  evicted_records: number
  /** Records that retention deleted. */
  expired_records: number
}

export interface Tables {
  projects: ProjectsTable
  analyses: AnalysesTable
  pages: PagesTable
  captures: CapturesTable
  pictures: PicturesTable
  render_jobs: RenderJobsTable
  render_usage: RenderUsageTable
  renders: RendersTable
  render_pieces: RenderPiecesTable
  uploads: UploadsTable
  clients: ClientsTable
  storage: StorageTable
}

/** Tables whose records have a client and a size; a project is counted with its pages. */
export const countedTables = ['analyses', 'pages', 'captures', 'pictures', 'renders'] as const
export type CountedTable = (typeof countedTables)[number]

/** A value of its own for each of them. */
export function forEachTable<T>(create: () => T): Record<CountedTable, T> {
  return { analyses: create(), pages: create(), captures: create(), pictures: create(), renders: create() }
}
