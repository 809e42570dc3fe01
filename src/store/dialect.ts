// A database for Kysely out of one function that runs a statement.
import {
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  DummyDriver,
  type Kysely,
  type QueryCompiler,
  type QueryResult,
} from 'kysely'
import { type Bindable, bindable } from './bindable.ts'

export type Run = <R>(text: string, values: readonly Bindable[]) => Promise<QueryResult<R>>

/** How a kind of database speaks SQL. */
export interface Language {
  readonly createAdapter: () => DialectAdapter
  readonly createQueryCompiler: () => QueryCompiler
  readonly createIntrospector: (db: Kysely<unknown>) => DatabaseIntrospector
}

const connectionOn = (run: Run): DatabaseConnection => ({
  executeQuery: ({ sql, parameters }) => run(sql, parameters.map(bindable)),
  async *streamQuery({ sql, parameters }) {
    yield await run(sql, parameters.map(bindable))
  },
})

/** Every statement stands alone and may take another connection, so there are no transactions here: see `Database.alone`. */
export const dialectOn = (language: Language, run: Run): Dialect => {
  const connection = connectionOn(run)
  return {
    ...language,
    createDriver: () =>
      Object.assign(new DummyDriver(), {
        acquireConnection: async () => connection,
        beginTransaction: async () => {
          throw new Error('Statements stand alone here; Database.alone runs several as one.')
        },
      }),
  }
}
