// Texts for reports: numbers, dates, and untrusted texts escaped and fitted into columns.
import stringWidth from 'string-width'
import type { TxtType } from '../../schemas/export.ts'
import { lazy } from '../values/lazy.ts'

/** Created on first use: it takes about 10 ms. */
const numberFormat = lazy(() => new Intl.NumberFormat('en'))

/** 12345 → 12,345. Most numbers are small, and these take a tenth of the time without Intl. */
export function formatNumber(value: number): string {
  return value >= 0 && value < 1000 ? `${value}` : numberFormat().format(value)
}

/** 2 and page → 2 pages. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : plural}`
}

/** Bytes in powers of 1,000: 1234567 → 1.2 MB. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 999_500 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

/** 2026-01-31T12:00:00.000Z → 2026-01-31. */
export function formatDate(timestamp: string): string {
  return timestamp.slice(0, 10)
}

/** 2026-01-31T12:00:00.000Z → 12:00:00. */
export function formatTime(timestamp: string): string {
  return timestamp.slice(11, 19)
}

/** 2026-01-31T12:00:00.000Z → 2026-01-31 12:00:00. */
export function formatTimestamp(timestamp: string): string {
  return `${formatDate(timestamp)} ${formatTime(timestamp)}`
}

/** File name of a download, ASCII, with the date in UTC: automation-service-projects-2026-01-31.txt. */
export function formatFileName(type: TxtType, date: Date, extension: string): string {
  return `automation-service-${type}-${formatDate(date.toISOString())}.${extension}`
}

/** Joins as many words as fit and counts the rest: none, pico, +2. */
export function joinFitting(words: readonly string[], width: number): string {
  for (let count = words.length; count > 0; count--) {
    const rest = words.length - count
    const text = [...words.slice(0, count), ...(rest > 0 ? [`+${rest}`] : [])].join(', ')
    if (text.length <= width) return text
  }
  return words.length > 0 ? `+${words.length}` : ''
}

/** Breaks a text at its spaces into lines with an indent; only a single longer word exceeds the width. */
export function wrapText(text: string, width: number, indent = ''): string {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(indent + word)
  }
  return `${lines.join('\n')}\n`
}

/** A sanitized text, padded or truncated to exactly `width` columns of a terminal. */
export function fitColumn(text: string, width: number, align: 'left' | 'right'): string {
  if (isFitting(text, width)) return align === 'left' ? text.padEnd(width) : text.padStart(width)
  const truncated = truncate(text, width)
  const padding = ' '.repeat(width - columnsOf(truncated))
  return align === 'left' ? truncated + padding : padding + truncated
}

/** A URL of at most `width` columns, truncated in the middle: the host and the file name identify it best. */
export function truncateMiddle(url: string, width: number): string {
  if (url.length <= width || !simpleText.test(url)) return truncate(url, width)
  const tail = Math.floor((width - 1) / 2)
  return `${url.slice(0, width - 1 - tail)}…${url.slice(url.length - tail)}`
}

/** Maximum UTF-16 code units of a visible column: bounds sequences of characters that combine without end. */
const maxUnitsPerColumn = 8

/** A sanitized text of at most `width` columns, with … where it was truncated. */
export function truncate(text: string, width: number): string {
  if (isFitting(text, width)) return text
  const safe = sanitizeLine(text)
  const bounded = safe.slice(0, width * maxUnitsPerColumn).replace(/\p{Surrogate}$/u, '')
  return bounded === safe && columnsOf(safe) <= width ? safe : `${takeColumns(bounded, width - 1)}…`
}

/** Words in ASCII with single spaces between them need no sanitizing. Most cells are such. */
const simpleText = /^(?:[!-~\u2026]+(?: [!-~\u2026]+)*)?$/

function isFitting(text: string, width: number): boolean {
  return text.length <= width && simpleText.test(text)
}

const singleColumnText = /^[\x20-\x7E\u2026]*$/

function columnsOf(text: string): number {
  return singleColumnText.test(text) ? text.length : stringWidth(text)
}

const graphemes = lazy(() => new Intl.Segmenter('en', { granularity: 'grapheme' }))

/** The first graphemes that fit. */
function takeColumns(text: string, width: number): string {
  let taken = ''
  let columns = 0
  for (const { segment } of graphemes().segment(text)) {
    columns += columnsOf(segment)
    if (columns > width) break
    taken += segment
  }
  return taken
}

const whiteSpace = /\s+/gu
/** Control characters, lone surrogates, bidirectional controls (UAX 9), zero-width space, BOM. */
const unprintableCharacters =
  /[\p{Cc}\p{Surrogate}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu
/** More combining marks than any language uses: they would cover the lines above and below. */
const excessMarks = /(\p{M}{4})\p{M}+/gu

/**
 * An untrusted text as one line: white space collapses, invisible characters become U+FFFD, letters and marks combine
 * (NFC). Joiners inside emoji and words stay.
 */
function sanitizeLine(text: string): string {
  return text
    .normalize()
    .replace(whiteSpace, ' ')
    .replace(unprintableCharacters, '\uFFFD')
    .replace(excessMarks, '$1')
    .trim()
}
