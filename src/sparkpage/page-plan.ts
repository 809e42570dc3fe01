// A page as plain values: what is decided once, by the plan, and drawn by the renderer.
import type { Direction } from '../../schemas/sparkpage.ts'
import type { Region } from '../../schemas/types.ts'
import type { ArtFamily } from './art.ts'
import type { PageSection } from './page-parts.ts'
import type { CutOut } from './picture-survey.ts'

/** How the first screen is arranged: each direction has its own. */
export type HeroLayout = 'beside' | 'poster' | 'window' | 'card' | 'panel' | 'merge'

/** The background of a part of the page. */
export type Surface = 'paper' | 'tint' | StrongSurface

/** A background that stands out from the paper. */
export type StrongSurface = 'color' | 'dark'

export type TypefacePair = 'warm' | 'editorial' | 'refined' | 'geometric' | 'grotesk' | 'dramatic'

/** Where the heading of a section stands: beside its contents, beside or above them by their kind, above them, or in the middle of the page. */
export type Arrangement = 'aside' | 'stack' | 'above' | 'center'

/** What sets sections apart: backgrounds as wide as the page, rules on one background, or panels on it. */
export type Division = 'bands' | 'rules' | 'panels'

/** How a quote is set: beside its picture, with its author in the margin, in the middle, or as wide as the page. */
export type QuoteLayout = 'beside' | 'margin' | 'center' | 'wide'

/** How addresses and numbers are set: lines of display type, a list, in the middle, panels, columns, or lines as wide as the page. */
type ContactLayout = 'lines' | 'list' | 'center' | 'panels' | 'columns' | 'display'

/** The end of long pages: what is large there, and where the name of the brand is. */
export type EndingLayout = 'wordmark' | 'colophon' | 'below' | 'panels' | 'picture' | 'headline'

/** How dishes and services are set: a line of dots to the price, rules, columns, cards, or the price below its title. */
type MenuLayout = 'leaders' | 'ruled' | 'columns' | 'tiles' | 'stacked'

export type PageCorners = 'sharp' | 'soft' | 'round' | 'arch'

/** A part of the one picture. */
export interface View {
  /** 0 to 1 from the upper left of the picture. Its shape is that of its box: a box of another shape cuts what the view keeps whole. */
  readonly region: Region
  /** Where the box of a first screen has another shape: its position within the region, as `object-position` has it, 0 to 1. */
  readonly focus: { readonly x: number; readonly y: number }
}

export interface HeroPlan {
  readonly layout: HeroLayout
  /** Of the picture, in the direction of the text. */
  readonly side: 'start' | 'end'
  /** What the picture is shown as on wide screens and on narrow ones; undefined without a picture: the art takes its place. */
  readonly wide: View | undefined
  readonly tall: View | undefined
  /** Whether the picture is shown whole, in its own shape: drawings, interfaces, logos, products, and what its box would cut. */
  readonly isWhole: boolean
  /** Whether a layout with a low and wide picture has one beside its texts instead. */
  readonly isBeside: boolean
  /** Whether the picture takes more of the width than the texts beside it. */
  readonly isWide: boolean
  /** Edges of its box at which something cut out stands; undefined for pictures with a background. */
  readonly cutOut: CutOut['edges'] | undefined
  /** Where the picture may fade into the page: it shows neither people nor its subject there. */
  readonly fades: readonly ('wide' | 'tall')[]
  /** Behind a whole picture, so that it has no edge; undefined: the surface of the page. */
  readonly background: SchemeColor | undefined
}

export interface AccentPlan {
  readonly style: 'italic' | 'color' | 'marker'
  /** The emphasised part of the headline: from and to, UTF-16 code units. */
  readonly range: readonly [start: number, end: number] | undefined
}

/** What visitors look for first, taken from the sections. */
export interface Fact {
  readonly kind: 'hours' | 'place' | 'telephone' | 'mail'
  readonly text: string
  readonly href: string
}

export interface SectionPlan {
  readonly section: PageSection
  readonly surface: Surface
  readonly arrangement: Arrangement
  /** The picture in the two colours of the surface, beside and behind the texts. */
  readonly backdrop: View | undefined
  /** Opening hours and contact in a row share one surface. */
  readonly pair: 'first' | 'second' | undefined
}

/** The end of the page. */
export interface ClosingPlan {
  readonly layout: EndingLayout
  readonly surface: Surface
  /** Of a panel with headline and button; undefined: they stand on the surface of the end. */
  readonly panel: StrongSurface | undefined
  readonly backdrop: View | undefined
  /** Whether headline, button and brand stand there once more: not where the first screen is near. */
  readonly isLarge: boolean
}

/** #RRGGBB of a colour in the light and in the dark scheme. */
export interface SchemeColor {
  readonly light: string
  readonly dark: string
}

export const colorTokens = [
  'paper',
  'tint',
  'raised',
  'ink',
  'muted',
  'accent',
  'fill',
  'on-fill',
  'band',
  'on-band',
  'band-accent',
  'band-shade',
  'deep',
] as const
export type ColorTokenName = (typeof colorTokens)[number]

export interface PageColors {
  readonly tokens: Readonly<Record<ColorTokenName, SchemeColor>>
}

/** Of kinds that directions set differently. */
export interface SectionLayouts {
  readonly menu: MenuLayout
  readonly quote: QuoteLayout
  readonly contact: ContactLayout
}

export interface PagePlan {
  readonly direction: Direction
  readonly scheme: 'light' | 'dark'
  /** Whether visitors who prefer dark pages get the dark scheme. */
  readonly isAdaptive: boolean
  readonly typefaces: TypefacePair
  readonly corners: PageCorners
  readonly division: Division
  readonly layouts: SectionLayouts
  readonly accent: AccentPlan
  readonly colors: PageColors
  readonly hero: HeroPlan
  /** In place of the picture. */
  readonly art: ArtFamily
  readonly facts: { readonly surface: Surface; readonly items: readonly Fact[] }
  readonly sections: readonly SectionPlan[]
  readonly closing: ClosingPlan
  /** Scale of the headline, 0.5 to 1, and the widths of its longest word and of all of it, em. */
  readonly headline: { readonly scale: number; readonly longestWord: number; readonly width: number }
  /** Width of the brand's name as the last line of a page with a large end, em; 0: no name. */
  readonly wordmark: number
}
