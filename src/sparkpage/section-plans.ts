// The sections of a page: their surfaces in turn, and the views beside, behind and between them.
import type { Region } from '../../schemas/types.ts'
import type { DirectionRow } from './direction-rows.ts'
import type { PageSection, SectionKind } from './page-parts.ts'
import type { ClosingPlan, SectionPlan, Surface, View } from './page-plan.ts'
import type { PictureSurvey } from './picture-survey.ts'
import { findBackdrop, findView, type ViewUse } from './views.ts'

/** Where views of a page come from; undefined without a picture whose contents are known. */
export interface ViewSource {
  readonly survey: PictureSurvey
  /** What the first screen shows, and its further views. */
  readonly hero: Region
  readonly small: readonly View[]
}

export interface PlannedSections {
  readonly sections: readonly SectionPlan[]
  readonly closing: ClosingPlan
}

/** Width by height of views beside texts, between sections and at the end. */
const shapes = { item: 1, aside: 0.85, wide: 1.5, band: 2.6, closing: 1.5 } as const

/** From this number of sections on, the first screen is far away at the end of the page. */
const minSectionsToClose = 2

export function planSections(
  sections: readonly PageSection[],
  row: DirectionRow,
  source: ViewSource | undefined,
): PlannedSections {
  const plans = sections.map((section, index) => planSurface(section, sections[index - 1], sections[index + 1], row))
  const isLarge = sections.length >= minSectionsToClose
  const cast = castViews(plans, row, source, isLarge)
  const shown = plans
    .map((plan, index) => ({ ...plan, ...cast.bySection.get(index) }))
    .map(plan => withoutMissingView(plan, row))
  const surfaces = alternate(shown, row)
  return { sections: surfaces, closing: { ...planClosing(row, surfaces.at(-1)?.surface, cast.closing), isLarge } }
}

const visitKinds: ReadonlySet<SectionKind> = new Set(['hours', 'contact'])

function isVisit(section: PageSection | undefined): boolean {
  return section !== undefined && visitKinds.has(section.kind)
}

function planSurface(
  section: PageSection,
  before: PageSection | undefined,
  after: PageSection | undefined,
  row: DirectionRow,
): SectionPlan {
  const empty = { section, views: [], itemViews: [], band: undefined, pair: undefined }
  if (section.kind === 'quote') return { ...empty, surface: row.quote }
  if (!isVisit(section)) return { ...empty, surface: 'paper' }
  const pair = isPair(section, after) ? 'first' : isPair(section, before) ? 'second' : undefined
  return { ...empty, surface: row.visit, pair }
}

/** Opening hours and contact, in either order. */
function isPair(one: PageSection, other: PageSection | undefined): boolean {
  return isVisit(one) && isVisit(other) && one.kind !== other?.kind
}

type ClosingView = Omit<ClosingPlan, 'isLarge'>

interface CastViews {
  readonly bySection: ReadonlyMap<number, Partial<SectionPlan>>
  /** Undefined: the end has no view. */
  readonly closing: ClosingView | undefined
}

/** A place for a view, in the order in which views are given away. */
interface Slot {
  readonly index: number
  readonly shape: number
  readonly use: ViewUse
}

/** Gives the places of a page the views that are worth showing, the most important places first. */
function castViews(
  plans: readonly SectionPlan[],
  row: DirectionRow,
  source: ViewSource | undefined,
  isLarge: boolean,
): CastViews {
  const bySection = new Map<number, Partial<SectionPlan>>()
  if (source === undefined) return { bySection, closing: undefined }
  const taken = [...source.small]
  const take = (shape: number, use: ViewUse = 'beside') => {
    const view = findView(source.survey, shape, source.hero, taken, use)
    if (view) taken.push(view)
    return view
  }
  const items = findItemViews(plans, row, source, taken)
  if (items) {
    bySection.set(items.index, { itemViews: items.views })
    taken.push(...items.views)
  }
  for (const slot of slotsOf(plans, row)) {
    if (isTaken(bySection, slot)) continue
    const view = take(slot.shape, slot.use)
    if (view) bySection.set(slot.index, slot.use === 'band' ? { band: view } : { views: [view] })
  }
  const beside = isLarge && row.closing === 'picture' ? take(shapes.closing) : undefined
  if (beside) return { bySection, closing: { surface: 'picture', view: beside } }
  const backdrop = findBackdrop(source.survey)
  const quote = backdrop && !source.survey.hasSubject ? findPlainQuote(plans, row, bySection) : -1
  if (backdrop && quote >= 0) bySection.set(quote, { surface: 'duotone', views: [backdrop] })
  const isEnd = isLarge && quote < 0 && isBackdropEnd(row, taken)
  return { bySection, closing: isEnd && backdrop ? { surface: 'duotone', view: backdrop } : undefined }
}

/** A section has views or a band. A page has one band, which stands before its section and beside no other view. */
function isTaken(
  bySection: ReadonlyMap<number, Partial<SectionPlan>>,
  { index, use }: Pick<Slot, 'index' | 'use'>,
): boolean {
  if (bySection.has(index)) return true
  if (use === 'beside') return bySection.get(index + 1)?.band !== undefined
  return bySection.has(index - 1) || [...bySection.values()].some(({ band }) => band)
}

/** @returns the first quote whose view was not found, if its direction shows one; -1 for none. */
function findPlainQuote(
  plans: readonly SectionPlan[],
  { quote }: DirectionRow,
  bySection: ReadonlyMap<number, Partial<SectionPlan>>,
): number {
  if (quote !== 'picture' && quote !== 'duotone') return -1
  return plans.findIndex(
    ({ section: { kind, image } }, index) =>
      kind === 'quote' && image === undefined && !isTaken(bySection, { index, use: 'beside' }),
  )
}

/** A page that shows nothing else of its picture ends with it. */
function isBackdropEnd({ closing }: DirectionRow, taken: readonly View[]): boolean {
  return taken.length === 0 || closing === 'picture' || closing === 'duotone'
}

/** Kinds that a view can be beside. */
const illustratedKinds: ReadonlySet<SectionKind> = new Set(['features', 'plain', 'text', 'menu', 'steps'])

function isIllustrated({ kind, image, items }: PageSection): boolean {
  return illustratedKinds.has(kind) && image === undefined && items.every(item => item.image === undefined)
}

function slotsOf(plans: readonly SectionPlan[], { arrangement, quote }: DirectionRow): readonly Slot[] {
  const indexed = [...plans.entries()]
  const besides = indexed
    .filter(([, { section }]) => isIllustrated(section))
    .map(([index, { section }]): Slot => {
      const shape = arrangement === 'stack' && section.kind === 'features' ? shapes.wide : shapes.aside
      return { index, shape, use: 'beside' }
    })
  const quotes = indexed
    .filter(([, { section }]) => quote === 'picture' && section.kind === 'quote' && section.image === undefined)
    .map(([index]): Slot => ({ index, shape: shapes.aside, use: 'beside' }))
  const bands = indexed
    .filter(([index, { section, pair }]) => index > 1 && section.kind !== 'quote' && pair !== 'second')
    .map(([index]): Slot => ({ index, shape: shapes.band, use: 'band' }))
  return [...besides.slice(0, 1), ...bands, ...besides.slice(1, 2), ...quotes.slice(0, 1)]
}

/** Most items that have a view of their own each. */
const maxItemViews = 3

/** A centred section of two or three items shows a view with each, or none. */
function findItemViews(
  plans: readonly SectionPlan[],
  { arrangement }: DirectionRow,
  { survey, hero, small }: ViewSource,
  taken: readonly View[],
): { readonly index: number; readonly views: readonly View[] } | undefined {
  if (arrangement !== 'center' || small.length > 0) return undefined
  const index = plans.findIndex(({ section }) => section.kind === 'features' && isIllustrated(section))
  const count = plans[index]?.section.items.length ?? 0
  if (count < 2 || count > maxItemViews) return undefined
  const views: View[] = []
  for (let item = 0; item < count; item++) {
    const view = findView(survey, shapes.item, hero, [...taken, ...views])
    if (view === undefined) return undefined
    views.push(view)
  }
  return { index, views }
}

/** A surface that needs a view is the strong one that visits do not have, where there is none. */
function withoutMissingView(plan: SectionPlan, { visit }: DirectionRow): SectionPlan {
  const isMissing = (plan.surface === 'duotone' || plan.surface === 'picture') && plan.views.length === 0
  return isMissing ? { ...plan, surface: visit === 'color' ? 'dark' : 'color' } : plan
}

/** Ordinary sections change between paper and tint, and a pair has one surface. */
function alternate(plans: readonly SectionPlan[], row: DirectionRow): readonly SectionPlan[] {
  const planned: SectionPlan[] = []
  for (const plan of plans) {
    const before = planned.at(-1)
    const previous: Surface = before?.surface ?? row.facts
    const isOrdinary = plan.surface === 'paper' || plan.surface === 'tint'
    const changed = previous === 'paper' ? 'tint' : 'paper'
    const repeats = !isOrdinary && plan.surface === previous && plan.pair !== 'second'
    planned.push({ ...plan, surface: repeats ? otherStrong(plan.surface) : isOrdinary ? changed : plan.surface })
  }
  return planned
}

function otherStrong(surface: Surface): Surface {
  return surface === 'dark' ? 'color' : 'dark'
}

function planClosing(
  { closing }: DirectionRow,
  last: Surface | undefined,
  found: ClosingView | undefined,
): ClosingView {
  if (found) return found
  const surface = closing === 'picture' || closing === 'duotone' ? 'dark' : closing
  return { surface: surface === last ? otherStrong(surface) : surface, view: undefined }
}
