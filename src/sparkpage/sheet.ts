// The style sheet of a page.
import type { ResponsiveType } from '../../schemas/sparkpage.ts'
import { layouts } from './layout.ts'
import { marks } from './look.ts'
import { roles } from './roles.ts'
import type { Preference, Style } from './style.ts'
import type { Variables } from './variables.ts'

interface SheetInput {
  readonly variables: Variables
  /** The framework's own rules, and ours that hand it the theme. */
  readonly rules: string
  readonly dress: string
  readonly responsiveType: ResponsiveType
  readonly style: Style
  /** CSS colours that the art is drawn in. */
  readonly inks: readonly string[]
}

const root = (variables: Variables): string =>
  `:root{\n${Object.entries(variables)
    .map(([name, value]) => `${name}:${value};`)
    .join('\n')}\n}`

const dark = `@media screen and (prefers-color-scheme:dark){:root{
${roles.map(role => `--sp-${role}:var(--sp-dark-${role});`).join('\n')}
}}`

/** The ground of the art: a style that suits dark shows it by night in either scheme. */
const stages: Readonly<Record<Preference, string>> = { light: 'var(--sp-surface)', dark: 'var(--sp-dark-bg)' }

const frame = `html{color-scheme:light dark;-webkit-text-size-adjust:100%}
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

/** What readers ask their browser for. */
const wishes = `@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}.sp-button{transition:transform .15s}.sp-button:hover{transform:translateY(-2px)}}
@media (forced-colors:active){.sp-button{border-color:LinkText}:root:root :focus-visible,:root:root .sp-more:focus{outline-color:Highlight}}
@page{margin:1.5cm}
@media print{body,.sp-main,.sp-hero{display:block;min-height:0}.sp-frieze{height:3cm}.sp-art{position:relative;aspect-ratio:auto;height:9cm;margin-top:1cm;break-inside:avoid}.sp-ribbon,.sp-art,.sp-more{print-color-adjust:exact}.sp-copy{padding:1cm 0}}`

const inkRules = (inks: readonly string[], { colors }: Style): string =>
  [
    ...inks.map((ink, index) => `.sp-ink-${index + 1}{fill:${ink};stroke:${ink}}`),
    ...colors.map((_, index) => `.sp-band-${index + 1}{fill:var(--sp-palette-${index + 1})}`),
  ].join('\n')

/** Joins variables, framework, our layout and what follows from the style, in the order in which they prevail. */
export const sheetOf = (input: SheetInput): string =>
  [
    root(input.variables),
    dark,
    input.rules,
    frame.replaceAll('var(--sp-stage)', stages[input.style.scheme]),
    input.dress,
    inkRules(input.inks, input.style),
    layouts[input.responsiveType],
    marks[input.style.mood],
    wishes,
  ]
    .filter(Boolean)
    .join('\n')
