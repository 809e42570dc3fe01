// The style sheet of a page: fonts, its theme as custom properties, the rules of its framework and ours, as far as its markup uses them.
import { readFileSync } from 'node:fs'
import type { Element } from 'domhandler'
import type { Framework } from '../../../schemas/sparkpage.ts'
import type { Kit } from '../kits/kit.ts'
import { kitRules } from '../kits/kits.ts'
import { type ColorToken, colorTokens, type PagePlan } from '../page-plan.ts'
import { parseSheet, reduceSheet } from './matching-rules.ts'
import { installedFonts, type PairFonts, pairs } from './pairs.ts'

interface StylesheetInput {
  readonly plan: PagePlan
  readonly framework: Framework
  readonly kit: Kit
  readonly fonts: PairFonts
  /** The html element, with the whole page. */
  readonly page: Element
}

const pageSheet = parseSheet(readFileSync(new URL('../page.css', import.meta.url), 'utf8'))

/** The rules in the order of their precedence; each group begins with a comment, because people build on the page. */
export function buildStylesheet({ plan, framework, kit, fonts, page }: StylesheetInput): string {
  const official = kitRules.get(framework)
  const groups = [
    group('Fonts, reduced for the texts of this page', fonts.css),
    '@layer reset,base,framework,page,surfaces,print;',
    group('Theme: change the page here', `@layer base{\n${themeRules(plan, fonts)}\n}`),
    official &&
      group(
        `${framework}: for all of its components, replace this layer by its style sheet`,
        inLayer(reduceSheet(official, page)),
      ),
    kit.theme && group(`Theme of ${framework}`, inLayer(kit.theme)),
    group('Page', reduceSheet(pageSheet, page)),
  ]
  return groups.filter(Boolean).join('\n')
}

function group(title: string, rules: string): string {
  return rules && `/* ${title} */\n${rules}`
}

function inLayer(rules: string): string {
  return rules && `@layer framework{\n${rules.trim()}\n}`
}

/** Values of one scheme come first, for browsers without `light-dark()`. */
function themeRules(plan: PagePlan, fonts: PairFonts): string {
  const { colors, scheme, isAdaptive } = plan
  const { dark } = colors.tokens.deep
  const { background } = plan.hero
  const darkOnly = [`--deep:${dark}`, ...(background ? [`--hero-background:${background.dark}`] : [])]
  return [
    rule(':root', [
      `color-scheme:${isAdaptive ? 'light dark' : scheme}`,
      ...tokens(plan, scheme),
      `--deep:${colors.tokens.deep[scheme]}`,
      ...shapes(plan, fonts),
    ]),
    isAdaptive ? `@media (prefers-color-scheme:dark){${rule(':root', darkOnly)}}` : '',
    `@supports (color:light-dark(#000,#fff)){${rule(
      ':root',
      colorTokens
        .filter(isPaired)
        .map(name => `--${name}:light-dark(${colors.tokens[name].light},${colors.tokens[name].dark})`),
    )}}`,
    scheme === 'dark'
      ? ''
      : `@supports not (color:light-dark(#000,#fff)){${rule('[data-surface=dark],[data-surface=duotone]', tokens(plan, 'dark'))}}`,
  ]
    .filter(Boolean)
    .join('\n')
}

/** The dark surface is that of the page in all parts of it, whatever scheme they have. */
function isPaired(name: ColorToken): boolean {
  return name !== 'deep'
}

function tokens({ colors }: PagePlan, scheme: PagePlan['scheme']): readonly string[] {
  return colorTokens.filter(isPaired).map(name => `--${name}:${colors.tokens[name][scheme]}`)
}

/** Letters of installed fonts are up to this much wider than those of the pair. */
const maxWidening = 1.2

function shapes({ typefaces, headline, wordmark, hero, scheme }: PagePlan, fonts: PairFonts): readonly string[] {
  const { tracking, isSerif, text, title } = pairs[typefaces]
  const { clearArea, background } = hero
  const widening = fonts.title ? 1 : maxWidening
  const installed = isSerif ? installedFonts.serif : installedFonts.sans
  return [
    `--font-title:${familyList(fonts.title?.family, installed)}`,
    `--font-text:${familyList(fonts.text?.family, installedFonts.sans)}`,
    `--font-accent:${familyList(fonts.italic?.family ?? fonts.title?.family, installed)}`,
    `--accent-style:${fonts.italic ? 'normal' : 'italic'}`,
    `--weight-title:${title.weight}`,
    `--weight-text:${text.weight}`,
    `--tracking:${tracking}em`,
    `--scale:${headline.scale}`,
    `--longest-word:${Math.round(100 * headline.longestWord * widening) / 100}`,
    wordmark > 0 ? `--wordmark:${Math.round(100 * wordmark * widening) / 100}` : '',
    ...(background ? [`--hero-background:${background[scheme]}`] : []),
    ...(clearArea
      ? [`--clear:${clearArea.color}`, `--clear-text:${clearArea.textColor}`, `--clear-extent:${clearArea.extent}`]
      : []),
  ].filter(Boolean)
}

function familyList(family: string | undefined, stack: string): string {
  return family === undefined ? stack : `"${family}",${stack}`
}

function rule(selector: string, declarations: readonly string[]): string {
  return `${selector}{\n${declarations.join(';\n')}\n}`
}
