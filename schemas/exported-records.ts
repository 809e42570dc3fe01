// Records as the exports list them in JSON; the columns of CSV have the same names.
import { Type } from '@sinclair/typebox'
import { Count, HexColor, RecordId, ref, Sha256, SingleLine, Success, Timestamp, Token } from './types.ts'

function Instant(description: string) {
  return Type.Unsafe<string>({ ...Timestamp, description })
}

const created = Instant('When the record was created, ISO 8601 UTC with milliseconds.')
const requested = Instant('When it was requested last, ISO 8601 UTC with milliseconds.')

export const ExportedAnalysis = Type.Object(
  {
    id: RecordId('ana', 'Id of the analysis record.'),
    created_at: created,
    last_at: requested,
    times: Count('How often it was requested.'),
    source: SingleLine(8192, 'Address without query and credentials, or `data:` with its type.'),
    sha256: Sha256('SHA-256 of the file, hexadecimal.'),
    bytes: Count('Size of the file, bytes.'),
    platform: Token(64, 'Target platform.'),
    depth: Token(64, 'Level of detail.'),
    media_type: Token(64, 'image or video.'),
    engine: Token(64, 'Who wrote the texts: builtin or a provider.'),
    duration_ms: Type.Number({ minimum: 0, description: 'Duration of the first analysis, ms.' }),
    colors: Type.Array(HexColor, { minItems: 0, maxItems: 6, description: 'Main colours, most important first.' }),
  },
  { $id: 'ExportedAnalysis', description: 'An analysis record in an export.' },
)

export const ExportedProject = Type.Object(
  {
    id: Token(128, 'Id of the project.'),
    created_at: created,
    last_at: requested,
    pages: Count('Number of its pages.'),
    frameworks: Type.Array(Token(64, 'A framework.'), {
      minItems: 0,
      maxItems: 64,
      description: 'CSS frameworks of its pages, the most frequent first.',
    }),
    headline: Type.String({
      pattern: '^[\\s\\S]*$',
      minLength: 0,
      maxLength: 10_000,
      description: 'Headline of its newest page.',
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
    count: Count('Number of the records in the export, at most limit.'),
    total: Count('Number of the records that match, regardless of limit.'),
    timestamp: Timestamp,
    records: Type.Array(ref(ExportedRecord), {
      minItems: 0,
      maxItems: 1_000_000_000,
      description: 'Analyses or projects, as requested, newest first.',
    }),
  },
  { $id: 'ExportResponse', description: 'An export as JSON.' },
)
