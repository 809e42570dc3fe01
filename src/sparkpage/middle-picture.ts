// The picture of a page once more, in the middle of its sections.
import type { Layout } from '../../schemas/sparkpage.ts'
import type { Middle } from './directions.ts'
import { block, classes } from './markup.ts'
import type { PageSection, SectionKind } from './page-parts.ts'

/** Sections shown together. */
export type SectionGroup = readonly [PageSection, ...PageSection[]]

export interface PlacedMiddle {
  /** Of the section with the picture, or of the one below it. */
  readonly index: number
  /** Details or art stand between two sections. */
  readonly middle: Middle | 'details' | 'art'
}

/** With fewer sections the first screen or the end of the page is in sight. */
const minGroups = 3

/** First screens that show the picture whole, or as wide as the window or the page: a second copy of it would be the same picture. */
const wholeLayouts: readonly Layout[] = ['full-bleed', 'centered', 'framed']

/** Details side by side. */
const detailsInRow = 3

/**
 * @param details how many the picture has.
 * @returns undefined where a page is short or where its sections have pictures of their own.
 */
export function placeMiddle(
  groups: readonly SectionGroup[],
  wanted: Middle,
  layout: Layout,
  details: number,
): PlacedMiddle | undefined {
  if (groups.length < minGroups || groups.flat().some(hasPicture)) return undefined
  const center = (groups.length - 1) / 2
  const [nearest] = groups
    .map((group, index) => ({ group, index, distance: Math.abs(index - center) }))
    .filter(({ group, index }) => suits(group, wanted, details) && (wanted === 'features' || isInside(index, groups)))
    .toSorted((one, other) => one.distance - other.distance)
  const index = nearest?.index ?? Math.floor(groups.length / 2)
  const middle = nearest ? wanted : 'between'
  if (middle !== 'between') return { index, middle }
  if (details >= detailsInRow) return { index, middle: 'details' }
  return { index, middle: wholeLayouts.includes(layout) ? 'art' : middle }
}

/** Whether a group is neither the first nor the last one. */
function isInside(index: number, groups: readonly SectionGroup[]): boolean {
  return index > 0 && index < groups.length - 1
}

/** Sections with their content next to their heading, which leaves space below the heading. */
const kindsBesideHeading: readonly SectionKind[] = ['features', 'steps', 'questions']

function suits(group: SectionGroup, middle: Middle, details: number): boolean {
  const [{ kind, heading, items }] = group
  if (middle === 'features') {
    const features = kind === 'plain' ? group.length : kind === 'features' ? items.length : 0
    return features > 1 && features <= details && !group.some(hasLongText)
  }
  if (middle === 'quote') return kind === 'quote' && items.length === 1
  return middle === 'between' || (heading !== '' && kindsBesideHeading.includes(kind))
}

/** Characters of a text that is too long for a column. */
const minLongText = 260

export function hasLongText({ paragraphs }: PageSection): boolean {
  return paragraphs.join('').length >= minLongText
}

function hasPicture({ kind, image, items }: PageSection): boolean {
  return kind === 'gallery' || [image, ...items.map(item => item.image)].some(picture => picture !== undefined)
}

/** Between two sections: the picture, details of it, or art. */
export function renderBetween(middle: PlacedMiddle['middle'] | undefined): readonly string[] {
  if (middle === 'art') return [`<div ${classes('sp-between', 'sp-art')} aria-hidden="true"></div>`]
  if (middle === 'details') {
    const details = Array.from({ length: detailsInRow }, (_, index) => renderDetail(index))
    return [block('div', classes('sp-between', 'sp-details'), ...details)]
  }
  return middle === 'between' ? [renderPagePicture('sp-between')] : []
}

/** One of the details of the picture. */
export function renderDetail(index: number): string {
  return renderPagePicture('sp-detail', `sp-detail-${index + 1}`)
}

/** The picture, which the style sheet contains. */
export function renderPagePicture(...names: readonly string[]): string {
  return `<div ${classes('sp-page-picture', ...names)} aria-hidden="true"></div>`
}
