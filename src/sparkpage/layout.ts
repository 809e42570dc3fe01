// The arrangement of the first screen: which one suits a picture and its texts, and the rules of each in every responsive type.
import type { Layout, ResponsiveType } from '../../schemas/sparkpage.ts'
import type { Style } from './style.ts'

/** Where the texts of the first screen are: a side of the window, not of the line. */
export type TextSide = 'left' | 'right' | 'top' | 'bottom'

/** A seam is drawn as a split. */
export type DrawnLayout = Exclude<Layout, 'seam'>

export interface FirstScreen {
  readonly layout: DrawnLayout
  readonly textSide: TextSide
  /** Whether the texts come first in the direction of the writing. */
  readonly isTextFirst: boolean
  /** Undefined where the texts are next to the light. */
  readonly scrim: Scrim | undefined
}

/** What keeps texts readable on the light: a gradient towards them, one from below, an even veil, or a panel of their own. */
type Scrim = 'beside' | 'below' | 'even' | 'panel'

/** What a framework puts between the light and texts on it. */
export type Scrims = Readonly<Record<'full-bleed' | 'centered', Scrim>>

interface Texts {
  readonly dir: 'ltr' | 'rtl'
  readonly title: string
  readonly lead: string
}

/** Beyond these lengths, in characters, texts need a column of their own. */
const maxShort = { title: 80, lead: 220 } as const
/** Up to this length a headline is set in the size of a poster. */
const maxPosterTitle = 40
/** Width by height of a picture that stands upright. */
const maxUprightAspect = 0.8

interface Ground {
  /** Whether a picture of the request takes the place of the light. */
  readonly hasPicture: boolean
  readonly scrims: Scrims
}

/** @param requested the layout of the request; auto chooses by mood, clear side, aspect and the length of the texts. */
export function planFirstScreen(
  requested: Layout | 'auto',
  style: Style,
  texts: Texts,
  { hasPicture, scrims }: Ground,
): FirstScreen {
  const asked = requested === 'seam' ? 'split' : requested
  const layout = asked === 'auto' ? chooseLayout(style, texts, hasPicture) : asked
  const textSide = style.clearSide === 'none' ? awayFromSubject(style) : style.clearSide
  const isHorizontal = textSide === 'left' || textSide === 'right'
  const isTextFirst = !isHorizontal || (textSide === 'left') === (texts.dir === 'ltr')
  // Anything may be in a picture, and long texts fill the window: both need a flat ground.
  const scrimOf = (over: keyof Scrims) => (hasPicture || isLong(texts) ? 'panel' : scrims[over])
  const scrim = layout === 'full-bleed' || layout === 'centered' ? scrimOf(layout) : undefined
  return { layout, textSide, isTextFirst, scrim }
}

function isLong({ title, lead }: Texts): boolean {
  return title.length > maxShort.title || lead.length > maxShort.lead
}

function chooseLayout(style: Style, texts: Texts, hasPicture: boolean): DrawnLayout {
  const { mood, clearSide, aspect = 1.5, complexity, scheme, placeholder } = style
  if (isLong(texts) || aspect < maxUprightAspect) return 'split'
  if ((mood === 'bold' || mood === 'playful') && texts.title.length <= maxPosterTitle) return 'poster'
  if (clearSide !== 'none' && !(hasPicture && hidesSubject(style, clearSide))) return 'full-bleed'
  const isDetailed = complexity === 'detailed'
  if (mood === 'elegant') return scheme === 'light' || isDetailed || hasPicture ? 'framed' : 'full-bleed'
  if (isDetailed || placeholder === undefined) return 'split'
  // Texts in the middle would hide the subject of a picture.
  return hasPicture ? 'framed' : 'centered'
}

/** Distance of the subject from the middle, as a part of the picture, from which on a panel does not hide it. */
const minSubjectOffset = 0.22

function hidesSubject({ complexity, focalPoint: { x, y } }: Style, side: TextSide): boolean {
  const away = { left: x - 0.5, right: 0.5 - x, top: y - 0.5, bottom: 0.5 - y }[side]
  return complexity !== 'simple' || away < minSubjectOffset
}

/** The texts are next to the subject; in the middle it leaves the side where a line begins. */
function awayFromSubject({ focalPoint }: Style): TextSide {
  return focalPoint.x < 0.45 ? 'right' : 'left'
}

/** Rules for windows with space for one column, and for wider ones. */
interface LayoutRules {
  readonly narrow: string
  readonly wide: string
  /** Without a width query: columns appear where they fit. */
  readonly fluid: string
}

/** Width from which on a first screen has two columns, in rem, so that it follows the reader's font size. */
const breakpoint = 64

/** The rules of a first screen in our own grid. `mobile-first` and `adaptive` only have min-width queries, `desktop-first` max-width. */
export function layoutRules(screen: FirstScreen, responsiveType: ResponsiveType): string {
  const { narrow, wide, fluid } = arrangements[screen.layout](screen)
  switch (responsiveType) {
    case 'mobile-first':
      return `${oneColumn}\n${narrow}\n${minWidth(breakpoint, wide)}`
    case 'desktop-first':
      return `${twoColumns}\n${wide}\n${maxWidth(`${oneColumn}\n${narrow}`)}`
    case 'adaptive':
      return `${oneColumn}\n${narrow}\n${containerSteps}\n${minWidth(64, wide)}`
    case 'fixed':
      return `${oneColumn}\n${narrow}\n.sp-container{width:min(960px,100%);margin-inline:auto}`
    case 'fluid':
      return `${oneColumn}\n${fluid}`
  }
}

/** The ground between the light and the texts on it; empty where they are next to it or on a panel. */
export function scrimRules(screen: FirstScreen, responsiveType: ResponsiveType): string {
  const { scrim } = screen
  if (scrim === undefined || scrim === 'panel') return ''
  const { narrow, wide } = scrimsOf(screen, scrim)
  const rule = (background: string) => `.sp-light::after{background:${background}}`
  const base = '.sp-light::after{content:"";position:absolute;inset:0}'
  switch (responsiveType) {
    case 'mobile-first':
    case 'adaptive':
      return `${base}\n${rule(narrow)}\n${minWidth(breakpoint, rule(wide))}`
    case 'desktop-first':
      return `${base}\n${rule(wide)}\n${maxWidth(rule(narrow))}`
    case 'fixed':
    case 'fluid':
      return `${base}\n${rule(narrow)}`
  }
}

/** Backgrounds for narrow windows, and for wide ones. */
function scrimsOf({ layout, textSide }: FirstScreen, scrim: Exclude<Scrim, 'panel'>) {
  const even = 'var(--sp-scrim)'
  if (scrim === 'even') return { narrow: even, wide: even }
  if (layout === 'centered') {
    const band = 'linear-gradient(transparent,var(--sp-scrim) 16% 84%,transparent)'
    return { narrow: band, wide: scrim === 'below' ? band : 'radial-gradient(62% 74%,var(--sp-scrim) 66%,transparent)' }
  }
  const away = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' }
  const upwards = textSide === 'top' ? 'bottom' : 'top'
  const narrow = `linear-gradient(to ${upwards},var(--sp-scrim) 72%,var(--sp-scrim-soft))`
  if (scrim === 'below') return { narrow, wide: `linear-gradient(to ${upwards},var(--sp-scrim) 64%,transparent)` }
  const isHorizontal = textSide === 'left' || textSide === 'right'
  const stops = isHorizontal ? '46%,transparent 88%' : '52%,transparent 92%'
  return { narrow, wide: `linear-gradient(to ${away[textSide]},var(--sp-scrim) ${stops})` }
}

function minWidth(rem: number, rules: string): string {
  return `@media (min-width:${rem}rem){\n${rules}\n}`
}

function maxWidth(rules: string): string {
  return `@media (max-width:${breakpoint - 0.0625}rem){\n${rules}\n}`
}

const oneColumn = '.sp-container{grid-template-columns:minmax(0,1fr)}'
const twoColumns = '.sp-container{grid-template-columns:repeat(2,minmax(0,1fr))}'

/** A few exact widths. */
const containerSteps = [
  '.sp-container{width:320px;max-width:100%;margin-inline:auto}',
  ...[
    [30, 448],
    [48, 704],
    [64, 960],
    [84, 1216],
    [120, 1728],
    [200, 2816],
  ].map(([from, width]) => `@media (min-width:${from}rem){.sp-container{width:${width}px}}`),
].join('\n')

/** Height of the light above texts, at least: it takes what they leave of the window. */
const minLight = 'min(24vh,14rem)'
const aboveTexts = `.sp-light{position:relative;inset:auto;flex:1 0 ${minLight}}
.sp-container{flex:none}
.sp-copy{grid-column:auto}`
const besideTexts = `.sp-light{position:absolute;flex:none}
.sp-container{flex:1 0 auto}`

const arrangements: Readonly<Record<DrawnLayout, (screen: FirstScreen) => LayoutRules>> = {
  /** The light fills the window, the texts stand on its clear side. */
  'full-bleed': ({ textSide, isTextFirst }) => {
    const isHorizontal = textSide === 'left' || textSide === 'right'
    const vertical = textSide === 'top' ? 'start' : 'end'
    const narrow = `.sp-copy{align-self:${vertical};grid-column:auto}`
    const columns = isTextFirst ? 'minmax(0,7fr) minmax(0,5fr)' : 'minmax(0,5fr) minmax(0,7fr)'
    const wide = isHorizontal
      ? `.sp-container{grid-template-columns:${columns}}
.sp-copy{align-self:center${isTextFirst ? '' : ';grid-column:2'}}`
      : `.sp-copy{align-self:${vertical};grid-column:1/-1}`
    const fluid = `.sp-copy{align-self:${isHorizontal ? 'center' : vertical};width:min(100%,46rem + 12vw);justify-self:${isTextFirst ? 'start' : 'end'}}`
    return { narrow, wide, fluid }
  },

  /** Texts on a flat ground beside the light. */
  split: ({ isTextFirst }) => {
    const pane = (edge: string) =>
      `.sp-light{inset-block:0;inset-inline-${edge}:0;inset-inline-${edge === 'end' ? 'start' : 'end'}:54%}`
    const wide = `${besideTexts}
${pane(isTextFirst ? 'end' : 'start')}
.sp-container{grid-template-columns:${isTextFirst ? 'minmax(0,54fr) minmax(0,46fr)' : 'minmax(0,46fr) minmax(0,54fr)'};padding-inline:0}
.sp-copy{align-self:center;padding-inline:var(--sp-gutter)${isTextFirst ? '' : ';grid-column:2'}}`
    const fluid = `.sp-hero{flex-flow:row wrap}
.sp-container{flex:1 1 27rem;order:${isTextFirst ? -1 : 0}}
.sp-light{position:relative;inset:auto;flex:1 1 24rem;min-height:${minLight}}
.sp-copy{align-self:center}`
    return { narrow: aboveTexts, wide, fluid }
  },

  /** Texts in the middle of the light. */
  centered: () => {
    const both = `.sp-copy{align-self:center;justify-self:center;align-items:center;text-align:center;grid-column:1/-1}
.sp-actions{justify-content:center}`
    return { narrow: both, wide: both, fluid: both }
  },

  /** The light in a frame, the texts below it. */
  framed: () => {
    const frame = `.sp-hero{padding:var(--sp-frame)}
.sp-light{position:relative;inset:auto;flex:1 0 min(34vh,60rem);border-radius:var(--sp-radius-large)}
.sp-container{flex:none;padding:var(--sp-space-4) calc(var(--sp-gutter) - var(--sp-frame)) var(--sp-space-3)}`
    const narrow = `${frame}
.sp-light{flex-basis:${minLight}}
.sp-copy{grid-template-columns:minmax(0,1fr)}`
    const wide = `${frame}
.sp-container{grid-template-columns:minmax(0,13fr) minmax(0,10fr);align-items:end}
.sp-copy{display:grid;grid-template-columns:minmax(0,13fr) minmax(0,10fr);grid-column:1/-1;column-gap:var(--sp-space-4)}
.sp-title{grid-row:span 2}`
    const fluid = `${frame}
.sp-light{flex-basis:min(28vh,12rem + 14vw)}
.sp-copy{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));column-gap:var(--sp-space-4);align-items:end}`
    return { narrow, wide, fluid }
  },

  /** Large letters on a flat ground, and the light in a shape. */
  poster: ({ isTextFirst }) => {
    const edge = isTextFirst ? 'right' : 'left'
    const narrow = `${aboveTexts}
.sp-light{${posterShape('bottom')}}`
    const wide = `${besideTexts}
.sp-light{inset:0;inset-${isTextFirst ? 'inline-start' : 'inline-end'}:62%;${posterShape(edge)}}
.sp-container{grid-template-columns:${isTextFirst ? 'minmax(0,60fr) minmax(0,40fr)' : 'minmax(0,40fr) minmax(0,60fr)'}}
.sp-copy{align-self:end${isTextFirst ? '' : ';grid-column:2'}}`
    const fluid = `.sp-hero{flex-flow:row wrap}
.sp-container{flex:3 1 27rem;order:${isTextFirst ? -1 : 0}}
.sp-light{position:relative;inset:auto;flex:2 1 20rem;min-height:${minLight}}
.sp-copy{align-self:end}`
    return { narrow, wide, fluid }
  },
}

/** The free edges of the shape follow the corners of the style. */
function posterShape(edge: 'bottom' | 'left' | 'right'): string {
  const radius = 'var(--sp-radius-poster)'
  const corners = { bottom: `0 0 ${radius} 0`, right: `0 0 0 ${radius}`, left: `0 0 ${radius} 0` }[edge]
  return `border-radius:${corners}`
}
