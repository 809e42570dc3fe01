// The queue of renders: a table of either database, which any number of processes share. A job is taken under a lease, so that a process that
// is killed loses none; when it ends it becomes a record with a file.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { overloaded } from '../errors.ts'
import { limits } from '../limits/limits.ts'
import { sha256 } from '../values/hash.ts'
import { type Database, timestamp } from './database.ts'
import type { NoteView } from './record-views.ts'
import { leaseMs, type RenderJob, type RenderOutcome, type RenderQueue, type TakenRender } from './render-records.ts'
import type { Seal } from './secrets.ts'

interface QueueOptions {
  readonly database: Database
  readonly hashClient: (client: string) => string
  readonly seal: Seal
  readonly noteView: NoteView
  /** Called when the size of the records has grown. */
  readonly onGrowth: (bytes: number) => Promise<void>
}

export function createRenderQueue(options: QueueOptions): RenderQueue {
  const { database, hashClient } = options
  const { writer, reader } = database
  const { seal, open } = options.seal
  return {
    add: (jobs, client, isWaiting, now) => {
      const rows = jobs.map(job => {
        const text = JSON.stringify(job)
        return { fingerprint: hashClient(`render ${sha256(text)}`), sealed: seal(text), job }
      })
      return addJobs(database, rows, { client: hashClient(client), isWaiting, now }, options.noteView)
    },

    leave: async (id, isKept) => {
      const kept = isKept ? sql`1` : sql`kept`
      await sql`update render_jobs set waiting = waiting - 1, kept = ${kept} where id = ${id}`.execute(writer)
      await sql`delete from render_jobs where id = ${id} and waiting <= 0 and kept = 0`.execute(writer)
    },

    take: async now => {
      const query = sql<TakenRow>`update render_jobs
        set tries = tries + 1, leased_until = ${leaseEnd(now)}
        where id = (${nextJob(database, now)}) returning id, client, job, tries, created_at`
      const [row] = (await query.execute(writer)).rows
      if (!row) return undefined
      const { id, client, job, tries, created_at: createdAt } = row
      return { id, client, job: JSON.parse(open(job)), tries, createdAt, takenAt: now }
    },

    renew: async ({ id, tries }, progress, now) => {
      const query = sql`update render_jobs set leased_until = ${leaseEnd(now)}, progress = ${progress}
        where id = ${id} and tries = ${tries} returning id`
      return (await query.execute(writer)).rows.length > 0
    },

    finish: async (taken, outcome, now) => {
      const isOurs = await finishJob(options, taken, outcome, now)
      if (isOurs) await chargeClient(writer, taken, now)
      return isOurs
    },

    read: async id => {
      // The job first: it becomes a record meanwhile, never the reverse.
      const job = await reader
        .selectFrom('render_jobs')
        .select(['leased_until', 'progress'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (job) return { status: job.leased_until === '' ? 'queued' : 'running', progress: job.progress }
      const query = reader.selectFrom('renders').select(['status', 'result', 'file']).where('id', '=', id)
      const row = await query.executeTakeFirst()
      if (!row) return undefined
      options.noteView('renders', id)
      const result = JSON.parse(row.result)
      if (row.status === 'failed') return { ...result, status: 'failed' }
      return { status: 'done', facts: result, readPiece: number => readPiece(database, row.file, number) }
    },
  }
}

interface TakenRow {
  readonly id: string
  readonly client: string
  readonly job: string
  readonly tries: number
  readonly created_at: string
}

/** The first job of the client that has the fewest running and, of several, has used the least time. */
function nextJob({ skipLocked }: Database, now: Date) {
  return sql`select id from render_jobs as waiting where leased_until < ${timestamp(now)}
    order by (select count(*) from render_jobs where client = waiting.client and leased_until >= ${timestamp(now)}),
      coalesce((select seconds from render_usage where client = waiting.client), 0), created_at, position
    limit 1 ${skipLocked}`
}

function leaseEnd(now: Date): string {
  return timestamp(new Date(now.getTime() + leaseMs))
}

interface SealedJob {
  readonly fingerprint: string
  readonly sealed: string
  readonly job: RenderJob
}

interface JobRequester {
  readonly client: string
  readonly isWaiting: boolean
  readonly now: Date
}

/** @throws Problem `overloaded` */
async function addJobs(
  { writer, serialWriter }: Database,
  rows: readonly SealedJob[],
  { client, isWaiting, now }: JobRequester,
  noteView: NoteView,
): Promise<readonly string[]> {
  const ids = await findFinished(writer, client, rows)
  for (const id of ids.values()) noteView('renders', id)
  const added = new Map(rows.filter(({ fingerprint }) => !ids.has(fingerprint)).map(row => [row.fingerprint, row]))
  if (added.size > 0) {
    await raiseUsage(writer, client)
    const values = [...added.values()].map(
      ({ fingerprint, sealed }, position) => sql`(${newRenderId()}, ${fingerprint}, ${sealed}, ${sql.lit(position)})`,
    )
    // One statement counts and inserts: processes that add jobs at the same time cannot exceed the limits together.
    const query = sql<{ id: string; fingerprint: string }>`with
      added (id, fingerprint, job, position) as (values ${sql.join(values)}),
      queued as (select count(*) as total, count(case when client = ${client} then 1 end) as own from render_jobs)
      insert into render_jobs
        (id, created_at, client, fingerprint, job, leased_until, waiting, kept, tries, position, progress)
      select id, ${timestamp(now)}, ${client}, fingerprint, job, '', ${sql.lit(isWaiting ? 1 : 0)}, ${sql.lit(isWaiting ? 0 : 1)},
        0, position, 0
      from added, queued
      where own <= ${sql.lit(limits.rendersOfClient.value - added.size)} and total <= ${sql.lit(limits.renders.value - added.size)}
      on conflict (client, fingerprint) do update set waiting = render_jobs.waiting + excluded.waiting,
        kept = case when excluded.kept = 1 then 1 else render_jobs.kept end
      returning id, fingerprint`
    const inserted = (await query.execute(serialWriter)).rows
    if (inserted.length === 0) throw overloaded('the queue of renders is full')
    for (const { id, fingerprint } of inserted) ids.set(fingerprint, id)
  }
  return rows.flatMap(({ fingerprint }) => ids.get(fingerprint) ?? [])
}

/** 128 random bits: anyone who has the id may read the render. */
function newRenderId(): string {
  return `ren_${randomBytes(16).toString('hex')}`
}

/** Finished renders of stored pages, which never change, by their fingerprints. One with a webhook has been delivered. */
async function findFinished(writer: Database['writer'], client: string, rows: readonly SealedJob[]) {
  const reusable = rows.filter(({ job }) => job.ownPage !== undefined && !job.webhook).map(row => row.fingerprint)
  if (reusable.length === 0) return new Map<string, string>()
  const query = writer
    .selectFrom('renders')
    .select(['id', 'fingerprint'])
    .where('client', '=', client)
    .where('fingerprint', 'in', reusable)
    .where('status', '=', 'done')
  return new Map((await query.execute()).map(({ id, fingerprint }) => [fingerprint, id]))
}

/** Raises the time of a client to that of the client that has used least: time before its first job is no credit. */
async function raiseUsage(writer: Database['writer'], client: string): Promise<void> {
  const query = sql<{ least: number | null }>`select min(coalesce(seconds, 0)) as least
    from render_jobs left join render_usage using (client)`
  const [{ least } = { least: null }] = (await query.execute(writer)).rows
  await sql`delete from render_usage where seconds < ${least ?? Number.MAX_VALUE}`.execute(writer)
  if (least)
    await sql`insert into render_usage values (${client}, ${least}) on conflict (client) do nothing`.execute(writer)
}

/** Adds the time of an attempt to that of its client, unless nothing else waits. */
async function chargeClient(
  writer: Database['writer'],
  { id, client, takenAt }: TakenRender,
  now: Date,
): Promise<void> {
  const seconds = Math.max(0, now.getTime() - takenAt.getTime()) / 1000
  await sql`insert into render_usage select ${client}, ${sql.lit(seconds)} where exists (select 1 from render_jobs where id <> ${id})
    on conflict (client) do update set seconds = render_usage.seconds + excluded.seconds`.execute(writer)
}

async function finishJob(
  options: QueueOptions,
  taken: TakenRender,
  outcome: RenderOutcome,
  now: Date,
): Promise<boolean> {
  if (outcome.status === 'returned') return returnJob(options.database, taken, outcome.reason !== undefined)
  if (outcome.status === 'failed') {
    const result = { code: outcome.code, detail: outcome.detail }
    return endJob(options, taken, { status: 'failed', result, file: '', bytes: 0 }, now)
  }
  const file = `${taken.id}.${taken.tries}`
  const bytes = await savePieces(options.database, file, outcome.pieces)
  return endJob(options, taken, { status: 'done', result: outcome.facts, file, bytes }, now)
}

/** @returns false when the job was dropped or another process has taken it */
async function returnJob({ writer }: Database, { id, tries }: TakenRender, isCounted: boolean): Promise<boolean> {
  const uncounted = sql.lit(isCounted ? 0 : 1)
  const query = sql`update render_jobs set leased_until = '', tries = tries - ${uncounted}
    where id = ${id} and tries = ${tries} returning id`
  return (await query.execute(writer)).rows.length > 0
}

interface EndedRender {
  readonly status: 'done' | 'failed'
  readonly result: object
  readonly file: string
  /** Size of the file. */
  readonly bytes: number
}

/** Makes a job a record. @returns false when the job was dropped or another process has taken it */
async function endJob(
  { database: { writer }, seal, onGrowth }: QueueOptions,
  { id, tries, job: { webhook } }: TakenRender,
  { status, result, file, bytes }: EndedRender,
  now: Date,
): Promise<boolean> {
  const sealed = webhook ? seal.seal(JSON.stringify(webhook)) : ''
  const due = webhook ? timestamp(now) : ''
  // One statement: its trigger deletes the job.
  const query = sql`insert into renders
    (id, created_at, last_at, times, client, fingerprint, status, result, file, bytes, webhook, webhook_due)
    select id, created_at, ${timestamp(now)}, 1, client, fingerprint, ${status}, ${JSON.stringify(result)}, ${file}, ${sql.lit(bytes)},
      ${sealed}, ${due}
    from render_jobs where id = ${id} and tries = ${tries} on conflict (id) do nothing returning id`
  const isOurs = (await query.execute(writer)).rows.length > 0
  if (tries > 1 || !isOurs || status === 'failed') {
    // Pieces of attempts that were killed, and of this one if it came too late or its file did not fit on the disk.
    const attempts = Array.from({ length: tries }, (_, index) => `${id}.${index + 1}`)
    await sql`delete from render_pieces where file in (${sql.join(attempts)})
      and file not in (select file from renders where id = ${id})`.execute(writer)
  }
  if (isOurs) await onGrowth(bytes)
  return isOurs
}

/** @returns the size of the file, bytes */
async function savePieces(database: Database, file: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let [number, bytes] = [0, 0]
  for await (const data of pieces) {
    // A retry of the same attempt replaces the pieces of the first try.
    const insert = database.writer
      .insertInto('render_pieces')
      .values({ file, number, data })
      .onConflict(conflict => conflict.columns(['file', 'number']).doUpdateSet({ data }))
    await database.commit([insert])
    number += 1
    bytes += data.length
  }
  return bytes
}

async function readPiece({ reader }: Database, file: string, number: number): Promise<Uint8Array> {
  const query = reader.selectFrom('render_pieces').select('data').where('file', '=', file).where('number', '=', number)
  return (await query.executeTakeFirstOrThrow()).data
}
