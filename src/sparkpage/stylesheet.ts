// The style sheet of a page: variables, fonts, framework, our base rules, the first screen, sections.
import { readFileSync } from 'node:fs'
import {
  type Direction,
  directions,
  type Framework,
  frameworks,
  type PageMotion,
  type ResponsiveType,
} from '../../schemas/sparkpage.ts'
import { forms, type SharedForm } from './directions.ts'
import { frameworkAdapters } from './frameworks/adapters.ts'
import type { Opening } from './layout.ts'
import { inWideWindows, readSheet } from './sheets.ts'
import type { Theme } from './theme.ts'
import type { Variables } from './variables.ts'

interface StylesheetInput {
  readonly variables: Variables
  /** @font-face rules; empty for the fonts of the system. */
  readonly fontFaces: string
  readonly framework: Framework
  /** Whether the page links the official rules of the framework, instead of containing those that it uses. */
  readonly isLinked: boolean
  readonly responsiveType: ResponsiveType
  readonly direction: Direction
  readonly forms: readonly SharedForm[]
  readonly opening: Opening | undefined
  /** Data URI of the art; undefined where no part of the page shows it. */
  readonly art: string | undefined
  /** Source of the picture, where the page shows it once more. */
  readonly picture: string | undefined
  /** Whether a section has a picture of its own. */
  readonly hasSectionPicture: boolean
  /** Whether a visitor who prefers the dark scheme gets it. */
  readonly isAdaptive: boolean
  readonly scheme: keyof Theme
  readonly theme: Theme
  readonly motion: PageMotion
}

/** Joins the rules in the order of their precedence; each group begins with a comment, because people build on the page. */
export function buildStylesheet(input: StylesheetInput): string {
  const { variables, fontFaces, framework, isLinked, responsiveType, direction, forms: chosen, opening } = input
  const { art, picture, isAdaptive, scheme, theme, motion } = input
  const { idiom } = frameworkAdapters[framework]
  const groups: readonly (readonly [title: string, rules: string])[] = [
    ['Fonts, reduced for the texts of this page', fontFaces],
    ['Theme: change the page here', rootRule(variables)],
    ['Dark scheme', isAdaptive ? darkRule(variables) : ''],
    [framework, isLinked ? '' : (frameworkRules.get(framework) ?? '')],
    ['Base', `html:root:root{color-scheme:${isAdaptive ? 'light dark' : scheme}}\n${baseRules}`],
    ['Components and layout', idiom.css(responsiveType)],
    [
      'Colours of components that you add',
      (isLinked && idiom.components?.(theme[scheme], isAdaptive ? theme.dark : undefined)) || '',
    ],
    ['Entrance', motion === 'entrance' ? entranceRules : ''],
    [
      'Colours, art and pictures',
      [paintRules, backgroundRule('sp-art', art), backgroundRule('sp-closing-picture', picture)]
        .filter(Boolean)
        .join('\n'),
    ],
    ['First screen', opening ? inWideWindows(responsiveType, openingRules[opening]) : ''],
    [
      `Sections of the direction ${direction}`,
      [
        sectionRules,
        ...(input.hasSectionPicture ? [sectionPictureRules] : []),
        directionRules.get(direction),
        ...chosen.map(form => formRules.get(form)),
      ].join('\n'),
    ],
  ]
  return groups
    .filter(([, rules]) => rules !== '')
    .map(([title, rules]) => `/* ${title} */\n${rules}`)
    .join('\n')
}

/** The frameworks' own rules, reduced to those that match our pages; `npm run build:css` writes them. `none` has no entry. */
export const frameworkRules: ReadonlyMap<Framework, string> = new Map(
  frameworks.filter(framework => framework !== 'none').map(framework => [framework, readRules(framework)]),
)

function readRules(framework: Framework): string {
  return readFileSync(new URL(`./frameworks/${framework}.css`, import.meta.url), 'utf8').trim()
}

function rootRule(variables: Variables): string {
  return `:root{\n${Object.entries(variables)
    .map(([name, value]) => `${name}:${value};`)
    .join('\n')}\n}`
}

const darkPrefix = '--sp-dark-'

function darkRule(variables: Variables): string {
  const names = Object.keys(variables).filter(name => name.startsWith(darkPrefix))
  return `@media screen and (prefers-color-scheme:dark){:root{\n${names
    .map(name => `--sp-${name.slice(darkPrefix.length)}:var(${name});`)
    .join('\n')}\n}}`
}

/** What every page has in common: no rule of it arranges anything. */
const baseRules = readSheet('base')
const paintRules = readSheet('paint')
const entranceRules = readSheet('entrance')
const sectionRules = readSheet('sections')
const sectionPictureRules = readSheet('section-picture')
const directionRules: ReadonlyMap<Direction, string> = new Map(directions.map(name => [name, readSheet(name)]))

const formRules: ReadonlyMap<SharedForm, string> = new Map(forms.map(name => [name, readSheet(name)]))
const openingRules: Readonly<Record<Opening, string>> = {
  masthead: readSheet('masthead'),
  'two-grounds': readSheet('two-grounds'),
  overlap: readSheet('overlap'),
}

/** Of the page, in the document once and shown in every size. @param source an address or a data URI without quotes and backslashes. */
function backgroundRule(name: string, source: string | undefined): string {
  return source === undefined ? '' : `.${name}{background-image:url("${source}")}`
}
