// The kind of a text: each kind reads it, and the one for which most speaks is chosen.
import type { SectionItem, SectionKind } from '../page-parts.ts'
import { hasContacts, readContacts } from './contacts.ts'
import {
  isNameWithRole,
  isPersonName,
  isProseAround,
  namesKind,
  readFeatures,
  readNames,
  readPairs,
  readTeam,
} from './features.ts'
import {
  areFigures,
  areHours,
  areOffers,
  areSteps,
  figureList,
  hoursList,
  type List,
  looseOfferList,
  offerList,
  questionList,
  readList,
  readQuestionBlocks,
  stepList,
} from './lists.ts'
import { isMeasure } from './prices.ts'
import { readQuotes, readUnmarkedQuotes } from './quotes.ts'
import { isTitle, itemOf, lineLimits, type Reading, splitLines, type TextReading, withoutBullet } from './text-parts.ts'
import { isClosed } from './times.ts'

/** What speaks for a kind, in points. */
const points = {
  /** Values, marks or signs that texts of other kinds do not have. */
  sure: 4,
  /** Titles with texts, or a list: what other kinds have as well. */
  shape: 2,
  /** Nothing speaks against it. */
  possible: 1,
  none: 0,
  /** A word of the heading. */
  heading: 2,
} as const

/** A text with fewer points for each kind is plain. */
const minPoints = 2

/** A text as one kind. */
interface KindReading extends Reading {
  readonly fit: Exclude<keyof typeof points, 'heading'>
}

/** @param isNamed whether the request or the heading names the kind: else only what is sure or has its shape counts. */
type ReadKind = (paragraphs: readonly string[], isNamed: boolean) => KindReading

/** The first of kinds with equal points is chosen. */
const readers: readonly (readonly [kind: SectionKind, read: ReadKind])[] = [
  ['quote', readAsQuotes],
  ['questions', readAsQuestions],
  ['hours', readAsHours],
  ['menu', readAsOffers],
  ['steps', readAsSteps],
  ['figures', readAsFigures],
  ['contact', readAsContacts],
  ['team', readAsTeam],
  ['logos', readAsLogos],
  ['features', readAsFeatures],
]
/** Of texts that have numbers or say that something is closed. */
const numericKinds: readonly SectionKind[] = ['hours', 'menu', 'figures', 'contact']

/** Reads the kind for which most speaks; `plain` where noReading is certain. */
export function readSectionText(heading: string, paragraphs: readonly string[]): TextReading {
  let best: TextReading = { kind: 'plain', items: [], paragraphs }
  let most: number = minPoints - 1
  // Most prose has no numbers, and is read in a fraction of the time.
  const isNumeric = paragraphs.some(text => /[\p{N}@第]/u.test(text) || isClosed(text))
  for (const [kind, read] of readers) {
    const isNamed = namesKind(heading, kind)
    const forHeading = isNamed ? points.heading : 0
    if (points.sure + forHeading <= most || (!isNumeric && numericKinds.includes(kind))) continue
    const { fit, ...reading } = read(paragraphs, isNamed)
    if (fit === 'none' || points[fit] + forHeading <= most) continue
    best = { kind, ...reading }
    most = points[fit] + forHeading
  }
  return best.kind === 'menu' ? { ...best, kind: kindOfOffers(best.items, heading) } : best
}

/** Prices for a time are tiers, and so are few that say what they contain where one is for a time or a word names tiers; others are a menu. */
export function kindOfOffers(items: readonly SectionItem[], heading: string): 'prices' | 'menu' {
  const offers = items.filter(({ price }) => /\p{Nd}/u.test(price))
  // "60 min" is what is sold.
  const timed = offers.filter(
    ({ period }) => period !== '' && !/^\p{Nd}+\s?\p{Script=Latin}/u.test(period) && !isMeasure(period),
  )
  const isTimed = 2 * timed.length >= offers.length
  const areNamed = [heading, ...items.map(({ title }) => title)].some(text => namesKind(text, 'prices'))
  const described = items.filter(({ paragraphs }) => paragraphs.length > 0)
  const areTiers = (areNamed || timed.length > 0) && items.length <= maxTiers && 2 * described.length > items.length
  return offers.length > 0 && (isTimed || areTiers) ? 'prices' : 'menu'
}

const maxTiers = 4

/** Reads a text whose kind the request names. */
export function readKnown(kind: SectionKind, paragraphs: readonly string[]): Reading {
  const [, read] = readers.find(([name]) => name === (kind === 'prices' ? 'menu' : kind)) ?? []
  const { items, paragraphs: others } = read?.(paragraphs, true) ?? { items: [], paragraphs }
  return { items, paragraphs: others }
}

const noReading: KindReading = { fit: 'none', items: [], paragraphs: [] }

function readAsQuotes(paragraphs: readonly string[], isNamed: boolean): KindReading {
  const marked = readQuotes(paragraphs)
  if (marked) return { fit: 'sure', ...marked }
  if (!isNamed) return noReading
  const unmarked = readUnmarkedQuotes(paragraphs)
  return { fit: unmarked.items.every(({ cite }) => cite !== '') ? 'possible' : 'none', ...unmarked }
}

function readAsQuestions(paragraphs: readonly string[]): KindReading {
  const blocks = readQuestionBlocks(paragraphs)
  if (blocks) return { fit: 'sure', ...blocks }
  const list = readList(paragraphs, questionList)
  return fitOf(list, list.items.length > 1 && list.items.every(item => item.paragraphs.length > 0))
}

function readAsHours(paragraphs: readonly string[]): KindReading {
  const list = readList(paragraphs, hoursList)
  const reading = fitOf(list, areHours(list))
  const isFirst = list.paragraphs.length === 0 && list.entries.some(({ isSure }) => isSure)
  return reading.fit === 'possible' && isFirst ? { ...reading, fit: 'shape' } : reading
}

function readAsOffers(paragraphs: readonly string[]): KindReading {
  const list = readList(paragraphs, offerList)
  const reading = fitOf(list, areOffers(list))
  if (reading.fit === 'sure') return reading
  const loose = readList(paragraphs, looseOfferList)
  const areLoose = loose.entries.length >= minLoosePrices && loose.attached.length === 0
  if (areLoose) return { ...fitOf(loose, false), fit: 'shape' }
  return loose.entries.length > list.entries.length ? fitOf(loose, false) : reading
}

const minLoosePrices = 4

function readAsSteps(paragraphs: readonly string[], isNamed: boolean): KindReading {
  const path = paragraphs.join('\n').split(/\s*[→➔➜⇒]\s*/u)
  if (path.length >= minPath && path.every(text => isTitle(text, lineLimits)))
    return { fit: 'sure', items: path.map(title => itemOf({ title })), paragraphs: [] }
  const list = readList(paragraphs, stepList)
  if (list.entries.length > 1) return fitOf(list, areSteps(list))
  if (!isNamed) return noReading
  const features = readAsFeatures(paragraphs)
  return { ...features, fit: features.fit === 'shape' ? 'possible' : 'none' }
}

/** Steps in one line: "Call → Visit → Offer". */
const minPath = 3

function readAsFigures(paragraphs: readonly string[]): KindReading {
  const list = readList(paragraphs, figureList)
  const reading = fitOf(list, areFigures(list))
  // A number alone at the end of a line may also be a price.
  const areBehind =
    list.items.every(({ value }) => /^\p{Nd}+$/u.test(value)) && !paragraphs.some(text => /^\p{Nd}/mu.test(text))
  return reading.fit === 'sure' && areBehind ? { ...reading, fit: 'shape' } : reading
}

function readAsContacts(paragraphs: readonly string[]): KindReading {
  const reading = readContacts(paragraphs)
  const isPossible = reading.paragraphs.length === 0
  if (!hasContacts(paragraphs)) return { fit: isPossible ? 'possible' : 'none', ...reading }
  return { fit: reading.items.some(({ link }) => link) ? 'sure' : 'shape', ...reading }
}

function readAsTeam(paragraphs: readonly string[], isNamed: boolean): KindReading {
  const isSure = paragraphs.flatMap(splitLines).every(isNameWithRole)
  const hasNames = paragraphs.some(text => /^\p{Lu}\S* \p{Lu}/u.test(text))
  const team = isSure || isNamed || hasNames ? readTeam(paragraphs) : undefined
  if (!team) return { ...readAsFeatures(paragraphs), fit: 'none' }
  // In one line "Fresh Bread – from our oven" has the same shape.
  const areBlocks = paragraphs.some(text => text.includes('\n'))
  const arePeople = areBlocks && team.items.every(({ title, role }) => isPersonName(title) && /^\P{Nd}+$/u.test(role))
  return { fit: isSure ? 'sure' : arePeople ? 'shape' : isNamed ? 'possible' : 'none', ...team }
}

function readAsLogos(paragraphs: readonly string[], isNamed: boolean): KindReading {
  const names = readNames(paragraphs)
  if (names.items.length <= 1 || names.paragraphs.length > 0) return { fit: 'none', ...names }
  if (isNamed) return { fit: 'possible', ...names }
  // Other lists in one line have small letters, or one word for each entry.
  const titles = names.items.map(({ title }) => title)
  const areNames =
    !titles.some(title => /(?:^|\s)\p{Ll}/u.test(title)) && 2 * titles.filter(isPersonName).length > titles.length
  return { fit: areNames && !paragraphs.join('\n').includes('\n') ? 'shape' : 'none', ...names }
}

function readAsFeatures(paragraphs: readonly string[]): KindReading {
  const pairs = readPairs(paragraphs)
  if (pairs) return { fit: 'shape', ...pairs }
  const isList = paragraphs.flatMap(splitLines).every(line => isTitle(withoutBullet(line), lineLimits))
  return { fit: isList ? 'possible' : 'none', ...readFeatures(paragraphs) }
}

function fitOf({ items, paragraphs, entries, attached, notes }: List, isCertain: boolean): KindReading {
  const isAlone = paragraphs.every(isProseAround)
  const isPossible = isAlone && entries.length > 0 && attached.length <= 2 * entries.length
  return {
    fit: isAlone && isCertain ? 'sure' : isPossible ? 'possible' : 'none',
    items,
    paragraphs: [...paragraphs, ...notes],
  }
}
