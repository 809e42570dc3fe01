// The markup of a page as a tree of elements, which the style sheet is reduced by. Texts are escaped when the tree is written.
import { type ChildNode, Comment, Element, isComment, isTag, isText, Text } from 'domhandler'
import { splitUnits, type TextPart } from './units.ts'

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
  const children = contents.flatMap((content): readonly ChildNode[] => {
    if (content === undefined || content === '') return []
    if (typeof content !== 'string') return [content]
    return plainTexts.has(name) ? [new Text(content)] : splitUnits(content, headings.has(name)).map(toNode)
  })
  return parentOf(new Element(name, Object.fromEntries(written), children))
}

const headings = new Set(['h1', 'h2', 'h3', 'em'])
/** Elements whose texts have no markup. */
const plainTexts = new Set(['option', 'script', 'textarea', 'title'])

function toNode(part: TextPart): ChildNode {
  if (part.kind === 'text') return new Text(part.text)
  if (part.kind === 'break') return new Element('wbr', {})
  const children = part.kind === 'wide' ? part.parts.map(toNode) : [new Text(part.text)]
  return parentOf(new Element('span', { class: part.kind === 'wide' ? 'sp-wide-unit' : 'sp-unit' }, children))
}

function parentOf(parent: Element): Element {
  const { children } = parent
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

const voidElements = new Set(['br', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
/** Elements whose contents are written on one line: a line break in them would be seen. */
const lineElements = new Set(
  'a button dd dt em figcaption h1 h2 h3 label p span strong small summary td th title'.split(' '),
)

/** What is written in the place of an element; undefined: nothing. */
export type Replace = (element: Element) => Element | undefined

/** @returns HTML, with a line for each element that is not part of a text. */
export function writeNode(node: ChildNode, replace: Replace = one => one): string {
  const writer: Writer = { parts: [], replace }
  addNode(writer, node, '')
  return writer.parts.join('')
}

interface Writer {
  /** One list: pages contain pictures, which would be copied with each element around them. */
  readonly parts: string[]
  readonly replace: Replace
}

function childrenOf({ replace }: Writer, { children }: Element): readonly ChildNode[] {
  return children.flatMap(child => (isTag(child) ? (replace(child) ?? []) : child))
}

function addNode(writer: Writer, node: ChildNode, indentation: string): void {
  const { parts } = writer
  const isBlock = isTag(node) && !voidElements.has(node.name) && !lineElements.has(node.name)
  if (!isBlock || !node.children.some(isTag)) {
    addInline(writer, node)
    return
  }
  const inner = `${indentation}  `
  addStartTag(parts, node)
  parts.push('\n')
  for (const child of childrenOf(writer, node)) {
    parts.push(inner)
    addNode(writer, child, inner)
    parts.push('\n')
  }
  parts.push(`${indentation}</${node.name}>`)
}

function addInline(writer: Writer, node: ChildNode): void {
  const { parts } = writer
  if (isText(node)) parts.push(escapeText(node.data))
  if (isComment(node)) parts.push(`<!--${node.data}-->`)
  if (!isTag(node)) return
  addStartTag(parts, node)
  if (voidElements.has(node.name)) return
  for (const child of childrenOf(writer, node)) addInline(writer, child)
  parts.push(`</${node.name}>`)
}

function addStartTag(parts: string[], { name, attribs }: Element): void {
  parts.push(`<${name}`)
  for (const [key, value] of Object.entries(attribs)) {
    if (value === '' && key !== 'alt') parts.push(` ${key}`)
    else parts.push(` ${key}="`, escapeText(value).replaceAll('"', '&quot;'), '"')
  }
  parts.push('>')
}

/** Line breaks of a text are not those of the source, which is indented. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '&#10;')
}
