// The sections of a page: each kind is shown in its own way, in the components of the framework.
import { renderContact, renderHours } from './contact-markup.ts'
import { featureOf, renderCards, renderList, renderPlain } from './feature-markup.ts'
import { renderActions } from './hero.ts'
import type { Idiom } from './idiom.ts'
import {
  citation,
  isUntitled,
  linkedImage,
  linkedText,
  remainingTexts,
  titleOf,
  withAlternative,
  wrapInLink,
} from './item-markup.ts'
import { block, classes, escapeText, image, sectionElement, textElement } from './markup.ts'
import type { PageLink, PageSection, SectionItem, SectionKind } from './page-parts.ts'
import { band, besideHead, frame, grid, headOf, renderSectionPicture, type SectionContext } from './section-frame.ts'

type RenderSection = (section: PageSection, context: SectionContext) => string

/** Sections shown together. */
type SectionGroup = readonly [PageSection, ...PageSection[]]

/** @returns the markup of the sections, with bands between grounds. */
export function renderSections(sections: readonly PageSection[], context: SectionContext): readonly string[] {
  let wasBand = false
  const withAction = findActionKind(sections)
  return groupSections(sections).map(group => {
    const [first] = group
    wasBand = !wasBand && bandKinds.includes(first.kind)
    const own = { ...context, isBand: wasBand, action: first.kind === withAction ? context.action : undefined }
    return first.kind === 'plain' ? renderPlain(group, own) : renderers[first.kind](first, own)
  })
}

/** Plain sections in a row are shown together. */
function groupSections(sections: readonly PageSection[]): readonly SectionGroup[] {
  const groups: SectionGroup[] = []
  for (const section of sections) {
    const last = groups.at(-1)
    const isTogether = last !== undefined && [...last, section].every(({ kind }) => kind === 'plain')
    if (isTogether) groups.splice(-1, 1, [...last, section])
    else groups.push([section])
  }
  return groups
}

/** Kinds after which a page has its action once more: the first of them that it has, since several would be the same button again and again. */
const actionKinds = ['prices', 'questions', 'steps'] as const satisfies readonly SectionKind[]

/** In the last section it would be next to the action that ends the page. */
function findActionKind(sections: readonly PageSection[]): SectionKind | undefined {
  const last = sections.at(-1)
  const shown = sections.filter(section => section !== last || section.kind === 'prices')
  return actionKinds.find(kind => shown.some(section => section.kind === kind))
}

const bandKinds: readonly SectionKind[] = ['quote', 'figures', 'hours', 'contact']

const renderers: Readonly<Record<Exclude<SectionKind, 'plain'>, RenderSection>> = {
  features: renderFeatures,
  team: renderFeatures,
  quote: renderQuotes,
  prices: renderPrices,
  menu: renderPrices,
  questions: renderQuestions,
  figures: renderFigures,
  logos: renderLogos,
  gallery: renderGallery,
  steps: renderSteps,
  text: (section, context) => renderPlain([section], context),
  contact: renderContact,
  hours: renderHours,
}

function renderFeatures(section: PageSection, context: SectionContext): string {
  const { items } = section
  if (context.rhythm === 'list' && items.every(({ image: shown }) => shown === undefined))
    return renderList(section, context)
  return frame(section, context, renderCards(items.map(featureOf), context, 'h3'))
}

/** One large quote on a band, beside a picture if there is one, or several in cards. */
function renderQuotes(section: PageSection, context: SectionContext): string {
  const { items } = section
  const isAlone = items.length === 1
  const quotes = items.map(item => renderQuote(item, isAlone, context))
  const picture = isAlone && renderSectionPicture(section)
  if (!picture) return band(context, headOf(section, context), isAlone ? quotes.join('\n') : grid(quotes, context))
  const content = [headOf({ ...section, image: undefined }, context), ...quotes]
  return band(context, besidePicture(picture, content, context))
}

function renderQuote(item: SectionItem, isAlone: boolean, { idiom }: SectionContext): string {
  const names = isAlone ? ['sp-quote', idiom.quote] : ['sp-text', idiom.paragraph]
  const cited = citation(item, idiom)
  const last = item.paragraphs.length - 1
  const words = item.paragraphs.map((text, index) =>
    linkedText('p', text, cited === '' && index === last ? item.link : undefined, ...names),
  )
  const isUnnamed = cited === '' && words.length === 0
  const content = [
    block('blockquote', classes(isQuoted(item.paragraphs) ? '' : 'sp-unquoted'), ...words),
    linkedImage(item, idiom, isUnnamed, classes('sp-face')),
    cited,
    remainingTexts({ ...item, paragraphs: [] }, ['cite', 'role'], idiom, isUnnamed && item.image === undefined),
  ]
  return block(
    'figure',
    classes(isAlone ? 'sp-said' : 'sp-card', isAlone ? '' : idiom.card),
    ...(idiom.cardBody && !isAlone ? [block('div', classes(idiom.cardBody), ...content)] : content),
  )
}

function besidePicture(picture: string, content: readonly string[], { idiom, type }: SectionContext): string {
  const cell = (twelfths: number, ...inner: readonly string[]) =>
    block('div', classes(idiom.column(type, twelfths)), ...inner)
  return block('div', classes('sp-quote-row', idiom.columns(type)), cell(5, picture), cell(7, ...content))
}

/** Whether a text has quotation marks of its own; others get those of its language. */
function isQuoted(texts: readonly string[]): boolean {
  return /^[\p{Pi}\p{Pf}„"'「『《]/u.test(texts.join('\n'))
}

/** Without a choice of the user the second tier is highlighted; without actions of their own all have that of the page. */
function renderPrices(section: PageSection, context: SectionContext): string {
  const { idiom } = context
  const { items } = section
  const chosen = items.findIndex(({ isHighlighted }) => isHighlighted)
  const highlighted = chosen >= 0 ? chosen : items.length > 2 ? 1 : -1
  const haveActions = items.some(({ link }) => link !== undefined)
  const tiers = items.map((item, index) => {
    const content = [
      linkedImage(item, idiom),
      titleOf(item, idiom),
      ...renderPrice(item, idiom),
      renderActions({ button: haveActions ? actionOf(item, section, context) : context.action }, idiom),
    ]
    return block(
      'article',
      classes('sp-card', index === highlighted ? 'sp-highlighted' : '', idiom.card),
      idiom.cardBody ? block('div', classes(idiom.cardBody), ...content) : content.filter(Boolean).join('\n'),
    )
  })
  return frame(section, context, grid(tiers, context, haveActions ? 'sp-tiers' : 'sp-tiers sp-alike'))
}

/** A price, what it is for, and the other texts of a tier; a link with a text is the button below them. */
function renderPrice(item: SectionItem, idiom: Idiom): readonly string[] {
  const { price, period, link } = item
  const own = isUntitled(item) ? link : undefined
  const parts = [linkedText('strong', price, own), linkedText('small', period, price === '' ? own : undefined)]
  const others = link?.text ? { ...item, link: undefined } : item
  const isLink = own !== undefined && price === '' && period === ''
  return [
    block('p', classes('sp-price', idiom.value), ...parts),
    remainingTexts(others, ['title', 'price', 'period'], idiom, isLink),
  ]
}

/** Beside tiers with actions of their own the others have that of the page; a link without a text is that of the title. */
function actionOf(
  { link: own }: SectionItem,
  { id }: PageSection,
  { action, target }: SectionContext,
): PageLink | undefined {
  if (own === undefined) return action
  if (own.text === '') return undefined
  return { text: own.text, href: own.href ?? (target === `#${id}` ? undefined : target) }
}

/** The first answer is open. */
function renderQuestions(section: PageSection, context: SectionContext): string {
  const { idiom, type } = context
  const questions = section.items.map((item, index) => {
    const summary = `<summary ${classes('sp-summary', idiom.summary)}>${escapeText(item.title)}</summary>`
    const answer = block(
      'div',
      classes('sp-answer', idiom.answer),
      linkedImage(item, idiom, true),
      remainingTexts(item, ['title'], idiom, item.image === undefined),
    )
    return block(
      'details',
      [classes('sp-question', idiom.question), index === 0 ? 'open' : ''].filter(Boolean).join(' '),
      summary,
      answer,
    )
  })
  const actions = renderActions({ button: context.action }, idiom)
  const content = besideHead(section, context, [...questions, actions].filter(Boolean).join('\n'))
  return sectionElement(classes(idiom.section), block('div', classes(idiom.container(type)), content))
}

function renderFigures(section: PageSection, context: SectionContext): string {
  const { idiom } = context
  const figures = section.items.map(item =>
    block(
      'div',
      classes('sp-figure'),
      linkedImage(item, idiom),
      linkedText('p', item.value, isUntitled(item) ? item.link : undefined, 'sp-value', idiom.value),
      linkedText('p', item.title, item.link, 'sp-text', idiom.paragraph),
      remainingTexts(item, ['value', 'title'], idiom, isUntitled(item) && item.value === ''),
    ),
  )
  return band(context, headOf(section, context), grid(figures, context, 'sp-figures'))
}

/** Pictures of brands, or their names where there is none. */
function renderLogos(section: PageSection, context: SectionContext): string {
  const { idiom } = context
  const logos = section.items.map(item => {
    const mark = item.image
      ? image(
          withAlternative({ ...item.image, alt: item.title || item.image.alt }, item),
          `${classes('sp-logo')} loading="lazy"`,
        )
      : textElement('span', item.title, 'sp-logo-name', idiom.subheading)
    return block('li', '', wrapInLink(mark, item.link), remainingTexts(item, ['title'], idiom))
  })
  return frame(section, context, block('ul', classes('sp-logos', idiom.list), ...logos))
}

function renderGallery(section: PageSection, context: SectionContext): string {
  const { idiom } = context
  const pictures = section.items.map(item => {
    const caption = [item.title, ...item.paragraphs].filter(Boolean).join(' · ')
    const isPictured = item.image !== undefined
    return block(
      'figure',
      classes('sp-shot'),
      linkedImage(item, idiom, true) || '<div class="sp-tile sp-art" aria-hidden="true"></div>',
      linkedText('figcaption', caption, isPictured ? undefined : item.link, 'sp-cite', idiom.small),
      remainingTexts({ ...item, paragraphs: [] }, ['title'], idiom, !isPictured && caption === ''),
    )
  })
  return frame(section, context, grid(pictures, context, 'sp-gallery'))
}

function renderSteps(section: PageSection, context: SectionContext): string {
  const { idiom } = context
  const steps = section.items.map((item, index) => {
    const isOrdinal = isUntitled(item) && item.paragraphs.length === 0
    return block(
      'div',
      classes('sp-step'),
      linkedImage(item, idiom),
      linkedText('p', item.value || `${index + 1}`, isOrdinal ? item.link : undefined, 'sp-value', idiom.value),
      titleOf(item, idiom),
      remainingTexts(item, ['value', 'title'], idiom, isUntitled(item) && !isOrdinal),
    )
  })
  return frame(section, context, grid(steps, context, 'sp-steps'), renderActions({ button: context.action }, idiom))
}
