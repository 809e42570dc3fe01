// Records by their ids: reads one, or deletes it.
import type { Kysely } from 'kysely'
import type { CaptureConfig } from '../../schemas/capture-config.ts'
import type { SparkpageRequest } from '../../schemas/sparkpage.ts'
import type { StyleMetadata } from '../../schemas/style.ts'
import type { Database } from './database.ts'
import { deleteEmptyProjects } from './eviction.ts'
import { previewOf } from '../style/preview.ts'
import type { StoredAnalysis, StoredPicture } from './store.ts'
import { countedTables, type Tables } from './tables.ts'

export async function readAnalysis(db: Kysely<Tables>, id: string): Promise<StoredAnalysis | undefined> {
  const query = db
    .selectFrom('analyses')
    .leftJoin('pictures', 'pictures.id', 'analyses.picture_id')
    .select(['style_metadata', 'analyses.created_at', 'width', 'height', 'data'])
    .where('analyses.id', '=', id)
  const row = await query.executeTakeFirst()
  if (!row) return undefined
  const { style_metadata, created_at: createdAt, width, height, data } = row
  const style: StyleMetadata = JSON.parse(style_metadata)
  if (width === null || height === null || data === null) return { style, createdAt }
  return { style: { ...style, preview: previewOf({ width, height, data }) }, createdAt }
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

export async function readPicture(db: Kysely<Tables>, id: string): Promise<StoredPicture | undefined> {
  return db.selectFrom('pictures').select(['width', 'height', 'data']).where('id', '=', id).executeTakeFirst()
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
