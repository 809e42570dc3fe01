// A style sheet without the custom properties and key frames that nothing uses.
import {
  type CssNode,
  type Declaration,
  find,
  findAll,
  type List,
  type ListItem,
  type StyleSheet,
  walk,
} from 'css-tree'

/** The names in var(…) anywhere in a node. */
export const namesIn = (node: CssNode): readonly string[] =>
  findAll(node, part => part.type === 'Function' && part.name === 'var')
    .filter(call => call.type === 'Function')
    .map(call => call.children.first)
    .filter(first => first !== null && first.type === 'Identifier')
    .map(({ name }) => name)

const declarationsOf = (sheet: StyleSheet): readonly Declaration[] =>
  findAll(sheet, node => node.type === 'Declaration').filter(node => node.type === 'Declaration')

const isCustom = ({ property }: Declaration): boolean => property.startsWith('--')

/** Follows names through the custom properties that define them. */
const reachable = (declarations: readonly Declaration[], roots: readonly string[]): ReadonlySet<string> => {
  const used = new Set<string>()
  const visit = (name: string): void => {
    if (used.has(name)) return
    used.add(name)
    for (const one of declarations) if (one.property === name) namesIn(one).forEach(visit)
  }
  roots.forEach(visit)
  return used
}

const animates = (declaration: Declaration, name: string): boolean =>
  /^(-webkit-)?animation(-name)?$/.test(declaration.property) &&
  find(declaration, node => node.type === 'Identifier' && node.name === name) !== null

/**
 * Drops custom properties that no other declaration leads to, key frames that no animation names, and what is
 * empty then.
 *
 * @param sheet parsed with parseCustomProperty, so that names within values are seen.
 * @param roots names that are used elsewhere.
 */
export const shake = (sheet: StyleSheet, roots: readonly string[]): void => {
  const all = declarationsOf(sheet)
  const used = reachable(all, [...roots, ...all.filter(one => !isCustom(one)).flatMap(namesIn)])
  walk(sheet, {
    visit: 'Declaration',
    leave(declaration: Declaration, item, list) {
      if (isCustom(declaration) && !used.has(declaration.property)) list.remove(item)
    },
  })
  walk(sheet, {
    leave(node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) {
      const frames = node.type === 'Atrule' && node.name.endsWith('keyframes') ? node.prelude : null
      const idle =
        frames?.type === 'AtrulePrelude' &&
        !all.some(one => frames.children.some(name => name.type === 'Identifier' && animates(one, name.name)))
      const empty = (node.type === 'Rule' || node.type === 'Atrule') && node.block?.children.isEmpty === true
      if (idle || empty) list.remove(item)
    },
  })
}
