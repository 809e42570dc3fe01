// Prices: what is offered, for how much of which currency, and for how long.
import type { SectionItem } from '../page-parts.ts'
import {
  isTitle,
  itemOf,
  maxLineLength,
  numberPattern,
  type Reading,
  readEvery,
  readKnown,
  separatorPattern,
  withoutBullet,
} from './reading.ts'

/** ISO 4217 codes of the most traded currencies and of those whose symbol is rarely written. */
const codes =
  'AED|ARS|AUD|BGN|BHD|BRL|CAD|CHF|CLP|CNY|COP|CZK|DKK|EGP|EUR|GBP|GEL|HKD|HUF|IDR|ILS|INR|ISK|JOD|JPY|KES|KRW|KWD|KZT|LKR|MAD|MXN|MYR|NGN|NOK|NZD|OMR|PEN|PHP|PKR|PLN|QAR|RMB|RON|RSD|RUB|SAR|SEK|SGD|THB|TND|TRY|TWD|UAH|USD|UYU|VND|ZAR'
/** Currencies that are written in front of an amount. */
const before = String.raw`(?:(?<![\p{L}\p{N}])(?:[A-Z]{0,3}\p{Sc}|(?:${codes}|Rs\.?|[Kk]r\.?|S?Fr\.?|RM|Rp\.?|रु\.?|रू\.?|S/\.?|Bs\.?))|(?<=[\p{Lo}])\p{Sc})`
/** Those behind it. A letter may follow the ones of scripts without spaces; one TL is a teaspoon in German recipes. */
const behind = String.raw`(?:\p{Sc}|(?:${codes}|[Kk]r|K[čc]|z[łl]|Ft|lei|лв|руб(?:лей|ля|ль)?|р|грн|тенге|ден|(?<=\p{Nd}\p{Nd} ?)TL|Fr|[Ee]uros?|EUROS?|ευρώ|[Dd]ollars?|рупий|ريال|درهم|دينار|جنيه|ليرة|شيكل|ر\.س|د\.إ|ש["״]ח|שקל(?:ים)?|रुपये|रुपए|रु|টাকা|บาท|đ|đồng)\.?(?![\p{L}\p{N}])|円|元|圆|圓|원|(?<=\p{Nd}) ?:-)`
const amount = String.raw`(?<![\p{N}.,])(?:${numberPattern})(?![.,]?\p{N})(?:[.,][–—-]{1,2})?(?:[万億千]|[만천억])*`
const range = String.raw`${amount}(?:\s?[–—~〜-]\s?${amount})?`
/** "from", which belongs to the price. */
const from = String.raw`(?:(?<![\p{L}])(?:[Ff]rom|[Ss]tarting at|[Aa]b|[ÀàAa] partir de|[Dd]ès|[Dd]esde|[Aa] partire da|[Dd]a|[Vv]anaf|[Ff]rån|[Ff]ra|[Oo]d|[Оо]т|[Вв]ід|[Αα]πό|החל מ-?|מ-?|ابتداءً? من|من)\s?)`
const suffix = String.raw`\+?(?:から|より|부터|起|〜|～)?`
const price = new RegExp(
  String.raw`${from}?(?:${before}\s?${amount}(?:\s?[–—~〜-]\s?(?:${before}\s?)?${amount})?(?![\p{L}])(?:\s(?:${codes}))?|${range}\s?${behind})${suffix}`,
  'u',
)

const periodWord = String.raw`[\p{L}\p{M}][\p{L}\p{M}.’'-]*`
const period = new RegExp(
  String.raw`^\s*(?:[/／]\s*${periodWord}(?:(?:\s*[/／&]\s*|\s)${periodWord}){0,3}|(?:per|pro|je|par|por|pr\.?|ogni|za|за|в|на|na|ανά|τον|την|το|לכל|ל|لكل|في|प्रति|mỗi|a|an|al|à la|la|le|au|im|om|i|σε)\s${periodWord}(?:\s${periodWord}){0,3}|(?:each|monthly|yearly|annually|monatlich|jährlich|täglich|mensuel|mensuels|mensual|mensuales|mensile|mensili|mensal|mensais|ежемесячно|ежегодно|miesięcznie|rocznie|měsíčně|שנתי|חודשי|לחודש|לשנה|ללילה|לאדם|شهريًا|شهرياً|شهريا|سنويًا|सालाना|मासिक|p\. ?[PpamM]\.|/?p\.p\.|pp))(?=\s*$|\s*[,.;:|·•(–—])`,
  'iu',
)
/** In writing without spaces the period stands in front. */
const periodBefore = /(?:^|[\s:：])(月額|年額|日額|毎月|毎年|每月|每年|每晚|每人|월|연|매월)\s*$/u
/** An offer without a price, beside others that have one. */
const free = new RegExp(
  String.raw`^(?:(?<title>.+?)(?:${separatorPattern}|\s+))?(?<price>free|for free|gratis|kostenlos|gratuit|gratuito|gratuita|grátis|бесплатно|безкоштовно|безплатно|δωρεάν|darmo|bezpłatnie|zdarma|zadarmo|ingyenes|ilmainen|ücretsiz|miễn phí|ฟรี|免费|免費|無料|무료|مجانًا|مجانا|مجاني|חינם|मुफ़्त|मुफ्त|निःशुल्क)$`,
  'iu',
)
/** Last words of a sentence about a price, not of a title. */
const verb =
  /(?<![\p{L}\p{M}])(?:costs?|is|are|was|for|only|just|at|about|over|under|than|of|to|pay|kostet|kosten|ist|sind|für|nur|um|über|unter|von|bis|coûtent?|est|sont|pour|seulement|cuestan?|es|son|por|hasta|solo|sólo|custam?|são|apenas|costano|costa|è|sono|per|kosztuj[eą]|za|стоит|стоят|за|до|только|κοστίζει|για|koster|kostar|kost|voor|slechts|bara|kun|तक|में|केवल)$/iu

/** @returns the offers of a text in which every line or paragraph names one with its price; undefined for prose that mentions prices. */
export function readPrices(paragraphs: readonly string[]): readonly SectionItem[] | undefined {
  const items = readEvery(paragraphs, readOffer)
  return items?.some(item => /\p{Nd}/u.test(item.price)) ? items : undefined
}

export function readKnownPrices(paragraphs: readonly string[]): Reading {
  return readKnown(paragraphs, readOffer)
}

/** An offer: its name and price in one line, or in two; other lines are its text. */
function readOffer(lines: readonly string[]): SectionItem | undefined {
  const [first = '', second = '', ...others] = lines.map(withoutBullet)
  // Another price in it: a list of several offers.
  if ([second, ...others].some(line => line !== '' && readPriceLine(line)?.title)) return undefined
  const own = readPriceLine(first)
  if (own && own.title !== '') return offerOf(own, [second, ...others])
  if (own && isTitle(second)) return offerOf({ ...own, title: second }, others)
  const below = own ? undefined : readPriceLine(second)
  if (below?.title === '' && isTitle(first)) return offerOf({ ...below, title: first }, others)
  return undefined
}

interface PriceLine {
  readonly title: string
  readonly price: string
  readonly period: string
  readonly text: string
}

/** Each line below is a paragraph: often one of a list. */
function offerOf({ text, ...offer }: PriceLine, lines: readonly string[]): SectionItem {
  return itemOf({ ...offer, paragraphs: [text, ...lines].filter(Boolean) })
}

const separatorAtEnd = new RegExp(String.raw`(?:${separatorPattern}|\s*[(（]\s*)$`, 'u')
const separatorAtStart = new RegExp(`^${separatorPattern}`, 'u')
/** Words of a title that needs no sign between it and a price that a text follows. */
const maxPlainTitleWords = 3

function readPriceLine(line: string): PriceLine | undefined {
  if (line.length > maxLineLength) return undefined
  const found = price.exec(line)
  if (!found) {
    const { title = '', price = '' } = free.exec(line)?.groups ?? {}
    const isOffer = price !== '' && (title === '' || (isTitle(title) && !verb.test(title)))
    return isOffer ? { title, price, period: '', text: '' } : undefined
  }
  const head = line.slice(0, found.index)
  const ahead = periodBefore.exec(head)
  const named = ahead ? head.slice(0, ahead.index) : head
  const title = named.replace(separatorAtEnd, '').trim()
  const tail = line.slice(found.index + found[0].length)
  const per = period.exec(tail)?.[0] ?? ''
  const text = tail.slice(per.length).trim()
  const read = { price: found[0].trim(), period: (ahead?.[1] ?? per).trim() }
  if (title === '') return readPriceFirst(read, text)
  const isSeparated = separatorAtEnd.test(named)
  if (!isTitle(title) || (!isSeparated && verb.test(title))) return undefined
  if (text === '' || /^[)）]$/u.test(text)) return { title, ...read, text: '' }
  const isCut = /^[.,;:|·•()（）–—]/u.test(text)
  const isShort = title.split(/\s+/).length <= maxPlainTitleWords
  if (!isCut || !(isSeparated || isShort)) return undefined
  const rest = text.replace(/^[.,;:|·•)）–—\s]+/u, '')
  // The full stop of a sentence.
  return rest === '' && !isSeparated ? undefined : { title, ...read, text: rest }
}

/** A price in front of what it is for, or alone. */
function readPriceFirst(read: Omit<PriceLine, 'title' | 'text'>, text: string): PriceLine | undefined {
  if (text === '') return { title: '', ...read, text: '' }
  const title = text.replace(separatorAtStart, '').trim()
  const isSeparated = /^[:：|·•–—-]/u.test(text)
  return isSeparated && isTitle(title) ? { title, ...read, text: '' } : undefined
}
