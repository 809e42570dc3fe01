// The rules of a framework that our pages match.
import { generate, parse, type StyleSheet } from 'css-tree'
import type { Framework } from '../../schemas/sparkpage.ts'
import { frameworkAdapters } from '../../src/sparkpage/frameworks/adapters.ts'
import { licenceOf } from './licence.ts'
import { markupOf } from './markup.ts'
import { official } from './official.ts'
import { plain } from './plain.ts'
import { reduce } from './reduce.ts'
import { namesIn, shake } from './shake.ts'

/** A list of the one sheet that a text is. */
const sheetsOf = (css: string): readonly StyleSheet[] =>
  [parse(css, { parseCustomProperty: true })].filter(node => node.type === 'StyleSheet')

/** @returns the official rules that an element of a page can match, a rule a line, after the line of their licence. */
export const subsetOf = async (framework: Framework): Promise<string> => {
  const { folder, css } = await official(frameworkAdapters[framework])
  const elements = markupOf(framework)
  const roots = sheetsOf(frameworkAdapters[framework].css).flatMap(namesIn)
  const lines = sheetsOf(css).flatMap(sheet => {
    plain(sheet)
    reduce(sheet, elements)
    shake(sheet, roots)
    return sheet.children.toArray().map(rule => `${generate(rule)}\n`)
  })
  return `${await licenceOf(folder)}${lines.join('')}`
}
