// Counts the bytes of the records of each client. Triggers keep the counts right, whichever statement adds or deletes a record.
import { randomBytes } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Columns } from './columns.ts'

/**
 * What a record takes, in bytes: its long texts, and a constant for the rest of the row, its index entries and half-filled pages
 * (docs/decisions.md has the measurements). A project id is stored six times, in rows and indexes of the page and of its project.
 */
const recordSizes = {
  analyses: sql`octet_length(source) + octet_length(style_metadata) + 1600`,
  pages: sql`octet_length(headline) + octet_length(inputs) + 6 * octet_length(project_id) + 1600`,
  captures: sql`octet_length(target_url) + octet_length(config) + 800`,
}

type CountedTable = keyof typeof recordSizes
const countedTables = ['analyses', 'pages', 'captures'] as const

/** Records made before clients were known belong to one client, whose hash is the empty text. */
async function addColumns(db: Kysely<unknown>, table: CountedTable, { text, computed }: Columns): Promise<void> {
  await db.schema
    .alterTable(table)
    .addColumn('client', text, column => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable(table)
    .addColumn('stored_bytes', 'bigint', column => {
      const size = column.generatedAlwaysAs(recordSizes[table])
      return computed === 'stored' ? size.stored() : size
    })
    .execute()
  await db.schema.createIndex(`${table}_by_client`).on(table).columns(['client', 'last_at', 'stored_bytes']).execute()
}

async function createCounts(db: Kysely<unknown>, text: Columns['text']): Promise<void> {
  await db.schema
    .createTable('clients')
    .addColumn('client', text, column => column.notNull().primaryKey())
    .addColumn('bytes', 'bigint', column => column.notNull())
    .execute()
  await db.schema
    .createTable('storage')
    .addColumn('client_key', text, column => column.notNull())
    .addColumn('evicted_records', 'bigint', column => column.notNull())
    .execute()
  const sizes = sql.join(
    countedTables.map(table => sql`select client, stored_bytes from ${sql.table(table)}`),
    sql` union all `,
  )
  await sql`insert into clients select client, sum(stored_bytes) from (${sizes}) as sizes group by client`.execute(db)
  const key = randomBytes(32).toString('hex')
  await sql`insert into storage values (${sql.lit(key)}, 0)`.execute(db)
}

function sqliteTriggers(table: CountedTable): readonly RawBuilder<unknown>[] {
  const name = (event: string) => sql.ref(`${table}_${event}`)
  return [
    sql`create trigger ${name('added')} after insert on ${sql.table(table)} begin
      insert into clients values (new.client, new.stored_bytes)
        on conflict (client) do update set bytes = bytes + excluded.bytes;
    end`,
    sql`create trigger ${name('deleted')} after delete on ${sql.table(table)} begin
      update clients set bytes = bytes - old.stored_bytes where client = old.client;
      delete from clients where client = old.client and bytes = 0;
    end`,
  ]
}

/** Any number, but the same in every release. */
const countLock = 7_342_191

/** Counts are changed under one lock, which ends with the statement: commits of two processes lock rows of `clients` in any order. */
const postgresFunction = sql`create function count_record_bytes() returns trigger language plpgsql as $$
  declare sign integer := case tg_op when 'INSERT' then 1 else -1 end;
  begin
    if not exists (select from changed) then return null; end if;
    perform pg_advisory_xact_lock(${sql.lit(countLock)});
    insert into clients select client, sign * sum(stored_bytes) from changed group by client
      on conflict (client) do update set bytes = clients.bytes + excluded.bytes;
    if sign = -1 then delete from clients where bytes = 0 and client in (select client from changed); end if;
    return null;
  end $$`

function postgresTriggers(table: CountedTable): readonly RawBuilder<unknown>[] {
  const name = (event: string) => sql.ref(`${table}_${event}`)
  return [
    sql`create trigger ${name('added')} after insert on ${sql.table(table)}
      referencing new table as changed for each statement execute function count_record_bytes()`,
    sql`create trigger ${name('deleted')} after delete on ${sql.table(table)}
      referencing old table as changed for each statement execute function count_record_bytes()`,
  ]
}

/** Adds client and size to every record, the counts, and the triggers that keep them. */
export async function countStorage(db: Kysely<unknown>, columns: Columns): Promise<void> {
  for (const table of countedTables) await addColumns(db, table, columns)
  await createCounts(db, columns.text)
  if (columns.kind === 'postgresql') await postgresFunction.execute(db)
  const triggersOf = columns.kind === 'postgresql' ? postgresTriggers : sqliteTriggers
  for (const trigger of countedTables.flatMap(triggersOf)) await trigger.execute(db)
}
