// Markup of a page, element by element. Every text goes through a template that escapes it.
import { html } from 'ghtml'
import type { PageLink, Picture } from './page-parts.ts'

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

/** A part of the page: a section is expected to have a heading (HTML, 4.3.3), so one without is a div. */
export function sectionElement(attributes: string, ...content: readonly string[]): string {
  const hasHeading = content.some(markup => /<h[1-6][ >]/.test(markup))
  return block(hasHeading ? 'section' : 'div', attributes, ...content)
}

/** A class attribute; empty without classes. */
export function classes(...names: readonly string[]): string {
  const list = names
    .flatMap(name => name.split(' '))
    .filter(Boolean)
    .join(' ')
  return list && `class="${list}"`
}

/** An element with a text; nothing without one. */
export function textElement(tag: string, text: string, ...names: readonly string[]): string {
  const attribute = classes(...names)
  return text && `<${tag}${attribute && ` ${attribute}`}>${escapeText(text)}</${tag}>`
}

/** Words and the signs between them: other texts stay in one piece. */
const plainText = /^[\p{L}\p{M}\p{N} ,;:.!?،؛؟'’–-]+$/u
/** Characters of a phrase that is shorter than a line of any headline. */
const maxPhraseLength = 13

/** A text of short phrases, whose lines break between them: "A cabin, a lake," and not "A cabin, a". */
export function phrases(text: string): string {
  const found = plainText.test(text) ? text.split(/(?<=[,;:.!?،؛؟–]) /) : [text]
  if (found.length === 1 || found.some(({ length }) => length > maxPhraseLength)) return escapeText(text)
  return found.map(phrase => html`<span class="sp-phrase">${phrase}</span>`).join(' ')
}

export function paragraphs(texts: readonly string[], ...names: readonly string[]): string {
  return texts.map(text => textElement('p', text, ...names)).join('\n')
}

/** @param attributes further ones, ready to be inserted. A link without a target is a text. */
export function link({ text, href }: PageLink, className: string, attributes = ''): string {
  if (href === undefined) return textElement('span', text, className)
  const all = [classes(className), attributes].filter(Boolean).join(' ')
  return html`<a !${all && `${all} `}href="${href}">!${breakAddress(escapeText(text))}</a>`
}

/** A mail address that is longer than its line breaks before its host. */
function breakAddress(text: string): string {
  return text.replace(/(?<=\S)@(?=\S)/, '@<wbr>')
}

export function image({ src, alt }: Picture, attributes = ''): string {
  return html`<img !${attributes && `${attributes} `}src="${src}" alt="${alt}">`
}
