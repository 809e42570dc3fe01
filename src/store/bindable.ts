// Turns a JavaScript value into one that every driver binds alike.
import { instant } from './instant.ts'

/** NUL ends a text in some databases, and a lone surrogate has no UTF-8. JSON text carries both as escapes. */
const unstorable = /[\0\p{Surrogate}]/gu

/** Booleans become 0 or 1, dates ISO texts, undefined null; characters that no database keeps become U+FFFD. */
export const bindable = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replace(unstorable, '\uFFFD')
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return instant(value)
  return value ?? null
}
