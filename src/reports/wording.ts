// Numbers and moments as a reader likes them.
import { lazy } from '../cache.ts'

/** The tables behind it take some ten milliseconds. */
const thousands = lazy(() => new Intl.NumberFormat('en'))

/** 12345 → 12,345. Most numbers are small, and writing them by hand is ten times as quick. */
export const number = (value: number): string => (value >= 0 && value < 1000 ? `${value}` : thousands().format(value))

/** 2 and page → 2 pages. */
export const many = (count: number, noun: string, plural = `${noun}s`): string =>
  `${number(count)} ${count === 1 ? noun : plural}`

/** As many of the words as fit, the others counted: none, pico, +2. */
export const some = (words: readonly string[], width: number): string => {
  for (let shown = words.length; shown > 0; shown--) {
    const rest = words.length - shown
    const text = [...words.slice(0, shown), ...(rest > 0 ? [`+${rest}`] : [])].join(', ')
    if (text.length <= width) return text
  }
  return words.length > 0 ? `+${words.length}` : ''
}

/** Bytes in powers of 1,000: 1234567 → 1.2 MB. */
export const fileSize = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 999_500 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

/** 2026-01-31T12:00:00.000Z → 2026-01-31. */
export const day = (instant: string): string => instant.slice(0, 10)

/** 2026-01-31T12:00:00.000Z → 12:00:00. */
export const clock = (instant: string): string => instant.slice(11, 19)

/** 2026-01-31T12:00:00.000Z → 2026-01-31 12:00:00. */
export const moment = (instant: string): string => `${day(instant)} ${clock(instant)}`
