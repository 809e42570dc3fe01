// The sections of a page in the order of its plan: heading, picture and contents.
import type { Element } from 'domhandler'
import type { PageSection, SectionKind } from '../page-parts.ts'
import type { QuoteLayout, SectionLayouts, SectionPlan } from '../page-plan.ts'
import { type Content, element, textElement, wrapped } from './elements.ts'
import { renderForm } from './form.ts'
import { paragraphsOf } from './items.ts'
import type { FrameContext } from './page-frame.ts'
import { renderKind, sectionImage, sectionTexts } from './section-kinds.ts'

/** @returns the sections; opening hours and contact in a row share an element. */
export function renderSections(context: FrameContext): readonly Element[] {
  const rendered: Element[] = []
  for (const [index, plan] of context.plan.sections.entries()) {
    const next = context.plan.sections[index + 1]
    if (plan.pair === 'second') continue
    const own = renderSection(plan, context)
    const isPair = plan.pair === 'first' && next?.pair === 'second'
    rendered.push(
      isPair
        ? element('div', { class: 'sp-visit', 'data-surface': plan.surface }, own, renderSection(next, context))
        : own,
    )
  }
  return rendered
}

/** Side of a quotation on which the picture is. */
const quotePlaces: Readonly<Record<QuoteLayout, 'start' | 'end' | 'above'>> = {
  beside: 'end',
  margin: 'start',
  center: 'above',
  wide: 'end',
}

function isLaidOut(kind: SectionKind): kind is keyof SectionLayouts {
  return kind === 'menu' || kind === 'quote' || kind === 'contact'
}

const proseKinds: readonly string[] = ['text', 'plain']

function renderSection(plan: SectionPlan, context: FrameContext): Element {
  const { section, surface, arrangement, pair } = plan
  const { views, kit } = context
  const { id, kind, heading } = section
  const isProse = proseKinds.includes(kind)
  const head = wrapped(
    'div',
    { class: 'sp-head' },
    textElement('h2', heading, 'sp-heading'),
    ...(isProse && section.items.length === 0 ? [] : paragraphsOf(section.paragraphs, 'sp-introduction')),
  )
  const backdrop = plan.backdrop && views?.render(plan.backdrop)
  const own = sectionImage(section)
  const level = heading === '' ? 'h2' : 'h3'
  const body = renderKind(section, { kit, level })
  const form = section.form && renderForm(section.form, kit, level)
  return element(
    heading === '' ? 'div' : 'section',
    {
      class: 'sp-section',
      id: heading === '' ? undefined : id,
      'data-kind': kind,
      [`data-${kind}`]: isLaidOut(kind) ? context.plan.layouts[kind] : undefined,
      'data-arrangement': arrangement,
      'data-surface': pair === undefined ? surface : undefined,
      'data-backdrop': backdrop && quotePlaces[context.plan.layouts.quote],
      'data-art': own !== undefined,
      'data-items': describeItems(section),
    },
    backdrop && element('figure', { class: 'sp-backdrop' }, backdrop),
    wrapped(
      'div',
      { class: 'sp-wrap' },
      head,
      wrapped('figure', { class: 'sp-art' }, own),
      bodyOf(section, isProse, body, form),
    ),
  )
}

function bodyOf(section: PageSection, isProse: boolean, ...contents: readonly Content[]): Element | undefined {
  const prose = isProse && section.items.length === 0 ? sectionTexts(section) : undefined
  return wrapped('div', { class: 'sp-body' }, prose, ...contents)
}

/** Whether items have pictures: they are cards then, and lines without. */
function describeItems({ items }: PageSection): 'pictures' | 'lines' | undefined {
  if (items.length === 0) return undefined
  return items.some(({ image }) => image !== undefined) ? 'pictures' : 'lines'
}
