// The SQLite database: one file, one process, every commit on the disk before it is acknowledged.
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely'
import type { Database } from './database.ts'
import { dialectOn, type Language } from './dialect.ts'
import { preparePrivateDatabase } from './private-file.ts'
import type { Put, SqliteOptions } from './question.ts'
import type { Step } from './step.ts'
import type { Tables } from './tables.ts'
import { createThread, type Thread } from './thread.ts'
import { upsertText } from './upsert-text.ts'

const language: Language = {
  createAdapter: () => new SqliteAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: db => new SqliteIntrospector(db),
}

const kyselyOn = (thread: Thread): Kysely<Tables> =>
  new Kysely({ dialect: dialectOn(language, (text, values) => thread.ask({ kind: 'run', text, values })) })

/** BEGIN IMMEDIATE takes the write lock at once: Kysely's own migration lock does not reach other processes here. */
const alone = async (writer: Kysely<Tables>, work: (db: Kysely<Tables>) => Promise<void>): Promise<void> => {
  await sql`begin immediate`.execute(writer)
  try {
    await work(writer)
    await sql`commit`.execute(writer)
  } catch (error) {
    await sql`rollback`.execute(writer)
    throw error
  }
}

const putOf = ({ table, rows }: Step): Put => ({ text: upsertText(table, 1, () => '?'), rows })

const bytes = async (db: Kysely<Tables>): Promise<number> => {
  const { rows } = await sql<{
    readonly bytes: number
  }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(db)
  return rows.reduce((sum, row) => sum + row.bytes, 0)
}

/** Makes the file where there is none, and opens it when it is first asked: one thread writes, another reads beside it. */
export const openSqlite = (options: SqliteOptions): Database => {
  preparePrivateDatabase(options.path)
  const pen = createThread(options)
  const eye = createThread(options)
  const [writer, db] = [kyselyOn(pen), kyselyOn(eye)]
  return {
    kind: 'sqlite',
    text: 'text',
    computed: 'virtual',
    db,
    writer,
    skipLocked: sql``,
    commit: async steps => {
      await pen.ask({ kind: 'commit', puts: steps.map(putOf) })
    },
    alone: work => alone(writer, work),
    bytes: () => bytes(db),
    // The reader first: the last connection to leave folds the log into the file.
    close: async () => {
      await eye.close()
      await pen.close()
    },
  }
}
