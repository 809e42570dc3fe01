// The style sheet of a page: variables, fonts, framework, our base rules, the first screen, sections.
import { readFileSync } from 'node:fs'
import { type Framework, frameworks, type ResponsiveType } from '../../schemas/sparkpage.ts'
import { frameworkAdapters } from './frameworks/adapters.ts'
import { type FirstScreen, scrimRules } from './layout.ts'
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
  readonly screen: FirstScreen
  /** Data URI of the light; undefined when its contours or a picture of the user take its place. */
  readonly light: string | undefined
  /** Whether a visitor who prefers the dark scheme gets it. */
  readonly isAdaptive: boolean
  readonly scheme: keyof Theme
  readonly theme: Theme
}

/** Joins the rules in the order of their precedence; each group begins with a comment, because people build on the page. */
export function buildStylesheet(input: StylesheetInput): string {
  const { variables, fontFaces, framework, isLinked, responsiveType, screen, light, isAdaptive, scheme, theme } = input
  const { template } = frameworkAdapters[framework]
  const groups: readonly (readonly [title: string, rules: string])[] = [
    ['Fonts, reduced to the characters of this page', fontFaces],
    ['Theme: change the page here', rootRule(variables)],
    ['Dark scheme', isAdaptive ? darkRule(variables) : ''],
    [framework, isLinked ? '' : (frameworkRules.get(framework) ?? '')],
    ['Base', `html:root:root{color-scheme:${isAdaptive ? 'light dark' : scheme}}\n${baseRules}`],
    ['Components and layout', template.css(responsiveType, screen)],
    [
      'Colours of components that you add',
      (isLinked && template.components?.(theme[scheme], isAdaptive ? theme.dark : undefined)) || '',
    ],
    [
      'Light of the picture',
      [paintRules, lightRule(light), stageRule(screen), scrimRules(screen, responsiveType)].filter(Boolean).join('\n'),
    ],
    ['Motion, forced colours, print', preferenceRules],
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

/** What every template has in common: no rule of it arranges anything. */
const baseRules = `html{-webkit-text-size-adjust:100%}
body{background:var(--sp-bg);color:var(--sp-text)}
.sp-title,.sp-lead,.sp-brand,.sp-actions>a{white-space:pre-line;overflow-wrap:anywhere;font-synthesis:none}
.sp-title{word-spacing:max(0em,var(--sp-tracking-title)*-1.5);text-wrap:balance;hyphens:auto;hyphenate-limit-chars:12 5 5;word-break:auto-phrase}
.sp-lead{text-wrap:pretty}
::selection{background:var(--sp-accent);color:var(--sp-on-accent)}
:root:root :focus-visible{outline:3px solid var(--sp-focus);outline-offset:.5rem}`

/** Contours cover upright boxes partly stretched, partly cropped: halfway between losing their sides and looking squeezed. */
const paintRules = `.sp-light{overflow:hidden}
.sp-light::before,.sp-light>*{position:absolute;inset:-6%;width:112%;max-width:none;height:112%;filter:brightness(var(--sp-light-brightness))}
.sp-light>svg{right:auto;left:50%;width:auto;min-width:112%;aspect-ratio:1.1;translate:-50%}
.sp-light>img{inset:0;width:100%;height:100%;object-fit:cover;object-position:var(--sp-focal-point)}`

function lightRule(light: string | undefined): string {
  return light === undefined
    ? '.sp-light{background:var(--sp-surface)}'
    : `.sp-light::before{content:"";background:url(${light}) 50%/cover}\n.sp-light>svg{opacity:.3}`
}

/** A poster has a ground of its own, which the end of the page repeats; over the light the focus ring has the colour of the texts. */
function stageRule({ layout }: FirstScreen): string {
  if (layout === 'full-bleed' || layout === 'centered') return '.sp-hero{--sp-focus:var(--sp-text)}'
  return layout === 'poster'
    ? `.sp-hero,.sp-closing{--sp-edge:var(--sp-stage-edge);--sp-focus:var(--sp-on-stage);--sp-surface:var(--sp-stage);color:var(--sp-on-stage)}
.sp-hero{background:var(--sp-stage)}`
    : ''
}

/** Rules for user preferences (motion, forced colours) and for print. */
const preferenceRules = `@media (prefers-reduced-motion:no-preference){
.sp-light::before,.sp-light>svg{animation:sp-drift 48s ease-in-out infinite alternate}
.sp-button{transition:transform .15s,box-shadow .15s}
}
@keyframes sp-drift{from{transform:scale(1) translate(-2%,-1.5%)}to{transform:scale(1.12) translate(2%,1.5%)}}
@media (forced-colors:active){.sp-button{border:2px solid LinkText}:root:root :focus-visible{outline-color:Highlight}}
@page{margin:1.5cm}
@media print{.sp-light,.sp-hero{print-color-adjust:exact}.sp-hero{min-height:12cm}}`
