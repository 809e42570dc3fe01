// A page going in, and with its first page the project: both or neither.
import type { Kysely } from 'kysely'
import { instant } from './instant.ts'
import type { PageRecord } from './store.ts'
import type { Tables } from './tables.ts'

const touchProject = async (db: Kysely<Tables>, id: string, now: string): Promise<void> => {
  await db
    .insertInto('projects')
    .values({ id, created_at: now, last_at: now })
    .onConflict(conflict => conflict.column('id').doUpdateSet(({ ref }) => ({ last_at: ref('excluded.last_at') })))
    .execute()
}

const putPage = async (db: Kysely<Tables>, record: PageRecord, now: string): Promise<void> => {
  await db
    .insertInto('pages')
    .values({
      id: record.id,
      created_at: now,
      last_at: now,
      times: 1,
      project_id: record.projectId,
      framework: record.framework,
      responsive_type: record.responsiveType,
      headline: record.inputs.content.headline,
      inputs: JSON.stringify(record.inputs),
    })
    .onConflict(conflict =>
      conflict.columns(['project_id', 'id']).doUpdateSet(({ eb, ref }) => ({
        last_at: ref('excluded.last_at'),
        times: eb('pages.times', '+', 1),
      })),
    )
    .execute()
}

export const savePage = (db: Kysely<Tables>, record: PageRecord, now: Date): Promise<void> =>
  db.transaction().execute(async transaction => {
    await touchProject(transaction, record.projectId, instant(now))
    await putPage(transaction, record, instant(now))
  })
