// The tables as the SQL layer sees them. Instants are ISO 8601 texts in UTC, so that their order is that of time.
interface Stamped {
  readonly id: string
  readonly created_at: string
  readonly last_at: string
}

interface Repeated extends Stamped {
  readonly times: number
  /** Hash of the client that requested the record first; empty where it is unknown. */
  readonly client: string
  /** What the record takes; the database computes it. */
  readonly stored_bytes: number
}

interface AnalysesTable extends Repeated {
  readonly source: string
  readonly sha256: string
  readonly bytes: number
  readonly platform: string
  readonly depth: string
  readonly media_type: string
  readonly engine: string
  readonly duration_ms: number
  /** CSS name of the leading colour. */
  readonly color_name: string
  /** The colours, separated by spaces: listings need not parse the JSON. */
  readonly colors: string
  readonly style_metadata: string
  /** Characters; the database keeps it. */
  readonly source_length: number
}

interface PagesTable extends Repeated {
  readonly project_id: string
  readonly framework: string
  readonly responsive_type: string
  readonly headline: string
  readonly inputs: string
}

interface CapturesTable extends Repeated {
  readonly output_format: string
  readonly target_url: string
  readonly config: string
}

/** Bytes of all records of a client; triggers keep them. */
interface ClientsTable {
  readonly client: string
  readonly bytes: number
}

/** One row. */
interface StorageTable {
  /** Hashes the clients. */
  readonly client_key: string
  readonly evicted_records: number
}

export interface RecordTables {
  readonly analyses: AnalysesTable
  readonly projects: Stamped
  readonly pages: PagesTable
  readonly captures: CapturesTable
}

/** Their records carry client and size; a project is counted with its pages. */
export type CountedTable = Exclude<keyof RecordTables, 'projects'>

export interface Tables extends RecordTables {
  readonly clients: ClientsTable
  readonly storage: StorageTable
}
