// `npm run build:css`: writes the rules of the CSS frameworks that pages match to src/sparkpage/kits. Run it after a change of their
// classes or versions. `-- --check` writes nothing and exits with 1 when one is out of date.
import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import {
  type Atrule,
  type CssNode,
  type Declaration,
  find,
  findAll,
  generate,
  type List,
  type ListItem,
  parse,
  type Rule,
  type StyleSheet,
  walk,
} from 'css-tree'
import type { Element } from 'domhandler'
import { compile } from 'tailwindcss'
import { type PageContent, sectionTypes } from '../schemas/page-content.ts'
import { formFieldTypes } from '../schemas/page-form.ts'
import { type Framework, frameworks } from '../schemas/sparkpage.ts'
import { buildPage } from '../src/sparkpage/build.ts'
import { kits } from '../src/sparkpage/kits/kits.ts'
import { tailwindKitTheme } from '../src/sparkpage/kits/tailwind.ts'
import { childrenOf, matchesSome, parseElements, siblingsOf } from './css-selectors.ts'

const modules = new URL('../node_modules/', import.meta.url)

/** At-rules that a page cannot use: it is one file in UTF-8, and the W3C's checker does not know @property. */
const droppedAtRules = new Set(['charset', 'import', 'font-face', 'property'])

const picture = { src: 'https://example.com/a.jpg', alt: 'x' }
/** A section of each kind, with every member of an item. */
const item = {
  title: 'x',
  text: 'x',
  price: 'x',
  period: 'x',
  value: 'x',
  cite: 'x',
  role: 'x',
  image: picture,
  url: '#x',
  cta_text: 'x',
  highlighted: true,
}
const everyKind: PageContent = {
  headline: 'x',
  sub_headline: 'x',
  cta_button_text: 'x',
  cta_url: '#x',
  secondary_cta: { text: 'x', url: '#x' },
  image: picture,
  brand: { name: 'x', logo: picture },
  sections: sectionTypes.flatMap(type =>
    [1, 2, 3, 4, 5].map(count => ({
      type,
      ...(count === 5 ? { heading: '' } : { heading: 'x', text: 'x' }),
      ...(count === 2 && { image: picture }),
      items: Array.from({ length: count }, (_, index) => (index === 0 ? item : { title: 'x', text: 'x', value: 'x' })),
    })),
  ),
  form: {
    action: 'https://example.com/',
    fields: formFieldTypes.flatMap(type => [
      { label: 'x', type, placeholder: 'x', ...(type === 'select' && { options: ['x', 'y'] }) },
      { label: 'x', type, required: true, ...(type === 'select' && { options: ['x', 'y'] }) },
    ]),
    heading: 'x',
    text: 'x',
  },
  footer: 'x',
  footer_columns: [{ heading: 'x', links: [{ text: 'x', url: '#x' }] }],
}
/** These differ from page to page; no rule of a framework asks for more than their presence. */
const addresses = ['action', 'content', 'for', 'href', 'name', 'src', 'd', 'id']

for (const framework of frameworks) {
  if (framework === 'none') continue
  await save(framework, await buildSubset(kits[framework].sheets, await samplePage(framework)))
}

async function save(name: string, css: string): Promise<void> {
  const file = new URL(`../src/sparkpage/kits/${name}.css`, import.meta.url)
  if (!process.argv.includes('--check')) return writeFile(file, css)
  if ((await readFile(file, 'utf8')) === css) return
  console.error(`${name}.css is out of date: run npm run build:css.`)
  process.exitCode = 1
}

/** The official rules that an element of a page can match, a rule a line, after the line of their licence. */
async function buildSubset(sheets: readonly string[], page: SamplePage): Promise<string> {
  const elements = distinct(parseElements(page.markup))
  const { folder, css } = await readOfficial(sheets, elements)
  const usedElsewhere = parseSheets(page.css).flatMap(variablesIn)
  const lines = parseSheets(css).flatMap(sheet => {
    flattenNesting(sheet)
    flattenLayers(sheet)
    unwrapColorQueries(sheet)
    reduceRules(sheet.children, elements)
    dropUnused(sheet, usedElsewhere)
    return sheet.children.toArray().map(rule => `${plainQueries(generate(rule))}\n`)
  })
  return `${await licenceLine(folder)}${lines.join('')}`
}

/** Width queries as ranges are unknown to the W3C's checker: `(width>=64rem)` becomes `(min-width:64rem)`. */
function plainQueries(css: string): string {
  return css.replace(/\(width>=([\d.]+rem)\)/g, '(min-width:$1)')
}

/** One of all elements that no selector can tell apart: same names and classes up to the root, same neighbour, same place. */
function distinct(elements: readonly Element[]): readonly Element[] {
  const paths = new Map<Element['parent'], string>()
  const found = new Map<string, Element>()
  for (const element of elements) {
    const siblings = siblingsOf(element)
    const index = siblings.indexOf(element)
    const before = siblings[index - 1]
    const place = [
      index === 0,
      index === siblings.length - 1,
      before && describe(before),
      childrenOf(element).length > 0,
    ]
    const path = `${paths.get(element.parent) ?? ''} > ${describe(element)} ${place}`
    paths.set(element, path)
    found.set(path, element)
  }
  return [...found.values()]
}

function describe({ name, attribs }: Element): string {
  const comparable = (key: string, value: string) => {
    if (addresses.includes(key)) return ''
    return key === 'class' ? value.split(' ').filter(isOfFramework).join(' ') : value
  }
  return (
    name +
    Object.entries(attribs)
      .map(([key, value]) => `[${key}=${comparable(key, value)}]`)
      .join('')
  )
}

/** The names of our own parts are in no rule of a framework. */
function isOfFramework(className: string): boolean {
  return !className.startsWith('sp-')
}

/** The style sheet of a framework as its makers publish it, and the folder of its package; Tailwind's goes through its compiler. */
async function readOfficial(
  sheets: readonly string[],
  elements: readonly Element[],
): Promise<{ readonly folder: URL; readonly css: string }> {
  const [name = ''] = sheets.map(sheet => /^(?:@[^/]+\/)?[^/]+\//.exec(sheet)?.[0])
  const texts = await Promise.all(sheets.map(sheet => readFile(new URL(sheet, modules), 'utf8')))
  const css = texts.join('\n')
  const folder = new URL(name, modules)
  if (name !== 'tailwindcss/') return { folder, css }
  const compiler = await compile(`@import "tailwindcss";\n${tailwindKitTheme}`, {
    loadStylesheet: async () => ({ path: 'tailwindcss', base: '', content: css }),
  })
  return {
    folder,
    css: compiler.build([...new Set(elements.flatMap(({ attribs }) => attribs.class?.split(' ') ?? []))]),
  }
}

interface SamplePage {
  readonly markup: string
  /** Our own rules. */
  readonly css: string
}

/** A page with every kind of section: frameworks have no part in how a page is composed. */
async function samplePage(framework: Framework): Promise<SamplePage> {
  const { html } = await buildPage({ style: { colors: ['#6D28D9'] }, content: everyKind, framework })
  const css = readFileSync(new URL('../src/sparkpage/page.css', import.meta.url), 'utf8')
  return { markup: html.replace(/<style>[\s\S]*<\/style>/, ''), css: kits[framework].theme + css }
}

function parseSheets(css: string): readonly StyleSheet[] {
  return [parse(css, { parseCustomProperty: true })].filter(node => node.type === 'StyleSheet')
}

function parseSheet(css: string): StyleSheet {
  const [sheet] = parseSheets(css)
  if (sheet === undefined) throw new Error(`not a style sheet: ${css}`)
  return sheet
}

/** Rules inside rules become plain ones, which the W3C's checker knows. */
function flattenNesting(sheet: StyleSheet): void {
  walk(sheet, {
    visit: 'Rule',
    leave(rule: Rule, item, list: List<CssNode>) {
      if (rule.block.children.some(isNested))
        list.replace(item, parseSheet(flatten(rule, generate(rule.prelude))).children)
    },
  })
}

function isNested({ type }: CssNode): boolean {
  return type === 'Rule' || type === 'Atrule'
}

/** The rules of a block, each with the selector of the element that it is about. */
function flatten({ block }: { readonly block: Rule['block'] | null }, selector: string): string {
  const nodes = block?.children.toArray() ?? []
  const declarations = nodes.filter(node => !isNested(node)).map(node => generate(node))
  const own = declarations.length > 0 ? `${selector}{${declarations.join(';')}}` : ''
  const inner = nodes.map(node => {
    if (node.type === 'Rule') return flatten(node, generate(node.prelude).replaceAll('&', selector))
    if (node.type !== 'Atrule') return ''
    return `@${node.name} ${node.prelude ? generate(node.prelude) : ''}{${flatten(node, selector)}}`
  })
  return own + inner.join('')
}

/** Cascade layers become plain rules, those of the layer that was named first in front: specificity has to do the rest. */
function flattenLayers(sheet: StyleSheet): void {
  const layers = sheet.children.toArray().filter(isLayer)
  const order = [...new Set(layers.flatMap(layerNames))]
  const bare: List<CssNode> = sheet.children.filter(node => !isLayer(node))
  for (const name of order.toReversed()) {
    for (const { block } of layers.filter(layer => layerNames(layer).includes(name)).toReversed())
      if (block !== null) bare.prependList(block.children)
  }
  sheet.children = bare
}

function isLayer(node: CssNode): node is Atrule {
  return node.type === 'Atrule' && node.name === 'layer'
}

function layerNames(node: Atrule): readonly string[] {
  return node.prelude === null ? [''] : generate(node.prelude).split(',')
}

/**
 * Replaces @supports queries about colour functions by their content: Tailwind asks so for browsers without @property, whose fallback
 * serves all, and Open Props for colours that our pages define themselves.
 */
function unwrapColorQueries(sheet: StyleSheet): void {
  walk(sheet, {
    visit: 'Atrule',
    leave(rule: Atrule, item, list: List<CssNode>) {
      if (rule.name === 'supports' && rule.prelude !== null && rule.block !== null && asksForColor(rule.prelude))
        list.replace(item, rule.block.children)
    },
  })
}

function asksForColor(node: CssNode): boolean {
  return find(node, part => part.type === 'Function' && (part.name === 'color' || part.name === 'rgb')) !== null
}

/** Drops the selectors that no element can match in any state, the rules left without any, and comments. */
function reduceRules(list: List<CssNode>, elements: readonly Element[]): void {
  list.forEach((node, item) => {
    if (!isKept(node, elements)) list.remove(item)
  })
}

function isKept(node: CssNode, elements: readonly Element[]): boolean {
  if (node.type === 'Comment') return false
  if (node.type === 'Rule') return reduceSelectors(node, elements)
  if (node.type !== 'Atrule' || node.name.endsWith('keyframes') || node.block === null)
    return node.type !== 'Atrule' || !droppedAtRules.has(node.name)
  reduceRules(node.block.children, elements)
  return !droppedAtRules.has(node.name) && !node.block.children.isEmpty
}

/** @returns whether any selector is left. */
function reduceSelectors({ prelude }: Rule, elements: readonly Element[]): boolean {
  if (prelude.type !== 'SelectorList') return false
  prelude.children = prelude.children.filter(one => one.type === 'Selector' && matchesSome(one, elements))
  return !prelude.children.isEmpty
}

/** Drops custom properties that no other declaration leads to, key frames that no animation names, and what is empty then. */
function dropUnused(sheet: StyleSheet, usedElsewhere: readonly string[]): void {
  const all = findAll(sheet, node => node.type === 'Declaration').filter(node => node.type === 'Declaration')
  const used = reachable(all, [...usedElsewhere, ...all.filter(one => !isCustom(one)).flatMap(variablesIn)])
  walk(sheet, {
    visit: 'Declaration',
    leave(declaration: Declaration, item, list) {
      if (isCustom(declaration) && !used.has(declaration.property)) list.remove(item)
    },
  })
  walk(sheet, {
    leave(node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) {
      const frames = node.type === 'Atrule' && node.name.endsWith('keyframes') ? node.prelude : null
      const isIdle =
        frames?.type === 'AtrulePrelude' &&
        !all.some(one => frames.children.some(name => name.type === 'Identifier' && animates(one, name.name)))
      const isEmpty = (node.type === 'Rule' || node.type === 'Atrule') && node.block?.children.isEmpty === true
      if (isIdle || isEmpty) list.remove(item)
    },
  })
}

/** Names of variables, and of those that their definitions use. */
function reachable(declarations: readonly Declaration[], names: readonly string[]): ReadonlySet<string> {
  const used = new Set<string>()
  const visit = (name: string): void => {
    if (used.has(name)) return
    used.add(name)
    for (const one of declarations) if (one.property === name) variablesIn(one).forEach(visit)
  }
  names.forEach(visit)
  return used
}

function isCustom({ property }: Declaration): boolean {
  return property.startsWith('--')
}

/** The names in var(…) anywhere in a node. */
function variablesIn(node: CssNode): readonly string[] {
  return findAll(node, part => part.type === 'Function' && part.name === 'var')
    .filter(call => call.type === 'Function')
    .map(call => call.children.first)
    .filter(first => first !== null && first.type === 'Identifier')
    .map(({ name }) => name)
}

function animates(declaration: Declaration, name: string): boolean {
  return (
    /^(-webkit-)?animation(-name)?$/.test(declaration.property) &&
    find(declaration, node => node.type === 'Identifier' && node.name === name) !== null
  )
}

/** The comment that a copy of a framework carries. @param folder of the package, with a slash at its end */
async function licenceLine(folder: URL): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(new URL('package.json', folder), 'utf8'))
  const file = (await readdir(folder)).filter(one => /^licen[cs]e/i.test(one)).join()
  const lines = (await readFile(new URL(file, folder), 'utf8')).split('\n').map(line => line.trim())
  const owners = lines.filter(line => /^copyright /i.test(line)).join(', ')
  return `/*! ${name} ${version} | ${license} License | ${owners} */\n`
}
