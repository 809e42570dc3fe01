// The picture of a page once more, in the middle of its sections.
import type { Layout } from '../../schemas/sparkpage.ts'
import type { Middle } from './directions.ts'
import { classes } from './markup.ts'
import type { PageSection } from './page-parts.ts'

/** Sections shown together. */
export type SectionGroup = readonly [PageSection, ...PageSection[]]

export interface PlacedMiddle {
  /** Of the section with the picture, or of the one below it. */
  readonly index: number
  readonly middle: Middle | 'art'
}

/** With fewer sections the first screen or the end of the page is in sight. */
const minGroups = 3

/** First screens whose picture is as wide as the window or the page: the page has art from its light instead of a second wide copy. */
const wideLayouts: readonly Layout[] = ['full-bleed', 'centered']

/** @returns undefined where a page is short or where its sections have pictures of their own. */
export function placeMiddle(groups: readonly SectionGroup[], wanted: Middle, layout: Layout): PlacedMiddle | undefined {
  if (groups.length < minGroups || groups.flat().some(hasPicture)) return undefined
  const center = (groups.length - 1) / 2
  const [nearest] = groups
    .map(([section], index) => ({ section, index, distance: Math.abs(index - center) }))
    .slice(1, -1)
    .filter(({ section }) => suits(section, wanted))
    .toSorted((one, other) => one.distance - other.distance)
  const index = nearest?.index ?? Math.floor(groups.length / 2)
  const middle = nearest ? wanted : 'between'
  return { index, middle: middle === 'between' && wideLayouts.includes(layout) ? 'art' : middle }
}

function suits({ kind, heading, items }: PageSection, middle: Middle): boolean {
  if (middle === 'quote') return kind === 'quote' && items.length === 1
  return middle === 'between' || (heading !== '' && kind !== 'plain' && kind !== 'text' && kind !== 'quote')
}

function hasPicture({ kind, image, items }: PageSection): boolean {
  return kind === 'gallery' || [image, ...items.map(item => item.image)].some(picture => picture !== undefined)
}

/** Between two sections, the picture or art. */
export function renderBetween(middle: PlacedMiddle['middle'] | undefined): readonly string[] {
  if (middle === 'art') return [`<div ${classes('sp-between', 'sp-art')} aria-hidden="true"></div>`]
  return middle === 'between' ? [renderPagePicture('sp-between')] : []
}

/** The picture, which the style sheet contains. */
export function renderPagePicture(...names: readonly string[]): string {
  return `<div ${classes('sp-page-picture', ...names)} aria-hidden="true"></div>`
}
