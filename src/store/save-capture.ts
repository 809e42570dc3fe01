// A capture going in: inserted once, afterwards only counted.
import type { Kysely } from 'kysely'
import { instant } from './instant.ts'
import type { CaptureRecord } from './store.ts'
import type { Tables } from './tables.ts'

export const saveCapture = async (db: Kysely<Tables>, { id, config }: CaptureRecord, now: Date): Promise<void> => {
  await db
    .insertInto('captures')
    .values({
      id,
      created_at: instant(now),
      last_at: instant(now),
      times: 1,
      output_format: config.output_format,
      target_url: config.target_url,
      config: JSON.stringify(config),
    })
    .onConflict(conflict =>
      conflict.column('id').doUpdateSet(({ eb, ref }) => ({
        last_at: ref('excluded.last_at'),
        times: eb('captures.times', '+', 1),
      })),
    )
    .execute()
}
