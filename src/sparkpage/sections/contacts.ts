// Contacts: e-mail addresses, telephone numbers and websites as links, opening hours and postal addresses as blocks of lines.
import { isLink } from '../content.ts'
import type { PageLink, SectionItem } from '../page-parts.ts'
import {
  hasSentenceEnd,
  itemOf,
  maxLineLength,
  maxProse,
  type Reading,
  splitLines,
  toAsciiDigits,
  withoutBullet,
} from './reading.ts'

const maxAddressLine = 60

/** @returns the contacts of a text that is certain to hold some: an e-mail address, a telephone number or opening hours on a line of their own. */
export function readContacts(paragraphs: readonly string[]): Reading | undefined {
  const lines = paragraphs.flatMap(splitLines)
  const isCertain = lines.some(
    line => isHours(line) || linksOf(line).some(({ link }) => /^(?:mailto|tel):/.test(link?.href ?? '')),
  )
  const prose = lines.filter(isProse)
  return isCertain && prose.join('').length <= maxProse ? readKnownContacts(paragraphs) : undefined
}

/** Reads a text that is known to be contacts. Lines without a link that stand together are one item; prose belongs to none. */
export function readKnownContacts(paragraphs: readonly string[]): Reading {
  const parts = paragraphs.map(readContactParagraph)
  return { items: parts.flatMap(({ items }) => items), paragraphs: parts.flatMap(part => part.paragraphs) }
}

function readContactParagraph(paragraph: string): Reading {
  const items: SectionItem[] = []
  const prose: string[] = []
  const block: string[] = []
  const endBlock = () => {
    if (block.length > 0) items.push(blockOf(block.splice(0)))
  }
  for (const line of splitLines(paragraph).map(withoutBullet)) {
    const above = block.at(-1) ?? ''
    const isBelowLabel = /[:：]$/.test(above)
    const [first, ...others] = isBelowLabel && fax.test(above) ? [] : linksOf(line)
    if (!first && !isProse(line)) {
      block.push(line)
      continue
    }
    // A line that ends with a colon is the label of what follows.
    const label = first?.title === '' && isBelowLabel ? block.pop() : undefined
    endBlock()
    if (first) items.push(label ? { ...first, title: label.replace(/\s*[:：]$/, '') } : first, ...others)
    else prose.push(line)
  }
  endBlock()
  return { items, paragraphs: prose.length > 0 ? [prose.join('\n')] : [] }
}

function isProse(line: string): boolean {
  return linksOf(line).length === 0 && (line.length > maxAddressLine || isSentence(line))
}

function isSentence(text: string): boolean {
  return hasSentenceEnd(text) || /[.!?。！？…]$/u.test(text)
}

const blockLabel = /^(?<title>[^:：]{1,40})(?:[:：]\s*$|:\s+(?=\S)|：(?=\S))(?<text>.*)$/u

/** A label is a line that ends with a colon, or the text before the colon of a single line. */
function blockOf(lines: readonly string[]): SectionItem {
  const [first = '', ...others] = lines
  const { title, text = '' } = blockLabel.exec(first)?.groups ?? {}
  const isLabel = title !== undefined && (text === '') === others.length > 0
  const rest = isLabel ? [text, ...others].filter(Boolean) : lines
  return itemOf({ title: isLabel ? title.trim() : '', paragraphs: [rest.join('\n')] })
}

/** @returns an item for each link of a line and for the words between them; none for a line without links, or with a sentence. */
function linksOf(line: string): readonly SectionItem[] {
  if (line.length > maxLineLength) return []
  const whole = readLinkLine(line)
  if (whole) return [whole]
  const items: SectionItem[] = []
  let words = ''
  for (const part of [...line.split(/(\s*[|·•]\s*|\s*[,;]\s+)/u), '']) {
    const item = readLinkLine(part)
    if (!item && part !== '') words += part
    else {
      const text = words.replace(/^[|·•,;\s]+|[|·•,;\s]+$/gu, '')
      if (text !== '') items.push(blockOf([text]))
      if (item) items.push(item)
      words = ''
    }
  }
  const isLinked = items.some(item => item.link) && items.every(item => !item.paragraphs.some(isSentence))
  return isLinked ? items : []
}

const labelPattern = String.raw`(?:(?<label>[^:：@\d]{1,40}?)\s*[:：]\s*)?`
/** Words for a telephone that need no colon. */
const phoneWord = `(?:tel(?:e(?:ph|f)one?)?|telefon|teléfono|phone|call|fon|mob(?:ile|il)?|handy|t|m|тел(?:ефон)?|τηλ(?:έφωνο)?|هاتف|طلفون|تلفون|טל['׳]?|טלפון|電話|电话|전화|फ़ोन|फोन|โทร|☎️?|📞|whatsapp)`
const email = new RegExp(
  String.raw`^${labelPattern}(?:(?<word>e-?mail|mail|e)[.:]?\s+)?(?<address>[^\s@<>()[\]",;:|]{1,64}@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,})$`,
  'iu',
)
const phone = new RegExp(
  String.raw`^${labelPattern}(?:(?<word>${phoneWord}(?![\p{L}])[.:]?)\s*)?(?<address>(?:\+|＋)?[(（]?\p{Nd}[\p{Nd}\s()./（）‐-–-]{4,24}\p{Nd})$`,
  'iu',
)
const site = new RegExp(
  String.raw`^${labelPattern}(?<address>https?://\S+|www\.\S+|(?:[\p{L}\p{N}-]+\.)+(?:com|org|net|info|eu|io|app|dev|shop|hotel|cafe|de|at|ch|fr|es|it|pt|nl|be|dk|se|no|fi|pl|cz|uk|ie|gr|jp|kr|cn|in|br|mx|us|ca|au|nz|ru|ua|рф|il|ae|eg|tr)(?:/\S*)?)$`,
  'iu',
)

function readLinkLine(line: string): SectionItem | undefined {
  const mail = partsOf(email, line)
  if (mail) return linkItem(mail, `mailto:${mail.address}`)
  const web = partsOf(site, line)
  if (web) return linkItem(web, /^https?:/i.test(web.address) ? web.address : `https://${web.address}`)
  const call = partsOf(phone, line)
  const number = call && telephoneOf(call)
  return call && number !== undefined ? linkItem(call, `tel:${number}`) : undefined
}

interface LinkParts {
  /** In front of a colon; empty without one. */
  readonly label: string
  /** One that needs no colon: "Tel."; empty without one. */
  readonly word: string
  readonly address: string
}

function partsOf(pattern: RegExp, line: string): LinkParts | undefined {
  const found = pattern.exec(line)
  const { label = '', word = '', address = '' } = found?.groups ?? {}
  return found ? { label, word, address } : undefined
}

function linkItem({ label, word, address }: LinkParts, href: string): SectionItem | undefined {
  const link: PageLink = { text: address.trim(), href }
  const title = [label, word.replace(/[.:]$/, '')].filter(Boolean).join(' ')
  return isLink(href) ? itemOf({ title: title.trim(), link }) : undefined
}

/** A label with such a word: "Call us". */
const phoneLabel = new RegExp(String.raw`^${phoneWord}(?![\p{L}])|(?<![\p{L}])(?:phone|telefon|telephone|call)$`, 'iu')

const phoneInText = /(?:[+＋])?[(（]?\p{Nd}[\p{Nd}\s()./（）‐-–-]{4,24}\p{Nd}/u

/** @returns what is before, in and behind the telephone number of a text that says more; only the text for other ones. */
export function splitPhone(text: string): readonly string[] {
  const [number = ''] = phoneInText.exec(text) ?? []
  if (number === '' || number === text) return [text]
  const start = text.indexOf(number)
  return [text.slice(0, start), number, text.slice(start + number.length)]
}

/** Words for a fax number, which is not a link. */
const fax = /fax|факс|فاكس|פקס|ファ/iu

/** @returns the number in the form of RFC 3966; undefined unless a label, a plus sign or its form say that it is one. */
function telephoneOf({ label, word, address }: LinkParts): string | undefined {
  const plain = toAsciiDigits(address).replace(/\(0\)/, '')
  const digits = plain.replace(/\D/g, '')
  const isInternational = plain.startsWith('+')
  const isNamed = word !== '' || phoneLabel.test(label.trim())
  if (fax.test(label)) return undefined
  // Unnamed ones: with a trunk prefix in two groups or more (030 123456), or of North America ((555) 123-4567).
  const isLocal = /^0\d{1,4}[\s/.-]\d[\d\s/.-]*$/.test(plain) || /^\(0\d{1,4}\)\s?\d[\d\s/-]*$/.test(plain)
  const isAmerican = /^(?:\(\d{3}\)\s?|\d{3}[-.])\d{3}[-.]\d{4}$/.test(plain)
  const min = isNamed ? 6 : isInternational || isAmerican ? 8 : 9
  const isKnown = label === '' || isNamed || isInternational
  if (digits.length > 15 || digits.length < min || !isKnown) return undefined
  if (!isNamed && !isInternational && !isLocal && !isAmerican) return undefined
  return isInternational ? `+${digits}` : digits
}

/** Names of days and their abbreviations, and words for every day, by language. */
const dayNames = [
  // English
  `mon(?:days?)?|tue(?:s(?:days?)?)?|wed(?:nesdays?)?|thu(?:r(?:s(?:days?)?)?)?|fri(?:days?)?|sat(?:urdays?)?|sun(?:days?)?|daily|every day|weekdays?|weekends?`,
  // German
  `mo(?:ntags?)?|di(?:enstags?)?|mi(?:ttwochs?)?|do(?:nnerstags?)?|fr(?:eitags?)?|sa(?:mstags?|bado|bato)?|so(?:nntags?)?|täglich`,
  // French, Spanish and Italian
  `lun(?:di|es|ed[ìi])?|mar(?:di|tes|ted[ìi])?|mer(?:credi|coled[ìi])?|mi[ée](?:rcoles)?|jeu(?:di)?|jue(?:ves)?|gio(?:ved[ìi])?|ven(?:dredi|erd[ìi])?|vie(?:rnes)?|sam(?:edi)?|s[áa]b(?:ado|ato)?|dim(?:anche)?|dom(?:ingo|enica)?|tous les jours|todos los días|todos os dias`,
  // Portuguese
  `segunda|terça|quarta|quinta|sexta|seg|ter|qua|qui|sex|feira`,
  // Polish
  `poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela|pon|wt|śr|czw|pt|sob|ndz?|codziennie`,
  // Czech
  `pondělí|úterý|středa|čtvrtek|pátek|neděle`,
  // Danish and Norwegian
  `man(?:dag)?|tir(?:sdag)?|ons(?:dag)?|tor(?:sdag)?|tors|lør(?:dag)?|søn(?:dag)?`,
  // Swedish
  `mån(?:dag)?|tis(?:dag)?|fre(?:dag)?|lör(?:dag)?|sön(?:dag)?`,
  // Dutch
  `maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag`,
  // Russian and Ukrainian
  `понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|ежедневно|пн|вт|ср|чт|пт|сб|вс|нд|щодня`,
  // Greek
  `δευτέρα|τρίτη|τετάρτη|πέμπτη|παρασκευή|σάββατο|κυριακή|καθημερινά`,
  // Arabic
  `الأحد|الاثنين|الإثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|يوميًا|يوميا`,
  // Hebrew
  `ראשון|שני|שלישי|רביעי|חמישי|שישי|שבת|יום|[אבגדהו]['׳]`,
  // Hindi
  `सोमवार|मंगलवार|बुधवार|गुरुवार|शुक्रवार|शनिवार|रविवार|रोज़?|प्रतिदिन`,
  // Japanese
  String.raw`月曜日?|火曜日?|水曜日?|木曜日?|金曜日?|土曜日?|日曜日?|[月火水木金土日](?![\p{L}])|平日|毎日`,
  // Chinese
  `每天|(?:周|星期)[一二三四五六日天]`,
  // Korean
  `월요일|화요일|수요일|목요일|금요일|토요일|일요일|평일|매일|주말`,
]
const day = String.raw`(?<![\p{Ll}\p{Lu}])(?:${dayNames.join('|')})(?![\p{Ll}\p{Lu}])`
const time = String.raw`(?:\p{Nd}{1,2}(?:\s?[:.h時时시点]\s?(?:\p{Nd}{2}\s?(?:分|분)?)?)?\s?(?:[ap]\.?m\.?|uhr|h|ч|น\.)?|noon|midnight)`
const closed = `(?:closed|geschlossen|ruhetag|fermé|cerrado|chiuso|fechado|encerrado|gesloten|lukket|stängt|zamknięte|nieczynne|zavřeno|выходной|закрыто|κλειστά|مغلق|סגור|बंद|定休日?|休み|休業|休息|휴무|휴일)`
const between = String.raw`(?:[\s,;:：/&+()–—~〜～・、.|-]|(?<!\p{L})(?:to|till|until|and|from|bis|und|von|ab|à|au|et|de|y|e|al?|das?|às|til|och|og|do|od|i|с|до|по|и|з|та|έως|και)(?!\p{L})|من|إلى|حتى|עד|से|तक|から|まで|至|부터|까지)`
const daysFirst = new RegExp(`^${day}`, 'iu')
const partsOfHours = new RegExp(`${day}|${time}|${closed}|${between}`, 'giu')
const hasTime = new RegExp(
  String.raw`${closed}|\p{Nd}{1,2}\s?[:.h時时시点]|\p{Nd}\s?(?:[ap]\.?m|uhr)|\p{Nd}{1,2}\s?(?:[–—~〜～-]|to|bis|à|a|до|til|do|έως)\s?\p{Nd}`,
  'iu',
)

const daysAndTimes = new RegExp(
  String.raw`^(?<days>[^\p{Nd}]+?)\s*[:：]?\s*(?<times>(?:(?:from|von|ab|de|das?|с|з|من)\s+)?(?:\p{Nd}|noon|${closed}).*)$`,
  'iu',
)
const dayPattern = new RegExp(day, 'iu')

const timeOfDay = String.raw`(?<!\p{Nd})${time}(?!\p{Nd})`
const through = String.raw`(?:\s?[–—~〜～-]\s?|\s(?:to|till|until|bis|à|au|al?|às|até|til|do|до|по|έως|إلى|حتى|עד)\s|から|至|부터\s)`
const timeRange = `(?:(?:from|von|ab|de|das?|с|з|من)\\s)?${timeOfDay}${through}${timeOfDay}`
const daysOfRange = String.raw`(?:${day}\s?(?:[–—~〜～-]\s?${day}\s?)?[:：]?\s?)`
const rangeWithDays = new RegExp(String.raw`(${daysOfRange}?${timeRange}(?<!\s))`, 'iu')

/** @returns the parts of a text whose odd ones are times from and to, with the days in front of them: a line does not break there. */
export function splitTimeRanges(text: string): readonly string[] {
  return text.split(rangeWithDays)
}

export interface Hours {
  readonly days: string
  readonly times: string
}

/** @returns the rows of a timetable: several lines, each with its days and its times; undefined for other texts. */
export function readHours(text: string): readonly Hours[] | undefined {
  const lines = splitLines(text)
  const rows = lines.map(readHoursLine).filter(row => row !== undefined)
  return lines.length > 1 && rows.length === lines.length ? rows : undefined
}

function readHoursLine(line: string): Hours | undefined {
  const { days = '', times = '' } = (isHours(line) && daysAndTimes.exec(line)?.groups) || {}
  return times === '' || dayPattern.test(times) ? undefined : { days, times }
}

/** Whether a line says on which days and when something is open, after a label or without one: names of days, times, and nothing else. */
function isHours(line: string): boolean {
  const text = line.replace(/^[^:：\p{Nd}]{1,30}[:：]\s+(?=\p{L})/u, '')
  const isShort = text.length <= maxAddressLine && daysFirst.test(text) && hasTime.test(text)
  return isShort && text.replace(partsOfHours, '') === ''
}
