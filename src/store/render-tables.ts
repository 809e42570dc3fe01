// The tables of renders: the queue, the records of those that have ended, and their files in pieces.
import {
  columnsOfType,
  type DatabaseKind,
  generated,
  postgresCounters,
  sqliteTriggers,
  textType,
} from './schema-parts.ts'

/** Renders that have ended are records with files; those that wait or run are rows of a queue, which count for nothing. */
export function createRenders(kind: DatabaseKind): readonly string[] {
  const text = textType(kind)
  return [
    `create table render_jobs (${columnsOfType(text, 'id created_at client fingerprint job leased_until')},
      ${columnsOfType('integer', 'waiting kept tries')}, ${columnsOfType('double precision', 'turn progress')},
      constraint render_jobs_key primary key (id), constraint render_jobs_once unique (client, fingerprint))`,
    'create index render_jobs_by_turn on render_jobs (turn, created_at)',
    `create table renders (${columnsOfType(text, 'id created_at last_at client fingerprint status result file')},
      ${columnsOfType('bigint', 'times bytes')}, stored_bytes bigint ${generated(kind, 'bytes + octet_length(result) + 1200')},
      constraint renders_key primary key (id))`,
    'create index renders_by_use on renders (last_at)',
    'create index renders_by_client on renders (client, last_at, stored_bytes)',
    'create index renders_by_request on renders (client, fingerprint)',
    `create table render_pieces (${columnsOfType(text, 'file')}, ${columnsOfType('integer', 'number')},
      ${columnsOfType(kind === 'postgresql' ? 'bytea' : 'blob', 'data')}, constraint render_pieces_key primary key (file, number))`,
    ...(kind === 'postgresql' ? postgresCounters(['renders']) : sqliteTriggers('renders')),
    ...(kind === 'postgresql' ? postgresRenderTriggers : sqliteRenderTriggers),
  ]
}

/** What is to be delivered when a render has ended is part of its record. */
export function addWebhooks(kind: DatabaseKind): readonly string[] {
  return [
    ...['webhook', 'webhook_due'].map(
      name => `alter table renders add column ${columnsOfType(textType(kind), name)} default ''`,
    ),
    `alter table renders add column ${columnsOfType('integer', 'webhook_tries')} default 0`,
    "create index renders_by_webhook on renders (webhook_due) where webhook_due <> ''",
  ]
}

/** A render ends in one statement, and its file with its record. */
const renderSteps = {
  ended: ['insert', 'delete from render_jobs where id = new.id'],
  removed: ['delete', 'delete from render_pieces where file = old.file'],
} as const

const sqliteRenderTriggers = Object.entries(renderSteps).map(
  ([name, [event, statement]]) => `create trigger renders_${name} after ${event} on renders begin ${statement}; end`,
)

const postgresRenderTriggers = Object.entries(renderSteps).flatMap(([name, [event, statement]]) => [
  `create function render_${name}() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`,
  `create trigger renders_row_${name} after ${event} on renders for each row execute function render_${name}()`,
])
