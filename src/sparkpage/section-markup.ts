// The sections of a page: each kind is shown in its own way, in the components of the framework.
import type { ResponsiveType } from '../../schemas/sparkpage.ts'
import type { Rhythm } from './directions.ts'
import type { Idiom } from './idiom.ts'
import { block, classes, escapeText, image, link, paragraphs, textElement } from './markup.ts'
import type { PageSection, SectionItem, SectionKind } from './page-parts.ts'

export interface SectionContext {
  readonly idiom: Idiom
  readonly type: ResponsiveType
  readonly rhythm: Rhythm
  /** Whether the section may have a ground of its own: no two bands touch. */
  readonly isBand?: boolean
}

type Render = (section: PageSection, context: SectionContext) => string

/** @returns the markup of the sections; plain ones in a row are shown together, and bands stand between grounds. */
export function renderSections(sections: readonly PageSection[], context: SectionContext): readonly string[] {
  const runs: (readonly PageSection[])[] = []
  for (const section of sections) {
    const last = runs.at(-1)
    const isTogether = last !== undefined && [...last, section].every(({ kind }) => kind === 'plain')
    if (isTogether) runs.splice(-1, 1, [...last, section])
    else runs.push([section])
  }
  let wasBand = false
  return runs.map(run => {
    const [first] = run
    if (first === undefined) return ''
    wasBand = !wasBand && bandKinds.includes(first.kind)
    const placed = { ...context, isBand: wasBand }
    return first.kind === 'plain' ? renderPlain(run, placed) : renderers[first.kind](first, placed)
  })
}

const bandKinds: readonly SectionKind[] = ['quote', 'figures', 'contact']

const renderers: Readonly<Record<Exclude<SectionKind, 'plain'>, Render>> = {
  features: (section, context) => frame(section, context, renderCards(section.items.map(featureOf), context, 'h3')),
  quote: renderQuotes,
  prices: renderPrices,
  questions: renderQuestions,
  figures: renderFigures,
  logos: renderLogos,
  gallery: renderGallery,
  steps: renderSteps,
  text: renderText,
  contact: renderContact,
}

/** A section with its heading above its content. */
function frame(section: PageSection, { idiom, type }: SectionContext, ...content: readonly string[]): string {
  const head = [heading(section, idiom), paragraphs(section.paragraphs, 'sp-text', idiom.paragraph)].filter(Boolean)
  return block(
    'section',
    classes(idiom.section),
    block(
      'div',
      classes(idiom.container(type)),
      head.length > 0 ? block('div', classes(idiom.head), ...head) : '',
      ...content,
    ),
  )
}

/** A section on a ground of its own. */
function band({ idiom, type, isBand = false }: SectionContext, ...content: readonly string[]): string {
  return block(
    'section',
    classes(isBand ? 'sp-band' : '', idiom.section),
    block('div', classes(idiom.container(type)), ...content),
  )
}

function heading({ id, heading: text }: PageSection, idiom: Idiom): string {
  return text && `<h2 id="${id}" ${classes('sp-heading', idiom.heading)}>${escapeText(text)}</h2>`
}

/** So many cells in a row of a wide window that no row has a hole: five are three and two, which are centred. */
export function cellsPerRow(count: number): number {
  if (count <= 4) return Math.max(1, count)
  return count % 4 === 0 || count === 7 ? 4 : 3
}

/** Cells of equal width. */
function grid(cells: readonly string[], { idiom, type }: SectionContext, name = '', max = 4): string {
  const perRow = Math.min(max, cellsPerRow(cells.length))
  const className = idiom.cell(perRow)
  const inner = className === '' ? cells : cells.map(cell => block('div', classes(className), cell))
  const row = (content: readonly string[]) => block('div', classes(name, idiom.grid(type, perRow)), ...content)
  if (!idiom.hasRows) return row(inner)
  const starts = inner.map((_, index) => index).filter(index => index % perRow === 0)
  return starts.map(start => row(inner.slice(start, start + perRow))).join('\n')
}

interface Feature {
  readonly id: string
  readonly title: string
  readonly body: readonly string[]
  readonly item: Pick<SectionItem, 'image' | 'link'>
}

function featureOf(item: SectionItem): Feature {
  return { id: '', title: item.title, body: item.paragraphs, item }
}

/** Sections without a kind: those with pictures alternate, the others are features side by side. */
function renderPlain(run: readonly PageSection[], context: SectionContext): string {
  const { idiom, type } = context
  const content = run.map(section => ({
    id: section.id,
    title: section.heading,
    body: section.paragraphs,
    item: { image: section.image, link: undefined },
  }))
  const pictured = content.filter(({ item }) => item.image !== undefined)
  const isTiled = pictured.length === content.length && content.length > 2
  const isLong = content.some(({ body }) => body.join('').length >= minLongText)
  const inner = []
  if (content.length === 1 && pictured.length === 0) return frameOf(content, context)
  if (isTiled || (pictured.length === 0 && !isLong && context.rhythm !== 'rows')) {
    inner.push(renderCards(content, context, 'h2'))
  } else {
    for (const [index, feature] of content.entries()) inner.push(renderRow(feature, index, context))
  }
  return block('section', classes(idiom.section), block('div', classes(idiom.container(type)), ...inner))
}

/** One section alone: its heading beside its text. */
function frameOf([feature]: readonly Feature[], context: SectionContext): string {
  const { idiom, type } = context
  if (feature === undefined) return ''
  return block(
    'section',
    classes(idiom.section),
    block('div', classes(idiom.container(type)), renderRow(feature, 0, context)),
  )
}

/** Characters of a text that is too long for a card. */
const minLongText = 260

function renderCards(features: readonly Feature[], context: SectionContext, tag: 'h2' | 'h3'): string {
  const { idiom, rhythm } = context
  const cards = features.map(({ id, title, body, item }) => {
    const attributes = [id && `id="${id}"`, classes('sp-subheading', idiom.subheading)].filter(Boolean).join(' ')
    const texts = [
      title && `<${tag} ${attributes}>${escapeText(title)}</${tag}>`,
      paragraphs(body, 'sp-text', idiom.paragraph),
      item.link ? block('p', classes('sp-text', idiom.paragraph), link(item.link, 'sp-link')) : '',
    ]
    const media = item.image ? image(item.image, picture(idiom)) : tile(rhythm)
    return block(
      'article',
      classes(rhythm === 'cards' ? 'sp-card' : 'sp-item', rhythm === 'cards' ? idiom.card : ''),
      media,
      rhythm === 'cards' && idiom.cardBody
        ? block('div', classes(idiom.cardBody), ...texts)
        : texts.filter(Boolean).join('\n'),
    )
  })
  return grid(cards, context, 'sp-features')
}

/** Above each feature a part of the page's art. */
function tile(rhythm: Rhythm): string {
  return rhythm === 'tiles' ? '<div class="sp-tile sp-art" aria-hidden="true"></div>' : ''
}

function picture(idiom: Idiom): string {
  return `${classes('sp-picture', idiom.image)} loading="lazy"`
}

/** A heading beside its text, or a picture beside both; every second picture is on the other side. */
function renderRow({ id, title, body, item }: Feature, index: number, { idiom, type }: SectionContext): string {
  const head = title && `<h2 ${id && `id="${id}" `}${classes('sp-heading', idiom.heading)}>${escapeText(title)}</h2>`
  const text = paragraphs(body, 'sp-text', idiom.paragraph)
  const cell = (twelfths: number, ...content: readonly string[]) =>
    block('div', classes(idiom.column(type, twelfths)), ...content)
  if (item.image === undefined)
    return block('div', classes('sp-ruled', idiom.columns(type)), cell(5, head), cell(7, text))
  const cells = [cell(7, image(item.image, picture(idiom))), cell(5, head, text)]
  const isFlipped = index % 2 === 1
  return block(
    'div',
    classes(isFlipped ? 'sp-flipped' : '', idiom.columns(type)),
    ...(isFlipped ? cells.toReversed() : cells),
  )
}

function citation({ cite, role }: SectionItem, idiom: Idiom): string {
  const text = [cite, role].filter(Boolean).join(', ')
  return textElement('figcaption', text, 'sp-cite', idiom.small)
}

/** One large quote on a band, or several in cards. */
function renderQuotes(section: PageSection, context: SectionContext): string {
  const { idiom } = context
  const { items } = section
  const quotes = items.map(item => {
    const text = paragraphs(
      item.paragraphs,
      items.length === 1 ? 'sp-quote' : 'sp-text',
      items.length === 1 ? idiom.quote : idiom.paragraph,
    )
    const face = item.image ? image(item.image, classes('sp-face')) : ''
    return block(
      'figure',
      classes(items.length === 1 ? 'sp-said' : 'sp-card', items.length === 1 ? '' : idiom.card),
      idiom.cardBody && items.length > 1
        ? block('div', classes(idiom.cardBody), block('blockquote', '', text), face, citation(item, idiom))
        : [block('blockquote', '', text), face, citation(item, idiom)].filter(Boolean).join('\n'),
    )
  })
  const head = [heading(section, idiom), paragraphs(section.paragraphs, 'sp-text', idiom.paragraph)]
  return band(context, ...head, items.length === 1 ? quotes.join('\n') : grid(quotes, context))
}

/** Without a choice of the user the second tier is highlighted. */
function renderPrices(section: PageSection, context: SectionContext): string {
  const { idiom } = context
  const { items } = section
  const chosen = items.findIndex(({ isHighlighted }) => isHighlighted)
  const highlighted = chosen >= 0 ? chosen : items.length > 2 ? 1 : -1
  const tiers = items.map((item, index) => {
    const price = [
      item.price && `<strong>${escapeText(item.price)}</strong>`,
      item.period && `<small>${escapeText(item.period)}</small>`,
    ]
    const content = [
      textElement('h3', item.title, 'sp-subheading', idiom.subheading),
      item.price || item.period ? block('p', classes('sp-price', idiom.value), ...price) : '',
      paragraphs(item.paragraphs, 'sp-text', idiom.paragraph),
      item.link ? block('p', classes('sp-text', idiom.paragraph), link(item.link, 'sp-link')) : '',
    ]
    return block(
      'article',
      classes('sp-card', index === highlighted ? 'sp-highlighted' : '', idiom.card),
      idiom.cardBody ? block('div', classes(idiom.cardBody), ...content) : content.filter(Boolean).join('\n'),
    )
  })
  return frame(section, context, grid(tiers, context, 'sp-tiers'))
}

/** The first answer is open. */
function renderQuestions(section: PageSection, context: SectionContext): string {
  const { idiom, type } = context
  const questions = section.items.map((item, index) => {
    const summary = `<summary ${classes('sp-summary', idiom.summary)}>${escapeText(item.title)}</summary>`
    const answer = block(
      'div',
      classes('sp-answer', idiom.answer),
      paragraphs(item.paragraphs, 'sp-text', idiom.paragraph),
    )
    return block(
      'details',
      [classes('sp-question', idiom.question), index === 0 ? 'open' : ''].filter(Boolean).join(' '),
      summary,
      answer,
    )
  })
  const cell = (twelfths: number, ...content: readonly string[]) =>
    block('div', classes(idiom.column(type, twelfths)), ...content)
  const head = [heading(section, idiom), paragraphs(section.paragraphs, 'sp-text', idiom.paragraph)].filter(Boolean)
  const content = head.length > 0 ? [cell(5, ...head), cell(7, ...questions)] : [cell(12, ...questions)]
  return block(
    'section',
    classes(idiom.section),
    block('div', classes(idiom.container(type)), block('div', classes(idiom.columns(type)), ...content)),
  )
}

function renderFigures(section: PageSection, context: SectionContext): string {
  const { idiom } = context
  const figures = section.items.map(item =>
    block(
      'div',
      classes('sp-figure'),
      textElement('p', item.value, 'sp-value', idiom.value),
      textElement('p', item.title, 'sp-text', idiom.paragraph),
      paragraphs(item.paragraphs, 'sp-text', idiom.paragraph),
    ),
  )
  const head = [heading(section, idiom), paragraphs(section.paragraphs, 'sp-text', idiom.paragraph)].filter(Boolean)
  return band(
    context,
    head.length > 0 ? block('div', classes(idiom.head), ...head) : '',
    grid(figures, context, 'sp-figures'),
  )
}

/** Pictures of brands, or their names where there is none. */
function renderLogos(section: PageSection, context: SectionContext): string {
  const { idiom } = context
  const logos = section.items.map(item => {
    const mark = item.image
      ? image(item.image, `${classes('sp-logo')} loading="lazy"`)
      : textElement('span', item.title, 'sp-logo-name', idiom.subheading)
    return block('li', '', item.link?.href ? `<a href="${escapeText(item.link.href)}">${mark}</a>` : mark)
  })
  return frame(section, context, block('ul', classes('sp-logos', idiom.list), ...logos))
}

function renderGallery(section: PageSection, context: SectionContext): string {
  const { idiom } = context
  const pictures = section.items.map(item =>
    block(
      'figure',
      classes('sp-shot'),
      item.image ? image(item.image, picture(idiom)) : '<div class="sp-tile sp-art" aria-hidden="true"></div>',
      textElement('figcaption', [item.title, ...item.paragraphs].filter(Boolean).join(' · '), 'sp-cite', idiom.small),
    ),
  )
  return frame(section, context, grid(pictures, context, 'sp-gallery'))
}

function renderSteps(section: PageSection, context: SectionContext): string {
  const { idiom } = context
  const steps = section.items.map((item, index) =>
    block(
      'div',
      classes('sp-step'),
      textElement('p', item.value || `${index + 1}`, 'sp-value', idiom.value),
      textElement('h3', item.title, 'sp-subheading', idiom.subheading),
      paragraphs(item.paragraphs, 'sp-text', idiom.paragraph),
    ),
  )
  return frame(section, context, grid(steps, context, 'sp-steps'))
}

function renderText(section: PageSection, context: SectionContext): string {
  const feature = {
    id: section.id,
    title: section.heading,
    body: [
      ...section.paragraphs,
      ...section.items.flatMap(({ title, paragraphs: body }) => [title, ...body].filter(Boolean)),
    ],
    item: { image: section.image, link: undefined },
  }
  return frameOf([feature], context)
}

/** Addresses, hours and links, each with its label. */
function renderContact(section: PageSection, context: SectionContext): string {
  const { idiom, type } = context
  const entries = section.items.map(item =>
    block(
      'div',
      classes('sp-entry'),
      textElement('h3', item.title, 'sp-subheading', idiom.subheading),
      paragraphs(item.paragraphs, 'sp-text', idiom.paragraph),
      item.link ? block('p', classes('sp-text', idiom.paragraph), link(item.link, 'sp-link')) : '',
    ),
  )
  const cell = (twelfths: number, ...content: readonly string[]) =>
    block('div', classes(idiom.column(type, twelfths)), ...content)
  const head = [heading(section, idiom), paragraphs(section.paragraphs, 'sp-text', idiom.paragraph)].filter(Boolean)
  const inner =
    entries.length === 0
      ? head
      : [block('div', classes(idiom.columns(type)), cell(5, ...head), cell(7, grid(entries, context, 'sp-entries', 2)))]
  return band(context, ...inner)
}
