// Records by their ids: reads one, or deletes it.
import type { Kysely } from 'kysely'
import type { CaptureConfig } from '../../schemas/capture-config.ts'
import type { SparkpageRequest } from '../../schemas/sparkpage.ts'
import type { StyleMetadata } from '../../schemas/style.ts'
import type { Database } from './database.ts'
import { deleteEmptyProjects } from './eviction.ts'
import type { StoredAnalysis } from './store.ts'
import { countedTables, type Tables } from './tables.ts'

export async function readAnalysis(db: Kysely<Tables>, id: string): Promise<StoredAnalysis | undefined> {
  const query = db.selectFrom('analyses').select(['style_metadata', 'created_at']).where('id', '=', id)
  const row = await query.executeTakeFirst()
  if (!row) return undefined
  const style: StyleMetadata = JSON.parse(row.style_metadata)
  return { style, createdAt: row.created_at }
}

/** @returns the inputs of the page. An id contains its project, so that no other project has a page with it. */
export async function readPage(db: Kysely<Tables>, id: string): Promise<SparkpageRequest | undefined> {
  const row = await db.selectFrom('pages').select('inputs').where('id', '=', id).executeTakeFirst()
  return row && JSON.parse(row.inputs)
}

export async function readCapture(db: Kysely<Tables>, id: string): Promise<CaptureConfig | undefined> {
  const row = await db.selectFrom('captures').select('config').where('id', '=', id).executeTakeFirst()
  return row && JSON.parse(row.config)
}

/** Deletes the record with this id, of whatever kind, and the project that loses its last page. @returns whether there was one */
export async function deleteRecord(database: Database, id: string): Promise<boolean> {
  const { writer } = database
  const pages = writer.selectFrom('pages').select('project_id').where('id', '=', id)
  const projectIds = (await pages.execute()).map(page => page.project_id)
  const deleted: unknown[] = []
  for (const table of countedTables)
    deleted.push(...(await writer.deleteFrom(table).where('id', '=', id).returning('id').execute()))
  if (projectIds.length > 0) await deleteEmptyProjects(database, projectIds)
  return deleted.length > 0
}
