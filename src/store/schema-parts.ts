// Parts of the statements that create tables: types of columns, and the triggers that count the bytes of each client.
import type { Database } from './database.ts'

export type DatabaseKind = Database['kind']

/** Texts are ordered by their bytes. */
export function textType(kind: DatabaseKind): string {
  return kind === 'postgresql' ? 'text collate "C"' : 'text'
}

/** ALTER TABLE of SQLite adds virtual columns only; PostgreSQL before version 18 has stored ones only. */
export function generated(kind: DatabaseKind, expression: string): string {
  return `generated always as (${expression}) ${kind === 'postgresql' ? 'stored' : 'virtual'}`
}

export function columnsOfType(type: string, names: string): string {
  return names
    .split(' ')
    .map(name => `${name} ${type} not null`)
    .join(', ')
}

/** Any number, but the same in every release. */
export const countLock = 7_342_191

export function sqliteTriggers(table: string): readonly string[] {
  return [
    `create trigger ${table}_added after insert on ${table} begin
      insert into clients values (new.client, new.stored_bytes)
        on conflict (client) do update set bytes = bytes + excluded.bytes;
    end`,
    `create trigger ${table}_deleted after delete on ${table} begin
      update clients set bytes = bytes - old.stored_bytes where client = old.client;
      delete from clients where client = old.client and bytes = 0;
    end`,
  ]
}

export function postgresCounters(tables: readonly string[]): readonly string[] {
  const execute = 'for each statement execute function count_record_bytes()'
  return tables.flatMap(table => [
    `create trigger ${table}_added after insert on ${table} referencing new table as changed ${execute}`,
    `create trigger ${table}_deleted after delete on ${table} referencing old table as changed ${execute}`,
  ])
}
