// The failure of a database that is out of reach for now.
import { Problem } from '../errors.ts'

/** Invites to try again; the driver's words go to the log only. */
export const outage = (cause: unknown): Problem =>
  new Problem('overloaded', {
    detail: 'The records cannot be reached right now.',
    headers: { 'retry-after': '5' },
    cause,
  })
