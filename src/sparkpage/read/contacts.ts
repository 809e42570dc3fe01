// Contacts: e-mail addresses, telephone numbers and websites as links, opening hours and postal addresses as blocks of lines.
import { isLink } from '../content.ts'
import type { PageLink, SectionItem } from '../page-parts.ts'
import {
  isSentence,
  itemOf,
  maxLineLength,
  maxProseLength,
  type Reading,
  splitLines,
  toAsciiDigits,
  withoutBullet,
} from './text-parts.ts'
import { readHours } from './times.ts'
import { faxWords, phoneLabels, phoneWords } from './words.ts'

const maxAddressLine = 80

/** Whether a text is certain to hold contacts: an e-mail address, a telephone number or opening hours on a line of their own. */
export function hasContacts(paragraphs: readonly string[]): boolean {
  const lines = paragraphs.flatMap(splitLines).map(withoutBullet)
  const isCertain = lines.some(
    line => isHours(line) || linksOf(line).some(({ link }) => /^(?:mailto|tel):/.test(link?.href ?? '')),
  )
  return isCertain && lines.filter(isProse).join('').length <= maxProseLength
}

/** Reads contacts. Lines without a link that stand together are one item; prose belongs to none. */
export function readContacts(paragraphs: readonly string[]): Reading {
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
      // An address, hours and lines with labels are items of their own; "Owner: Ida Holm" may be part of an address.
      const isOther = isHours(line) !== isHours(above) || (isLabelled(line) && /[\p{Nd}:：]/u.test(block.join('\n')))
      if (above !== '' && !isBelowLabel && isOther) endBlock()
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

/** Whether a line says on which days and when something is open, after a label or without one. */
function isHours(line: string): boolean {
  const rows = readHours(line)
  return rows.length > 0 && rows.every(({ isSure, hasTimes, value }) => isSure && hasTimes && value !== '')
}

const blockLabel = /^(?<title>[^:：]{1,40})(?:[:：]\s*$|:\s+(?=\S)|：(?=\S))(?<text>.*)$/u

function isLabelled(line: string): boolean {
  return /\p{L}[:：]\s/u.test(line)
}

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
  if (line.length > maxLineLength || line.length < minLink || !/[\p{Nd}@]|\.\p{L}/u.test(line)) return []
  const whole = readLinkLine(line) ?? readLinkWithWords(line)
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

/** Characters: "a.de" */
const minLink = 4

const linkWithWords =
  /^(?:(?<before>[^@\d:]{2,40})\s(?<last>\S+@\S+|[+(]?\d[\d\s()-]{7,20})|(?<first>.*\d)\s?\((?<behind>[^()\d]+)\))$/u

/** "By appointment on 0161 555 0144", "06 12345678 (calls and messages)" */
function readLinkWithWords(line: string): SectionItem | undefined {
  const { before = '', last = '', first = last, behind = before } = linkWithWords.exec(line)?.groups ?? {}
  const item = first === '' || isSentence(behind) || fax.test(behind) ? undefined : readLinkLine(first)
  return item && { ...item, title: [item.title, behind].filter(Boolean).join(', ') }
}

const labelPattern = String.raw`(?:(?<label>[^:：@\d]{1,40}?)\s*[:：]\s*)?`
const email = new RegExp(
  String.raw`^${labelPattern}(?:(?<word>e-?mail|mail|e)[.:]?\s+)?(?<address>[^\s@<>()[\]",;:|]{1,64}@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,})$`,
  'iu',
)
const phone = new RegExp(
  String.raw`^${labelPattern}(?:(?<word>(?:${phoneWords})(?![\p{L}])[.:]?)\s*)?(?<address>(?:\+|＋)?[(（]?\p{Nd}[\p{Nd}\s()./（）‐-–-]{4,24}\p{Nd})$`,
  'iu',
)
const site = new RegExp(
  String.raw`^${labelPattern}(?<address>https?://\S+|www\.\S+|(?:[\p{L}\p{N}-]+\.)+(?:com|org|net|info|eu|io|app|dev|shop|hotel|cafe|de|at|ch|fr|es|it|pt|nl|be|dk|se|no|fi|pl|cz|uk|ie|gr|jp|kr|cn|in|br|mx|us|ca|au|nz|ru|ua|рф|il|ae|eg|tr)(?:/\S*)?)$`,
  'iu',
)

/** @returns an item for a line that is a link, with a label or without one. */
export function readLinkLine(line: string): SectionItem | undefined {
  const mail = partsOf(email, line)
  if (mail) return linkItem(mail, `mailto:${mail.address}`)
  const web = partsOf(site, line)
  if (web) return linkItem(web, /^https?:/i.test(web.address) ? web.address : `https://${web.address}`)
  const call = partsOf(phone, line)
  const number = call && telephoneOf(call)
  return call && number !== undefined ? linkItem(call, `tel:${number}`) : undefined
}

/** "In an emergency: 0431 555 0199" among opening hours. */
export function readCallLine(line: string): SectionItem | undefined {
  const call = readLinkLine(line)
  return call && phonePlace.test(call.title) ? call : undefined
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
const phoneLabel = new RegExp(
  String.raw`^(?:${phoneWords})(?![\p{L}])|(?<![\p{L}])(?:phone|telefon|telephone|call)$`,
  'iu',
)

const phonePlace = new RegExp(String.raw`(?<!\p{L})(?:${phoneLabels})(?!\p{L})`, 'iu')

const fax = new RegExp(faxWords, 'iu')

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
  const isKnown = label === '' || isNamed || isInternational || /^\(\d{3}\)/.test(plain) || phonePlace.test(label)
  if (digits.length > 15 || digits.length < min || !isKnown) return undefined
  // Of nine digits in groups, as in Spain and Portugal: 974 55 01 20, 222 555 018. A round number counts something.
  const isPlaced = phonePlace.test(label) && digits.length >= 9 && /^[\d(]\d+[ .-]/.test(plain)
  const isGrouped = isPlaced || /^[6-9]\d{2}(?:[ .]\d{2}){3}$|^[26-9]\d{2}(?:[ .]\d{3}){2}$(?<!000)/.test(plain)
  if (!isNamed && !isInternational && !isLocal && !isAmerican && !isGrouped) return undefined
  return isInternational ? `+${digits}` : digits
}
