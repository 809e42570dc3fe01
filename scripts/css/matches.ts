// Whether a selector can match an element in some state.
import { type CssNode, ident, type Selector } from 'css-tree'
import type { Element } from './element.ts'

/** Whether something may hold, and whether it holds always: a link may be hovered, but is not always. */
interface Truth {
  readonly may: boolean
  readonly must: boolean
}

const yes: Truth = { may: true, must: true }
const no: Truth = { may: false, must: false }
const sometimes: Truth = { may: true, must: false }
const truth = (holds: boolean): Truth => (holds ? yes : no)
const not = ({ may, must }: Truth): Truth => ({ may: !must, must: !may })
const every = (all: readonly Truth[]): Truth => ({
  may: all.every(({ may }) => may),
  must: all.every(({ must }) => must),
})
const some = (all: readonly Truth[]): Truth => ({ may: all.some(({ may }) => may), must: all.some(({ must }) => must) })

const siblingsOf = ({ parent }: Element): readonly Element[] => parent?.children ?? []
const before = (element: Element): readonly Element[] => {
  const siblings = siblingsOf(element)
  return siblings.slice(0, Math.max(0, siblings.indexOf(element)))
}
const after = (element: Element): readonly Element[] => siblingsOf(element).slice(before(element).length + 1)
const within = (element: Element): readonly Element[] => element.children.flatMap(child => [child, ...within(child)])
const above = ({ parent }: Element): readonly Element[] => (parent ? [parent, ...above(parent)] : [])
const alike =
  ({ name }: Element) =>
  (other: Element) =>
    other.name === name

const isLink = ({ name, attributes }: Element): boolean => name === 'a' && attributes.has('href')

/** What only the place in the document decides. */
const places: Readonly<Record<string, (element: Element) => boolean>> = {
  root: ({ parent }) => parent === undefined,
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

const selectorsOf = (list: CssNode | null | undefined): readonly Selector[] =>
  list?.type === 'SelectorList' ? list.children.toArray().filter(node => node.type === 'Selector') : []

const matchesAny = (list: CssNode | undefined, element: Element): Truth =>
  some(selectorsOf(list).map(selector => matches(selector, element)))

/** Where the combinator leads that a selector in :has() begins with. */
const ahead: Readonly<Record<string, (element: Element) => readonly Element[]>> = {
  '>': ({ children }) => children,
  '+': element => after(element).slice(0, 1),
  '~': after,
}

const has = (selector: Selector, element: Element): Truth => {
  const [first, ...rest] = selector.children.toArray()
  return first?.type === 'Combinator'
    ? some((ahead[first.name]?.(element) ?? []).map(other => path(rest, other)))
    : some(within(element).map(inner => matches(selector, inner)))
}

/** Pseudo-classes of form fields, custom elements and single browsers match nothing of a page. */
const pseudoClass = (name: string, argument: CssNode | undefined, element: Element): Truth => {
  if (name === 'not') return not(matchesAny(argument, element))
  if (name === 'is' || name === 'where') return matchesAny(argument, element)
  if (name === 'has') return some(selectorsOf(argument).map(selector => has(selector, element)))
  if (name === 'link' || name === 'visited') return isLink(element) ? sometimes : no
  if (states.has(name)) return sometimes
  return truth(pseudoElements.has(name) || places[name]?.(element) === true)
}

const comparisons: Readonly<Record<string, (value: string, asked: string) => boolean>> = {
  '=': (value, asked) => value === asked,
  '~=': (value, asked) => value.split(/\s+/).includes(asked),
  '|=': (value, asked) => value === asked || value.startsWith(`${asked}-`),
  '^=': (value, asked) => asked !== '' && value.startsWith(asked),
  '$=': (value, asked) => asked !== '' && value.endsWith(asked),
  '*=': (value, asked) => asked !== '' && value.includes(asked),
}

const simple = (node: CssNode, element: Element): Truth => {
  const { name, attributes } = element
  const holds = (key: string, word: string) => attributes.get(key)?.split(' ').includes(word) === true
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
      const value = attributes.get(node.name.name)
      const asked = node.value?.type === 'String' ? node.value.value : node.value?.name
      if (value === undefined || asked === undefined) return truth(value !== undefined)
      return truth(comparisons[String(node.matcher)]?.(value, asked) === true)
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

const path = (nodes: readonly CssNode[], element: Element): Truth => {
  const at = nodes.findLastIndex(node => node.type === 'Combinator')
  const here = every(nodes.slice(at + 1).map(node => simple(node, element)))
  const combinator = nodes[at]
  if (!here.may || combinator?.type !== 'Combinator') return here
  const others = reached[combinator.name]?.(element) ?? []
  return every([here, some(others.map(other => path(nodes.slice(0, at), other)))])
}

/** Follows a selector from its end: whether the element may match it, in some state, and whether it always does. */
const matches = (selector: Selector, element: Element): Truth => path(selector.children.toArray(), element)

/** @returns whether any of the elements can match the selector. */
export const matchesSome = (selector: Selector, elements: readonly Element[]): boolean =>
  elements.some(element => matches(selector, element).may)
