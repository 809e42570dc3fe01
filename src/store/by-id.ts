// Records by their ids: reads one, which counts as its use, or deletes it.
import type { Kysely } from 'kysely'
import type { CaptureConfig } from '../../schemas/capture-config.ts'
import type { Database } from './database.ts'
import type { NoteView } from './record-views.ts'
import type { StoredAnalysis, StoredPage, StoredPicture } from './store.ts'
import { countedTables, type Tables } from './tables.ts'

export async function readAnalysis(
  db: Kysely<Tables>,
  id: string,
  noteView: NoteView,
): Promise<StoredAnalysis | undefined> {
  const query = db
    .selectFrom('analyses')
    .leftJoin('pictures', 'pictures.id', 'analyses.picture_id')
    .select(['style_metadata', 'analyses.created_at', 'picture_id', 'type', 'width', 'height', 'data'])
    .where('analyses.id', '=', id)
  const row = await query.executeTakeFirst()
  if (!row) return undefined
  noteView('analyses', id)
  noteView('pictures', row.picture_id)
  const { style_metadata, created_at: createdAt, type, width, height, data } = row
  const isComplete = type !== null && width !== null && height !== null && data !== null
  return {
    style: JSON.parse(style_metadata),
    createdAt,
    picture: isComplete ? { type, width, height, data } : undefined,
  }
}

/** An id contains its project, so that no other project has a page with it. */
export async function readPage(db: Kysely<Tables>, id: string, noteView: NoteView): Promise<StoredPage | undefined> {
  const query = db.selectFrom('pages').select(['project_id', 'inputs', 'document', 'picture_id']).where('id', '=', id)
  const row = await query.executeTakeFirst()
  if (!row) return undefined
  noteView('pages', id)
  // Whoever shows the page reads its other pictures; this one may appear in listings only.
  noteView('pictures', row.picture_id)
  return { projectId: row.project_id, inputs: JSON.parse(row.inputs), document: row.document }
}

export async function readCapture(
  db: Kysely<Tables>,
  id: string,
  noteView: NoteView,
): Promise<CaptureConfig | undefined> {
  const row = await db.selectFrom('captures').select('config').where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  noteView('captures', id)
  return JSON.parse(row.config)
}

export async function readPicturesById(
  db: Kysely<Tables>,
  ids: readonly string[],
  noteView: NoteView,
): Promise<ReadonlyMap<string, StoredPicture>> {
  if (ids.length === 0) return new Map()
  const query = db.selectFrom('pictures').select(['id', 'type', 'width', 'height', 'data']).where('id', 'in', ids)
  const rows = await query.execute()
  for (const { id } of rows) noteView('pictures', id)
  return new Map(rows.map(({ id, ...picture }) => [id, picture]))
}

export async function hasPicturesWithIds(
  db: Kysely<Tables>,
  ids: readonly string[],
  noteView: NoteView,
): Promise<boolean> {
  if (ids.length === 0) return true
  const rows = await db.selectFrom('pictures').select('id').where('id', 'in', ids).execute()
  for (const { id } of rows) noteView('pictures', id)
  return rows.length === new Set(ids).size
}

/** The hash of the client that built a page; undefined where the page or the source of a file is gone. */
export async function readOwner(db: Kysely<Tables>, pageId: string, sourceId: string): Promise<string | undefined> {
  const page = await db.selectFrom('pages').select('client').where('id', '=', pageId).executeTakeFirst()
  const source = await db.selectFrom('pictures').select('id').where('id', '=', sourceId).executeTakeFirst()
  return source || sourceId === pageId ? page?.client : undefined
}

/** Deletes the record with this id, of whatever kind. @returns whether there was one */
export async function deleteById({ writer }: Database, id: string): Promise<boolean> {
  const deleted: unknown[] = []
  for (const table of countedTables)
    deleted.push(...(await writer.deleteFrom(table).where('id', '=', id).returning('id').execute()))
  return deleted.length > 0
}
