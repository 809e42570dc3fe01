// The sections of a page: their surfaces in turn, and the views beside, behind and between them.
import { firstOf } from '../first-of.ts'
import type { DirectionRow } from './direction-rows.ts'
import type { PageSection, SectionKind } from './page-parts.ts'
import type { ClosingPlan, SectionPlan, Surface, View } from './page-plan.ts'
import type { PictureSurvey } from './picture-survey.ts'
import { findView, findWideView } from './views.ts'

/** Where views of a page come from; undefined without a picture whose contents are known. */
export interface ViewSource {
  readonly survey: PictureSurvey
  /** What the first screen shows, and its further views. */
  readonly hero: View
  readonly small: readonly View[]
}

export interface PlannedSections {
  readonly sections: readonly SectionPlan[]
  readonly closing: ClosingPlan
}

/** Width by height of views beside texts and at the end. */
const shapes = { item: 1, aside: 0.85, wide: 1.5, closing: 1.5 } as const

/** From this number of sections on, the first screen is far away at the end of the page. */
const minSectionsToClose = 2

export function planSections(
  sections: readonly PageSection[],
  row: DirectionRow,
  source: ViewSource | undefined,
): PlannedSections {
  const isLarge = sections.length >= minSectionsToClose
  const cast = castViews(sections, row, source, isLarge)
  const shown = sections.map((section, index): SectionPlan => {
    const pair = isPair(section, sections[index + 1])
      ? 'first'
      : isPair(section, sections[index - 1])
        ? 'second'
        : undefined
    return { section, surface: 'paper', views: [], itemViews: [], band: undefined, pair, ...cast.bySection.get(index) }
  })
  const closing = cast.closing ?? { surface: row.closing === 'color' ? 'color' : 'dark', view: undefined }
  const backdrop = source?.survey.isWhole ? undefined : source?.hero
  return { sections: withSurfaces(shown, row, backdrop), closing: { ...closing, isLarge } }
}

const visitKinds: ReadonlySet<SectionKind> = new Set(['hours', 'contact'])

function isVisit(section: PageSection | undefined): boolean {
  return section !== undefined && visitKinds.has(section.kind)
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
}

/** Gives the places of a page the views that are worth showing, the most important places first. */
function castViews(
  sections: readonly PageSection[],
  row: DirectionRow,
  source: ViewSource | undefined,
  isLarge: boolean,
): CastViews {
  const bySection = new Map<number, Partial<SectionPlan>>()
  if (source === undefined) return { bySection, closing: undefined }
  const { survey, hero } = source
  const taken = [...source.small]
  const take = (shape: number) => {
    const view = findView(survey, shape, hero.region, taken)
    if (view) taken.push(view)
    return view
  }
  const items = findItemViews(sections, row, source, taken)
  if (items) {
    bySection.set(items.index, { itemViews: items.views })
    taken.push(...items.views)
  }
  for (const { index, shape } of slotsOf(sections, row)) {
    const view = bySection.has(index) ? undefined : take(shape)
    if (view) bySection.set(index, { views: [view] })
  }
  const wide = findWideView(survey, hero.region)
  const place = wide ? findBandPlace(sections, bySection) : -1
  if (wide && place >= 0) bySection.set(place, { band: wide })
  if (!isLarge) return { bySection, closing: undefined }
  const beside = row.closing === 'picture' ? take(shapes.closing) : undefined
  if (beside) return { bySection, closing: { surface: 'picture', view: beside } }
  const isBlurred = row.closing === 'blurred' || row.closing === 'picture'
  return { bySection, closing: isBlurred && !survey.isWhole ? { surface: 'blurred', view: hero } : undefined }
}

/** @returns the section before which the whole width of the picture is shown: nearest to the middle, beside no other view; -1 for none. */
function findBandPlace(sections: readonly PageSection[], bySection: ReadonlyMap<number, Partial<SectionPlan>>): number {
  const middle = sections.length / 2
  const isFree = (index: number) => !bySection.has(index) && !bySection.has(index - 1)
  const isBreak = (index: number) => !isPair(sections[index] ?? firstOf(sections), sections[index - 1])
  const places = [...sections.keys()].filter(index => index > 0 && isFree(index) && isBreak(index))
  const distance = (index: number) => Math.abs(index - middle)
  return places.reduce((best, index) => (best < 0 || distance(index) < distance(best) ? index : best), -1)
}

/** Kinds that a view can be beside. */
const illustratedKinds: ReadonlySet<SectionKind> = new Set(['features', 'plain', 'text', 'menu', 'steps'])

function isIllustrated({ kind, image, items }: PageSection): boolean {
  return illustratedKinds.has(kind) && image === undefined && items.every(item => item.image === undefined)
}

function slotsOf(sections: readonly PageSection[], { arrangement, quote }: DirectionRow): readonly Slot[] {
  const indexed = [...sections.entries()]
  const besides = indexed
    .filter(([, section]) => isIllustrated(section))
    .map(([index, { kind }]): Slot => {
      return { index, shape: arrangement === 'stack' && kind === 'features' ? shapes.wide : shapes.aside }
    })
  const quotes = indexed
    .filter(([, { kind, image }]) => quote === 'picture' && kind === 'quote' && image === undefined)
    .map(([index]): Slot => ({ index, shape: shapes.aside }))
  return [...besides.slice(0, 2), ...quotes.slice(0, 1)]
}

/** Most items that have a view of their own each. */
const maxItemViews = 3

/** A centred section of two or three items shows a view with each, or none. */
function findItemViews(
  sections: readonly PageSection[],
  { arrangement }: DirectionRow,
  { survey, hero, small }: ViewSource,
  taken: readonly View[],
): { readonly index: number; readonly views: readonly View[] } | undefined {
  if (arrangement !== 'center' || small.length > 0) return undefined
  const index = sections.findIndex(section => section.kind === 'features' && isIllustrated(section))
  const count = sections[index]?.items.length ?? 0
  if (count < 2 || count > maxItemViews) return undefined
  const views: View[] = []
  for (let item = 0; item < count; item++) {
    const view = findView(survey, shapes.item, hero.region, [...taken, ...views])
    if (view === undefined) return undefined
    views.push(view)
  }
  return { index, views }
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
    if (plan === strong && row.strong === 'blurred' && backdrop && plan.pair === undefined)
      planned.push({ ...plan, surface: 'blurred', views: [backdrop] })
    else {
      const strongSurface = row.strong === 'blurred' ? 'dark' : row.strong
      const own = plan === strong ? strongSurface : isSplit(plan) ? 'picture' : ordinary
      planned.push({ ...plan, surface: plan.pair === 'second' ? previous : own })
    }
  }
  return planned
}

/** A quote beside a view of the picture. */
function isSplit({ section, views }: SectionPlan): boolean {
  return section.kind === 'quote' && views.length > 0
}

/** The first quote without a view, else opening hours or contact. */
function findStrong(plans: readonly SectionPlan[]): SectionPlan | undefined {
  const middle = plans.filter(({ pair }, index) => index > 0 && index + (pair === 'first' ? 2 : 1) < plans.length)
  return (
    middle.find(plan => plan.section.kind === 'quote' && !isSplit(plan)) ??
    middle.find(({ section, pair }) => isVisit(section) && pair !== 'second')
  )
}
