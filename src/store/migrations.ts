// The migrations of the tables: append one, never change one that was released.
import { randomBytes } from 'node:crypto'
import { DEFAULT_MIGRATION_TABLE, type Kysely, type Migration, Migrator, sql } from 'kysely'
import type { Database } from './database.ts'
import { addWebhooks, createRenders } from './render-tables.ts'
import {
  columnsOfType,
  countLock,
  type DatabaseKind,
  generated,
  postgresCounters,
  sqliteTriggers,
  textType,
} from './schema-parts.ts'
import type { Tables } from './tables.ts'

/** Runs all pending migrations or none; processes that start at the same time wait for each other. */
export function migrate(database: Database): Promise<void> {
  return database.exclusiveTransaction(async db => {
    const migrations = migrationsFor(database.kind)
    await refuseLaterVersion(db, migrations)
    const provider = { getMigrations: async () => migrations }
    const { error } = await new Migrator({ db, provider, disableTransactions: true }).migrateToLatest()
    if (error !== undefined) throw error
  })
}

/** Kysely would call such a database corrupted. */
async function refuseLaterVersion(db: Kysely<Tables>, known: Readonly<Record<string, Migration>>): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return
  const query = sql<{ readonly name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`
  if ((await query.execute(db)).rows.some(({ name }) => !(name in known)))
    throw new Error(
      'a later version of the service wrote this database. Start that version or a newer one, or choose another database.',
    )
}

/** Kysely runs them in the order of their names. */
export function migrationsFor(kind: DatabaseKind): Readonly<Record<string, Migration>> {
  return {
    '2026-11-21 first tables': migration(createTables(kind)),
    '2026-11-21 retention': migration(indexLastRequests()),
    '2026-11-22 summaries': migration(indexSummaries(kind)),
    '2026-11-23 storage': migration(countStoredBytes(kind)),
    '2026-11-24 pages by id': migration(['create index pages_by_id on pages (id)']),
    '2026-11-25 retention runs': migration(countRetention(kind)),
    '2026-11-25 texts of providers': { up: deleteProviderTexts },
    '2026-11-26 documents of pages': migration(addDocuments(kind)),
    '2026-11-26 pictures': migration(createPictures(kind)),
    '2026-11-27 projects without pages': migration(deleteEmptyProjects(kind)),
    '2026-11-29 renders': migration(createRenders(kind)),
    '2026-11-29 widths of pictures': migration(addSources(kind)),
    '2026-11-30 webhooks': migration(addWebhooks(kind)),
  }
}

function migration(statements: readonly string[]): Migration {
  return {
    up: async db => {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  }
}

/** Contains every column that is counted, so that totals and summaries never read the JSON. */
const analysisTimeIndex = 'created_at, id, platform, depth, media_type, engine, color_name, times, last_at'

function createTables(kind: DatabaseKind): readonly string[] {
  const text = textType(kind)
  const project = columnsOfType(text, 'id created_at last_at')
  const record = `${project}, ${columnsOfType('bigint', 'times')}`
  return [
    `create table analyses (${record}, ${columnsOfType(text, 'source sha256')}, ${columnsOfType('bigint', 'bytes')},
      ${columnsOfType(text, 'platform depth media_type engine')}, ${columnsOfType('double precision', 'duration_ms')},
      ${columnsOfType(text, 'color_name colors style_metadata')}, constraint analyses_key primary key (id))`,
    `create index analyses_by_time on analyses (${analysisTimeIndex})`,
    `create table projects (${project}, constraint projects_key primary key (id))`,
    'create index projects_by_time on projects (created_at, id, last_at)',
    `create table pages (${record}, ${columnsOfType(text, 'project_id')} references projects (id),
      ${columnsOfType(text, 'framework responsive_type headline inputs')}, constraint pages_key primary key (project_id, id))`,
    'create index pages_by_project on pages (project_id, created_at, id, framework, responsive_type, times)',
    `create table captures (${record}, ${columnsOfType(text, 'output_format target_url config')},
      constraint captures_key primary key (id))`,
    'create index captures_by_format on captures (output_format, times)',
  ]
}

/** For retention. */
function indexLastRequests(): readonly string[] {
  return ['analyses', 'projects', 'pages', 'captures'].map(
    table => `create index ${table}_by_use on ${table} (last_at)`,
  )
}

/** For the summaries of listings: one index begins with the names that are grouped by, the other with the time. */
function indexSummaries(kind: DatabaseKind): readonly string[] {
  return [
    `alter table analyses add column source_length integer ${generated(kind, 'length(source)')}`,
    `create index analyses_by_words on analyses
      (platform, depth, color_name, times, created_at, last_at, source_length)`,
    'drop index analyses_by_time',
    `create index analyses_by_time on analyses (${analysisTimeIndex}, source_length)`,
  ]
}

/**
 * Bytes of a record: its long texts, and a constant for the rest of the row, its index entries and half-filled pages
 * (docs/decisions.md has the measurements). A project id is stored six times, in rows and indexes of the page and of its project.
 */
const recordSizes = {
  analyses: 'octet_length(source) + octet_length(style_metadata) + 1600',
  pages: 'octet_length(headline) + octet_length(inputs) + 6 * octet_length(project_id) + 1600',
  captures: 'octet_length(target_url) + octet_length(config) + 800',
}

const sumClients = `insert into clients select client, sum(stored_bytes) from
  (${Object.keys(recordSizes)
    .map(table => `select client, stored_bytes from ${table}`)
    .join(' union all ')}) as records group by client`

/** Adds client and size to every record, and the bytes of each client, which triggers keep whichever statement changes a record. */
function countStoredBytes(kind: DatabaseKind): readonly string[] {
  const text = textType(kind)
  const tables = Object.keys(recordSizes)
  return [
    ...Object.entries(recordSizes).flatMap(([table, size]) => [
      // Records of earlier releases belong to one client, whose hash is the empty text.
      `alter table ${table} add column ${columnsOfType(text, 'client')} default ''`,
      `alter table ${table} add column stored_bytes bigint ${generated(kind, size)}`,
      `create index ${table}_by_client on ${table} (client, last_at, stored_bytes)`,
    ]),
    `create table clients (${columnsOfType(text, 'client')} primary key, ${columnsOfType('bigint', 'bytes')})`,
    `create table storage (${columnsOfType(text, 'client_key')}, ${columnsOfType('bigint', 'evicted_records')})`,
    sumClients,
    `insert into storage values ('${randomBytes(32).toString('hex')}', 0)`,
    ...(kind === 'postgresql' ? postgresTriggers(tables) : tables.flatMap(sqliteTriggers)),
  ]
}

/** One lock until the end of the transaction, because commits of two processes lock the rows of `clients` in different orders. */
function postgresTriggers(tables: readonly string[]): readonly string[] {
  const countRecordBytes = `create function count_record_bytes() returns trigger language plpgsql as $$
  declare sign integer := case tg_op when 'INSERT' then 1 else -1 end;
  begin
    if not exists (select from changed) then return null; end if;
    perform pg_advisory_xact_lock(${countLock});
    insert into clients select client, sign * sum(stored_bytes) from changed group by client
      on conflict (client) do update set bytes = clients.bytes + excluded.bytes;
    if sign = -1 then delete from clients where bytes = 0 and client in (select client from changed); end if;
    return null;
  end $$`
  return [countRecordBytes, ...postgresCounters(tables)]
}

/** The two times are no longer used. */
function countRetention(kind: DatabaseKind): readonly string[] {
  const text = textType(kind)
  return [
    `alter table storage add column ${columnsOfType('bigint', 'expired_records')} default 0`,
    ...['retention_at', 'retention_refused_at'].map(
      name => `alter table storage add column ${columnsOfType(text, name)} default ''`,
    ),
  ]
}

/** Pictures of analyses and pages; the size of a record is computed as above. */
function createPictures(kind: DatabaseKind): readonly string[] {
  const text = textType(kind)
  const size = generated(kind, 'octet_length(data) + octet_length(thumbnail) + 800')
  return [
    `alter table analyses add column ${columnsOfType(text, 'picture_id')} default ''`,
    `create table pictures (${columnsOfType(text, 'id created_at last_at')}, ${columnsOfType('bigint', 'times')},
      ${columnsOfType('integer', 'width height')}, ${columnsOfType(text, 'type data thumbnail client')}, stored_bytes bigint ${size},
      constraint pictures_key primary key (id))`,
    'create index pictures_by_use on pictures (last_at)',
    'create index pictures_by_client on pictures (client, last_at, stored_bytes)',
    ...(kind === 'postgresql' ? postgresCounters(['pictures']) : sqliteTriggers('pictures')),
  ]
}

/** Pages with their documents, which a repeated build may change, and which count for their size. */
function addDocuments(kind: DatabaseKind): readonly string[] {
  const triggers = kind === 'postgresql' ? [] : ['pages_added', 'pages_deleted']
  return [
    ...triggers.map(name => `drop trigger ${name}`),
    'drop index pages_by_client',
    'alter table pages drop column stored_bytes',
    ...['document', 'picture_id'].map(
      name => `alter table pages add column ${columnsOfType(textType(kind), name)} default ''`,
    ),
    `alter table pages add column stored_bytes bigint
      ${generated(kind, `${recordSizes.pages} + octet_length(document)`)}`,
    'create index pages_by_client on pages (client, last_at, stored_bytes)',
    ...(kind === 'postgresql' ? postgresChangeCounter : [...sqliteTriggers('pages'), sqliteChangeCounter]),
  ]
}

const sqliteChangeCounter = `create trigger pages_changed after update of document on pages
  when old.stored_bytes <> new.stored_bytes begin
    update clients set bytes = bytes + new.stored_bytes - old.stored_bytes where client = new.client;
  end`

const postgresChangeCounter = [
  `create function count_changed_bytes() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(${countLock});
    update clients set bytes = bytes + new.stored_bytes - old.stored_bytes where client = new.client;
    return null;
  end $$`,
  `create trigger pages_changed after update of document on pages for each row
    when (old.stored_bytes <> new.stored_bytes) execute function count_changed_bytes()`,
]

const isEmptyProject = 'not exists (select 1 from pages where project_id = projects.id)'

/** A project ends with its last page, in the statement that deletes the page. Earlier releases left some, which are deleted once. */
function deleteEmptyProjects(kind: DatabaseKind): readonly string[] {
  const sqliteTrigger = `create trigger pages_last_deleted after delete on pages begin
    delete from projects where id = old.project_id and ${isEmptyProject};
  end`
  return [
    // First, because it waits for commits of pages in progress, and keeps others waiting.
    ...(kind === 'postgresql' ? postgresProjectTrigger : [sqliteTrigger]),
    `delete from projects where ${isEmptyProject}`,
  ]
}

/**
 * With the lock of the counters, so that of two processes that delete the last two pages the second sees the deletion of the first. A
 * project that is locked is skipped: whoever saves a page in it waits for the counters, or for the page that is deleted.
 */
const postgresProjectTrigger = [
  `create function delete_empty_projects() returns trigger language plpgsql as $$
  begin
    if not exists (select from deleted) then return null; end if;
    perform pg_advisory_xact_lock(${countLock});
    delete from projects where id in (select id from projects where id in (select project_id from deleted) and ${isEmptyProject}
      for update skip locked);
    return null;
  end $$`,
  `create trigger pages_last_deleted after delete on pages referencing old table as deleted
    for each statement execute function delete_empty_projects()`,
]

/** Files that pages link end with the picture or page that they were made from. */
function addSources(kind: DatabaseKind): readonly string[] {
  const isPostgres = kind === 'postgresql'
  const deletion = `delete from pictures where source_id = old.id and source_id <> ''`
  const action = isPostgres ? 'for each row execute function delete_files()' : `begin ${deletion}; end`
  return [
    `alter table pictures add column ${columnsOfType(textType(kind), 'source_id')} default ''`,
    `create index pictures_by_source on pictures (source_id) where source_id <> ''`,
    ...(isPostgres
      ? [
          `create function delete_files() returns trigger language plpgsql as
           $$ begin ${deletion}; return null; end $$`,
        ]
      : []),
    ...['pages', 'pictures'].map(table => `create trigger ${table}_files_deleted after delete on ${table} ${action}`),
  ]
}

/** Members of an annotated style that hold texts of the provider; a mood needs its words. */
const providerMembers = ['summary', 'keywords', 'mood', 'typography']

/** Removes from the analyses of earlier releases what a provider wrote for one key. */
async function deleteProviderTexts(db: Kysely<unknown>): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ readonly id: string; readonly style_metadata: string }>`select id, style_metadata
      from analyses where engine <> 'builtin' and id > ${after} order by id limit 200`.execute(db)
    for (const { id, style_metadata } of rows) {
      const members = Object.entries(JSON.parse(style_metadata)).filter(([name]) => !providerMembers.includes(name))
      await sql`update analyses set style_metadata = ${JSON.stringify(Object.fromEntries(members))} where id = ${id}`.execute(
        db,
      )
    }
    const last = rows.at(-1)
    if (!last) break
    after = last.id
  }
  // Triggers count inserts and deletions only.
  await sql`delete from clients`.execute(db)
  await sql.raw(sumClients).execute(db)
}
