// Turns a JavaScript value into one that every driver binds alike.
import { instant } from './instant.ts'

/** What a driver binds. */
export type Bindable = string | number | bigint | null

/** NUL ends a text in some databases, and a lone surrogate has no UTF-8. JSON text carries both as escapes. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()

/**
 * Booleans become 0 or 1, dates ISO texts, undefined null; characters that no database keeps become U+FFFD.
 * @throws TypeError for anything else, which drivers would take in ways of their own
 */
export const bindable = (value: unknown): Bindable => {
  if (typeof value === 'string') return storable(value)
  if (typeof value === 'number' || typeof value === 'bigint') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return instant(value)
  if (value === undefined || value === null) return null
  throw new TypeError(`No column holds ${typeof value}.`)
}
