// A record on its way into the store, before equal ones are one.
import type { Values } from './step.ts'

export interface Entry {
  readonly table: 'analyses' | 'pages' | 'captures'
  /** The record's id, and for a page its project's: equal keys of a table are one record. */
  readonly id: string
  readonly projectId?: string
  /** When it was asked for, ISO 8601. */
  readonly at: string
  /** What stands behind `times` (and for a page behind `project_id`): made only if no equal record waits already. */
  readonly rest: () => Values
}

/** Equal records have the same key. */
export function recordKey(table: Entry['table'], id: string, projectId = ''): string {
  return `${table} ${projectId} ${id}`
}
