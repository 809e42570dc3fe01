// Tells a database that is out of reach for now from a mistake of ours.
import { Problem } from '../problem.ts'

/** Primary result codes of SQLite: busy, locked, read-only, I/O error, full, cannot open (sqlite.org/rescode.html). */
const passing: ReadonlySet<number> = new Set([5, 6, 8, 10, 13, 14])

const resultCode = (error: Error): number =>
  'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0

/** The driver's error as it is, or as a Problem that invites to try again where trying again may help. */
export const outage = (error: unknown): unknown =>
  error instanceof Error && passing.has(resultCode(error))
    ? new Problem('overloaded', {
        detail: 'The records cannot be reached right now.',
        headers: { 'retry-after': '5' },
        cause: error,
      })
    : error
