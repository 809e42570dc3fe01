// Records on their way into the database: from the interface of the store to rows, and from rows to insert queries.
import { type Insertable, type Kysely, sql } from 'kysely'
import { type Insert, timestamp } from './database.ts'
import type { AnalysisRecord, CaptureRecord, DerivedPicture, PageRecord, PictureRecord } from './store.ts'
import { type CountedTable, primaryKeys, type Tables } from './tables.ts'

/** The tables of content-addressed records; renders have a queue of their own. */
type ContentTable = Exclude<CountedTable, 'renders'>

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
  return `${table} ${'project_id' in row ? row.project_id : ''} ${row.id}`
}

/** Counts a request of a record into the equal record that is pending. */
export function mergeRecord({ row: pending }: PendingRecord, { row }: PendingRecord): void {
  pending.last_at = row.last_at
  pending.times += row.times
  if ('document' in pending && 'document' in row) {
    if (row.document !== '') Object.assign(pending, latestOf(row))
  } else if ('picture_id' in pending && 'picture_id' in row) pending.picture_id = row.picture_id || pending.picture_id
}

function latestOf({ inputs, document, picture_id }: Insertable<Tables['pages']>) {
  return { inputs, document, picture_id }
}

/**
 * The queries that insert a batch. Every process inserts by table and key in the same order, so that no two wait for each other.
 * @param batch in the order of `pendingKey`, each key once
 */
export function insertPlan(db: Kysely<Tables>, batch: readonly PendingRecord[]): readonly Insert[] {
  const pages = batch.flatMap(record => (record.table === 'pages' ? [record.row] : []))
  const analyses = batch.flatMap(record => (record.table === 'analyses' ? [record.row] : []))
  const captures = batch.flatMap(record => (record.table === 'captures' ? [record.row] : []))
  const pictures = batch.flatMap(record => (record.table === 'pictures' ? [record.row] : []))
  const projects = projectsOf(pages)
  const inserts = [
    projects.length > 0 &&
      db
        .insertInto('projects')
        .values(projects)
        .onConflict(conflict => conflict.columns(primaryKeys.projects).doUpdateSet({ last_at: lastRequest })),
    pages.length > 0 &&
      db
        .insertInto('pages')
        .values(pages)
        .onConflict(conflict =>
          conflict.columns(primaryKeys.pages).doUpdateSet({ ...countRequest('pages'), ...latestDocument }),
        ),
    analyses.length > 0 &&
      db
        .insertInto('analyses')
        .values(analyses)
        .onConflict(conflict =>
          conflict
            .columns(primaryKeys.analyses)
            .doUpdateSet({ ...countRequest('analyses'), picture_id: latestPicture }),
        ),
    captures.length > 0 &&
      db
        .insertInto('captures')
        .values(captures)
        .onConflict(conflict => conflict.columns(primaryKeys.captures).doUpdateSet(countRequest('captures'))),
    pictures.length > 0 &&
      db
        .insertInto('pictures')
        .values(pictures)
        .onConflict(conflict => conflict.columns(primaryKeys.pictures).doUpdateSet(countRequest('pictures'))),
  ]
  return inserts.filter(insert => insert !== false)
}

/** The projects of pages, each once, in the order of the pages. */
function projectsOf(pages: readonly Insertable<Tables['pages']>[]): readonly Insertable<Tables['projects']>[] {
  const projects = new Map(
    pages.map(({ project_id: id, created_at, last_at }) => [id, { id, created_at, last_at }] as const),
  )
  return [...projects.values()]
}

const lastRequest = sql<string>`excluded.last_at`

/** A repeated record moves `last_at` and adds to `times`. */
function countRequest(table: ContentTable) {
  return {
    last_at: lastRequest,
    times: sql<number>`${sql.ref(`${table}.times`)} + excluded.times`,
  }
}

/** A request without a picture keeps that of an earlier one. */
const latestPicture = sql<string>`case when excluded.picture_id = '' then analyses.picture_id else excluded.picture_id end`

/** A page that is built again has the pictures and the document of the latest build; one without a document keeps what it has. */
const latestDocument = {
  inputs: sql<string>`case when excluded.document = '' then pages.inputs else excluded.inputs end`,
  document: sql<string>`case when excluded.document = '' then pages.document else excluded.document end`,
  picture_id: sql<string>`case when excluded.document = '' then pages.picture_id else excluded.picture_id end`,
} as const
