// The failure of a source that is larger than the setting allows.
import { Problem } from '../errors.ts'

/** @param maxBytes the limit, named to the client. */
export const tooLarge = (maxBytes: number): Problem =>
  new Problem('source_too_large', { detail: `The file is too large. Send at most ${maxBytes} bytes.` })
