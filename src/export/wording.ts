// Numbers and moments as a reader likes them.

const thousands = new Intl.NumberFormat('en')

/** 12345 → 12,345. */
export const number = (value: number): string => thousands.format(value)

/** 2 and page → 2 pages. */
export const many = (count: number, noun: string, plural = `${noun}s`): string =>
  `${number(count)} ${count === 1 ? noun : plural}`

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
