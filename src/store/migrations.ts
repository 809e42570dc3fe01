// The tables, their indexes and triggers. A later version appends a migration and changes none that was released.
import { randomBytes } from 'node:crypto'
import { DEFAULT_MIGRATION_TABLE, type Kysely, type Migration, Migrator, sql } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'

type DatabaseKind = Database['kind']

/** Runs all pending migrations or none; processes that start at the same time wait for each other. */
export function migrate(database: Database): Promise<void> {
  return database.exclusiveTransaction(async db => {
    // Kysely runs them in the order of their names.
    const migrations = {
      '0001 tables': migration(createTables(database.kind)),
      '0002 uploads': migration(uploadTables(database.kind)),
      '0003 render usage': migration(renderUsageTables(database.kind)),
    }
    const applied = await readApplied(db)
    if (applied.includes(firstEarlierMigration)) await prepareEarlier(db, database.kind)
    else if (applied.some(name => !(name in migrations)))
      // Kysely would report it as corrupted.
      throw new Error(
        'a later version of the service wrote this database. Start that version or a newer one, or choose another database.',
      )
    const provider = { getMigrations: async () => migrations }
    const { error } = await new Migrator({ db, provider, disableTransactions: true }).migrateToLatest()
    if (error !== undefined) throw error
  })
}

function migration(statements: readonly string[]): Migration {
  return {
    up: async db => {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  }
}

/** @returns the names of the migrations that the database has */
async function readApplied(db: Kysely<Tables>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return []
  const query = sql<{ readonly name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`
  return (await query.execute(db)).rows.map(({ name }) => name)
}

/** Versions before 1.0.0 had other migrations. */
const firstEarlierMigration = '2026-11-21 first tables'

/** Brings the tables of an earlier version to today's columns, without triggers; the migration then adds what they lack. */
async function prepareEarlier(db: Kysely<Tables>, kind: DatabaseKind): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`delete from ${DEFAULT_MIGRATION_TABLE}`)
  if (kind === 'postgresql')
    await run(`drop function if exists count_record_bytes(), count_changed_bytes(), delete_empty_projects(), delete_files(),
      render_ended(), render_removed() cascade`)
  else {
    const triggers = sql<{ readonly name: string }>`select name from sqlite_master where type = 'trigger'`
    for (const { name } of (await triggers.execute(db)).rows) await run(`drop trigger ${name}`)
  }
  const pictures = (await db.introspection.getTables()).find(({ name }) => name === 'pictures')
  if (!pictures?.columns.some(({ name }) => name === 'source_id'))
    await run(`alter table pictures add column source_id ${textType(kind)} not null default ''`)
  for (const unused of ['retention_at', 'retention_refused_at']) await run(`alter table storage drop column ${unused}`)
}

/** The counted tables of the first migration. A table that is counted later gets its index and triggers in its own migration. */
const firstCountedTables = ['analyses', 'pages', 'captures', 'pictures', 'renders'] as const
type FirstCountedTable = (typeof firstCountedTables)[number]

/** Tables of an earlier version are in place. */
function createTables(kind: DatabaseKind): readonly string[] {
  return [
    ...tableStatements(kind),
    ...indexes.map(([name, rest]) => `create index if not exists ${name} on ${rest}`),
    `insert into storage select '${randomBytes(32).toString('hex')}', 0, 0 where not exists (select 1 from storage)`,
    ...(kind === 'postgresql' ? postgresTriggers() : sqliteTriggers()),
  ]
}

function uploadTables(kind: DatabaseKind): readonly string[] {
  const texts = columnsOfType(textType(kind), 'id client sealed_client expires_at')
  return [
    `create table if not exists uploads (${texts}, ${columnsOfType('integer', 'used')}, constraint uploads_key primary key (id))`,
    'create index if not exists uploads_by_expiry on uploads (expires_at)',
  ]
}

function renderUsageTables(kind: DatabaseKind): readonly string[] {
  return [
    'drop index render_jobs_by_turn',
    'alter table render_jobs rename column turn to position',
    'create index render_jobs_by_client on render_jobs (client, leased_until)',
    `create table render_usage (${columnsOfType(textType(kind), 'client')} primary key, ${columnsOfType('double precision', 'seconds')})`,
  ]
}

/** Texts are ordered by their bytes. */
function textType(kind: DatabaseKind): string {
  return kind === 'postgresql' ? 'text collate "C"' : 'text'
}

function columnsOfType(type: string, names: string): string {
  return names
    .split(' ')
    .map(name => `${name} ${type} not null`)
    .join(', ')
}

/**
 * Bytes of a record: its long texts, and a constant for the rest of the row, its index entries and half-filled pages, as measured. A project
 * id is stored six times, in rows and indexes of the page and of its project.
 */
const recordSizes = {
  analyses: 'octet_length(source) + octet_length(style_metadata) + 1600',
  pages: 'octet_length(headline) + octet_length(inputs) + 6 * octet_length(project_id) + 1600 + octet_length(document)',
  captures: 'octet_length(target_url) + octet_length(config) + 800',
  pictures: 'octet_length(data) + octet_length(thumbnail) + 800',
  renders: 'bytes + octet_length(result) + 1200',
} as const satisfies Readonly<Record<FirstCountedTable, string>>

function tableStatements(kind: DatabaseKind): readonly string[] {
  const isPostgres = kind === 'postgresql'
  const texts = (names: string) => columnsOfType(textType(kind), names)
  const emptyTexts = (names: string) => texts(names).replaceAll('not null', "not null default ''")
  const [blob, storage] = isPostgres ? ['bytea', 'stored'] : ['blob', 'virtual']
  // ALTER TABLE of SQLite adds virtual columns only; PostgreSQL before version 18 has stored ones only.
  const computed = (name: string, type: string, value: string) =>
    `${name} ${type} generated always as (${value}) ${storage}`
  const times = texts('id created_at last_at')
  /** Columns of each record: its client, whose hash is empty for records of early versions, and its size. */
  const record = (table: FirstCountedTable) =>
    `${times}, ${columnsOfType('bigint', 'times')}, ${emptyTexts('client')}, ${computed('stored_bytes', 'bigint', recordSizes[table])}`
  return [
    `analyses (${record('analyses')}, ${texts('source sha256')}, ${columnsOfType('bigint', 'bytes')},
      ${texts('platform depth media_type engine')}, ${columnsOfType('double precision', 'duration_ms')},
      ${texts('color_name colors style_metadata')}, ${emptyTexts('picture_id')},
      ${computed('source_length', 'integer', 'length(source)')}, constraint analyses_key primary key (id))`,
    `projects (${times}, constraint projects_key primary key (id))`,
    `pages (${record('pages')}, ${texts('project_id')} references projects (id),
      ${texts('framework responsive_type headline inputs')}, ${emptyTexts('document picture_id')},
      constraint pages_key primary key (project_id, id))`,
    `captures (${record('captures')}, ${texts('output_format target_url config')}, constraint captures_key primary key (id))`,
    `pictures (${record('pictures')}, ${columnsOfType('integer', 'width height')}, ${texts('type data thumbnail')},
      ${emptyTexts('source_id')}, constraint pictures_key primary key (id))`,
    `render_jobs (${texts('id created_at client fingerprint job leased_until')},
      ${columnsOfType('integer', 'waiting kept tries')}, ${columnsOfType('double precision', 'turn progress')},
      constraint render_jobs_key primary key (id), constraint render_jobs_once unique (client, fingerprint))`,
    `renders (${record('renders')}, ${texts('fingerprint status result file')}, ${columnsOfType('bigint', 'bytes')},
      ${emptyTexts('webhook webhook_due')}, webhook_tries integer not null default 0, constraint renders_key primary key (id))`,
    `render_pieces (${texts('file')}, ${columnsOfType('integer', 'number')}, ${columnsOfType(blob, 'data')},
      constraint render_pieces_key primary key (file, number))`,
    `clients (${texts('client')} primary key, ${columnsOfType('bigint', 'bytes')})`,
    `storage (${texts('client_key')}, ${columnsOfType('bigint', 'evicted_records expired_records')})`,
  ].map(table => `create table if not exists ${table}`)
}

/** Listings and summaries find all that they read in an index, never in the JSON of a row. */
const indexes: readonly (readonly [name: string, columns: string])[] = [
  [
    'analyses_by_time',
    `analyses (created_at, id, platform, depth, media_type, engine, color_name, times, last_at, source_length)`,
  ],
  ['analyses_by_words', 'analyses (platform, depth, color_name, times, created_at, last_at, source_length)'],
  ['projects_by_time', 'projects (created_at, id, last_at)'],
  ['pages_by_project', 'pages (project_id, created_at, id, framework, responsive_type, times)'],
  ['pages_by_id', 'pages (id)'],
  ['captures_by_format', 'captures (output_format, times)'],
  ['pictures_by_source', "pictures (source_id) where source_id <> ''"],
  ['render_jobs_by_turn', 'render_jobs (turn, created_at)'],
  ['renders_by_request', 'renders (client, fingerprint)'],
  ['renders_by_webhook', "renders (webhook_due) where webhook_due <> ''"],
  // For retention and eviction.
  ['projects_by_use', 'projects (last_at)'],
  ...firstCountedTables.flatMap(
    table =>
      [
        [`${table}_by_use`, `${table} (last_at)`],
        [`${table}_by_client`, `${table} (client, last_at, stored_bytes)`],
      ] as const,
  ),
]

const isEmptyProject = 'not exists (select 1 from pages where project_id = projects.id)'

/** Files that pages link end with the picture or page that they were made from. */
const deleteFiles = "delete from pictures where source_id = old.id and source_id <> ''"

/** A render ends in one statement. */
const deleteJob = 'delete from render_jobs where id = new.id'

const deletePieces = 'delete from render_pieces where file = old.file'

function sqliteTriggers(): readonly string[] {
  const counters = firstCountedTables.flatMap(table => [
    `${table}_added after insert on ${table} begin
      insert into clients values (new.client, new.stored_bytes)
        on conflict (client) do update set bytes = bytes + excluded.bytes;
    end`,
    `${table}_deleted after delete on ${table} begin
      update clients set bytes = bytes - old.stored_bytes where client = old.client;
      delete from clients where client = old.client and bytes = 0;
    end`,
  ])
  return [
    ...counters,
    `pages_changed after update of document on pages when old.stored_bytes <> new.stored_bytes begin
      update clients set bytes = bytes + new.stored_bytes - old.stored_bytes where client = new.client;
    end`,
    `pages_last_deleted after delete on pages begin
      delete from projects where id = old.project_id and ${isEmptyProject};
    end`,
    `pages_files_deleted after delete on pages begin ${deleteFiles}; end`,
    `pictures_files_deleted after delete on pictures begin ${deleteFiles}; end`,
    `renders_ended after insert on renders begin ${deleteJob}; end`,
    `renders_removed after delete on renders begin ${deletePieces}; end`,
  ].map(trigger => `create trigger ${trigger}`)
}

/** Any number, but the same in every release. */
const countLock = 7_342_191

/** One lock until the end of the transaction, because commits of two processes lock the rows of `clients` in different orders. */
const lockCounters = `perform pg_advisory_xact_lock(${countLock})`

function postgresTriggers(): readonly string[] {
  return [
    postgresFunction(
      'count_record_bytes',
      `if not exists (select from changed) then return null; end if;
      ${lockCounters};
      insert into clients select client, sign * sum(stored_bytes) from changed group by client
        on conflict (client) do update set bytes = clients.bytes + excluded.bytes;
      if sign = -1 then delete from clients where bytes = 0 and client in (select client from changed); end if;`,
      "declare sign integer := case tg_op when 'INSERT' then 1 else -1 end;",
    ),
    ...firstCountedTables.flatMap(table => [
      `create trigger ${table}_added after insert on ${table} referencing new table as changed
        for each statement execute function count_record_bytes()`,
      `create trigger ${table}_deleted after delete on ${table} referencing old table as changed
        for each statement execute function count_record_bytes()`,
    ]),
    postgresFunction(
      'count_changed_bytes',
      `${lockCounters};
      update clients set bytes = bytes + new.stored_bytes - old.stored_bytes where client = new.client;`,
    ),
    `create trigger pages_changed after update of document on pages for each row
      when (old.stored_bytes <> new.stored_bytes) execute function count_changed_bytes()`,
    // With the lock, the second of two processes that delete the last two pages sees the deletion of the first. A project that is locked is
    // skipped: whoever saves a page in it waits for the counters, or for the page that is deleted.
    postgresFunction(
      'delete_empty_projects',
      `if not exists (select from deleted) then return null; end if;
      ${lockCounters};
      delete from projects where id in (select id from projects where id in (select project_id from deleted) and ${isEmptyProject}
        for update skip locked);`,
    ),
    `create trigger pages_last_deleted after delete on pages referencing old table as deleted
      for each statement execute function delete_empty_projects()`,
    postgresFunction('delete_files', `${deleteFiles};`),
    ...['pages', 'pictures'].map(
      table =>
        `create trigger ${table}_files_deleted after delete on ${table} for each row execute function delete_files()`,
    ),
    postgresFunction('delete_job', `${deleteJob};`),
    'create trigger renders_ended after insert on renders for each row execute function delete_job()',
    postgresFunction('delete_pieces', `${deletePieces};`),
    'create trigger renders_removed after delete on renders for each row execute function delete_pieces()',
  ]
}

function postgresFunction(name: string, statements: string, declarations = ''): string {
  return `create function ${name}() returns trigger language plpgsql as
    $$ ${declarations} begin ${statements} return null; end $$`
}
