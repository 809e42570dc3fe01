// Lists: lines and paragraphs as entries of one kind, by what they begin and end with.
import type { SectionItem } from '../page-parts.ts'
import { readCallLine, readLinkLine } from './contacts.ts'
import { isDate, type MarkedLine, readMark } from './dates.ts'
import { readTitled } from './features.ts'
import { readFigure } from './figures.ts'
import { readLoosePriceLine, readPriceLine } from './prices.ts'
import {
  attach,
  countWords,
  endsWithQuestion,
  isSentence,
  isTitle,
  itemOf,
  type Reading,
  readQuestion,
  splitLines,
  withoutBullet,
  withoutColon,
} from './text-parts.ts'
import { isClosed, isDays, isTimes, readHours } from './times.ts'

/** What the first lines of a list say. */
interface Entry {
  readonly items: readonly SectionItem[]
  /** Lines that it takes. */
  readonly count: number
  /** Whether no other reading is likely. */
  readonly isSure: boolean
  /** Of a step. */
  readonly mark?: MarkedLine
}

type ReadEntry = (lines: readonly string[]) => Entry | undefined

/** A text as entries of one kind; `paragraphs` are before the first entry and after the last one. */
export interface List extends Reading {
  readonly entries: readonly Entry[]
  /** Lines below entries, which are their texts. */
  readonly attached: readonly string[]
  /** Those of them that are about the whole list. */
  readonly notes: readonly string[]
}

interface ListKind {
  readonly read: ReadEntry
  /** Whether a paragraph may have entries of one line and of several, as days above their times. */
  readonly isMixing?: boolean
  /** Whether paragraphs without an entry belong to the one above. */
  readonly hasParagraphs?: boolean
  /** Whether a line is a heading of the entries below. */
  readonly isHeading?: (line: string) => boolean
  /** Reads a line beside entries that is certain to be one only there. */
  readonly readBeside?: (line: string, entries: readonly string[]) => Entry | undefined
  /** What the second line of a paragraph is beside others, whose first line is a name: "Enterprise", "Custom". */
  readonly secondLine?: 'price' | 'value'
}

export const questionList: ListKind = { read: readQuestionEntry, hasParagraphs: true, isHeading: () => false }
export const hoursList: ListKind = {
  read: readHoursEntry,
  isMixing: true,
  readBeside: readNotedHours,
  secondLine: 'value',
}
export const offerList: ListKind = {
  read: readOfferEntry,
  readBeside: readOfferBeside,
  secondLine: 'price',
}
export const looseOfferList: ListKind = { read: readLooseOffer, readBeside: readOfferBeside }
export const stepList: ListKind = {
  read: readStepEntry,
  hasParagraphs: true,
  isHeading: isDay,
  readBeside: readStepBeside,
}
export const figureList: ListKind = { read: readFigureEntry }

/** A line or lines of a list: an entry, or another text; a paragraph without an entry is one text. */
interface Part {
  readonly entry: Entry | undefined
  readonly text: string
  /** Whether its paragraph begins with it. */
  readonly isFirst: boolean
  /** Whether its paragraph begins with another text than an entry. */
  readonly isNamed: boolean
}

/** Reads the entries of a text; other texts are the heading of those below, belong to the entry above, or are prose around the list. */
export function readList(paragraphs: readonly string[], listKind: ListKind): List {
  const { hasParagraphs = false, isHeading } = listKind
  const entries: Entry[] = []
  const items: SectionItem[] = []
  const around: string[] = []
  const attached: string[] = []
  const notes: string[] = []
  const blocks = readBlocks(paragraphs, listKind)
  const end = blocks.slice(0, blocks.findLastIndex(block => block.some(({ entry }) => entry)) + 1).flat().length
  const parts = blocks.flat()
  for (const [index, part] of parts.entries()) {
    const { entry, text } = part
    if (entry) {
      entries.push(entry)
      items.push(...entry.items)
    } else if (parts[index + 1]?.entry && (isHeading?.(text) ?? isTitleAbove(part)))
      items.push(itemOf({ title: withoutColon(text) }))
    else if (entries.length === 0 || (index >= end && !hasParagraphs)) around.push(text)
    else {
      attached.push(text)
      if (isNoteBelow(parts, index)) notes.push(text)
      else attach(items, text)
    }
  }
  return { entries, items, attached, notes, paragraphs: around }
}

/** Whether the last line is about all lines above, none of which has a text: "All prices plus VAT". */
function isNoteBelow(parts: readonly Part[], index: number): boolean {
  const above = parts.slice(0, index)
  const areLines = above.length > 1 && above.every(({ entry }) => entry?.count === 1)
  return areLines && index === parts.length - 1 && !/^[\p{Ll}(*]/u.test(parts[index]?.text ?? '')
}

function isTitleAbove({ text, isFirst, isNamed }: Part): boolean {
  return isTitle(withoutColon(text)) && (isFirst || (isNamed && countWords(text) <= maxHeadingWords))
}

/** Words of a heading between dishes, which may be the text of the one above. */
const maxHeadingWords = 2

function readParts(paragraph: string, { read, isMixing }: ListKind): readonly Part[] {
  const lines = splitLines(paragraph).map(withoutBullet)
  const parts: Part[] = []
  for (let index = 0; index < lines.length; ) {
    const found = read(lines.slice(index, index + maxEntryLines))
    const isMixed = !isMixing && found?.count === 1 && parts.some(({ entry }) => entry && entry.count > 1)
    const entry = isMixed ? undefined : found
    const isNamed = parts.length > 0 && parts[0]?.entry === undefined
    parts.push({ entry, text: lines[index] ?? '', isFirst: index === 0, isNamed })
    index += entry?.count ?? 1
  }
  return parts
}

/** Paragraphs as entries, and as texts where they have none. */
function readBlocks(paragraphs: readonly string[], listKind: ListKind): readonly (readonly Part[])[] {
  const { readBeside, secondLine } = listKind
  const blocks = paragraphs.map(text => readParts(text, listKind))
  const areBlocks = blocks.filter(isNamedEntry).length > 1
  const lines = blocks
    .flat()
    .filter(({ entry }) => entry?.count === 1)
    .map(({ text }) => text)
  return blocks.map((parts, index): readonly Part[] => {
    const hasEntries = parts.some(({ entry }) => entry)
    const read = parts.map(part => {
      const isBeside = lines.length > 1 && (hasEntries || part.isFirst)
      return { ...part, entry: part.entry ?? (isBeside ? readBeside?.(part.text, lines) : undefined) }
    })
    if (read.some(({ entry }) => entry)) return read
    const entry = areBlocks && secondLine ? readBlockBeside(parts, secondLine) : undefined
    return [{ entry, text: paragraphs[index] ?? '', isFirst: true, isNamed: false }]
  })
}

function readBlockBeside(parts: readonly Part[], secondLine: 'price' | 'value'): Entry | undefined {
  const [title = '', second = '', ...texts] = parts.map(({ text }) => text)
  if (!isTitle(title) || !isTitle(second) || texts.some(isSentence)) return undefined
  const item = { ...itemOf({ title, paragraphs: texts }), [secondLine]: second }
  return { items: [item], count: parts.length, isSure: true }
}

/** Whether a paragraph is a name and its entry, in lines of their own. */
function isNamedEntry([first, second, third]: readonly Part[]): boolean {
  return first?.entry ? first.entry.count > 1 : second?.entry !== undefined && third === undefined
}

/** A name, two lines about it and a price. */
const maxEntryLines = 4

function readQuestionEntry([line = '']: readonly string[]): Entry | undefined {
  const question = readQuestion(line)
  if (question === undefined) return undefined
  const answer = line.slice(question.length).replace(/^\s+(?:\p{Pd}\s)?/u, '')
  return { items: [itemOf({ title: question, paragraphs: [answer].filter(Boolean) })], count: 1, isSure: true }
}

/** Paragraphs of a line and its answer: where most lines are questions, the others are, too ("My kid has never slept away from home."). */
export function readQuestionBlocks(paragraphs: readonly string[]): Reading | undefined {
  const blocks = paragraphs.map(text => splitLines(text).map(withoutBullet))
  const questions = blocks.filter(([line = '']) => endsWithQuestion(line))
  const areBlocks = blocks.length > 1 && blocks.every(({ length }) => length > 1)
  if (!areBlocks || questions[0] !== blocks[0] || 2 * questions.length < blocks.length) return undefined
  return { items: blocks.map(([title = '', ...answer]) => itemOf({ title, paragraphs: answer })), paragraphs: [] }
}

/** An offer: its name and price in one line, or above each other with lines between them. */
function readOfferEntry(lines: readonly string[]): Entry | undefined {
  const [first = '', second = ''] = lines
  const own = readPriceLine(first)
  if (own && own.title !== '') return offerOf(own, [], 1)
  // "Full body" above "60 min · €80"
  const timed = isTitle(first) && /^\p{Nd}/u.test(second) ? readPriceLine(second) : undefined
  if (timed && timed.title !== '' && !readPriceLine(lines[2] ?? ''))
    return offerOf({ ...timed, title: first, period: timed.title }, [timed.period].filter(Boolean), 2)
  // A tier may be called "Free".
  if (own && /\p{Nd}/u.test(own.price)) return isTitle(second) ? offerOf({ ...own, title: second }, [], 2) : undefined
  if (!isTitle(first)) return undefined
  const at = lines.findIndex((line, index) => index > 0 && readPriceLine(line) !== undefined)
  const below = readPriceLine(lines[at] ?? '')
  return below?.title === '' ? offerOf({ ...below, title: first }, lines.slice(1, at), at + 1) : undefined
}

function readLooseOffer(lines: readonly string[]): Entry | undefined {
  const loose = readLoosePriceLine(lines[0] ?? '')
  return readOfferEntry(lines) ?? (loose && offerOf(loose, [], 1))
}

const offerWithText = /^(?<title>[^\p{Ll}\s].{1,60}?)(?<sign>\s[–—-]\s|\s?[:|]\s|,\s)(?<price>.{2,30})$/u

/** "Faster disk €90 plus the disk" beside "New paste €50", "Haddock 10" beside "Cod 9.50". */
function readOfferBeside(line: string, others: readonly string[]): Entry | undefined {
  const loose = readLoosePriceLine(line)
  const isAmount = loose && (/\p{Sc}/u.test(loose.price) || !others.some(other => /\p{Sc}/u.test(other)))
  if (isAmount) return offerOf(loose, [], 1)
  // "Sponsor – on request" below "Adult – 20 €"
  const { title = '', sign = '', price = '' } = offerWithText.exec(line)?.groups ?? {}
  // "Second dog, half price"
  const isPrice = sign !== ', ' || /^\p{L}+(?: \p{L}+)?$/u.test(price)
  const isOffer = isPrice && isTitle(title) && !isSentence(price) && others.every(other => other.includes(sign))
  return isOffer ? offerOf({ title, price, period: '', text: '' }, [], 1) : undefined
}

interface Offer {
  readonly title: string
  readonly price: string
  readonly period: string
  readonly text: string
}

function offerOf({ text, ...offer }: Offer, texts: readonly string[], count: number): Entry {
  const item = itemOf({ ...offer, paragraphs: [...texts, text].filter(Boolean) })
  return { items: [item], count, isSure: /\p{Sc}|\p{L}/u.test(offer.price) }
}

/** Lines of text for each offer. */
const maxOfferTexts = 6
/** Numbers without a currency. */
const minBarePrices = 3

export function areOffers({ entries, attached }: List): boolean {
  const isPriced = entries.some(({ items }) => items.some(({ price }) => /\p{Nd}/u.test(price)))
  const minimum = entries.every(({ isSure }) => isSure) ? 2 : minBarePrices
  // "4 March, 19.00" has a time.
  if (entries.every(({ items }) => items.every(({ title, price }) => isDate(title) && isTimes(price)))) return false
  return isPriced && entries.length >= minimum && attached.length <= maxOfferTexts * entries.length
}

function readHoursEntry([line = '', next]: readonly string[]): Entry | undefined {
  const rows = readHours(line)
  if (rows.length > 0) {
    const items = rows.map(({ title, value, text }) => itemOf({ title, value, paragraphs: [text].filter(Boolean) }))
    const isSure = rows.every(row => row.isSure) && rows.some(row => row.hasTimes)
    return { items, count: 1, isSure }
  }
  const call = readCallLine(line)
  if (call) return { items: [call], count: 1, isSure: false }
  if (next === undefined || !isTimes(next) || !(isDays(line) || isTitle(line))) return undefined
  return { items: [itemOf({ title: withoutColon(line), value: next })], count: 2, isSure: isDays(line) }
}

/** "Winter: by appointment" or "Sunday if it really is bad" beside lines of hours. */
function readNotedHours(line: string): Entry | undefined {
  if (isClosed(line) && isTitle(line)) return { items: [itemOf({ title: line })], count: 1, isSure: false }
  const { title = '', value = '' } =
    notedHours.exec(line)?.groups ?? readHours(line, maxNoteWords)[0] ?? splitTime(line)
  const isNote = isTitle(title) && isTitle(value) && !readLinkLine(line)
  return isNote ? { items: [itemOf({ title, value })], count: 1, isSure: false } : undefined
}

/** "Kitchen until 10 pm" */
function splitTime(line: string): { readonly title?: string; readonly value?: string } {
  const { title = '', value = '' } = /^(?<title>\P{Nd}+?)\s(?<value>\S+\s\p{Nd}.{2,20})$/u.exec(line)?.groups ?? {}
  return isTimes(value) ? { title, value } : {}
}

const notedHours = /^(?<title>[^:：\p{Nd}]{1,30})[:：]\s+(?<value>.{2,50})$/u

const maxNoteWords = 8

export function areHours({ entries, attached }: List): boolean {
  const isSure = entries.some(entry => entry.isSure)
  const others = entries.flatMap(({ items }) => items).filter(({ link }) => !link)
  const areTimes = entries.length > 1 && others.length > 0 && others.every(({ value }) => isTimes(value))
  // "and by appointment"
  const areNotes = attached.every(line => /^[\p{Ll}(*]/u.test(line) && !readLinkLine(line))
  return areNotes && (isSure || areTimes)
}

function isDay(line: string): boolean {
  return isDays(line) || isDate(line)
}

const ordinalAlone = /^(?:\p{L}+\s*)?\p{Nd}{1,2}[.):]?$/u

function readStepEntry([line = '', next = '']: readonly string[]): Entry | undefined {
  const mark = readMark(line)
  if (mark && mark.text !== '') return stepOf(mark, mark.text, 1)
  if (next === '') return undefined
  if (mark) return stepOf(mark, next, 2)
  const below = ordinalAlone.test(line) ? readMark(`${line.replace(/[.):]$/u, '')}. ${next}`) : undefined
  return below?.type === 'ordinal' ? stepOf(below, next, 2) : undefined
}

/** "Two weeks before: You tell us the number" beside "7 am: We light the fire". */
function readStepBeside(line: string, others: readonly string[]): Entry | undefined {
  const { label: mark = '', text = '' } = labelled.exec(line)?.groups ?? {}
  const [type] = others.flatMap(other => readMark(other)?.type ?? [])
  if (type === undefined || !isTitle(mark) || !others.every(other => labelled.test(other))) return undefined
  return stepOf({ mark, type, text }, text, 1)
}

const labelled = /^(?<label>[^:：\n]{1,40})[:：]\s+(?<text>\S.*)$/u

function stepOf(mark: MarkedLine, text: string, count: number): Entry {
  const item = isDays(text) ? itemOf({ title: text }) : readTitled([text])
  return { items: [{ ...item, value: mark.mark }], count, isSure: true, mark }
}

export function areSteps({ entries }: List): boolean {
  const types = new Set(entries.map(({ mark }) => mark?.type))
  return entries.length > 1 && types.size === 1
}

function readFigureEntry([line = '', next]: readonly string[]): Entry | undefined {
  const own = readFigure(line)
  const read = own ?? (next === undefined || readFigure(next) ? undefined : readFigure(`${line}\n${next}`))
  if (!read) return undefined
  const { isSure, ...item } = read
  return { items: [itemOf(item)], count: own ? 1 : 2, isSure }
}

export function areFigures({ entries, items, attached }: List): boolean {
  const values = items.map(({ value }) => value)
  const isList = values.every((text, index) => text === String(index + 1))
  const isCertain = values.length > 2 || values.some(text => /[^\p{Nd}]/u.test(text))
  const areSure = entries.length > 1 && entries.every(({ isSure }) => isSure)
  return areSure && isCertain && attached.length === 0 && !isList && values.every(Boolean)
}
