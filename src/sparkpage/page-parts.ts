// The parts that every template arranges: texts and links of a page as markup, with the classes of a framework beside our own.
import { html } from 'ghtml'
import type { SectionType } from '../../schemas/page-content.ts'
import type { ResponsiveType } from '../../schemas/sparkpage.ts'
import type { FirstScreen, Scrims } from './layout.ts'
import type { Scheme } from './theme.ts'

export interface PageLink {
  readonly text: string
  /** Undefined: the link has no target, and is a text where it need not be a button. */
  readonly href: string | undefined
}

export interface Picture {
  readonly src: string
  readonly alt: string
  /** px; undefined for linked pictures. */
  readonly width?: number
  readonly height?: number
}

/** `plain`: a heading and its text, without a kind of its own; those in a row are shown together. */
export type SectionKind = SectionType | 'plain'

/** One of the parts of a section: a feature, a price, a question … An empty text is left out. */
export interface SectionItem {
  readonly title: string
  readonly paragraphs: readonly string[]
  /** As it is written, with its currency. */
  readonly price: string
  /** What the price is for: "per month". */
  readonly period: string
  /** A number with its unit. */
  readonly value: string
  /** Who said it, and what that person is. */
  readonly cite: string
  readonly role: string
  readonly image: Picture | undefined
  readonly link: PageLink | undefined
  readonly isHighlighted: boolean
}

export interface PageSection {
  /** Of its heading: target of links to the section. */
  readonly id: string
  readonly kind: SectionKind
  readonly heading: string
  /** Text that is not part of an item. */
  readonly paragraphs: readonly string[]
  readonly image: Picture | undefined
  /** None for `plain` and `text`. */
  readonly items: readonly SectionItem[]
}

export interface Brand extends PageLink {
  readonly logo: Picture | undefined
}

export interface FooterColumn {
  readonly heading: string
  readonly links: readonly PageLink[]
}

/** What a page says: sanitized texts and links; an empty text is left out. */
export interface PageTexts {
  readonly title: string
  readonly lead: string
  readonly button: PageLink | undefined
  readonly secondary: PageLink | undefined
  readonly brand: Brand | undefined
  /** Whether the header links to the sections. */
  readonly hasNavigation: boolean
  readonly image: Picture | undefined
  readonly sections: readonly PageSection[]
  readonly footerColumns: readonly FooterColumn[]
  readonly footer: string
}

/** A section with its picture. */
export interface Feature extends PageSection {
  readonly image: Picture
  /** Whether the picture comes after the text. */
  readonly isFlipped: boolean
}

interface Header {
  readonly brand: PageLink
  /** Sections of the page. */
  readonly links: readonly SectionLink[]
}

export type SectionLink = Pick<PageSection, 'id' | 'heading'>

/** Headline and actions once more, after the sections. */
export type Closing = Pick<Hero, 'title' | 'button' | 'secondary'>

export interface Hero {
  readonly screen: FirstScreen
  readonly responsiveType: ResponsiveType
  /** The h1; empty: the button is it, so that every page with a text has one. */
  readonly title: string
  /** 0 for the shortest headlines to 5 for the longest. */
  readonly titleStep: number
  readonly lead: string
  readonly button: PageLink | undefined
  readonly secondary: PageLink | undefined
  /** A picture, art, or empty where the style sheet draws the light. */
  readonly light: string
  /** Whether the brand stands above: both together fill the window. */
  readonly hasHeader: boolean
  /** Whether sections follow: the first screen fills the window then, else the rest of it. */
  readonly isFollowed: boolean
}

/** How a framework writes a page. Texts are escaped; `css` follows the rules of the framework. */
export interface PageTemplate {
  /** Class of the body. */
  readonly page: string
  /** Class of the main element. */
  readonly main: (type: ResponsiveType) => string
  readonly header: (header: Header, type: ResponsiveType) => string
  readonly hero: (hero: Hero) => string
  readonly feature: (feature: Feature, type: ResponsiveType) => string
  /** Short sections side by side. */
  readonly cards: (sections: readonly PageSection[], type: ResponsiveType) => string
  /** Sections one below the other, each with its text beside its heading. */
  readonly rows: (sections: readonly PageSection[], type: ResponsiveType) => string
  readonly closing: (closing: Closing, type: ResponsiveType) => string
  readonly footer: (text: string, type: ResponsiveType) => string
  readonly scrims: Scrims
  /** The theme in the framework's own variables, and what it has no variable for. */
  readonly css: (type: ResponsiveType, screen: FirstScreen) => string
  /** The colours of components that developers add to a page with the official sheets; by default they follow the theme. */
  readonly components?: (colors: Scheme, dark: Scheme | undefined) => string
}

/** @returns the text escaped, on one line of the source: its own line breaks stay line breaks of the page. */
export function escapeText(text: string): string {
  return html`${text}`.replaceAll('\n', '&#10;')
}

/** Puts two spaces in front of every line. */
export function indent(markup: string, levels = 1): string {
  return markup.replace(/^(?=.)/gm, '  '.repeat(levels))
}

/** An element with its content on lines of its own; nothing without content. */
export function block(tag: string, attributes: string, ...content: readonly string[]): string {
  const inner = content.filter(Boolean).join('\n')
  return inner && `<${tag}${attributes && ` ${attributes}`}>\n${indent(inner)}\n</${tag}>`
}

/** A class attribute; empty without classes. */
export function classes(...names: readonly string[]): string {
  const list = names.filter(Boolean).join(' ')
  return list && `class="${list}"`
}

export function heading({ title }: Hero, className = ''): string {
  return title && `<h1 ${classes('sp-title', className)}>${escapeText(title)}</h1>`
}

export function lead({ lead: text }: Hero, className = ''): string {
  return text && `<p ${classes('sp-lead', className)}>${escapeText(text)}</p>`
}

interface ActionClasses {
  readonly group?: string
  readonly button?: string
  readonly secondary: string
  /** Attributes by which a framework knows a link as a button. */
  readonly attributes?: string
}

/** The buttons; the first is the h1 of a page without a headline. */
export function actions({ title, button, secondary }: Closing, names: ActionClasses): string {
  const { group = '', attributes = '' } = names
  const link = ({ text, href = '#' }: PageLink, className: string) =>
    html`<a !${[classes(className), attributes].filter(Boolean).join(' ')} href="${href}">!${escapeText(text)}</a>`
  const first = button && link(button, `sp-button ${names.button ?? ''}`.trim())
  const second = secondary && link(secondary, `sp-secondary ${names.secondary}`.trim())
  const tag = title === '' ? 'h1' : 'p'
  return block(tag, classes('sp-actions', group), first ?? '', second ?? '')
}

export function brandLink({ text, href }: PageLink, className = ''): string {
  const attribute = classes('sp-brand', className)
  return href === undefined
    ? `<span ${attribute}>${escapeText(text)}</span>`
    : html`<a !${attribute} href="${href}">!${escapeText(text)}</a>`
}

export function sectionHeading({ id, heading }: SectionLink, className = ''): string {
  return heading && html`<h2 id="${id}" !${classes('sp-heading', className)}>!${escapeText(heading)}</h2>`
}

export function closingHeading({ title }: Closing, className = ''): string {
  return `<h2 ${classes('sp-heading', className)}>${escapeText(title)}</h2>`
}

/** Links of the header to the sections. */
export function sectionLinks(links: readonly SectionLink[], className = ''): readonly string[] {
  const attribute = classes(className)
  return links.map(
    ({ id, heading }) => html`<a !${attribute && `${attribute} `}href="#${id}">!${escapeText(heading)}</a>`,
  )
}

/** Cards in a row of a wide window: full rows where their number allows it. */
export function cardsPerRow(count: number): 2 | 3 {
  return count % 3 !== 0 && count % 2 === 0 ? 2 : 3
}

/** The light of the picture, a picture or art; without content the style sheet draws it. */
export function lightBox({ light }: Hero, className = ''): string {
  const hidden = light.startsWith('<img') ? '' : 'aria-hidden="true"'
  const attributes = [classes('sp-light', className), hidden].filter(Boolean).join(' ')
  return `<div ${attributes}>${light}</div>`
}

export function image({ src, alt }: Picture, attributes = ''): string {
  return html`<img !${attributes && `${attributes} `}src="${src}" alt="${alt}">`
}

export function paragraphs(texts: readonly string[], className = ''): string {
  const attribute = classes(className)
  return texts.map(text => `<p${attribute && ` ${attribute}`}>${escapeText(text)}</p>`).join('\n')
}
