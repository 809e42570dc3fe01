// An analysis going in: inserted once, afterwards only counted.
import type { Kysely } from 'kysely'
import { instant } from './instant.ts'
import type { AnalysisRecord } from './store.ts'
import type { Tables } from './tables.ts'

export const saveAnalysis = async (db: Kysely<Tables>, record: AnalysisRecord, now: Date): Promise<void> => {
  const { id, source, sha256, bytes, platform, depth, engine, style } = record
  await db
    .insertInto('analyses')
    .values({
      id,
      created_at: instant(now),
      last_at: instant(now),
      times: 1,
      source,
      sha256,
      bytes,
      platform,
      depth,
      media_type: record.mediaType,
      engine,
      duration_ms: record.durationMs,
      color_name: style.palette[0]?.name ?? '',
      colors: style.colors.join(' '),
      style_metadata: JSON.stringify(style),
    })
    .onConflict(conflict =>
      conflict.column('id').doUpdateSet(({ eb, ref }) => ({
        last_at: ref('excluded.last_at'),
        times: eb('analyses.times', '+', 1),
      })),
    )
    .execute()
}
