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
import { memoize } from '../cache.ts'
import { SharedText, type TextParts } from '../shared-text.ts'
import { forms, type SharedForm } from './directions.ts'
import { frameworkAdapters } from './frameworks/adapters.ts'
import type { Opening } from './layout.ts'
import { hasWideWindows, inWideWindows, readSheet } from './sheets.ts'
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
  /** Whether the first screen is a seam of a page that is not plain. */
  readonly isSeam: boolean
  /** Data URI of the art; undefined where no part of the page shows it. */
  readonly art: string | undefined
  /** Source of the picture, where the page shows it once more. */
  readonly picture: string | undefined
  /** Whether the page has sections or a footer, and whether a section has a picture of its own. */
  readonly isLong: boolean
  readonly hasSectionPicture: boolean
  /** Whether a visitor who prefers the dark scheme gets it. */
  readonly isAdaptive: boolean
  readonly scheme: keyof Theme
  readonly theme: Theme
  readonly motion: PageMotion
}

/** The rules in the order of their precedence; each group begins with a comment, because people build on the page. */
export function buildStylesheet(input: StylesheetInput): TextParts {
  const { variables, fontFaces, framework, isLinked, isAdaptive, scheme, theme } = input
  const { idiom } = frameworkAdapters[framework]
  const components = isLinked && idiom.components?.(theme[scheme], isAdaptive ? theme.dark : undefined)
  const groups: TextParts = [
    group('Fonts, reduced for the texts of this page', fontFaces),
    group('Theme: change the page here', rootRule(variables)),
    group('Dark scheme', isAdaptive ? darkRule(variables) : ''),
    frameworkSheet(input),
    group('Colours of components that you add', components || ''),
    group('Entrance', input.motion === 'entrance' ? entranceRules : ''),
    paintSheet,
    backgroundRule('sp-art', input.art),
    backgroundRule('sp-closing-picture', input.picture),
    sectionSheet(input),
  ]
  return groups.filter(part => part !== '').flatMap((part, index) => (index === 0 ? [part] : ['\n', part]))
}

/** Nothing without rules. */
function group(title: string, rules: string): string {
  return rules && `/* ${title} */\n${rules}`
}

/** Sheets that depend on few settings, which thousands of pages have in common; each takes 20 to 60 KB in all its forms. */
const sharedSheet = memoize<SharedText>({ maxBytes: 8 * 1024 * 1024, lengthOf: ({ text }) => 2 * text.length })

function frameworkSheet({ framework, isLinked, responsiveType, isAdaptive, scheme }: StylesheetInput): SharedText {
  const schemes = isAdaptive ? 'light dark' : scheme
  return sharedSheet([framework, isLinked, responsiveType, schemes].join(), () => {
    const groups = [
      group(framework, isLinked ? '' : (frameworkRules.get(framework) ?? '')),
      group('Base', `html:root:root{color-scheme:${schemes}}\n${baseRules}`),
      group('Components and layout', frameworkAdapters[framework].idiom.css(responsiveType)),
    ]
    return new SharedText(groups.filter(Boolean).join('\n'))
  })
}

function sectionSheet(input: StylesheetInput): SharedText {
  const { direction, forms: chosen, opening, isSeam, responsiveType, isLong, hasSectionPicture } = input
  return sharedSheet([direction, opening, isSeam, responsiveType, isLong, hasSectionPicture, ...chosen].join(), () => {
    const rules = [
      ...(isLong ? [sectionRules] : []),
      ...(hasSectionPicture ? [sectionPictureRules] : []),
      directionRules.get(direction),
      ...chosen.map(form => formRules.get(form)),
      ...(isLong ? [phoneRules] : []),
    ]
    const groups = [
      group('First screen', firstScreenRules(input)),
      group(`Sections of the direction ${direction}`, rules.join('\n')),
    ]
    return new SharedText(groups.filter(Boolean).join('\n'))
  })
}

function firstScreenRules({ opening, isSeam, responsiveType }: StylesheetInput): string {
  if (opening) return inWideWindows(responsiveType, openingRules[opening])
  if (!isSeam) return ''
  return hasWideWindows(responsiveType) ? `${besideSeamRules}\n@media ${besideNoSeam}{\n${seamRules}\n}` : seamRules
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
const paintSheet = new SharedText(group('Colours, art and pictures', readSheet('paint')))
const entranceRules = readSheet('entrance')
const sectionRules = readSheet('sections')
const sectionPictureRules = readSheet('section-picture')
const phoneRules = readSheet('phone')
const seamRules = readSheet('seam')
const besideSeamRules = readSheet('seam-beside')
/** Windows in which the texts are not beside it. */
const besideNoSeam = '(max-aspect-ratio:1/1),(max-height:43.9375rem)'
const directionRules: ReadonlyMap<Direction, string> = new Map(directions.map(name => [name, readSheet(name)]))

const formRules: ReadonlyMap<SharedForm, string> = new Map(forms.map(name => [name, readSheet(name)]))
const openingRules: Readonly<Record<Opening, string>> = {
  masthead: readSheet('masthead'),
  inset: readSheet('inset'),
  'two-grounds': readSheet('two-grounds'),
  overlap: readSheet('overlap'),
}

/** Of the page, in the document once and shown in every size. @param source an address or a data URI without quotes and backslashes. */
function backgroundRule(name: string, source: string | undefined): string {
  return source === undefined ? '' : `.${name}{background-image:url("${source}")}`
}
