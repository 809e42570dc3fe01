// What a line of a text begins or ends with: a price, a number with its label, times, a year, a month, an ordinal, a question.

import {
  countUnspaced,
  countWords,
  hasSentenceEnd,
  isTitle,
  lineLimits,
  maxLineLength,
  numberPattern,
  separatorPattern,
  toAsciiDigits,
} from './text-parts.ts'
import {
  aboutWords,
  currenciesBefore,
  currenciesBehind,
  currencyCodes,
  fromWords,
  measureWords,
  midnightWords,
  months,
  noonWords,
  ofWords,
  otherLabels,
  periodsBefore,
  periodWords,
  perWords,
  priceWords,
  sinceWords,
  stepWords,
  todayWords,
  units,
  unspacedCurrencies,
  wordsBeforePriceInProse,
} from './words.ts'

const separatorAtEnd = new RegExp(String.raw`(?:${separatorPattern}|\s*[(（]\s*|,\s+)$`, 'u')
const separatorAtStart = new RegExp(`^${separatorPattern}`, 'u')

export interface PriceLine {
  /** Empty for a price that stands alone. */
  readonly title: string
  readonly price: string
  readonly period: string
  /** What follows. */
  readonly text: string
}

const currencyBefore = String.raw`(?:(?<![\p{L}\p{N}])(?:[A-Z]{0,3}\p{Sc}|(?:${currencyCodes}|${currenciesBefore}))|(?<=[\p{Lo}])\p{Sc})`
const currencyBehind = String.raw`(?:\p{Sc}|(?:${currencyCodes}|${currenciesBehind})\.?(?![\p{L}\p{N}])|${unspacedCurrencies}|(?<=\p{Nd}) ?:-)`
const amount = String.raw`(?<![\p{N}.,])(?:${numberPattern})(?![.,]?\p{N})(?:[.,][–—-]{1,2})?(?:[万億千]|[만천억])*`
const amounts = String.raw`${amount}(?:\s?[–—~〜-]\s?${amount})?`
const fromPattern = String.raw`(?:(?<![\p{L}])(?:${fromWords})\s?)`
const price = new RegExp(
  String.raw`(?:(?<!\S)\+\s?)?${fromPattern}?(?:${currencyBefore}\s?${amount}(?:\s?[–—~〜-]\s?(?:${currencyBefore}\s?)?${amount})?(?![\p{L}])(?:\s(?:${currencyCodes}))?|${amounts}\s?${currencyBehind})\+?(?:から|より|부터|起|〜|～)?`,
  'u',
)
const prices = new RegExp(price, 'gu')
/** A price without a currency has two decimals, or a dash in their place. */
const bareAmount = /(?<![\p{N}.,:])\p{Nd}{1,3}[.,](?:\p{Nd}{2}|[–—-]{1,2})$/u

const periodWord = String.raw`[\p{L}\p{M}][\p{L}\p{M}.’'-]*`
const period = new RegExp(
  String.raw`^\s*(?:[/／]\s*${periodWord}(?:(?:\s*[/／&]\s*|\s)${periodWord}){0,3}|(?:all|à l|l|d)['’]${periodWord}|(?:${perWords})\s${periodWord}(?:\s(?:/\s)?${periodWord}){0,3}|(?:${periodWords}))(?=\s*$|\s*[,.;:|·•(–—])`,
  'iu',
)
const measure = new RegExp(String.raw`^(?:[/／]|(?:${perWords})\s)?\s*(?:${measureWords})$`, 'iu')

/** Whether what follows a price is a weight or a piece: "/kg". */
export function isMeasure(text: string): boolean {
  return measure.test(text)
}

const periodAhead = new RegExp(String.raw`(?:^|[\s:：])(${periodsBefore})\s*$`, 'u')
const free = new RegExp(String.raw`^(?:(?<title>.+?)(?:${separatorPattern}|,?\s+))?(?<price>${priceWords})$`, 'iu')
const proseAtEnd = new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${wordsBeforePriceInProse})$`, 'iu')

/** Words of a title that needs no sign between it and a price that a text follows. */
const maxPlainTitleWords = 3

/** Reads a line that names something and its price, or holds a price alone; undefined for prose. */
export function readPriceLine(line: string): PriceLine | undefined {
  if (line.length > maxLineLength) return undefined
  const found = /\p{Nd}/u.test(line) ? (findPrice(line) ?? bareAmount.exec(line)) : undefined
  if (!found) {
    const { title = '', price: word = '' } = free.exec(line)?.groups ?? {}
    const isOffer = word !== '' && (title === '' || (isTitle(title) && !proseAtEnd.test(title)))
    return isOffer ? { title, price: word, period: '', text: '' } : undefined
  }
  const { title: dish = '', price: both = '' } = severalPrices.exec(line)?.groups ?? {}
  if (isTitle(dish) && (both.match(prices)?.length ?? 0) > 1) return { title: dish, price: both, period: '', text: '' }
  const offer = withoutFallingRange(found)
  const head = line.slice(0, offer.index)
  const ahead = periodAhead.exec(head)
  const named = ahead ? head.slice(0, ahead.index) : head
  const title = named.replace(separatorAtEnd, '').trim()
  const tail = line.slice(offer.index + offer.text.length)
  const per = period.exec(tail)?.[0] ?? ''
  const text = tail.slice(per.length).trim()
  const read = { price: offer.text.trim(), period: (ahead?.[1] ?? per).trim() }
  if (title === '') return readPriceFirst(read, tail.slice(per.length))
  const isSeparated = separatorAtEnd.test(named)
  // "30 Min.: 89 €"
  const name = isSeparated ? title.replace(/\.$/u, '') : title
  if (!isTitle(name, lineLimits) || (!isSeparated && proseAtEnd.test(title))) return undefined
  if (text === '') return { title, ...read, text: '' }
  const isCut = /^[.,;:|·•()（）–—/]/u.test(text)
  if (!isCut || !(isSeparated || countWords(title) <= maxPlainTitleWords)) return undefined
  const rest = text.replace(/^[.,;:|·•)）–—/\s]+/u, '')
  // The full stop of a sentence.
  return rest === '' && !isSeparated ? undefined : { title, ...read, text: rest }
}

/** Words behind a price, and of those that belong to it. */
const maxTermWords = 5
const maxPriceWords = 2

/** Reads a line that would be a price among others: "Bruschetta 5", "Canoe 18 € day / 12 € half day". */
export function readLoosePriceLine(line: string): PriceLine | undefined {
  if (line.length > maxLineLength) return undefined
  const found = findPrice(line) ?? /(?<=[^:：]\s)\p{Nd}{1,3}(?:[.,]\p{Nd})?$/u.exec(line)
  if (!found) return undefined
  const title = line.slice(0, found.index).replace(separatorAtEnd, '').trim()
  const tail = line.slice(found.index + found[0].length)
  const term = tail.trim()
  const isShort = countWords(term) <= maxPriceWords
  if (!isTitle(title) || countWords(term) > maxTermWords || /[.!?]$/u.test(term)) return undefined
  if (period.test(term)) return { title, price: found[0].trim(), period: term, text: '' }
  // "£48 and up", "18 € day / 12 € half day"
  const isPrice = isShort || /\p{Nd}/u.test(term)
  return {
    title,
    price: isPrice ? `${found[0]}${tail}`.trim() : found[0].trim(),
    period: '',
    text: isPrice ? '' : term,
  }
}

/** "Malbec – glass 7 € / bottle 28 €" */
const severalPrices = new RegExp(String.raw`^(?<title>.{1,60}?)${separatorPattern}(?<price>\p{L}[^–—:]{3,50})$`, 'u')

/** @returns the first price of a line, or the last one where the first belongs to the title: "A sale of 150,000 € – 620 €" */
function findPrice(line: string): RegExpExecArray | undefined {
  const [first, ...others] = matchesOf(prices, line)
  const last = others.at(-1)
  if (!first || !last) return first
  const isAtEnd = last.index + last[0].length === line.length && separatorAtEnd.test(line.slice(0, last.index))
  const [high = 0, low = 0] = [first, last].map(([text]) => numberIn(text))
  return isAtEnd && low < high ? last : first
}

const range = new RegExp(
  String.raw`^(?<start>\p{Sc}?\s?(?<low>${numberPattern}))(?<dash>\s?[–—~〜-]\s?)(?<end>(?:\p{Sc}\s?)?(?<high>${numberPattern}).*)$`,
  'u',
)

/** A price does not go down: in "Children up to 12 – 10 €" the first number belongs to the title, in "€ 18 – 2 hours" the last one to the text. */
function withoutFallingRange(found: RegExpExecArray): { readonly index: number; readonly text: string } {
  const [text] = found
  const { start = text, low = '0', dash = '', end = '', high = '1' } = range.exec(text)?.groups ?? {}
  if (numberIn(low) < numberIn(high)) return { index: found.index, text }
  if (/^\p{Sc}/u.test(start)) return { index: found.index, text: start }
  return { index: found.index + start.length + dash.length, text: end }
}

const firstNumber = new RegExp(numberPattern, 'u')

/** @returns the first number of a text, with signs between its thousands or before its decimals: "1.200 €", "12,90" */
function numberIn(text: string): number {
  const [whole = '', decimals = '0'] = toAsciiDigits(firstNumber.exec(text)?.[0] ?? '').split(/[.,٫](?=\d{1,2}$)/)
  return Number(`${whole.replace(/\D/g, '')}.${decimals}`)
}

/** A price in front of what it is for, or alone. */
function readPriceFirst(read: Omit<PriceLine, 'title' | 'text'>, text: string): PriceLine | undefined {
  if (text.trim() === '') return { title: '', ...read, text: '' }
  const title = text.replace(separatorAtStart, '').trim()
  return isTitle(title) && !/^[\p{Ll}(]/u.test(title) ? { title, ...read, text: '' } : undefined
}

const valuePattern = String.raw`(?:[~≈<>+≥#−-]|(?:${aboutWords})\s)?\s?(?:\p{Sc}\s?)?(?:24\s?/\s?7|(?:${sinceWords})\s(?:1[5-9]|20)\p{Nd}\p{Nd}|\p{Nd}{1,2}:\p{Nd}{2}(?=\s[–—]\s)|(?:${numberPattern})(?:\s?/\s?|\s(?:${ofWords})\s)(?:5|10)(?!\p{N})|(?:(?:${numberPattern})\s?[×x]\s?)?(?:${numberPattern})${units}\+?)`
const figure = new RegExp(
  String.raw`^(?<value>${valuePattern})(?:${separatorPattern}|\s+|\s*\n|(?<=\P{Nd})(?=\p{Script=Han}))(?<title>\S.*)$`,
  'iu',
)
/** A number with what it counts, and its label behind a sign: "5 weeks – from order to delivery". */
const countedFigure = new RegExp(
  String.raw`^(?<value>${valuePattern}(?:\s\p{L}+){1,2})${separatorPattern}(?<title>\S.*)$`,
  'iu',
)
const labelFirst = new RegExp(
  String.raw`^(?<title>[^\p{N}]*?[^\p{N}\s:：–—])(?<gap>${separatorPattern}|\s+|(?<=[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]))(?<value>${valuePattern})$`,
  'u',
)
const otherLabel = new RegExp(otherLabels, 'iu')
const labelLimits = { characters: 60, words: 10 } as const

/** Reads a number with its label behind it or in front of it; `isSure` where no other reading is likely. */
export function readFigure(text: string): Readonly<{ title: string; value: string; isSure: boolean }> | undefined {
  if (text.length > maxLineLength) return undefined
  const ahead = (countedFigure.exec(text) ?? figure.exec(text))?.groups
  const { title = '', value = '', gap = '' } = ahead ?? labelFirst.exec(text)?.groups ?? {}
  const isOther = otherLabel.test(title) || monthNames.has(/^\p{L}+/u.exec(title.toLowerCase())?.[0] ?? '')
  if (!isTitle(title, labelLimits) || isOther) return undefined
  // "Founded in 1962"
  const isYear = /^(?:1[5-9]|20)\d\d$/.test(value)
  const isSure = ahead !== undefined || isYear || /\S/.test(gap) || /\p{Lo}/u.test(text)
  return { title, value: value.trim(), isSure }
}

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

const monthNames = new Set(months.split('|'))

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

/** A text up to its first question mark; the Greek one looks like a semicolon. */
const question = /^[^\n]*?(?:(?:[?؟፧]|(?<=\p{Script=Greek})[;\u037E])[?!؟]*["”»」）)*]*(?=\s|$)|？[？！]*)/u
const questionLimits = { words: 2, unspaced: 5 } as const
/** Characters. */
const maxQuestionLength = 160

/** @returns the question with which a text begins; a single word is a rhetorical one. */
export function readQuestion(text: string): string | undefined {
  const found = question.exec(text.slice(0, 2 * maxQuestionLength))?.[0] ?? ''
  const isLong = countWords(found) >= questionLimits.words || countUnspaced(found) >= questionLimits.unspaced
  const words = found.replace(/[^\p{L}\p{N}]+$/u, '')
  return isLong && found.length <= maxQuestionLength && !hasSentenceEnd(words) ? found : undefined
}

const questionAtEnd = /(?:[?？؟፧]|(?<=\p{Script=Greek})[;\u037E])[?!？！؟]*["”»」）)*]*$/u

/** Whether a text ends with a question: "I eat no fish. Is that a problem?" */
export function endsWithQuestion(text: string): boolean {
  return questionAtEnd.test(text)
}

/** Whether a text is a question and nothing else. */
export function isQuestion(text: string): boolean {
  return question.exec(text)?.[0] === text
}

/**
 * As `String.prototype.matchAll`, which copies the pattern: V8 compiles the copy of a long pattern anew, for several milliseconds, whenever
 * its cache was emptied.
 *
 * @param pattern a global one.
 */
export function matchesOf(pattern: RegExp, text: string): readonly RegExpExecArray[] {
  const matches: RegExpExecArray[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    matches.push(match)
    if (match[0] === '') pattern.lastIndex++
  }
  return matches
}
