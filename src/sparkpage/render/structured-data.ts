// What a page says for search engines (schema.org), as far as its sections have a kind that says it for certain.
import type { Element } from 'domhandler'
import { findAllFacts } from '../page-facts.ts'
import type { PageSection, PageTexts, SectionItem } from '../page-parts.ts'
import { toAsciiDigits } from '../read/text-parts.ts'
import { element } from './elements.ts'

type Thing = Readonly<Record<string, unknown>>

/** @returns a data block, which browsers do not run; none where nothing is certain. */
export function renderStructuredData(texts: PageTexts): readonly Element[] {
  const things = [describeBusiness(texts), describeQuestions(texts.sections), ...describeTiers(texts)]
  const known = things.filter(thing => thing !== undefined)
  if (known.length === 0) return []
  const data = { '@context': 'https://schema.org', '@graph': known }
  // Escaped, so that no text ends the element or is read as markup.
  const json = JSON.stringify(data).replace(/[<>&]/g, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return [element('script', { type: 'application/ld+json' }, json)]
}

/** A place or a number to call is that of a business; a mail address alone may be that of anybody. */
function describeBusiness({ brand, title, lead, sections, target }: PageTexts): Thing | undefined {
  const facts = new Map(findAllFacts(sections).map(fact => [fact.kind, fact]))
  const [place, telephone, mail] = [facts.get('place'), facts.get('telephone'), facts.get('mail')]
  const name = brand?.text || title
  if ((!place && !telephone) || name === '') return undefined
  return {
    '@type': 'LocalBusiness',
    name,
    description: lead || undefined,
    address: place?.text,
    telephone: telephone?.href.replace('tel:', ''),
    email: mail?.href.replace(/^mailto:|\?.*$/g, ''),
    url: [brand?.href, target].find(link => link?.startsWith('https:')),
  }
}

function describeQuestions(sections: readonly PageSection[]): Thing | undefined {
  const items = sections.flatMap(section => (section.kind === 'questions' ? section.items : []))
  const answered = items.filter(({ title, paragraphs }) => title !== '' && paragraphs.length > 0)
  if (answered.length === 0) return undefined
  return {
    '@type': 'FAQPage',
    mainEntity: answered.map(({ title, paragraphs }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text: paragraphs.join('\n') },
    })),
  }
}

function describeTiers({ sections, brand, title }: PageTexts): readonly Thing[] {
  const items = sections.flatMap(section => (section.kind === 'prices' ? section.items : []))
  const offers = items.flatMap(item => describeOffer(item) ?? [])
  const name = brand?.text || title
  return offers.length > 0 && name !== '' ? [{ '@type': 'Product', name, offers }] : []
}

function describeOffer({ title, price }: SectionItem): Thing | undefined {
  const amount = readPrice(price)
  return amount && { '@type': 'Offer', name: title || undefined, ...amount }
}

/** Signs and words of one currency; the dollar sign alone is that of many. */
const currencies: readonly (readonly [sign: RegExp, code: string])[] = [
  [/€/u, 'EUR'],
  [/£/u, 'GBP'],
  [/US\$/u, 'USD'],
  [/C(?:A)?\$/u, 'CAD'],
  [/A(?:U)?\$/u, 'AUD'],
  [/R\$/u, 'BRL'],
  [/₹/u, 'INR'],
  [/₩/u, 'KRW'],
  [/₪/u, 'ILS'],
  [/円/u, 'JPY'],
  [/zł/u, 'PLN'],
]

/** @returns undefined unless the text is one amount in one currency. */
function readPrice(text: string): { readonly price: string; readonly priceCurrency: string } | undefined {
  const amounts = toAsciiDigits(text).match(/\d[\d.,'’ \u00a0\u202f]*\d|\d/gu) ?? []
  const named = /\b(?:EUR|USD|GBP|CHF|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|JPY|CNY|INR|BRL)\b/.exec(text)?.[0]
  const currency = named ?? currencies.find(([sign]) => sign.test(text))?.[1]
  const price = amounts.length === 1 ? readAmount(amounts[0] ?? '') : undefined
  return price !== undefined && currency !== undefined ? { price, priceCurrency: currency } : undefined
}

/** @returns digits with a point; undefined where a sign may separate thousands or decimals. */
function readAmount(text: string): string | undefined {
  const digits = text.replace(/['’ \u00a0\u202f]/gu, '')
  if (/^\d+$/.test(digits)) return digits
  if (/^\d+[.,]\d{1,2}$/.test(digits)) return digits.replace(',', '.')
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/.test(digits)) return digits.replaceAll('.', '').replace(',', '.')
  return /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/.test(digits) ? digits.replaceAll(',', '') : undefined
}
