// Records as the exports list them in JSON; the columns of CSV have the same names.
import { Type } from '@sinclair/typebox'
import { Count, HexColor, RecordId, ref, Sha256, SingleLine, Success, Timestamp, Token } from './types.ts'

function Instant(description: string) {
  return Type.Unsafe<string>({ ...Timestamp, description })
}

const created = Instant('When the record was created, ISO 8601 UTC with milliseconds.')
const lastUsed = Instant('When the record was last used (requested or read), ISO 8601 UTC with milliseconds.')

export const ExportedAnalysis = Type.Object(
  {
    id: RecordId('ana', 'Id of the analysis record.'),
    created_at: created,
    last_at: lastUsed,
    times: Count('How often the record was requested.'),
    source: SingleLine(8192, 'URL of the file without query or credentials, or `data:` with its type.'),
    sha256: Sha256('SHA-256 of the file, hexadecimal.'),
    bytes: Count('Size of the file, bytes.'),
    platform: Token(64, 'Target platform.'),
    depth: Token(64, 'Level of detail.'),
    media_type: Token(64, 'image or video.'),
    engine: Token(64, 'Origin of the texts: builtin or a provider.'),
    duration_ms: Type.Number({ minimum: 0, description: 'Duration of the first analysis, ms.' }),
    colors: Type.Array(HexColor, { minItems: 0, maxItems: 6, description: 'Main colours, most important first.' }),
  },
  { $id: 'ExportedAnalysis', description: 'An analysis record in an export.' },
)

export const ExportedProject = Type.Object(
  {
    id: Token(128, 'Id of the project.'),
    created_at: created,
    last_at: lastUsed,
    pages: Count('Number of pages in the project.'),
    frameworks: Type.Array(Token(64, 'A framework.'), {
      minItems: 0,
      maxItems: 64,
      description: 'CSS frameworks used by the pages of the project, most frequent first.',
    }),
    headline: Type.String({
      pattern: '^[\\s\\S]*$',
      minLength: 0,
      maxLength: 10_000,
      description: 'Headline of the newest page in the project.',
    }),
  },
  { $id: 'ExportedProject', description: 'A project in an export.' },
)

/** Clients get one type for both. */
export const ExportedRecord = Type.Unsafe({
  $id: 'ExportedRecord',
  description: 'A record in an export: an analysis or a project, as requested.',
  anyOf: [ref(ExportedAnalysis), ref(ExportedProject)],
})

export const ExportResponse = Type.Object(
  {
    success: Success,
    count: Count('Number of records in the export, at most limit.'),
    total: Count('Number of records that match, regardless of limit.'),
    timestamp: Timestamp,
    records: Type.Array(ref(ExportedRecord), {
      minItems: 0,
      maxItems: 1_000_000_000,
      description: 'Analyses or projects, as requested, newest first.',
    }),
  },
  { $id: 'ExportResponse', description: 'An export as JSON.' },
)
