// The history of the tables, as data: append a step, never edit one that was released.
import { type Kysely, type Migration, sql } from 'kysely'
import type { Columns, TextType } from './columns.ts'
import { countStorage } from './storage-migration.ts'

const stampedTable = (db: Kysely<unknown>, text: TextType, name: string) =>
  db.schema
    .createTable(name)
    .addColumn('id', text, column => column.notNull())
    .addColumn('created_at', text, column => column.notNull())
    .addColumn('last_at', text, column => column.notNull())

const repeatedTable = (db: Kysely<unknown>, text: TextType, name: string) =>
  stampedTable(db, text, name).addColumn('times', 'bigint', column => column.notNull())

const createAnalyses = async (db: Kysely<unknown>, text: TextType): Promise<void> => {
  await repeatedTable(db, text, 'analyses')
    .addColumn('source', text, column => column.notNull())
    .addColumn('sha256', text, column => column.notNull())
    .addColumn('bytes', 'bigint', column => column.notNull())
    .addColumn('platform', text, column => column.notNull())
    .addColumn('depth', text, column => column.notNull())
    .addColumn('media_type', text, column => column.notNull())
    .addColumn('engine', text, column => column.notNull())
    .addColumn('duration_ms', 'double precision', column => column.notNull())
    .addColumn('color_name', text, column => column.notNull())
    .addColumn('colors', text, column => column.notNull())
    .addColumn('style_metadata', text, column => column.notNull())
    .addPrimaryKeyConstraint('analyses_key', ['id'])
    .execute()
  // Holds every word that is counted, so that totals and summaries never read the JSON.
  await db.schema
    .createIndex('analyses_by_time')
    .on('analyses')
    .columns(['created_at', 'id', 'platform', 'depth', 'media_type', 'engine', 'color_name', 'times', 'last_at'])
    .execute()
}

const createProjects = async (db: Kysely<unknown>, text: TextType): Promise<void> => {
  await stampedTable(db, text, 'projects').addPrimaryKeyConstraint('projects_key', ['id']).execute()
  await db.schema.createIndex('projects_by_time').on('projects').columns(['created_at', 'id', 'last_at']).execute()
}

const createPages = async (db: Kysely<unknown>, text: TextType): Promise<void> => {
  await repeatedTable(db, text, 'pages')
    .addColumn('project_id', text, column => column.notNull().references('projects.id'))
    .addColumn('framework', text, column => column.notNull())
    .addColumn('responsive_type', text, column => column.notNull())
    .addColumn('headline', text, column => column.notNull())
    .addColumn('inputs', text, column => column.notNull())
    .addPrimaryKeyConstraint('pages_key', ['project_id', 'id'])
    .execute()
  await db.schema
    .createIndex('pages_by_project')
    .on('pages')
    .columns(['project_id', 'created_at', 'id', 'framework', 'responsive_type', 'times'])
    .execute()
}

const createCaptures = async (db: Kysely<unknown>, text: TextType): Promise<void> => {
  await repeatedTable(db, text, 'captures')
    .addColumn('output_format', text, column => column.notNull())
    .addColumn('target_url', text, column => column.notNull())
    .addColumn('config', text, column => column.notNull())
    .addPrimaryKeyConstraint('captures_key', ['id'])
    .execute()
  await db.schema.createIndex('captures_by_format').on('captures').columns(['output_format', 'times']).execute()
}

/** So that what nobody has asked for lately is found. */
const indexUse = async (db: Kysely<unknown>): Promise<void> => {
  for (const table of ['analyses', 'projects', 'pages', 'captures'])
    await db.schema.createIndex(`${table}_by_use`).on(table).column('last_at').execute()
}

/**
 * For the summaries of listings. In one index the words come first, so that grouping by them sorts nothing; in the other the time
 * does, for a span or the newest.
 */
const indexSummaries = async (db: Kysely<unknown>, computed: Columns['computed']): Promise<void> => {
  await db.schema
    .alterTable('analyses')
    .addColumn('source_length', 'integer', column => {
      const length = column.generatedAlwaysAs(sql`length(source)`)
      return computed === 'stored' ? length.stored() : length
    })
    .execute()
  const words = ['platform', 'depth', 'color_name', 'times', 'created_at', 'last_at', 'source_length']
  await db.schema.createIndex('analyses_by_words').on('analyses').columns(words).execute()
  await db.schema.dropIndex('analyses_by_time').execute()
  const time = ['created_at', 'id', 'platform', 'depth', 'media_type', 'engine', 'color_name', 'times', 'last_at']
  await db.schema
    .createIndex('analyses_by_time')
    .on('analyses')
    .columns([...time, 'source_length'])
    .execute()
}

/** @param columns how the database at hand types and computes columns. @returns the steps by name, in order of their names. */
export const migrationsOf = (columns: Columns): Readonly<Record<string, Migration>> => {
  const { text, computed } = columns
  return {
    '2026-11-21 first tables': {
      up: async db => {
        await createAnalyses(db, text)
        await createProjects(db, text)
        await createPages(db, text)
        await createCaptures(db, text)
      },
    },
    '2026-11-21 retention': { up: indexUse },
    '2026-11-22 summaries': { up: db => indexSummaries(db, computed) },
    '2026-11-23 storage': { up: db => countStorage(db, columns) },
  }
}
