// Style sheets as rules, reduced to those that match an element of a page in some state.
import { compile } from 'css-select'
import { type CssNode, clone, find, findAll, generate, List, parse, type Selector, walk } from 'css-tree'
import { type Element, isTag } from 'domhandler'

interface MatchedSelector {
  readonly text: string
  /** Classes, attributes with their values, and elements without which it matches nothing: they decide most selectors at once. */
  readonly names: readonly string[]
  /** One of these that the element itself has; undefined where every element may match. */
  readonly subject: string | undefined
  readonly matches: (element: Element) => boolean
}

/** A rule, a group of rules such as a layer, or what stays as it is. */
type SheetNode =
  | {
      readonly kind: 'rule'
      readonly selectors: readonly MatchedSelector[]
      readonly declarations: string
      /** Key frames that it may name. */
      readonly animations: readonly string[]
    }
  | { readonly kind: 'group'; readonly prelude: string; readonly nodes: readonly SheetNode[] }
  | { readonly kind: 'keyframes'; readonly name: string; readonly text: string }
  | { readonly kind: 'other'; readonly text: string }

export type Sheet = readonly SheetNode[]

export function parseSheet(css: string): Sheet {
  const sheet = parse(css)
  return sheet.type === 'StyleSheet' ? nodesOf(sheet.children) : []
}

function nodesOf(children: List<CssNode>): readonly SheetNode[] {
  return children.toArray().flatMap((node): readonly SheetNode[] => {
    if (node.type === 'Comment') return []
    if (node.type === 'Rule' && node.prelude.type === 'SelectorList') {
      const selectors = node.prelude.children.toArray().filter(one => one.type === 'Selector')
      const declarations = generate(node.block)
      return [{ kind: 'rule', selectors: selectors.map(readSelector), declarations, animations: animationsIn(node) }]
    }
    if (node.type !== 'Atrule' || node.block === null) return [{ kind: 'other', text: generate(node) }]
    const prelude = node.prelude === null ? '' : generate(node.prelude)
    if (node.name === 'keyframes') return [{ kind: 'keyframes', name: prelude, text: generate(node) }]
    return [{ kind: 'group', prelude: `@${node.name} ${prelude}`, nodes: nodesOf(node.block.children) }]
  })
}

function animationsIn(rule: CssNode): readonly string[] {
  return findAll(rule, node => node.type === 'Declaration' && node.property.startsWith('animation')).flatMap(
    declaration =>
      findAll(declaration, node => node.type === 'Identifier').flatMap(node =>
        node.type === 'Identifier' ? [node.name] : [],
      ),
  )
}

function readSelector(selector: Selector): MatchedSelector {
  let test: ReturnType<typeof compile> | undefined
  const lasting = generate(withoutStates(selector))
  const parts = selector.children.toArray()
  const lastCombinator = parts.findLastIndex(part => part.type === 'Combinator')
  return {
    text: generate(selector),
    names: parts.flatMap(requiredName),
    subject: parts.slice(lastCombinator + 1).flatMap(requiredName)[0],
    matches: element => {
      // Compiled when a page asks for the first time: most selectors are decided by their names.
      test ??= compile(lasting)
      return test(element)
    },
  }
}

function requiredName(node: CssNode): readonly string[] {
  if (node.type === 'ClassSelector') return [`.${node.name}`]
  if (node.type === 'TypeSelector' && node.name !== '*') return [`<${node.name}`]
  if (node.type !== 'AttributeSelector') return []
  const { name, matcher, value } = node
  if (matcher !== '=' || value === null) return [name.name]
  return [attributeName(name.name, value.type === 'String' ? value.value : value.name)]
}

function attributeName(name: string, value: string): string {
  return `${name}=${value}`
}

/** Longer values, such as pictures and texts, are none that a style sheet asks for. */
const maxValueLength = 32

/** Parts of a selector that depend on visitors: each element may be in these states. With one colon `before` and `after` are pseudo-elements, too. */
const states = new Set([
  'before',
  'after',
  'active',
  'focus',
  'focus-visible',
  'focus-within',
  'hover',
  'open',
  'popover-open',
  'target',
  'visited',
])

/** A selector for elements in any state; pages have no shadow trees, whose hosts some frameworks name. */
function withoutStates(selector: Selector): CssNode {
  const copy = clone(selector)
  walk(copy, (node, item, list) => {
    if (node.type === 'PseudoElementSelector') list?.replace(item, new List<CssNode>().fromArray([anyElement]))
    if (node.type !== 'PseudoClassSelector') return
    const isOpen = states.has(node.name) || (node.name === 'not' && (hasState(node) || isHost(node)))
    if (isOpen) list?.replace(item, new List<CssNode>().fromArray([anyElement]))
    else if (node.name === 'host') list?.replace(item, new List<CssNode>().fromArray([noElement]))
  })
  return copy
}

function isHost(node: CssNode): boolean {
  return find(node, part => part.type === 'PseudoClassSelector' && part.name === 'host') !== null
}

function hasState(node: CssNode): boolean {
  return find(node, part => part.type === 'PseudoClassSelector' && states.has(part.name)) !== null
}

/** Keeps a compound selector from being empty; `:is(*)` may stand behind a type selector. */
const anyElement: CssNode = { type: 'PseudoClassSelector', name: 'is', children: parseSelectorList('*') }

const noElement: CssNode = { type: 'PseudoClassSelector', name: 'not', children: parseSelectorList('*') }

function parseSelectorList(text: string): List<CssNode> {
  return new List<CssNode>().fromArray([parse(text, { context: 'selectorList' })])
}

/** @returns the rules of a sheet that match an element of the trees, a rule a line. */
export function reduceSheet(sheet: Sheet, roots: readonly Element[]): string {
  const elements = roots.flatMap(elementsIn)
  const byName = new Map<string, Element[]>()
  for (const one of elements) for (const name of namesOf(one)) listAt(byName, name).push(one)
  const reduced = reduceNodes(sheet, { elements, byName })
  const used = new Set(animationsOf(reduced))
  return writeNodes(reduced, used).join('\n')
}

function listAt(lists: Map<string, Element[]>, name: string): Element[] {
  const list = lists.get(name) ?? []
  lists.set(name, list)
  return list
}

function elementsIn(element: Element): readonly Element[] {
  return [element, ...element.children.filter(isTag).flatMap(elementsIn)]
}

function namesOf({ name: elementName, attribs }: Element): readonly string[] {
  const classNames = (attribs.class ?? '').split(' ').filter(Boolean)
  const attributes = Object.entries(attribs).flatMap(([name, value]) =>
    value.length <= maxValueLength ? [name, attributeName(name, value)] : [name],
  )
  return [`<${elementName}`, ...attributes, ...classNames.map(className => `.${className}`)]
}

interface PageElements {
  readonly elements: readonly Element[]
  /** By what `namesOf` tells. */
  readonly byName: ReadonlyMap<string, readonly Element[]>
}

function reduceNodes(nodes: readonly SheetNode[], page: PageElements): readonly SheetNode[] {
  return nodes.flatMap((node): readonly SheetNode[] => {
    if (node.kind === 'group') {
      const inner = reduceNodes(node.nodes, page)
      return inner.length > 0 ? [{ ...node, nodes: inner }] : []
    }
    if (node.kind !== 'rule') return [node]
    const selectors = node.selectors.filter(({ names, subject, matches }) => {
      const candidates = subject === undefined ? page.elements : (page.byName.get(subject) ?? [])
      return names.every(name => page.byName.has(name)) && candidates.some(matches)
    })
    return selectors.length > 0 ? [{ ...node, selectors }] : []
  })
}

function animationsOf(nodes: readonly SheetNode[]): readonly string[] {
  return nodes.flatMap(node => {
    if (node.kind === 'group') return animationsOf(node.nodes)
    return node.kind === 'rule' ? node.animations : []
  })
}

function writeNodes(nodes: readonly SheetNode[], animations: ReadonlySet<string>): readonly string[] {
  return nodes.flatMap(node => {
    if (node.kind === 'rule') return [`${node.selectors.map(({ text }) => text).join()}${node.declarations}`]
    if (node.kind === 'keyframes') return animations.has(node.name) ? [node.text] : []
    if (node.kind === 'other') return [node.text]
    const inner = writeNodes(node.nodes, animations)
    return inner.length > 0 ? [`${node.prelude}{\n${inner.join('\n')}\n}`] : []
  })
}
