// The style sheet of a page: variables, framework, our base rules, colours of the art, layout.
import { readFileSync } from 'node:fs'
import { type Framework, frameworks, type ResponsiveType } from '../../schemas/sparkpage.ts'
import { frameworkAdapters } from './frameworks/adapters.ts'
import { accentMarks } from './presets.ts'
import type { PreferredScheme, Style } from './style.ts'
import { roles } from './theme.ts'
import type { Variables } from './variables.ts'

interface StylesheetInput {
  readonly variables: Variables
  readonly framework: Framework
  readonly responsiveType: ResponsiveType
  readonly style: Style
  /** CSS colours of the art. */
  readonly artColors: readonly string[]
}

/** Joins the rules in the order of their precedence. */
export function buildStylesheet({ variables, framework, responsiveType, style, artColors }: StylesheetInput): string {
  return [
    rootRule(variables),
    darkRule,
    frameworkRules.get(framework) ?? '',
    baseRules.replaceAll('var(--sp-stage)', artBackgrounds[style.scheme]),
    frameworkAdapters[framework].css,
    fillRules(artColors, style),
    layouts[responsiveType],
    accentMarks[style.mood],
    preferenceRules,
  ]
    .filter(Boolean)
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

const darkRule = `@media screen and (prefers-color-scheme:dark){:root{
${roles.map(role => `--sp-${role}:var(--sp-dark-${role});`).join('\n')}
}}`

/** Background of the art: a style that suits the dark scheme has a dark one in both schemes. */
const artBackgrounds: Readonly<Record<PreferredScheme, string>> = {
  light: 'var(--sp-surface)',
  dark: 'var(--sp-dark-bg)',
}

const baseRules = `html{color-scheme:light dark;-webkit-text-size-adjust:100%}
*,::before,::after{box-sizing:border-box}
body{display:flex;flex-direction:column;margin:0;min-height:100vh;background:var(--sp-bg);color:var(--sp-text)}
.sp-ribbon,.sp-frieze,.sp-tiles{display:block;width:100%}
.sp-ribbon{height:clamp(.8125rem,.35rem + .5vw,1.5rem)}
.sp-main{display:flex;flex-direction:column;flex:1 0 auto;padding:0}
.sp-more{display:grid;flex:1 0 auto;margin:0;border-radius:0;min-height:clamp(5rem,8.3333vw,30rem)}
.sp-frieze{height:100%;min-height:0;contain:size}
.sp-hero{display:grid;width:100%;margin:0}
.sp-copy{display:flex;flex-direction:column;justify-content:center;align-items:flex-start;gap:var(--sp-space-2);min-width:0}
.sp-copy::before{content:"";background:var(--sp-secondary)}
.sp-heading{display:contents}
.sp-title,.sp-lead,.sp-action{max-width:100%;margin:0;text-align:match-parent;white-space:pre-line;overflow-wrap:anywhere}
.sp-title{max-width:min(30em,100%);word-break:auto-phrase}
.sp-lead{max-width:min(34em,100%)}
.sp-action{display:flex;padding-top:var(--sp-space-1)}
.sp-button{display:inline-flex;align-items:center;justify-content:center;max-width:100%;min-height:3rem;text-align:center}
.sp-art{position:relative;overflow:hidden;min-width:0}
.sp-tiles{position:absolute;height:100%}
.sp-art,.sp-more{background:var(--sp-stage)}
.sp-more{border-top:1px solid var(--sp-border)}
#sp-picture{stroke-width:.012}
.sp-base{shape-rendering:crispEdges;stroke-width:0}
::selection{background:var(--sp-accent);color:var(--sp-on-accent)}
:root:root :focus-visible{outline:3px solid var(--sp-focus);outline-offset:3px}
:root:root .sp-more:focus{outline:3px solid var(--sp-focus);outline-offset:-3px}`

function fillRules(artColors: readonly string[], { colors }: Style): string {
  return [
    ...artColors.map((color, index) => `.sp-ink-${index + 1}{fill:${color};stroke:${color}}`),
    ...colors.map((_, index) => `.sp-band-${index + 1}{fill:var(--sp-palette-${index + 1})}`),
  ].join('\n')
}

const roundedArt = '.sp-art{border-radius:var(--sp-radius-large)}'
const fullHeight = 'min-height:calc(100vh - 6rem)'

/** Our own grid, the same in every framework. Breakpoints are in rem, so that they follow the reader's font size. */
const layouts: Readonly<Record<ResponsiveType, string>> = {
  /** One column; from 60rem on two halves, with the art up to the edges. Only min-width queries. */
  'mobile-first': `.sp-hero{grid-template-columns:minmax(0,1fr)}
.sp-copy{padding:var(--sp-space-4) var(--sp-space-3)}
.sp-art{aspect-ratio:4/3}
@media (min-width:60rem){
.sp-hero{grid-template-columns:minmax(0,1fr) minmax(0,1fr);${fullHeight}}
.sp-copy{padding:var(--sp-space-3)}
.sp-art{aspect-ratio:auto;max-height:100vh;position:sticky;top:0}
}`,
  /** Two columns with framed art; one below 56rem. Only max-width queries. */
  'desktop-first': `.sp-hero{grid-template-columns:minmax(0,7fr) minmax(0,5fr);gap:var(--sp-space-4);padding:var(--sp-space-3) var(--sp-space-4);${fullHeight}}
.sp-art{aspect-ratio:4/5;max-height:82vh;align-self:center}
${roundedArt}
@media (max-width:56rem){
.sp-hero{grid-template-columns:minmax(0,1fr);gap:var(--sp-space-3);padding:var(--sp-space-3) 1.25rem;min-height:0}
.sp-art{aspect-ratio:16/10}
}`,
  /** As many columns as fit; no query and no maximum width. */
  fluid: `.sp-hero{grid-template-columns:repeat(auto-fit,minmax(min(100%,27rem),1fr));gap:clamp(1.5rem,5vw,16rem);padding:clamp(1.5rem,6vw,18rem) clamp(1rem,6vw,18rem)}
.sp-art{aspect-ratio:1;max-height:80vh;align-self:center;width:100%}
${roundedArt}`,
  /** A few exact widths. Only min-width queries. */
  adaptive: `.sp-hero{grid-template-columns:minmax(0,1fr);gap:var(--sp-space-3);width:20rem;max-width:100%;margin-inline:auto;padding-block:var(--sp-space-3)}
.sp-art{aspect-ratio:1}
${roundedArt}
@media (min-width:30rem){.sp-hero{width:28rem}}
@media (min-width:48rem){.sp-hero{width:44rem}.sp-art{aspect-ratio:2}}
@media (min-width:64rem){.sp-hero{width:60rem;grid-template-columns:minmax(0,1fr) minmax(0,1fr);${fullHeight}}.sp-art{aspect-ratio:1;align-self:center}}
@media (min-width:84rem){.sp-hero{width:76rem}}
@media (min-width:120rem){.sp-hero{width:108rem}}
@media (min-width:200rem){.sp-hero{width:184rem;gap:8rem}}`,
  /** One width for all. */
  fixed: `.sp-hero{grid-template-columns:minmax(0,1fr);gap:var(--sp-space-3);width:min(960px,100%);margin-inline:auto;padding:var(--sp-space-3) 1rem}
.sp-copy::before{max-width:4rem;max-height:.5rem}
.sp-art{aspect-ratio:2}
${roundedArt}`,
}

/** Rules for user preferences (motion, forced colours) and for print. */
const preferenceRules = `@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}.sp-button{transition:transform .15s}.sp-button:hover{transform:translateY(-2px)}}
@media (forced-colors:active){.sp-button{border-color:LinkText}:root:root :focus-visible,:root:root .sp-more:focus{outline-color:Highlight}}
@page{margin:1.5cm}
@media print{body,.sp-main,.sp-hero{display:block;min-height:0}.sp-frieze{height:3cm}.sp-art{position:relative;aspect-ratio:auto;height:9cm;margin-top:1cm;break-inside:avoid}.sp-ribbon,.sp-art,.sp-more{print-color-adjust:exact}.sp-copy{padding:1cm 0}}`
