// Records on their way into the database: from the interface of the store to rows, and from rows to insert queries.
import { type Insertable, type Kysely, type RawBuilder, sql } from 'kysely'
import { type Insert, timestamp } from './database.ts'
import type { AnalysisRecord, CaptureRecord, DerivedPicture, PageRecord, PictureRecord } from './store.ts'
import type { Tables } from './tables.ts'

/** The tables of content-addressed records, in the order of inserts; renders have a queue of their own. */
const contentTables = ['pages', 'analyses', 'captures', 'pictures'] as const
type ContentTable = (typeof contentTables)[number]

/** A row that waits for its commit; equal records that wait together are one row. */
export type PendingRecord = {
  [T in ContentTable]: { readonly table: T; readonly row: Insertable<Tables[T]> }
}[ContentTable]

/** @param record `client` is its hash */
export function analysisRecord(record: AnalysisRecord, now: Date): PendingRecord {
  const { source, style, pictureId = '', durationMs, client } = record
  const { analysis, colors, media, palette, platform } = style
  return {
    table: 'analyses',
    row: {
      id: analysis.id,
      ...firstRequest(now),
      source,
      sha256: media.sha256,
      bytes: media.bytes,
      platform: platform.name,
      depth: analysis.depth,
      media_type: media.type,
      engine: analysis.engine,
      duration_ms: durationMs,
      color_name: palette[0]?.name ?? '',
      colors: colors.join(' '),
      picture_id: pictureId,
      style_metadata: JSON.stringify(style),
      client,
    },
  }
}

/** @param record `client` is its hash */
export function pageRecord(record: PageRecord, now: Date): PendingRecord {
  const { id, projectId, framework, responsiveType, inputs, document = '', pictureId = '', client } = record
  return {
    table: 'pages',
    row: {
      id,
      ...firstRequest(now),
      project_id: projectId,
      framework,
      responsive_type: responsiveType,
      headline: inputs.content.headline,
      inputs: JSON.stringify(inputs),
      document,
      picture_id: pictureId,
      client,
    },
  }
}

/** @param record `client` is its hash */
export function captureRecord({ id, config, client }: CaptureRecord, now: Date): PendingRecord {
  const { output_format, target_url } = config
  return {
    table: 'captures',
    row: { id, ...firstRequest(now), output_format, target_url, config: JSON.stringify(config), client },
  }
}

/** @param record `client` is its hash */
export function pictureRecord(
  { thumbnail = '', sourceId = '', ...picture }: PictureRecord & Partial<Pick<DerivedPicture, 'sourceId'>>,
  now: Date,
): PendingRecord {
  const { id, type, width, height, data, client } = picture
  const row = { id, ...firstRequest(now), type, width, height, data, thumbnail, source_id: sourceId, client }
  return { table: 'pictures', row }
}

function firstRequest(now: Date) {
  const at = timestamp(now)
  return { created_at: at, last_at: at, times: 1 }
}

/** Equal records have the same key. */
export function pendingKey({ table, row }: PendingRecord): string {
  return `${table} ${row.id}`
}

/** Counts a request of a record into the equal record that is pending. */
export function mergeRecord(pending: PendingRecord, record: PendingRecord): void {
  pending.row.last_at = record.row.last_at
  pending.row.times += record.row.times
  if (pending.table === 'pages' && record.table === 'pages') {
    const { inputs, document, picture_id } = record.row
    if (document !== '') Object.assign(pending.row, { inputs, document, picture_id })
  } else if (pending.table === 'analyses' && record.table === 'analyses')
    pending.row.picture_id = record.row.picture_id || pending.row.picture_id
}

/**
 * The queries that insert a batch. Every process inserts by table and key in the same order, so that no two wait for each other.
 * @param batch in the order of `pendingKey`, each key once
 */
export function insertPlan(db: Kysely<Tables>, batch: readonly PendingRecord[]): readonly Insert[] {
  const inserts = contentTables.flatMap(table => {
    const rows = batch.filter(record => record.table === table).map(({ row }) => row)
    return rows.length > 0 ? [db.insertInto(table).values(rows).modifyEnd(sql`on conflict ${onConflict[table]}`)] : []
  })
  return [...insertProjects(db, batch), ...inserts]
}

/** Inserts the projects of pages, before the pages. */
function insertProjects(db: Kysely<Tables>, batch: readonly PendingRecord[]): readonly Insert[] {
  const projects = new Map<string, Insertable<Tables['projects']>>()
  for (const { table, row } of batch)
    if (table === 'pages') {
      const { project_id: id, created_at, last_at } = row
      projects.set(id, { id, created_at, last_at })
    }
  if (projects.size === 0) return []
  const insert = db.insertInto('projects').values([...projects.values()])
  return [insert.modifyEnd(sql`on conflict (id) do update set last_at = excluded.last_at`)]
}

/**
 * A repeated record moves `last_at` and adds to `times`. A page that is built again has the pictures and the document of the latest build;
 * a page without a document and an analysis without a picture keep those of an earlier request.
 */
const onConflict: Readonly<Record<ContentTable, RawBuilder<unknown>>> = {
  pages: sql`(project_id, id) do update set last_at = excluded.last_at, times = pages.times + excluded.times,
    inputs = case when excluded.document = '' then pages.inputs else excluded.inputs end,
    document = case when excluded.document = '' then pages.document else excluded.document end,
    picture_id = case when excluded.document = '' then pages.picture_id else excluded.picture_id end`,
  analyses: sql`(id) do update set last_at = excluded.last_at, times = analyses.times + excluded.times,
    picture_id = case when excluded.picture_id = '' then analyses.picture_id else excluded.picture_id end`,
  captures: sql`(id) do update set last_at = excluded.last_at, times = captures.times + excluded.times`,
  pictures: sql`(id) do update set last_at = excluded.last_at, times = pictures.times + excluded.times`,
}
