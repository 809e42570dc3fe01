// The style sheet of a page: fonts, its theme as custom properties, the rules of its framework and ours, as far as its markup uses them.
import { readFileSync } from 'node:fs'
import type { Element } from 'domhandler'
import type { Framework } from '../../../schemas/sparkpage.ts'
import type { Kit } from '../kits/kit.ts'
import { kitRules } from '../kits/kits.ts'
import type { PagePlan } from '../page-plan.ts'
import { darkVariables, type Variables } from '../theme-variables.ts'
import { parseSheet, reduceSheet } from './matching-rules.ts'

interface StylesheetInput {
  readonly plan: PagePlan
  readonly framework: Framework
  readonly kit: Kit
  readonly cssVariables: Variables
  /** The html element, with the whole page. */
  readonly page: Element
}

/** What differs between the page in one file and the one that links its files. */
interface StylesheetParts {
  /** The @font-face rules; empty for the fonts of the system. */
  readonly fontFaces: string
  readonly views: readonly Element[]
}

const sheet = parseSheet(readFileSync(new URL('../page.css', import.meta.url), 'utf8'))
const viewSheet = sheet.filter(node => node.kind === 'group' && node.prelude === '@layer views')
const pageSheet = sheet.filter(node => !viewSheet.includes(node))

/**
 * The rules in the order of their precedence; each group begins with a comment, because people build on the page.
 *
 * @returns writes the style sheet of one output.
 */
export function prepareStylesheet(input: StylesheetInput): (parts: StylesheetParts) => string {
  const { framework, kit, page } = input
  const official = kitRules.get(framework)
  const shared = [
    group('Theme: change the page here', `@layer page{\n${themeRules(input)}\n}`),
    official &&
      group(
        `${framework}, as far as this page uses it: for all of its components, import its style sheet above, as layer(framework)`,
        inLayer(reduceSheet(official, [page])),
      ),
    kit.theme && group(`Theme of ${framework}`, inLayer(kit.theme)),
    group('Page', reduceSheet(pageSheet, [page])),
  ]
  return ({ fontFaces, views }) =>
    [
      '@layer reset,base,framework,views,page,surfaces,print;',
      group('Fonts, reduced for the texts of this page', fontFaces),
      ...shared,
      group('Views of the picture', reduceSheet(viewSheet, views)),
    ]
      .filter(Boolean)
      .join('\n')
}

function group(title: string, rules: string): string {
  return rules && `/* ${title} */\n${rules}`
}

function inLayer(rules: string): string {
  return rules && `@layer framework{\n${rules.trim()}\n}`
}

function themeRules({ plan, cssVariables }: StylesheetInput): string {
  const { scheme, isAdaptive } = plan
  const dark = Object.entries(darkVariables(plan))
  return [
    rule(':root', [['color-scheme', isAdaptive ? 'light dark' : scheme], ...Object.entries(cssVariables)]),
    dark.length > 0 ? `@media (prefers-color-scheme:dark){${rule(':root', dark)}}` : '',
  ]
    .filter(Boolean)
    .join('\n')
}

function rule(selector: string, declarations: readonly (readonly [name: string, value: string])[]): string {
  return `${selector}{\n${declarations.map(declaration => declaration.join(':')).join(';\n')}\n}`
}
