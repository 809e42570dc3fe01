// Texts and pictures side by side: features, and sections without a kind of their own.
import type { Rhythm } from './directions.ts'
import { linkedImage, picture, remainingTexts, titleOf, wrapInLink } from './item-markup.ts'
import { block, classes, escapeText, image, paragraphs, sectionElement } from './markup.ts'
import type { PageSection, Picture, SectionItem } from './page-parts.ts'
import { besideHead, grid, type SectionContext } from './section-frame.ts'

interface Feature {
  readonly id: string
  readonly title: string
  readonly body: readonly string[]
  readonly image: Picture | undefined
  /** Undefined: the feature is a section. */
  readonly item?: SectionItem
}

export function featureOf(item: SectionItem): Feature {
  return { id: '', title: item.title, body: item.paragraphs, image: item.image, item }
}

/** Sections without a kind: those with pictures alternate, the others are features side by side; one alone is a row. */
export function renderPlain(run: readonly PageSection[], context: SectionContext): string {
  const { idiom, type } = context
  const content = run.map(({ id, heading, paragraphs: body, image }) => ({ id, title: heading, body, image }))
  const pictured = content.filter(({ image }) => image !== undefined)
  const isAlone = content.length === 1
  const isTiled = pictured.length === content.length && content.length > 2
  const isLong = run.some(hasLongText)
  const inner = []
  if (
    isTiled ||
    (pictured.length === 0 && !isAlone && !isLong && context.rhythm !== 'rows' && context.rhythm !== 'list')
  ) {
    inner.push(renderCards(content, context, 'h2'))
  } else {
    for (const [index, feature] of content.entries()) inner.push(renderRow(feature, index, context))
  }
  return sectionElement(classes(idiom.section), block('div', classes(idiom.container(type)), ...inner))
}

export function renderCards(features: readonly Feature[], context: SectionContext, tag: 'h2' | 'h3'): string {
  const { idiom, rhythm } = context
  const isCard = rhythm === 'cards'
  const cards = features.map(({ id, title, body, image: shown, item }) => {
    const attributes = [id && `id="${id}"`, classes('sp-subheading', idiom.subheading)].filter(Boolean).join(' ')
    const texts = [
      title && `<${tag} ${attributes}>${wrapInLink(escapeText(title), item?.link)}</${tag}>`,
      item ? remainingTexts(item, ['title'], idiom) : paragraphs(body, 'sp-text', idiom.paragraph),
    ]
    const media = item?.image ? linkedImage(item, idiom) : shown ? image(shown, picture(idiom)) : tile(rhythm)
    return block(
      'article',
      classes(isCard ? 'sp-card' : 'sp-item', isCard ? idiom.card : ''),
      media,
      isCard && idiom.cardBody ? block('div', classes(idiom.cardBody), ...texts) : texts.filter(Boolean).join('\n'),
    )
  })
  return grid(cards, context, 'sp-features')
}

/** Characters of a text that is too long for a column. */
const minLongText = 260

function hasLongText({ paragraphs: texts }: PageSection): boolean {
  return texts.join('').length >= minLongText
}

/** Features in rows beside the heading of their section; without it their titles are beside their texts. */
export function renderList(section: PageSection, context: SectionContext): string {
  const { idiom, type } = context
  const lines = section.items.map(item =>
    block('article', classes('sp-line'), titleOf(item, idiom), remainingTexts(item, ['title'], idiom)),
  )
  const content = besideHead(section, context, block('div', classes('sp-features'), ...lines))
  return sectionElement(classes(idiom.section), block('div', classes(idiom.container(type)), content))
}

/** Above each feature a part of the page's art. */
function tile(rhythm: Rhythm): string {
  return rhythm === 'tiles' ? '<div class="sp-tile sp-art" aria-hidden="true"></div>' : ''
}

/** A heading beside its text, or a picture beside both; every second picture is on the other side. */
function renderRow({ id, title, body, image: shown }: Feature, index: number, { idiom, type }: SectionContext): string {
  const head = title && `<h2 ${id && `id="${id}" `}${classes('sp-heading', idiom.heading)}>${escapeText(title)}</h2>`
  const text = paragraphs(body, 'sp-text', idiom.paragraph)
  const cell = (twelfths: number, ...content: readonly string[]) =>
    block('div', classes(idiom.column(type, twelfths)), ...content)
  if (shown === undefined)
    return block('div', classes('sp-pair', 'sp-ruled', idiom.columns(type)), cell(5, head), cell(7, text))
  const cells = [cell(7, image(shown, picture(idiom))), cell(5, head, text)]
  const isFlipped = index % 2 === 1
  return block(
    'div',
    classes(isFlipped ? 'sp-flipped' : '', idiom.columns(type)),
    ...(isFlipped ? cells.toReversed() : cells),
  )
}
