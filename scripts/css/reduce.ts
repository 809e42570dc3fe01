// A style sheet without what matches nothing of our pages.
import type { CssNode, List, Rule, StyleSheet } from 'css-tree'
import type { Element } from './element.ts'
import { matchesSome } from './matches.ts'

/** What a page cannot use: it is one file in UTF-8, and the W3C's checker does not know @property. */
const strange = new Set(['charset', 'import', 'font-face', 'property'])

/** Drops the selectors that match nothing. @returns whether any is left. */
const keepsSelectors = (rule: Rule, elements: readonly Element[]): boolean => {
  const { prelude } = rule
  if (prelude.type === 'SelectorList')
    prelude.children = prelude.children.filter(one => one.type === 'Selector' && matchesSome(one, elements))
  return prelude.type === 'SelectorList' && !prelude.children.isEmpty
}

const keeps = (node: CssNode, elements: readonly Element[]): boolean => {
  if (node.type === 'Comment') return false
  if (node.type === 'Rule') return keepsSelectors(node, elements)
  if (node.type !== 'Atrule' || node.name.endsWith('keyframes') || node.block === null)
    return node.type !== 'Atrule' || !strange.has(node.name)
  reduceList(node.block.children, elements)
  return !strange.has(node.name) && !node.block.children.isEmpty
}

const reduceList = (list: List<CssNode>, elements: readonly Element[]): void =>
  list.forEach((node, item) => {
    if (!keeps(node, elements)) list.remove(item)
  })

/** Drops the selectors that no element can match in any state, the rules left without any, and comments. */
export const reduce = (sheet: StyleSheet, elements: readonly Element[]): void => reduceList(sheet.children, elements)
