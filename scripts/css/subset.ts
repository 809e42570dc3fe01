// The rules of a framework that our pages match.
import { generate, parse, type StyleSheet } from 'css-tree'
import { dresses } from '../../src/page/frameworks/index.ts'
import { licenceOf } from './licence.ts'
import { markupOf } from './markup.ts'
import { officials, type WithRules } from './official.ts'
import { plain } from './plain.ts'
import { reduce } from './reduce.ts'
import { namesIn, shake } from './shake.ts'

const sheetOf = (css: string): StyleSheet => {
  const sheet = parse(css, { parseCustomProperty: true })
  if (sheet.type !== 'StyleSheet') throw new TypeError('This is no style sheet.')
  return sheet
}

/** @returns the official rules that an element of a page can match, a rule a line, after the line of their licence. */
export const subsetOf = async (framework: WithRules): Promise<string> => {
  const { folder, css } = officials[framework]
  const sheet = sheetOf(await css())
  plain(sheet)
  reduce(sheet, markupOf(framework))
  shake(sheet, namesIn(sheetOf(dresses[framework].css)))
  const lines = sheet.children.toArray().map(rule => `${generate(rule)}\n`)
  return `${await licenceOf(folder)}${lines.join('')}`
}
