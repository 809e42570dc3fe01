// The error for work that exceeds a limit right now.
import { Problem } from '../errors.ts'

/** Longer than any waiting decode takes at the median, shorter than a client's patience. Seconds. */
const retryAfter = '2'

/** @returns Problem `overloaded`, with the seconds after which it is worth asking again. */
export const overloaded = (cause?: unknown): Problem =>
  new Problem('overloaded', { headers: { 'retry-after': retryAfter }, cause })
