// Short texts with longer ones: features, people with their roles, and names alone.
import type { SectionItem, SectionKind } from '../page-parts.ts'
import { hasContacts } from './contacts.ts'
import {
  countUnspaced,
  countWords,
  hasBullet,
  isSentence,
  isTitle,
  itemOf,
  joinLines,
  maxProseLength,
  type Reading,
  separatorPattern,
  splitLines,
  withoutBullet,
  withoutColon,
} from './text-parts.ts'
import { headingWords } from './words.ts'

/** Prose before a list is a sentence or ends with a colon. */
export function isProseAround(text: string): boolean {
  return text.length <= maxProseLength && (isSentence(text) || /[:：]$/u.test(text)) && !hasContacts([text])
}

const titled = /^(?<title>[^\n]{1,50}?)(?:\s*[:：]\s+|\s*：\s*|(?<=\p{Lo}):(?=\p{Lo})|\s+[–—-]\s+)(?<text>\S[^\n]*)$/u
/** Paragraphs that begin with a short sentence: "Fast. A page in one second." */
const runIn = /^(?<title>[^\n.!?:]{1,40})\.\s+\S[^\n]*[.!]$/u
const maxRunInWords = 4

/** A title is the text before a colon or dash, or a short first line. */
export function readTitled(lines: readonly string[]): SectionItem {
  const [first = '', ...others] = lines.map(withoutBullet)
  const { title = '', text = '' } = titled.exec(first)?.groups ?? {}
  if (isTitle(title)) return itemOf({ title, paragraphs: joinLines([text, ...others].filter(Boolean)) })
  if (isTitle(withoutColon(first))) return itemOf({ title: withoutColon(first), paragraphs: joinLines(others) })
  return itemOf({ paragraphs: joinLines([first, ...others]) })
}

/** Fewer lines may be prose with a colon, or a list within it. */
const minLines = 3
/** Words of a text behind a title that is not a sentence. */
const minTextWords = 5

/**
 * Reads pairs of a short text and a longer one: a name and a sentence in each line or paragraph, above each other or in turns, or the
 * lines of a list. A first or last paragraph of prose belongs to none.
 */
export function readPairs(paragraphs: readonly string[]): Reading | undefined {
  return readBesideProse(paragraphs, readAllPairs)
}

type ReadItems = (paragraphs: readonly string[]) => readonly SectionItem[] | undefined

function readBesideProse(paragraphs: readonly string[], read: ReadItems): Reading | undefined {
  for (const [start, end] of [
    [0, paragraphs.length],
    [1, paragraphs.length],
    [0, paragraphs.length - 1],
  ] as const) {
    const around = [...paragraphs.slice(0, start), ...paragraphs.slice(end)]
    const items = around.every(isProseAround) ? read(paragraphs.slice(start, end)) : undefined
    if (items) return { items, paragraphs: around }
  }
  return undefined
}

function readAllPairs(paragraphs: readonly string[]): readonly SectionItem[] | undefined {
  const lines = paragraphs.flatMap(splitLines)
  const blocks = paragraphs.map(splitLines)
  const isLong = lines.length >= minLines
  if (isLong && (lines.every(hasBullet) || lines.every(isNotedLine))) return lines.map(line => readTitled([line]))
  if (blocks.length >= minLines && paragraphs.every(isRunIn))
    return paragraphs.map(text => readTitled(text.split(/\.\s+(.*)/su, 2)))
  const isList = blocks.length === 1 || blocks.every(({ length }) => length === 1)
  if (isList && isLong && areBareLines(lines)) return readList(lines)
  if (blocks.length > 1 && blocks.every(isNamedBlock)) return blocks.map(readTitled)
  if (blocks.length >= minLines && blocks.every(isShortBlock)) return blocks.map(readTitled)
  const pairs = lines.filter((_, index) => index % 2 === 0).map((line, index) => [line, lines[2 * index + 1] ?? ''])
  const isInTurns =
    pairs.length > 1 && lines.length % 2 === 0 && pairs.every(pair => isNamedBlock(pair) && isSentence(pair[1] ?? ''))
  return isInTurns ? pairs.map(readTitled) : undefined
}

function isRunIn(paragraph: string): boolean {
  const { title = '' } = runIn.exec(paragraph)?.groups ?? {}
  return paragraph.length <= maxProseLength && isTitle(title) && countWords(title) <= maxRunInWords
}

/** "Battery: 504 Wh" */
function isNotedLine(line: string): boolean {
  const { title, paragraphs } = readTitled([line])
  return title !== '' && paragraphs.length > 0
}

/** One line of several may hold a number that would be one of an address in a shorter line: "Bring ID if you look under 25". */
function areBareLines(lines: readonly string[]): boolean {
  const others = lines.filter(line => !isBareLine(line))
  return (
    others.length < lines.length / minLines && others.every(line => isTitle(line) && countWords(line) >= minTextWords)
  )
}

const bareLimits = { characters: 70, words: 12, unspaced: 20 } as const

/** A line of a list without signs: no sentence or part of one, and no line of an address. */
function isBareLine(line: string): boolean {
  return (
    isTitle(line, bareLimits) &&
    countUnspaced(line) <= bareLimits.unspaced &&
    !/^\p{N}|[\p{Nd}@]\p{L}?$|\p{Nd}{4}|\p{L}@\p{L}/u.test(line)
  )
}

/** Lines of one list look alike: most have notes, all are titles, or none is. */
function readList(lines: readonly string[]): readonly SectionItem[] {
  if (2 * lines.filter(isNotedLine).length > lines.length) return lines.map(line => readTitled([line]))
  const areTitles = lines.every(line => isTitle(line))
  return lines.map(line => itemOf(areTitles ? { title: line } : { paragraphs: [line] }))
}

/** A title above a longer text. */
function isNamedBlock([first = '', ...others]: readonly string[]): boolean {
  const text = others.join('\n')
  const isLonger = text.length > first.length && countWords(text) >= minTextWords
  const isText = isLonger || isSentence(text)
  // An address or a number of something.
  const isNumber = /^\p{Nd}/u.test(text) && !isSentence(text)
  return isText && isTitle(withoutColon(withoutBullet(first))) && !isNumber && !/^\p{Ll}/u.test(text)
}

/** One of several alike: a name above a line without numbers, which may go on from it. */
function isShortBlock([name = '', text = '', ...others]: readonly string[]): boolean {
  const isAbove = others.length === 0 && text.length > name.length && isTitle(name) && countWords(name) < minLines
  return isAbove && !/\p{Nd}|@/u.test(name + text)
}

/** Reads a text that is known to be features: its pairs, else its paragraphs, or the lines of the only one. */
export function readFeatures(paragraphs: readonly string[]): Reading {
  const pairs = readPairs(paragraphs)
  if (pairs) return pairs
  const lines = paragraphs.flatMap(splitLines)
  const units = paragraphs.length > 1 ? paragraphs.map(splitLines) : lines.map(line => [line])
  return units.length > 1 ? { items: units.map(readTitled), paragraphs: [] } : { items: [], paragraphs }
}

const headings = Object.fromEntries(
  Object.entries(headingWords).map(([kind, words]) => {
    // Words of writing without spaces touch others.
    const unspaced = words.split('|').filter(word => countUnspaced(word) > 0)
    return [kind, new RegExp([String.raw`(?<!\p{L})(?:${words})(?!\p{L})`, ...unspaced].join('|'), 'iu')]
  }),
)

/** Whether a heading has a word for the kind of its section. */
export function namesKind(heading: string, kind: SectionKind): boolean {
  return headings[kind]?.test(heading) ?? false
}

const member = new RegExp(
  String.raw`^(?<title>[^\n]{2,50}?)(?:${separatorPattern}|,\s+|\s+/\s+|[،、，]\s*|(?:\s+|(?<=\p{Lo}))[(（](?=.*[)）]$))(?<role>\S.*?)[)）]?$`,
  'u',
)

const nameWithRole = /^(?<name>[^,–—]{3,50}?)(?:, |(?<=\..*) [–—-] )(?<role>[^;:!?\p{N}]{3,40})$/u

/** "Ida Holm, conductor", "Dr. Ida Holm – surgeon" */
export function isNameWithRole(line: string): boolean {
  const { name = '', role = '' } = nameWithRole.exec(line)?.groups ?? {}
  return isPersonName(name) && !isSentence(role)
}

/** People: a name and what that person is, in a line or above each other, and texts about them. */
export function readTeam(paragraphs: readonly string[]): Reading | undefined {
  return readBesideProse(paragraphs, readMembers)
}

function readMembers(paragraphs: readonly string[]): readonly SectionItem[] | undefined {
  const lines = paragraphs.map(splitLines)
  const [block = [], ...others] = lines
  const units = others.length > 0 ? lines : inTurns(block)
  const items = units.map(readMember)
  const members = items.filter(item => item !== undefined)
  return members.length > 1 && members.length === items.length ? members : undefined
}

const personName = /^\p{Lu}[\p{L}.'’-]+(?: (?:\p{Lu}[\p{L}.'’-]*|(?:d[aeio]s?|del|der|den|v[ao]n|ter|&)(?= ))){1,3}$/u

/** Titles of other kinds rarely begin each of their words with a capital. */
export function isPersonName(text: string): boolean {
  return personName.test(text)
}

/** The lines of a paragraph, each with the lines below it that contain no name, or its pairs of a name and a role. */
function inTurns(lines: readonly string[]): readonly (readonly string[])[] {
  const roles = lines.filter((_, index) => index % 2 === 1)
  const isPaired = lines.every((line, index) => isTitle(line) && (index % 2 === 1 || personName.test(line)))
  const isInTurns = isPaired && lines.length % 2 === 0 && !roles.every(role => personName.test(role))
  if (isInTurns) return roles.map((role, index) => [lines[2 * index] ?? '', role])
  const units: string[][] = []
  for (const line of lines)
    if (units.length === 0 || !isSentence(line) || member.test(line)) units.push([line])
    else units.at(-1)?.push(line)
  return units
}

function readMember(lines: readonly string[]): SectionItem | undefined {
  const [first = '', ...others] = lines.map(withoutBullet)
  const { title = '', role = '' } = member.exec(first)?.groups ?? {}
  if (isTitle(title) && role.length <= maxProseLength)
    return itemOf(
      isSentence(role) ? { title, paragraphs: [role, ...others] } : { title, role, paragraphs: joinLines(others) },
    )
  const [second = '', ...texts] = others
  if (!isTitle(first) || second === '') return undefined
  return isTitle(second)
    ? itemOf({ title: first, role: second, paragraphs: joinLines(texts) })
    : itemOf({ title: first, paragraphs: joinLines(others) })
}

/** Names on lines of their own, or in one line with commas or dots between them; other lines are no names. */
export function readNames(paragraphs: readonly string[]): Reading {
  const lines = paragraphs.flatMap(splitLines).map(withoutBullet)
  const parts = lines.length === 1 ? lines.flatMap(line => line.split(/\s*[,،、·•|]\s*/u)).filter(Boolean) : []
  const areParts = parts.length > 1 && parts.every(part => isTitle(part))
  const names = areParts ? parts : lines.filter(line => isTitle(line))
  const others = areParts ? [] : lines.filter(line => !isTitle(line))
  return { items: names.map(title => itemOf({ title })), paragraphs: others }
}
