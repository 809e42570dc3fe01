// The bytes of a file and their hash, which is computed as they arrive: each piece is in the processor's cache then, which takes half the time.
import type { Buffer } from 'node:buffer'
import { createHash, type Hash } from 'node:crypto'

export interface FileBytes {
  readonly bytes: Buffer
  /** In hexadecimal. */
  readonly sha256: string
}

export function startHash(): Hash {
  return createHash('sha256')
}

/** Of short bytes, or outside of the event loop. */
export function hashOf(bytes: Uint8Array): string {
  return startHash().update(bytes).digest('hex')
}
