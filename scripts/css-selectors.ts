// The elements of a page, and whether a selector can match one of them in some state.
import { type CssNode, ident, type Selector } from 'css-tree'
import { type ChildNode, type Element, isTag } from 'domhandler'
import { parseDocument } from 'htmlparser2'

/** @returns every element of a document, each before those in it. */
export function parseElements(html: string): readonly Element[] {
  return elementsIn(parseDocument(html).children)
}

function elementsIn(nodes: readonly ChildNode[]): readonly Element[] {
  return nodes.filter(isTag).flatMap(element => [element, ...elementsIn(element.children)])
}

/** Whether something may hold, and whether it holds always: a link may be hovered, but is not always. */
interface Truth {
  readonly may: boolean
  readonly must: boolean
}

const yes: Truth = { may: true, must: true }
const no: Truth = { may: false, must: false }
const sometimes: Truth = { may: true, must: false }
function truth(holds: boolean): Truth {
  return holds ? yes : no
}
function not({ may, must }: Truth): Truth {
  return { may: !must, must: !may }
}
function every(all: readonly Truth[]): Truth {
  return {
    may: all.every(({ may }) => may),
    must: all.every(({ must }) => must),
  }
}
function some(all: readonly Truth[]): Truth {
  return { may: all.some(({ may }) => may), must: all.some(({ must }) => must) }
}

/** Elements in an element; texts and comments are none. */
export function childrenOf({ children }: Pick<Element, 'children'>): readonly Element[] {
  return children.filter(isTag)
}

export function siblingsOf({ parent }: Element): readonly Element[] {
  return parent ? childrenOf(parent) : []
}
function before(element: Element): readonly Element[] {
  const siblings = siblingsOf(element)
  return siblings.slice(0, Math.max(0, siblings.indexOf(element)))
}
function after(element: Element): readonly Element[] {
  return siblingsOf(element).slice(before(element).length + 1)
}
function within({ children }: Element): readonly Element[] {
  return elementsIn(children)
}
function above({ parent }: Element): readonly Element[] {
  return parent && isTag(parent) ? [parent, ...above(parent)] : []
}
function alike({ name }: Element) {
  return (other: Element) => other.name === name
}

function isLink({ name, attribs }: Element): boolean {
  return name === 'a' && 'href' in attribs
}

/** What only the place in the document decides. */
const places: Readonly<Record<string, (element: Element) => boolean>> = {
  root: element => above(element).length === 0,
  'first-child': element => before(element).length === 0,
  'last-child': element => after(element).length === 0,
  'only-child': element => siblingsOf(element).length <= 1,
  'first-of-type': element => !before(element).some(alike(element)),
  'last-of-type': element => !after(element).some(alike(element)),
  'only-of-type': element => siblingsOf(element).filter(alike(element)).length <= 1,
  'any-link': isLink,
  defined: () => true,
}

/** What comes and goes, or depends on the reader. */
const states = new Set(
  'hover active focus focus-visible focus-within target target-within lang dir nth-child nth-last-child nth-of-type nth-last-of-type'.split(
    ' ',
  ),
)
const pseudoElements = new Set(['before', 'after', 'first-letter', 'first-line', 'selection'])

function selectorsOf(list: CssNode | null | undefined): readonly Selector[] {
  return list?.type === 'SelectorList' ? list.children.toArray().filter(node => node.type === 'Selector') : []
}

function matchesAny(list: CssNode | undefined, element: Element): Truth {
  return some(selectorsOf(list).map(selector => matches(selector, element)))
}

/** Where the combinator leads that a selector in :has() begins with. */
const ahead: Readonly<Record<string, (element: Element) => readonly Element[]>> = {
  '>': childrenOf,
  '+': element => after(element).slice(0, 1),
  '~': after,
}

function has(selector: Selector, element: Element): Truth {
  const [first, ...rest] = selector.children.toArray()
  return first?.type === 'Combinator'
    ? some((ahead[first.name]?.(element) ?? []).map(other => path(rest, other)))
    : some(within(element).map(inner => matches(selector, inner)))
}

/** Pseudo-classes of form fields, custom elements and single browsers match nothing of a page. */
function pseudoClass(name: string, argument: CssNode | undefined, element: Element): Truth {
  if (name === 'not') return not(matchesAny(argument, element))
  if (name === 'is' || name === 'where') return matchesAny(argument, element)
  if (name === 'has') return some(selectorsOf(argument).map(selector => has(selector, element)))
  if (name === 'link' || name === 'visited') return isLink(element) ? sometimes : no
  if (states.has(name)) return sometimes
  return truth(pseudoElements.has(name) || places[name]?.(element) === true)
}

const comparisons: Readonly<Record<string, (value: string, expected: string) => boolean>> = {
  '=': (value, expected) => value === expected,
  '~=': (value, expected) => value.split(/\s+/).includes(expected),
  '|=': (value, expected) => value === expected || value.startsWith(`${expected}-`),
  '^=': (value, expected) => expected !== '' && value.startsWith(expected),
  '$=': (value, expected) => expected !== '' && value.endsWith(expected),
  '*=': (value, expected) => expected !== '' && value.includes(expected),
}

function simple(node: CssNode, element: Element): Truth {
  const { name, attribs } = element
  const holds = (key: string, word: string) => attribs[key]?.split(' ').includes(word) === true
  switch (node.type) {
    case 'TypeSelector':
      return truth(node.name === '*' || node.name === name)
    case 'ClassSelector':
      return truth(holds('class', ident.decode(node.name)))
    case 'IdSelector':
      return truth(holds('id', ident.decode(node.name)))
    case 'NestingSelector':
      return yes
    case 'AttributeSelector': {
      const value = attribs[node.name.name]
      const expected = node.value?.type === 'String' ? node.value.value : node.value?.name
      if (value === undefined || expected === undefined) return truth(value !== undefined)
      return truth(comparisons[String(node.matcher)]?.(value, expected) === true)
    }
    case 'PseudoClassSelector':
      return pseudoClass(node.name, node.children?.first ?? undefined, element)
    default:
      return truth(node.type === 'PseudoElementSelector' && pseudoElements.has(node.name))
  }
}

/** Where a combinator leads from an element. */
const reached: Readonly<Record<string, (element: Element) => readonly Element[]>> = {
  ' ': above,
  '>': element => above(element).slice(0, 1),
  '+': element => before(element).slice(-1),
  '~': before,
}

function path(nodes: readonly CssNode[], element: Element): Truth {
  const at = nodes.findLastIndex(node => node.type === 'Combinator')
  const here = every(nodes.slice(at + 1).map(node => simple(node, element)))
  const combinator = nodes[at]
  if (!here.may || combinator?.type !== 'Combinator') return here
  const others = reached[combinator.name]?.(element) ?? []
  return every([here, some(others.map(other => path(nodes.slice(0, at), other)))])
}

/** Follows a selector from its end: whether the element may match it, in some state, and whether it always does. */
function matches(selector: Selector, element: Element): Truth {
  return path(selector.children.toArray(), element)
}

const classesOfAll = new WeakMap<readonly Element[], ReadonlySet<string>>()

function classesOf(elements: readonly Element[]): ReadonlySet<string> {
  const known = classesOfAll.get(elements)
  if (known) return known
  const classes = new Set(elements.flatMap(({ attribs }) => attribs.class?.split(' ') ?? []))
  classesOfAll.set(elements, classes)
  return classes
}

/** @returns whether any of the elements can match the selector. */
export function matchesSome(selector: Selector, elements: readonly Element[]): boolean {
  // Most selectors of a framework name a class that no page has.
  const classes = classesOf(elements)
  const isPossible = selector.children
    .toArray()
    .every(node => node.type !== 'ClassSelector' || classes.has(ident.decode(node.name)))
  return isPossible && elements.some(element => matches(selector, element).may)
}
