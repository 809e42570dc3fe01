// Lines with a price: "Sourdough – 6,50 €", "€900–1,200 per day".
import {
  countWords,
  isTitle,
  lineLimits,
  matchesOf,
  maxLineLength,
  numberPattern,
  separatorPattern,
  toAsciiDigits,
} from './text-parts.ts'
import {
  currenciesBefore,
  currenciesBehind,
  currencyCodes,
  fromWords,
  measureWords,
  periodsBefore,
  periodWords,
  perWords,
  priceWords,
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
