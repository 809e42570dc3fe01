// Lines that begin with an ordinal, a year, a month, a date or a time of day.
import { maxLineLength, separatorPattern } from './text-parts.ts'
import { midnightWords, months, noonWords, sinceWords, stepWords, todayWords } from './words.ts'

export interface MarkedLine {
  /** An ordinal, a year, a month or a time of day, as it is written. */
  readonly mark: string
  readonly type: 'ordinal' | 'year' | 'month' | 'date' | 'time'
  readonly text: string
}

const clockTime = String.raw`(?:(?:at|um|ore|kl\.?|klo|às)\s)?\p{Nd}{1,2}\s?(?:[:.h時时시]\s?\p{Nd}{2}(?:\s?(?:[ap]\.?m\.?|uhr|uur|h))?|(?:[ap]\.?m\b\.?|uhr|uur|h)(?!\p{L}))`
const ordinal = new RegExp(
  String.raw`^(?<mark>(?:[①-⑳❶-❿]|\p{Nd}\uFE0F?\u20E3)|(?:(?:${stepWords})\s*)?(?<number>\p{Nd}{1,2})(?:\s?(?:단계|番目)|[ºª°]|,\s${clockTime})?|(?:${stepWords})\s\p{L}+(?=:\s|\.\s|\s[–—-])|[a-h](?=\)\s)|第\s?[一二三四五六七八九十]\s?步)(?<sign>[.):/．）：、]|\s?[–—-](?=\s))?(?<gap>\s*)(?<text>\S.*)$`,
  'iu',
)
const word = String.raw`[\p{L}\p{M}]{2,}`
const yearPattern = String.raw`(?:(?:${sinceWords}|en|in|im jahr|nel|em)\s)?(?:${word}\.?\s)?(?:1\p{Nd}|20)\p{Nd}\p{Nd}(?:年|년)?(?:\s?[–—-]\s?(?:(?:1[5-9]|20)\p{Nd}\p{Nd}|\p{L}+(?=\s*[:：])))?`
const year = new RegExp(
  String.raw`^(?<mark>${yearPattern}|(?:${todayWords})(?=${separatorPattern}))(?:$|${separatorPattern}|[,.]\s+|\s+(?=\p{L}|["„“«])|(?<=[年년])\s*(?=\p{L}))(?<text>.*)$`,
  'iu',
)
const month = new RegExp(
  String.raw`^(?<mark>${word}\.?(?:\s?[–—-]\s?${word}\.?)?)(?:${separatorPattern})(?<text>\S.*)$`,
  'u',
)

/** Names of months in all languages, in lower case. */
export const monthNames = new Set(months.split('|'))

/** Whether one of the words of a text is a month. */
function hasMonth(text: string): boolean {
  return (
    text
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu)
      ?.some(name => monthNames.has(name)) ?? false
  )
}

const oneDate = String.raw`(?:${word}(?:-${word})?[,.]?\s)?(?:(?:\p{Nd}{1,2}\.?\s?[–—-]\s?)?\p{Nd}{1,2}(?:\.|st|nd|rd|th|º|er)?\s(?:de\s|di\s|of\s)?${word}\.?(?:\s(?:de\s)?20\p{Nd}\p{Nd})?|${word}\.?\s\p{Nd}{1,2}(?:st|nd|rd|th)?(?:,?\s20\p{Nd}\p{Nd})?)`
/** A day of a year, or a range of days. */
const dateText = String.raw`${oneDate}(?:\s?[–—-]\s?${oneDate})?`
/** A date, perhaps with its day and a time: "Friday, 5 March, 8 pm – Das Boot". */
const dateMark = new RegExp(
  String.raw`^(?<mark>${dateText}(?:,?\s${clockTime})?)(?:${separatorPattern}|,\s(?=\p{L}))(?<text>\S.*)$`,
  'iu',
)
const date = new RegExp(`^${dateText}$`, 'iu')

/** Whether a text is a day of a year, as "Tuesday, 4 March". */
export function isDate(text: string): boolean {
  return date.test(text) && hasMonth(text)
}

const clock = new RegExp(
  String.raw`^(?<mark>${clockTime}(?:\s?[–—~〜-]\s?${clockTime})?(?:(?:\s\p{L}+){1,3}(?=:\s))?|(?:${noonWords}|${midnightWords})(?=$|${separatorPattern}))(?:$|${separatorPattern}|[,.]\s+|\s+)(?<text>.*)$`,
  'iu',
)
const clockAtEnd = new RegExp(
  String.raw`^(?<text>[^\p{Nd}]{2,60}?)(?:${separatorPattern}|\s+)(?<mark>${clockTime.replace('[:.h', '[:h')})$`,
  'iu',
)

const wordBeforeYear = new RegExp(
  String.raw`^(?!(?:${sinceWords}|en|in|im jahr|nel|em)\s\p{Nd})(?:(?:${sinceWords})\s)?${word}\.?\s`,
  'iu',
)

/** Reads a line that begins with an ordinal, a year, a month or a time of day, or ends with a time. */
export function readMark(line: string): MarkedLine | undefined {
  if (line.length > maxLineLength * 5) return undefined
  const start = line.slice(0, maxLineLength)
  for (const [type, pattern] of [
    ['year', year],
    ['month', month],
    ['date', dateMark],
    ['time', clock],
    ['time', clockAtEnd],
  ] as const) {
    const { mark, text = '' } = pattern.exec(start)?.groups ?? {}
    const isDated = type === 'time' || (type === 'year' && !wordBeforeYear.test(mark ?? '')) || hasMonth(mark ?? '')
    if (mark !== undefined && isDated) return { mark, type, text: text + line.slice(maxLineLength) }
  }
  return readOrdinal(line)
}

function readOrdinal(line: string): MarkedLine | undefined {
  const found = ordinal.exec(line)?.groups
  const { mark = '', number = '', sign = '', gap = '', text = '' } = found ?? {}
  const isBare = mark === number
  // A number alone needs a sign behind it, and space or a wide sign, or a zero in front: 1.5 is no ordinal, 01 is.
  const isNumber = isBare && ((sign === '' && !number.startsWith('0')) || (gap === '' && /^[.):/]$/.test(sign)))
  return found && !isNumber && !/^[,;]/.test(text) ? { mark, type: 'ordinal', text } : undefined
}
