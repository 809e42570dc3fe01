// Names records by their content, so that equal requests share one record in every process.
import { createHash } from 'node:crypto'

/** JSON with sorted members: equal values give equal text, whatever order they arrived in. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return String(JSON.stringify(value))
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  members.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`
}

/**
 * `kind_` and 32 hexadecimal digits: the first 128 bits of SHA-256 over the canonical JSON of the inputs.
 * Two different inputs meet with a chance of 2⁻⁶⁴ after 2³² records.
 */
export const identify = <const K extends string>(kind: K, inputs: unknown): `${K}_${string}` =>
  `${kind}_${createHash('sha256').update(canonical(inputs)).digest('hex').slice(0, 32)}`
