// The sections of a page: their surfaces in turn, and the views beside, behind and between them.
import type { DirectionRow } from './direction-rows.ts'
import type { PageSection, SectionKind } from './page-parts.ts'
import type { Arrangement, ClosingPlan, SectionPlan, Surface, View } from './page-plan.ts'
import type { PictureSurvey } from './picture-survey.ts'
import { isCalm } from './view-interest.ts'
import { findView } from './views.ts'

/** Where views of a page come from; undefined without a picture whose contents are known. */
export interface PlannedViews {
  readonly survey: PictureSurvey
  /** What the first screen shows, and its further views. */
  readonly hero: View
  readonly small: readonly View[]
  /** The whole width of the picture, where the first screen shows a part. */
  readonly band: View | undefined
}

export interface PlannedSections {
  readonly sections: readonly SectionPlan[]
  readonly closing: ClosingPlan
}

/** Width by height of views beside texts, and above them. */
const shapes = { aside: 0.85, wide: 1.5 } as const

/** From this number of sections on, the first screen is far away at the end of the page. */
const minSectionsToClose = 2

export function planSections(
  sections: readonly PageSection[],
  row: DirectionRow,
  source: PlannedViews | undefined,
): PlannedSections {
  const placed = source ? placeViews(sections, row, source) : undefined
  const plans = sections.map((section, index): SectionPlan => {
    const pair = findPair(sections, index)
    const { arrangement } = row
    return { section, surface: 'paper', arrangement, views: [], band: undefined, pair, ...placed?.get(index) }
  })
  const backdrop = source && !source.survey.isWhole && isCalm(source.survey.grid) ? source.hero : undefined
  const isLarge = sections.length >= minSectionsToClose
  const closing = chooseSurface(row, 'closing', isLarge ? backdrop : undefined)
  return { sections: withArrangements(withSurfaces(plans, row, backdrop)), closing: { ...closing, isLarge } }
}

/** Where the picture makes no calm backdrop, a surface is dark, or has a colour where the other one or the page is dark. */
function chooseSurface(
  row: DirectionRow,
  place: 'strong' | 'closing',
  backdrop: View | undefined,
): Omit<ClosingPlan, 'isLarge'> {
  const surface = row[place]
  if (surface === 'blurred' && backdrop) return { surface, view: backdrop }
  const other = row[place === 'strong' ? 'closing' : 'strong']
  const plain = row.background === 'night' || other === 'dark' ? 'color' : 'dark'
  return { surface: surface === 'blurred' ? plain : surface, view: undefined }
}

const visitKinds: ReadonlySet<SectionKind> = new Set(['hours', 'contact'])

function isVisit(section: PageSection | undefined): boolean {
  return section !== undefined && visitKinds.has(section.kind)
}

/** Opening hours and contact, in either order. */
function isPair(one: PageSection, other: PageSection | undefined): boolean {
  return isVisit(one) && isVisit(other) && one.kind !== other?.kind
}

function findPair(sections: readonly PageSection[], index: number): SectionPlan['pair'] {
  const section = sections[index]
  if (section === undefined) return undefined
  return isPair(section, sections[index + 1]) ? 'first' : isPair(section, sections[index - 1]) ? 'second' : undefined
}

/** What a section has of views, by its index. */
type PlacedViews = ReadonlyMap<number, Pick<SectionPlan, 'views'> | Pick<SectionPlan, 'band'>>

/** Gives two sections a view beside them, where it is worth showing, and the middle of the page the whole width. */
function placeViews(
  sections: readonly PageSection[],
  { arrangement }: DirectionRow,
  source: PlannedViews,
): PlacedViews {
  const { survey, hero, small, band } = source
  const placed = new Map<number, Pick<SectionPlan, 'views'> | Pick<SectionPlan, 'band'>>()
  const taken = [...small]
  const illustrated = [...sections.entries()].filter(([, section]) => isIllustrated(section))
  for (const [index, { kind }] of illustrated.slice(0, 2)) {
    const shape = arrangement === 'stack' && kind === 'features' ? shapes.wide : shapes.aside
    const view = findView(survey, shape, hero.region, taken)
    if (view === undefined) break
    taken.push(view)
    placed.set(index, { views: [view] })
  }
  const place = band ? findBandPlace(sections, placed) : -1
  if (band && place >= 0) placed.set(place, { band })
  return placed
}

/** @returns the section before which a band is shown: nearest to the middle, beside no other view; -1 for none. */
function findBandPlace(sections: readonly PageSection[], placed: PlacedViews): number {
  const middle = sections.length / 2
  const isFree = (index: number) =>
    !placed.has(index) && !placed.has(index - 1) && findPair(sections, index) !== 'second'
  const places = [...sections.keys()].filter(index => index > 0 && isFree(index))
  const distance = (index: number) => Math.abs(index - middle)
  return places.reduce((best, index) => (best < 0 || distance(index) < distance(best) ? index : best), -1)
}

/** Kinds that a view can be beside. */
const illustratedKinds: ReadonlySet<SectionKind> = new Set(['features', 'plain', 'text', 'menu', 'steps'])

function isIllustrated({ kind, image, items }: PageSection): boolean {
  return illustratedKinds.has(kind) && image === undefined && items.every(item => item.image === undefined)
}

/** Sections change between paper and tint; one of a page stands on a strong surface, not beside the end, which is another. */
function withSurfaces(
  plans: readonly SectionPlan[],
  row: DirectionRow,
  backdrop: View | undefined,
): readonly SectionPlan[] {
  const strong = findStrong(plans)
  const planned: SectionPlan[] = []
  for (const plan of plans) {
    const previous: Surface = planned.at(-1)?.surface ?? row.facts
    const ordinary = previous === 'paper' ? 'tint' : 'paper'
    if (plan === strong) {
      const { surface, view } = chooseSurface(row, 'strong', plan.pair === undefined ? backdrop : undefined)
      planned.push({ ...plan, surface, views: view ? [view] : [] })
    } else planned.push({ ...plan, surface: plan.pair === 'second' ? previous : ordinary })
  }
  return planned
}

/** The first quote, else opening hours or contact. */
function findStrong(plans: readonly SectionPlan[]): SectionPlan | undefined {
  const middle = plans.filter(({ pair }, index) => index > 0 && index + (pair === 'first' ? 2 : 1) < plans.length)
  const quote = middle.find(({ section }) => section.kind === 'quote')
  return quote ?? middle.find(({ section, pair }) => isVisit(section) && pair !== 'second')
}

/** Kinds that can be arranged in another way than the page is: as columns or cards, or below their heading. */
const otherArrangements: Readonly<Partial<Record<SectionKind, Readonly<Record<Arrangement, Arrangement>>>>> = {
  features: { aside: 'stack', stack: 'aside', above: 'aside' },
  prices: { aside: 'stack', stack: 'aside', above: 'aside' },
  steps: { aside: 'stack', stack: 'aside', above: 'stack' },
  team: { aside: 'above', stack: 'above', above: 'aside' },
  questions: { aside: 'above', stack: 'above', above: 'aside' },
}

/** Kinds that always take the whole width. */
const wideKinds: ReadonlySet<SectionKind> = new Set(['quote', 'figures', 'gallery', 'logos'])

/** Sections of lines in a row are not arranged alike: long pages would look like one list. */
function withArrangements(plans: readonly SectionPlan[]): readonly SectionPlan[] {
  let previous: Arrangement | undefined
  return plans.map(plan => {
    const { section, views, band, pair, surface } = plan
    const hasView = views.length > 0 && surface !== 'blurred'
    if (band) previous = undefined
    if (hasView || pair !== undefined || wideKinds.has(section.kind)) {
      previous = undefined
      return plan
    }
    const other = otherArrangements[section.kind]?.[plan.arrangement]
    const isChanged = other !== undefined && (plan.arrangement === previous || !fits(section, plan.arrangement))
    const arrangement = isChanged && fits(section, other) ? other : plan.arrangement
    previous = arrangement
    return { ...plan, arrangement }
  })
}

/** Columns and cards that stand in one row, and texts that are not long for them. */
const maxColumns = { count: 4, letters: 200 } as const
const columnKinds: ReadonlySet<SectionKind> = new Set(['features', 'prices'])

function fits({ kind, items }: PageSection, arrangement: Arrangement): boolean {
  if (arrangement === 'aside' || !columnKinds.has(kind)) return true
  const isShort = items.every(({ paragraphs }) => paragraphs.join('').length <= maxColumns.letters)
  return items.length <= maxColumns.count && isShort
}
