// The CSS cascade of a drawing: rules of its style sheets become style attributes, with custom properties replaced by their values.
import { compile } from 'css-select'
import { type CssNode, generate, parse, type Rule, walk } from 'css-tree'
import type { AnyNode, Element } from 'domhandler'
import { DomUtils } from 'htmlparser2'
import { decodeEntities, elementsIn, encodeEntities, localName, parentOf } from './tree.ts'

type CustomProperties = ReadonlyMap<string, string>

interface StyleRule {
  readonly matches: (element: Element) => boolean
  readonly specificity: number
  readonly declarations: readonly Declaration[]
}

interface Declaration {
  readonly property: string
  readonly value: string
  readonly isImportant: boolean
}

/** Comparisons of elements with selectors at most: about a second. */
const maxComparisons = 3_000_000

/** Replaces style sheets and `var()` by style attributes. A drawing with too many rules for its size keeps its own. */
export function inlineStyles(root: Element): void {
  const elements = elementsIn(root)
  const sheets = elements.filter(element => localName(element) === 'style')
  const rules = sheets.flatMap(sheet => parseRules(decodeEntities(DomUtils.textContent(sheet))))
  if (rules.length * elements.length > maxComparisons) return
  const customProperties = new Map<Element, CustomProperties>()
  for (const element of elements) {
    const parent = parentOf(element)
    const declared = declaredValues(element, rules)
    const inherited = parent && customProperties.get(parent)
    const custom = withCustomProperties(declared, inherited ?? new Map())
    customProperties.set(element, custom)
    setValues(element, declared, custom)
  }
  for (const sheet of sheets) DomUtils.removeElement(sheet)
}

/** At-rules whose rules apply to a picture on a screen of a visitor without preferences. */
const applied =
  /^(?:(?:all|screen|not print|only screen)\b|\((?:prefers-color-scheme:\s*light|prefers-reduced-motion:\s*no-preference)\))/i

function parseRules(css: string): readonly StyleRule[] {
  const rules: StyleRule[] = []
  const visit = (node: CssNode): void => {
    if (node.type === 'Rule') rules.push(...readRule(node))
    if (node.type !== 'Atrule' || node.block === null) return
    const isApplied =
      node.name === 'media'
        ? applied.test(node.prelude ? generate(node.prelude) : 'all')
        : /^(?:supports|layer)$/.test(node.name)
    if (isApplied) node.block.children.forEach(visit)
  }
  const sheet = parse(css, { parseValue: false })
  if (sheet.type === 'StyleSheet') sheet.children.forEach(visit)
  return rules
}

function readRule({ prelude, block }: Rule): readonly StyleRule[] {
  if (prelude.type !== 'SelectorList') return []
  const declarations = readDeclarations(block)
  return prelude.children.toArray().flatMap(selector => {
    const matches = compileSelector(generate(selector))
    return matches ? [{ matches, specificity: specificityOf(selector), declarations }] : []
  })
}

/** @returns undefined for selectors that nothing in a picture matches (:hover), or that are invalid. */
function compileSelector(selector: string): ((element: Element) => boolean) | undefined {
  try {
    return compile<AnyNode, Element>(selector, { xmlMode: true })
  } catch {
    return undefined
  }
}

function readDeclarations(block: CssNode): readonly Declaration[] {
  const declarations: Declaration[] = []
  walk(block, {
    visit: 'Declaration',
    enter: ({ property, value, important }) => {
      declarations.push({
        property: property.startsWith('--') ? property : property.toLowerCase(),
        value: generate(value).trim(),
        isImportant: important !== false,
      })
    },
  })
  return declarations
}

/** Selectors 4, section 17, as one number. */
function specificityOf(selector: CssNode): number {
  let specificity = 0
  walk(selector, node => {
    if (node.type === 'IdSelector') specificity += 1_000_000
    else if (node.type === 'ClassSelector' || node.type === 'AttributeSelector' || node.type === 'PseudoClassSelector')
      specificity += 1_000
    else if (node.type === 'TypeSelector' && node.name !== '*') specificity += 1
  })
  return specificity
}

/** The declarations of an element that win, in the order of the cascade (CSS Cascade 5, section 6). */
function declaredValues(element: Element, rules: readonly StyleRule[]): Map<string, string> {
  const inline = readDeclarations(
    parse(decodeEntities(element.attribs.style ?? ''), { context: 'declarationList', parseValue: false }),
  )
  const matched = rules
    .filter(({ matches }) => matches(element))
    .toSorted((one, other) => one.specificity - other.specificity)
  const all = [...matched.flatMap(({ declarations }) => declarations), ...inline]
  const ordered = [...all.filter(({ isImportant }) => !isImportant), ...all.filter(({ isImportant }) => isImportant)]
  return new Map(ordered.map(({ property, value }) => [property, value]))
}

function withCustomProperties(declared: CustomProperties, inherited: CustomProperties): CustomProperties {
  const own = [...declared].filter(([property]) => property.startsWith('--'))
  return own.length === 0 ? inherited : new Map([...inherited, ...own])
}

/** Properties that take the value of the parent when theirs is invalid; others are left out. */
const inheritedProperties = /^(?:fill|stroke|color|font|text|letter|word|visibility|marker|clip-rule|paint-order)/

function setValues(element: Element, declared: ReadonlyMap<string, string>, custom: CustomProperties): void {
  for (const [name, value] of Object.entries(element.attribs)) {
    if (name === 'style' || !value.includes('var(')) continue
    const replaced = replaceVariables(decodeEntities(value), custom)
    if (replaced === undefined) delete element.attribs[name]
    else element.attribs[name] = encodeEntities(replaced)
  }
  const style = [...declared].flatMap(([property, value]) => {
    if (property.startsWith('--')) return []
    const replaced = replaceVariables(value, custom) ?? (inheritedProperties.test(property) ? 'inherit' : undefined)
    return replaced === undefined ? [] : [`${property}:${replaced}`]
  })
  if (style.length > 0) element.attribs.style = encodeEntities(style.join(';'))
  else delete element.attribs.style
}

/** Variables within variables. */
const maxDepth = 16

/** Characters: references may double a value at each level. */
const maxValueLength = 4096

/** @returns the value without `var()`; undefined when it is invalid (CSS Variables 1, section 3). */
function replaceVariables(value: string, custom: CustomProperties, depth = 0): string | undefined {
  if (depth > maxDepth || value.length > maxValueLength) return undefined
  const start = value.search(/\bvar\(/)
  if (start < 0) return value
  const end = closingParenthesis(value, start + 3)
  const [name = '', ...fallback] = value.slice(start + 4, end).split(',')
  const text = custom.get(name.trim()) ?? (fallback.length > 0 ? fallback.join(',') : undefined)
  const replaced = text === undefined ? undefined : replaceVariables(text.trim(), custom, depth + 1)
  if (replaced === undefined) return undefined
  return replaceVariables(value.slice(0, start) + replaced + value.slice(end + 1), custom, depth)
}

/** The position of the parenthesis that closes the one at `open`; the length of the text without one. */
export function closingParenthesis(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return at
  }
  return text.length
}
