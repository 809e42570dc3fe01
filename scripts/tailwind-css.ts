// Tailwind CSS reduced to the rules that a page matches.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type CssNode, find, generate, parse, walk } from 'css-tree'
import { compile } from 'tailwindcss'
import { tailwindDress } from '../src/page/frameworks/tailwind-dress.ts'

const installed = createRequire(import.meta.url)

/** The theme by reference and inline: no custom property of the framework reaches the :root of the page. */
const order = '@layer properties,base,utilities;'
const entry = `${order}
@import "tailwindcss/theme.css" layer(theme) theme(reference inline);
@import "tailwindcss/preflight.css" layer(base);
@import "tailwindcss/utilities.css" layer(utilities);`

const loadStylesheet = async (id: string) => {
  const path = installed.resolve(id)
  return { path, base: '', content: await readFile(path, 'utf8') }
}

/** The elements of a page, as far as selectors name them. */
const elements = new Set(['*', 'html', 'body', 'h1', 'p', 'a', 'svg', 'before', 'after'])

const foreign = (node: CssNode): boolean => {
  if (node.type === 'TypeSelector' || node.type === 'PseudoElementSelector') return !elements.has(node.name)
  return node.type === 'AttributeSelector' || (node.type === 'PseudoClassSelector' && node.name.startsWith('-'))
}

/** Drops the selectors that match nothing of a page, then the rules left without any. */
const reduce = (sheet: CssNode): void => {
  walk(sheet, {
    visit: 'SelectorList',
    enter(selectors) {
      selectors.children = selectors.children.filter(selector => find(selector, foreign) === null)
    },
  })
  walk(sheet, {
    visit: 'Rule',
    leave(rule, item, list) {
      if (generate(rule.prelude) === '') list?.remove(item)
    },
  })
}

/** @property is not yet valid for the W3C's checker: its fallback, which browsers without it take, serves all. */
const withoutRegistration = (sheet: CssNode): void =>
  walk(sheet, {
    visit: 'Atrule',
    leave(rule, item, list) {
      const statement = rule.name === 'layer' && rule.block === null && generate(rule) !== order
      const empty = rule.block?.children.isEmpty === true
      if (rule.name === 'property' || statement || empty) list?.remove(item)
      else if (rule.name === 'supports' && rule.block !== null) list?.replace(item, rule.block.children)
    },
  })

/** @returns Tailwind's rules for the classes of a page, a rule a line, its licence first. */
export const tailwindCss = async (): Promise<string> => {
  const compiler = await compile(entry, { loadStylesheet })
  const sheet = parse(compiler.build(Object.values(tailwindDress).flatMap(classes => classes.split(' '))))
  reduce(sheet)
  withoutRegistration(sheet)
  return `${generate(sheet).replace(/\*\/|\}|;(?=@)/g, '$&\n')}`
}
