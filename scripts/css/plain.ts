// A style sheet without the rules about rules that the W3C's checker does not know.
import { type Atrule, type CssNode, find, generate, type List, type StyleSheet, walk } from 'css-tree'

const isLayer = (node: CssNode): node is Atrule => node.type === 'Atrule' && node.name === 'layer'

const layersOf = (node: Atrule): readonly string[] => (node.prelude === null ? [''] : generate(node.prelude).split(','))

/** Layers in the order in which they prevail, the first named first. Specificity has to do the rest. */
const flatten = (sheet: StyleSheet): void => {
  const layers = sheet.children.toArray().filter(isLayer)
  const order = [...new Set(layers.flatMap(layersOf))]
  const bare: List<CssNode> = sheet.children.filter(node => !isLayer(node))
  for (const name of order.toReversed()) {
    for (const { block } of layers.filter(layer => layersOf(layer).includes(name)).toReversed())
      if (block !== null) bare.prependList(block.children)
  }
  sheet.children = bare
}

const asksForColor = (node: CssNode): boolean =>
  find(node, part => part.type === 'Function' && (part.name === 'color' || part.name === 'rgb')) !== null

/**
 * Layers become plain rules, and what stands behind a question about functions of colours stands alone: Tailwind asks
 * so for browsers without @property, whose fallback serves all, and Open Props for colours that we hand in ourselves.
 */
export const plain = (sheet: StyleSheet): void => {
  flatten(sheet)
  walk(sheet, {
    visit: 'Atrule',
    leave(rule: Atrule, item, list: List<CssNode>) {
      if (rule.name === 'supports' && rule.prelude !== null && rule.block !== null && asksForColor(rule.prelude))
        list.replace(item, rule.block.children)
    },
  })
}
