// Hashes, by which equal files and values are found: SHA-256, and ids of records by their content.
import { createHash } from 'node:crypto'

/** @returns in hexadecimal. A file of 24 MB takes about 20 ms: longer ones are hashed as they arrive. */
export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * `kind_` and 32 hexadecimal digits: the first 128 bits of SHA-256 over the canonical JSON of the inputs, so that equal requests share one
 * record in every process. After 2³² records the probability that two different inputs collide is 2⁻⁶⁵.
 */
export function contentId<const K extends string>(kind: K, inputs: unknown): `${K}_${string}` {
  return `${kind}_${sha256(canonicalJson(inputs)).slice(0, 32)}`
}

/** JSON with sorted members: equal values give equal text, whatever the order of their members. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return String(JSON.stringify(value))
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  members.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`
}
