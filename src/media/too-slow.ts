// The failure of a file that takes longer to read than anyone should wait.
import { Problem } from '../problem.ts'

/** @param seconds how long it was tried. */
export const tooSlow = (seconds: number, cause?: unknown): Problem =>
  new Problem('source_timeout', {
    detail: `The file was fetched, but reading it takes longer than ${seconds} s. Send a simpler or smaller one.`,
    cause,
  })
