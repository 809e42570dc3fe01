// What the thread of a connection to SQLite is asked, and how it answers: plain data.
import type { QueryResult } from 'kysely'
import type { Bindable } from './bindable.ts'
import type { Values } from './step.ts'

export interface SqliteOptions {
  readonly path: string
  /** Longest wait for a lock that another process holds, milliseconds. */
  readonly busyMs: number
}

/** A statement and the rows that it is run for. */
export interface Put {
  readonly text: string
  readonly rows: readonly Values[]
}

export type Question =
  | { readonly kind: 'run'; readonly text: string; readonly values: readonly Bindable[] }
  | { readonly kind: 'commit'; readonly puts: readonly Put[] }
  | { readonly kind: 'close' }

/** Errors lose what they carry on the way from thread to thread. */
interface Failure {
  readonly message: string
  /** SQLite's extended result code; 0 where it is not SQLite that failed. */
  readonly errcode: number
}

export type Answer = { readonly value: QueryResult<never> } | { readonly failure: Failure }
