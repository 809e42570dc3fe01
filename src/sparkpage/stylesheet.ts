// The style sheet of a page: variables, fonts, framework, our base rules, the first screen, sections.
import { readFileSync } from 'node:fs'
import { type Framework, frameworks, type ResponsiveType } from '../../schemas/sparkpage.ts'
import { frameworkAdapters } from './frameworks/adapters.ts'
import { type FirstScreen, layoutRules } from './layout.ts'
import type { Variables } from './variables.ts'

interface StylesheetInput {
  readonly variables: Variables
  /** @font-face rules; empty for the fonts of the system. */
  readonly fontFaces: string
  readonly framework: Framework
  readonly responsiveType: ResponsiveType
  readonly screen: FirstScreen
  /** Data URI of the light; undefined when art or a picture of the user takes its place. */
  readonly light: string | undefined
  /** Fills of the art, CSS colours. */
  readonly artColors: readonly string[]
  /** Whether a visitor who prefers the dark scheme gets it. */
  readonly isAdaptive: boolean
  readonly scheme: 'light' | 'dark'
}

/** Joins the rules in the order of their precedence; each group begins with a comment, because people build on the page. */
export function buildStylesheet(input: StylesheetInput): string {
  const { variables, fontFaces, framework, responsiveType, screen, light, artColors, isAdaptive, scheme } = input
  const groups: readonly (readonly [title: string, rules: string])[] = [
    ['Fonts, reduced to the characters of this page', fontFaces],
    ['Theme: change the page here', rootRule(variables)],
    ['Dark scheme', isAdaptive ? darkRule(variables) : ''],
    [framework, frameworkRules.get(framework) ?? ''],
    ['Base', `html{color-scheme:${isAdaptive ? 'light dark' : scheme}}\n${baseRules}`],
    ['Components', frameworkAdapters[framework].css],
    [
      'First screen',
      [lightRule(light), ...artRules(artColors), stageRule(screen), layoutRules(screen, responsiveType)]
        .filter(Boolean)
        .join('\n'),
    ],
    ['Sections', sectionRules],
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

const baseRules = `html{-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
*,::before,::after{box-sizing:border-box}
body{display:flex;flex-direction:column;margin:0;min-height:100vh;min-height:100svh;background:var(--sp-bg);color:var(--sp-text)}
.sp-main{display:flex;flex-direction:column;flex:1 0 auto}
.sp-hero{position:relative;isolation:isolate;display:flex;flex-direction:column;flex:1 0 auto;overflow:hidden}
.sp-hero:not(:last-child){min-height:100vh;min-height:100svh}
.sp-hero::after{content:"";position:absolute;inset:0;z-index:-1}
.sp-light{position:absolute;inset:0;z-index:-2;overflow:hidden}
.sp-light::before,.sp-light>*{position:absolute;inset:-6%;width:112%;height:112%;opacity:var(--sp-light-opacity)}
.sp-light>img{inset:0;width:100%;height:100%;object-fit:cover}
.sp-container{display:grid;flex:1 0 auto;width:100%;padding:var(--sp-space-4) var(--sp-gutter)}
.sp-copy{display:flex;flex-direction:column;align-items:flex-start;gap:var(--sp-space-2);min-width:0}
.sp-title,.sp-lead,.sp-actions{max-width:100%;margin:0;text-align:match-parent;white-space:pre-line;overflow-wrap:anywhere}
.sp-title{hyphens:auto;hyphenate-limit-chars:12 5 5;word-break:auto-phrase}
.sp-lead{max-width:min(32em,100%)}
.sp-actions{display:flex;flex-wrap:wrap;align-items:center;gap:var(--sp-space-1) var(--sp-space-2);padding-top:var(--sp-space-1)}
.sp-header{padding:var(--sp-space-2) var(--sp-gutter);background:linear-gradient(var(--sp-scrim),transparent)}
::selection{background:var(--sp-accent);color:var(--sp-on-accent)}
:root:root :focus-visible{outline:3px solid var(--sp-focus);outline-offset:3px}`

function lightRule(light: string | undefined): string {
  return light === undefined
    ? '.sp-light{background:var(--sp-surface)}'
    : `.sp-light::before{content:"";background:url(${light}) 50%/cover}`
}

/** A poster has a ground of its own. */
function stageRule({ layout }: FirstScreen): string {
  return layout === 'poster'
    ? '.sp-hero{--sp-edge:var(--sp-stage-edge);background:var(--sp-stage);color:var(--sp-on-stage)}'
    : ''
}

function artRules(colors: readonly string[]): readonly string[] {
  return colors.map((color, index) => `.sp-ink-${index + 1}{fill:${color};stroke:${color}}`)
}

const sectionRules = `.sp-section{padding:var(--sp-space-4) var(--sp-gutter)}`

/** Rules for user preferences (motion, forced colours) and for print. */
const preferenceRules = `@media (prefers-reduced-motion:no-preference){
.sp-light::before{animation:sp-drift 48s ease-in-out infinite alternate}
.sp-button{transition:transform .15s,box-shadow .15s}
}
@keyframes sp-drift{from{transform:scale(1) translate(-2%,-1.5%)}to{transform:scale(1.12) translate(2%,1.5%)}}
@media (forced-colors:active){.sp-button{border:2px solid LinkText}:root:root :focus-visible{outline-color:Highlight}}
@page{margin:1.5cm}
@media print{.sp-light,.sp-hero{print-color-adjust:exact}.sp-hero{min-height:12cm}}`
