// What is around the sections: header, closing and footer.
import { html } from 'ghtml'
import type { ResponsiveType } from '../../schemas/sparkpage.ts'
import type { Closing } from './directions.ts'
import { lengthOf } from './headline.ts'
import { renderActions, renderButton } from './hero.ts'
import type { Idiom } from './idiom.ts'
import { withAlternative } from './item-markup.ts'
import { block, classes, escapeText, image, link, sectionElement, textElement } from './markup.ts'
import type { Brand, PageLink, PageTexts, Picture } from './page-parts.ts'

interface Context {
  readonly idiom: Idiom
  readonly type: ResponsiveType
  /** Whether the first screen has a ground of its own, which begins with the header. */
  readonly isStaged: boolean
}

/** Links of a header to sections; one alone is no navigation. */
const linkCounts = { min: 2, max: 5 } as const

function linksToSections({ sections, hasNavigation }: PageTexts): readonly PageLink[] {
  const targets = sections.filter(({ heading }) => heading !== '').slice(0, linkCounts.max)
  if (!hasNavigation || targets.length < linkCounts.min) return []
  return targets.map(({ id, heading }) => ({ text: heading, href: `#${id}` }))
}

/** Brand, links to the sections and the action; empty without a brand. */
export function renderHeader(texts: PageTexts, { idiom, type, isStaged }: Context): string {
  const { brand, button } = texts
  if (!brand) return ''
  const links = linksToSections(texts)
  return block(
    'header',
    classes(isStaged ? 'sp-staged' : '', idiom.header),
    block(
      'div',
      classes(idiom.headerInner(type)),
      renderBrand(brand, idiom),
      block('nav', classes(idiom.nav(type)), ...links.map(one => link(one, idiom.navLink))),
      button?.href === undefined ? '' : renderButton(button, idiom),
      renderMenu(links, idiom.menu(type)),
    ),
  )
}

/** The links behind a sign, which is named after them. */
function renderMenu(links: readonly PageLink[], className: string): string {
  if (links.length === 0) return ''
  const name = links.map(({ text }) => text).join(', ')
  return block(
    'details',
    classes('sp-menu', className),
    html`<summary aria-label="!${escapeText(name)}"></summary>`,
    block('nav', '', ...links.map(one => link(one, ''))),
  )
}

function renderBrand({ text, href, logo }: Brand, idiom: Idiom): string {
  const className = classes('sp-brand', idiom.brand)
  const mark = logo && withAlternative({ ...logo, alt: text || logo.alt }, { title: '', link: { text: '', href } })
  const content = mark ? image(mark, classes('sp-brand-logo')) : escapeText(text)
  return href === undefined
    ? `<span ${className}>${content}</span>`
    : `<a ${className} href="${escapeText(href)}">${content}</a>`
}

/** From this number of sections on, the action of the first screen is far away at the end of the page. */
const minSectionsToClose = 3

/** Characters of a text that is set smaller at the end. */
const minLongClosing = 34
/** Characters of a lead that ends a page in place of the headline, at most, wide ones counting twice: a paragraph in large letters is no call. */
const maxClosingLead = 60

/** @returns the text that ends the page above the action, in the face of headings; undefined where the first screen is still near. */
export function closingText({ title, lead, button, sections }: PageTexts) {
  if (title === '' || button?.href === undefined || sections.length < minSectionsToClose) return undefined
  const isLead = lead !== '' && lengthOf(lead) <= maxClosingLead
  return { text: isLead ? lead : title, isLead }
}

/** The action once more, below a text, in the way of the direction; empty without such a text. */
export function renderClosing(page: PageTexts, closing: Closing, { idiom, type }: Context): string {
  const { button, image: picture } = page
  const last = closingText(page)
  if (!last) return ''
  const { text, isLead } = last
  const cell = (twelfths: number, ...content: readonly string[]) =>
    block('div', classes(idiom.column(type, twelfths)), ...content)
  const actions = renderActions({ button, secondary: undefined }, idiom)
  const names = ['sp-heading', isLead ? 'sp-closing-lead' : '', lengthOf(text) >= minLongClosing ? 'sp-long' : '']
  const texts = [textElement('p', text, ...names, idiom.heading), actions]
  const visual = closingVisual(closing, picture)
  const row =
    visual !== ''
      ? block('div', classes(idiom.columns(type)), cell(7, ...texts), cell(5, visual))
      : block('div', classes('sp-closing-texts'), ...texts)
  const body = idiom.cardBody ? block('div', classes(idiom.cardBody), row) : row
  const panel = block('div', classes('sp-closing', closing === 'highlighted' ? 'sp-highlighted' : '', idiom.card), body)
  return sectionElement(classes(idiom.section), block('div', classes(idiom.container(type)), panel))
}

/** The picture of the page once more, which the style sheet contains, else art, but none on a colour. */
function closingVisual(closing: Closing, picture: Picture | undefined): string {
  if (picture) return '<div class="sp-closing-picture" aria-hidden="true"></div>'
  return closing === 'visual' ? '<div class="sp-closing-art sp-art" aria-hidden="true"></div>' : ''
}

/** Brand, texts and links; without links of its own a long page has those of the header. */
export function renderFooter(texts: PageTexts, { idiom, type }: Context): string {
  const { brand, footer, footerColumns, sections } = texts
  const isLong = brand !== undefined && sections.length >= minSectionsToClose
  const own = footerColumns.length > 0 || !isLong ? footerColumns : [{ heading: '', links: linksToSections(texts) }]
  if (footer === '' && footerColumns.length === 0 && !isLong) return ''
  const columns = own
    .filter(({ links }) => links.length > 0)
    .map(({ heading, links }) =>
      block(
        'div',
        classes(idiom.footerColumn),
        textElement('p', heading, 'sp-subheading', idiom.subheading),
        block(
          'ul',
          classes(idiom.list),
          ...links.map(one => block('li', '', link(one, `sp-footer-link ${idiom.footerLink}`.trim()))),
        ),
      ),
    )
  const about = block(
    'div',
    classes(idiom.footerColumn),
    brand ? textElement('p', brand.text, 'sp-wordmark') : '',
    textElement('p', footer, 'sp-text', idiom.paragraph),
  )
  return block(
    'footer',
    classes(idiom.footer),
    block('div', classes(idiom.container(type), idiom.footerInner), about, ...columns),
  )
}
