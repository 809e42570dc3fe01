// The markup of a page as a tree of elements, which the style sheet is reduced by. Texts are escaped when the tree is written.
import { type ChildNode, Comment, Element, isComment, isTag, isText, Text } from 'domhandler'

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>
/** Nothing is written for undefined and for an empty text. */
export type Content = ChildNode | string | undefined

/** @param attributes true gives one without a value; false, undefined and an empty class give none. */
export function element(name: string, attributes: Attributes, ...contents: readonly Content[]): Element {
  const written = Object.entries(attributes).flatMap(([key, value]) => {
    const text = value === true ? '' : `${value}`.trim()
    const isLeftOut = value === undefined || value === false || (key === 'class' && text === '')
    return isLeftOut ? [] : [[key, text]]
  })
  const children = contents.flatMap(content => {
    if (content === undefined || content === '') return []
    return [typeof content === 'string' ? new Text(content) : content]
  })
  const parent = new Element(name, Object.fromEntries(written), children)
  for (const [index, child] of children.entries()) {
    child.parent = parent
    child.prev = children[index - 1] ?? null
    child.next = children[index + 1] ?? null
  }
  return parent
}

/** An element around contents; undefined where there is none. */
export function wrapped(name: string, attributes: Attributes, ...contents: readonly Content[]): Element | undefined {
  const isEmpty = contents.every(content => content === undefined || content === '')
  return isEmpty ? undefined : element(name, attributes, ...contents)
}

/** An element with a text; undefined without one. */
export function textElement(name: string, text: string, className = ''): Element | undefined {
  return text === '' ? undefined : element(name, { class: className }, text)
}

/** An HTML comment must not contain two hyphens in a row. */
export function comment(text: string): Comment {
  return new Comment(` ${text.replace(/-{2,}/g, '–').replaceAll('\n', ' ')} `)
}

const voidElements = new Set(['br', 'img', 'link', 'meta', 'source', 'wbr'])
/** Elements whose contents are written on one line: a line break in them would be seen. */
const lineElements = new Set('a button dd dt em figcaption h1 h2 h3 p span strong small summary td th title'.split(' '))

/** @returns HTML, with a line for each element that is not part of a text. */
export function writeNode(node: ChildNode, indentation = ''): string {
  if (!isTag(node)) return writeInline(node)
  if (voidElements.has(node.name)) return startTag(node)
  if (lineElements.has(node.name) || !node.children.some(isTag)) return writeInline(node)
  const inner = `${indentation}  `
  const lines = node.children.map(child => `${inner}${writeNode(child, inner)}\n`)
  return `${startTag(node)}\n${lines.join('')}${indentation}</${node.name}>`
}

function writeInline(node: ChildNode): string {
  if (isText(node)) return escapeText(node.data)
  if (isComment(node)) return `<!--${node.data}-->`
  if (!isTag(node)) return ''
  if (voidElements.has(node.name)) return startTag(node)
  return `${startTag(node)}${node.children.map(writeInline).join('')}</${node.name}>`
}

function startTag({ name, attribs }: Element): string {
  const attributes = Object.entries(attribs).map(([key, value]) =>
    value === '' && key !== 'alt' ? ` ${key}` : ` ${key}="${escapeText(value).replaceAll('"', '&quot;')}"`,
  )
  return `<${name}${attributes.join('')}>`
}

/** Line breaks of a text are not those of the source, which is indented. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '&#10;')
}
