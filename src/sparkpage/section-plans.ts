// The sections of a page: their surfaces in turn, their arrangements, and the one that has the picture once more.
import type { DirectionRow } from './direction-rows.ts'
import type { PageSection, SectionKind } from './page-parts.ts'
import type { Arrangement, ClosingPlan, SectionPlan, StrongSurface, Surface } from './page-plan.ts'
import type { PictureSurvey } from './picture-survey.ts'
import { findBackdrop } from './picture-views.ts'

export interface PlannedSections {
  readonly sections: readonly SectionPlan[]
  readonly closing: ClosingPlan
}

/** From this number of sections on, the first screen is far away at the end of the page. */
const minSectionsToClose = 2

export function planSections(
  sections: readonly PageSection[],
  row: DirectionRow,
  survey: PictureSurvey | undefined,
): PlannedSections {
  const plans = sections.map((section, index): SectionPlan => {
    const pair = findPair(sections, index)
    const { arrangement } = row
    return { section, surface: 'paper', arrangement, backdrop: undefined, pair }
  })
  const strong = findStrong(plans)
  const backdrop = survey && findBackdrop(survey)
  const isInMiddle = row.backdrop === 'strong' && strong !== undefined && fitsPicture(strong.section)
  const isLarge = sections.length >= minSectionsToClose
  const isAtEnd = isLarge && !isInMiddle && isStrong(row.closing)
  // A photograph fades into a dark surface; on one of its colours it would look pasted.
  const surfaceOf = <Own extends Surface>(own: Own, hasBackdrop: boolean) => (hasBackdrop && backdrop ? 'dark' : own)
  const closing = surfaceOf(row.closing, isAtEnd)
  return {
    sections: withArrangements(
      withSurfaces(
        plans,
        strong && {
          plan: strong,
          surface: surfaceOf(row.strong, isInMiddle),
          backdrop: isInMiddle ? backdrop : undefined,
        },
        row,
      ),
    ),
    closing: {
      layout: row.ending,
      ...(row.division === 'panels' && isStrong(closing)
        ? { surface: 'paper', panel: closing }
        : { surface: closing, panel: undefined }),
      backdrop: isAtEnd ? backdrop : undefined,
      isLarge,
    },
  }
}

function isStrong(surface: Surface): surface is StrongSurface {
  return surface === 'color' || surface === 'dark'
}

/** Quotes beside which a picture fits. */
const maxQuotes = 3

function fitsPicture({ kind, items, form }: PageSection): boolean {
  return kind === 'quote' && items.length <= maxQuotes && form === undefined
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

interface StrongSection extends Pick<SectionPlan, 'surface' | 'backdrop'> {
  readonly plan: SectionPlan
}

/** Sections change between paper and tint; one of a page stands on a strong surface, and large numbers may, not beside each other and the end. */
function withSurfaces(
  plans: readonly SectionPlan[],
  strong: StrongSection | undefined,
  row: DirectionRow,
): readonly SectionPlan[] {
  const planned: SectionPlan[] = []
  for (const [index, plan] of plans.entries()) {
    const previous: Surface = planned.at(-1)?.surface ?? row.facts
    const ordinary = previous === 'paper' && row.division !== 'rules' ? 'tint' : 'paper'
    if (plan === strong?.plan) planned.push({ ...plan, surface: strong.surface, backdrop: strong.backdrop })
    else if (row.figures && plan.section.kind === 'figures' && isApart(previous, plans[index + 1], strong?.plan))
      planned.push({ ...plan, surface: row.figures })
    else planned.push({ ...plan, surface: plan.pair === 'second' ? previous : ordinary })
  }
  return planned
}

/** Whether no strong surface is beside a section: the last one is beside the end. */
function isApart(previous: Surface, next: SectionPlan | undefined, strong: SectionPlan | undefined): boolean {
  return !isStrong(previous) && next !== undefined && next !== strong
}

/** A short text in display type, and nothing else. */
const maxStatement = 400

function isStatement({ kind, items, image, paragraphs }: PageSection): boolean {
  const isText = (kind === 'text' || kind === 'plain') && items.length === 0 && image === undefined
  return isText && paragraphs.join('').length <= maxStatement
}

/** The first quote, else opening hours or contact, else a short text. */
function findStrong(plans: readonly SectionPlan[]): SectionPlan | undefined {
  const middle = plans.filter(({ pair }, index) => index > 0 && index + (pair === 'first' ? 2 : 1) < plans.length)
  const quote = middle.find(({ section }) => section.kind === 'quote')
  const visit = middle.find(({ section, pair }) => isVisit(section) && pair !== 'second')
  return quote ?? visit ?? middle.find(({ section }) => isStatement(section))
}

/** Kinds that can be arranged in another way than the page is: as columns or cards, or below their heading. */
const otherArrangements: Readonly<Partial<Record<SectionKind, Readonly<Record<Arrangement, Arrangement>>>>> = {
  features: { aside: 'stack', stack: 'aside', above: 'aside', center: 'aside' },
  prices: { aside: 'stack', stack: 'aside', above: 'aside', center: 'aside' },
  steps: { aside: 'stack', stack: 'aside', above: 'stack', center: 'stack' },
  team: { aside: 'above', stack: 'above', above: 'aside', center: 'aside' },
  questions: { aside: 'above', stack: 'above', above: 'aside', center: 'aside' },
}

/** Kinds that always take the whole width. */
const wideKinds: ReadonlySet<SectionKind> = new Set(['quote', 'figures', 'gallery', 'logos'])

/** Sections of lines in a row are not arranged alike: long pages would look like one list. */
function withArrangements(plans: readonly SectionPlan[]): readonly SectionPlan[] {
  let previous: Arrangement | undefined
  return plans.map(plan => {
    const { section, pair } = plan
    if (pair !== undefined || wideKinds.has(section.kind)) {
      previous = undefined
      return plan
    }
    const other = otherArrangements[section.kind]?.[plan.arrangement]
    // Centred sections look alike on the whole page.
    const isRepeated = plan.arrangement === previous && plan.arrangement !== 'center'
    const isChanged = other !== undefined && (isRepeated || !fits(section, plan.arrangement))
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
