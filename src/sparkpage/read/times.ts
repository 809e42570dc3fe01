// Lines of opening hours: days or what is open, and times.
import { countWords, isSentence, isTitle, maxLineLength } from './text-parts.ts'
import {
  closedWords,
  dayWords,
  joiningWords,
  midnightWords,
  noonWords,
  openWords,
  unspacedJoiningWords,
} from './words.ts'

const day = String.raw`(?<![\p{Ll}\p{Lu}])(?:${dayWords})(?![\p{Ll}\p{Lu}])`
const time = String.raw`(?:24 ?/ ?7|\p{Nd}{1,2}(?:\s?[:.h時时시点]\s?(?:\p{Nd}{2}\s?(?:分|분)?)?)?\s?(?:(?:[ap]\.?m\.?|uhr|uur|h|ч)(?!\p{L})|น\.)?|(?:${noonWords}|${midnightWords})(?!\p{L}))`
const closed = `(?:${closedWords})`
const joining = String.raw`(?:[\s,;:：/&+()–—~〜～・、.|-]|(?<!\p{L})${joiningWords}(?!\p{L})|${unspacedJoiningWords})`
/** "Mon–Fri", "Term time: Mon–Fri" */
const daysAtStart = new RegExp(
  String.raw`^(?:[^:：\p{Nd}]{1,30}[:：]\s+)?(?:(?:${openWords})(?!\p{L})\s*[:：]?\s*|${joining})*${day}(?:${day}|${joining})*`,
  'iu',
)
const timesAtStart = new RegExp(String.raw`^(?:${time}|${closed}(?!\p{Ll})|${joining})+`, 'iu')
/** A range with minutes or the word of a clock: 7–10 alone may be anything. */
const clockRange = new RegExp(
  String.raw`24 ?/ ?7|\p{Nd}:\p{Nd}{2}\s?[,;/]\s?\p{Nd}{1,2}:\p{Nd}{2}|\p{Nd}\s?(?:[:.h時时시点]\s?\p{Nd}{0,2}|[ap]\.?m|uhr|uur).*?(?:[–—~〜～-]|(?<!\p{L})${joiningWords}(?!\p{L})|${unspacedJoiningWords}).*\p{Nd}|\p{Nd}\s?(?:[–—~〜～-]|(?<!\p{L})${joiningWords}(?!\p{L})).*\p{Nd}\s?(?:[:.h時时시点]|[ap]\.?m|uhr|uur)`,
  'iu',
)
const hasTime = new RegExp(String.raw`\p{Nd}|(?<!\p{L})(?:${noonWords}|${midnightWords})(?!\p{L})`, 'iu')
const hasClosed = new RegExp(String.raw`(?<!\p{L})${closed}(?!\p{Ll})`, 'iu')
const closedAtStart = new RegExp(String.raw`^${closed}(?!\p{Ll})`, 'iu')
const hasDay = new RegExp(day, 'iu')
const daysBehindDivider = new RegExp(String.raw`(?<=\p{Nd}\D{0,12})[;,|·]\s*(?=${day}.*\p{Nd})`, 'iu')

export interface HoursLine {
  /** Days, or what is open: the kitchen, lunch. */
  readonly title: string
  /** Empty where the title says all: "Closed on Mondays". */
  readonly value: string
  readonly text: string
  /** Whether it holds days or a word for closed. */
  readonly isSure: boolean
  /** Whether it says times, rather than "by appointment". */
  readonly hasTimes: boolean
}

/** Reads a line that says when something is open, perhaps on several days; none for other lines. */
export function readHours(line: string, maxWords = 2): readonly HoursLine[] {
  const parts = line.length > maxLineLength ? [] : line.split(daysBehindDivider)
  const read = parts.map(part => readHoursLine(part, maxWords)).filter(row => row !== undefined)
  return read.length === parts.length ? read : []
}

function readHoursLine(line: string, maxWords: number): HoursLine | undefined {
  if (line.length > maxLineLength / 2) return undefined
  const days = daysAtStart.exec(line)?.[0] ?? ''
  if (days === '') return readOtherHours(line)
  // The words before times belong to them: "from 9 to 5".
  const { start = '' } =
    /(?<start>\s*[:：|]?\s*(?:(?<!\p{L})(?:from|until|till|von|ab|bis|de|das?|dalle|van|tot|с|з|من|às|klo|kl\.?)\s+)?)$/iu.exec(
      days,
    )?.groups ?? {}
  const title = days.slice(0, days.length - start.length).replace(/[\s:：,–—|·-]+$/u, '')
  const rest = line.slice(title.length).replace(/^[\s:：,–—|·]+|^\s*-\s+/u, '')
  const { value, text } = splitTimes(rest, namedTime)
  if (value !== '') return { title, value, text, isSure: true, hasTimes: true }
  const isSeparated = /^\s*[:：–—|]|^\s+-\s/u.test(line.slice(title.length))
  const isShort = rest !== '' && countWords(rest) <= (isSeparated ? maxFreeWords : maxWords) && !isSentence(rest)
  // "Wednesday: Market Square, 8 to 1"
  if (isShort) return { title, value: rest, text: '', isSure: true, hasTimes: rangeAtEnd.test(rest) }
  return undefined
}

const rangeAtEnd = new RegExp(String.raw`\p{Nd}\s?(?:[–—~〜-]|${joiningWords})\s?\p{Nd}[^\s\p{L}]*$`, 'iu')

/** "by appointment". */
const maxFreeWords = 5

const joiningAtEnd = new RegExp(
  String.raw`(?:[\s,;:：(–—|-]|(?<=\p{Nd}|\p{Nd}\s?h)\.|\s(?!(?<=\p{Nd}\s)am)${joiningWords})+$`,
  'iu',
)

/** A time of a day with what happens then: "7:30 Hatha". */
const namedTime = /\p{Nd}(?:\s?[:.h時]\p{Nd}{2}|\s?h|\s?[ap]\.?m\.?|\s?uhr|\s?uur)\s+(?=[\p{L}]{2})/iu

/**
 * Times at the beginning of a text, and what follows in brackets, behind a comma or as a sentence.
 *
 * @param named a time that needs no sign behind it.
 */
function splitTimes(text: string, named?: RegExp): { readonly value: string; readonly text: string } {
  const found = timesAtStart.exec(text)?.[0] ?? ''
  const isTime = hasTime.test(found) || hasClosed.test(found)
  const value = found.replace(joiningAtEnd, '')
  const rest = text.slice(value.length)
  const endsSentence = /^\.\s/u.test(rest) && clockRange.test(value)
  const isEnd =
    rest.trim() === '' ||
    /^\s*[(（,;–—|]|^ \p{Ll}+ \p{Ll}+$/u.test(rest) ||
    endsSentence ||
    (named?.test(`${value}${rest}`) ?? false)
  if (!isTime || !isEnd || value === '') return { value: '', text: '' }
  return { value, text: rest.replace(/^[\s.,;–—|]+/u, '') }
}

const otherHours = new RegExp(
  String.raw`^(?<title>[^\p{Nd}:：]{2,30}?)\s*(?:[:：|]\s*|\s[–—-]\s|\s)(?=\p{Nd}|${closed})(?<value>.*)$`,
  'iu',
)

/** Hours of something that is no day, or days behind the word for closed. */
function readOtherHours(line: string): HoursLine | undefined {
  const isClosed = closedAtStart.test(line) && hasDay.test(line) && isTitle(line)
  if (isClosed) return { title: line.replace(/\.$/u, ''), value: '', text: '', isSure: true, hasTimes: true }
  const { title = '', value = '' } = otherHours.exec(line)?.groups ?? {}
  const times = splitTimes(value)
  if (!isTitle(title) || times.value === '') return undefined
  const isRange = clockRange.test(times.value)
  return isRange || hasClosed.test(times.value) ? { title, ...times, isSure: false, hasTimes: true } : undefined
}

export function isClosed(text: string): boolean {
  return hasClosed.test(text)
}

/** Whether a line consists of days, perhaps with a number, whose times are in the next one. */
export function isDays(line: string): boolean {
  const days = line.replace(/ \p{Nd}{1,2}\.?$/u, '')
  return line.length <= maxLineLength && daysAtStart.exec(days)?.[0] === days
}

/** Whether a line consists of times. */
export function isTimes(line: string): boolean {
  return line.length <= maxLineLength && splitTimes(line).value === line
}
