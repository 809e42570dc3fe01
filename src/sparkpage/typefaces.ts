// The typefaces of pages: the embedded fonts of titles and texts, and installed ones for scripts that those lack.
import { typefaceCategories } from '../../schemas/style.ts'

/** A static font of a fontsource package, all under the SIL Open Font License 1.1. */
export interface FontFace {
  readonly family: string
  readonly package: string
  readonly weight: number
  /** Makes faces of one font size look equally large, %. */
  readonly sizeAdjust?: number
}

interface TypefaceDesign {
  readonly title: FontFace
  readonly text: FontFace
  /** Installed fonts, for pages without embedded ones. */
  readonly installed: { readonly title: string; readonly text: string }
  /** Whether its letters are narrow. */
  readonly isNarrow?: true
}

/** The categories of a style, and faces that only directions have. */
export const typefaceNames = [
  ...typefaceCategories,
  'grotesk',
  'geometric',
  'wide',
  'display-serif',
  'garamond',
  'high-contrast',
  'old-style',
  'warm-serif',
  'poster',
  'gothic',
  'sturdy-slab',
] as const
export type Typeface = (typeof typefaceNames)[number]

const sansText: FontFace = { family: 'Instrument Sans', package: 'instrument-sans', weight: 500 }
const friendlyText: FontFace = { family: 'Figtree', package: 'figtree', weight: 400 }
const roundText: FontFace = { family: 'Nunito', package: 'nunito', weight: 500 }
const serifText: FontFace = { family: 'Newsreader', package: 'newsreader', weight: 400, sizeAdjust: 108 }

const installedSans = 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Helvetica Neue",Arial,sans-serif'
const installedSerif = '"Iowan Old Style","Palatino Linotype","Noto Serif",Georgia,serif'
const installedRound = 'ui-rounded,"Hiragino Maru Gothic ProN","Arial Rounded MT Bold",Quicksand,Nunito,sans-serif'
const installedCondensed =
  '"Avenir Next Condensed","Roboto Condensed","Arial Narrow","DejaVu Sans Condensed",sans-serif'

const sans = { title: installedSans, text: installedSans }
const serif = { title: installedSerif, text: installedSans }
const slab = { title: 'Rockwell,"Roboto Slab","Bookman Old Style","DejaVu Serif",serif', text: installedSans }
const condensed = { title: installedCondensed, text: installedSans }

export const typefaces: Readonly<Record<Typeface, TypefaceDesign>> = {
  sans: {
    title: { family: 'Bricolage Grotesque', package: 'bricolage-grotesque', weight: 600 },
    text: sansText,
    installed: sans,
  },
  grotesk: {
    title: { family: 'Instrument Sans Title', package: 'instrument-sans', weight: 600 },
    text: sansText,
    installed: sans,
  },
  geometric: {
    title: { family: 'Outfit', package: 'outfit', weight: 500, sizeAdjust: 106 },
    text: friendlyText,
    installed: sans,
  },
  wide: {
    title: { family: 'Syne', package: 'syne', weight: 600, sizeAdjust: 94 },
    text: sansText,
    installed: sans,
  },
  serif: {
    title: { family: 'Fraunces', package: 'fraunces', weight: 400 },
    text: sansText,
    installed: serif,
  },
  'display-serif': {
    title: { family: 'Instrument Serif', package: 'instrument-serif', weight: 400, sizeAdjust: 112 },
    text: sansText,
    installed: serif,
    isNarrow: true,
  },
  garamond: {
    title: { family: 'Cormorant Garamond', package: 'cormorant-garamond', weight: 500, sizeAdjust: 118 },
    text: friendlyText,
    installed: serif,
  },
  'high-contrast': {
    title: { family: 'Gloock', package: 'gloock', weight: 400 },
    text: friendlyText,
    installed: serif,
  },
  'old-style': {
    title: { family: 'Newsreader Title', package: 'newsreader', weight: 500, sizeAdjust: 108 },
    text: serifText,
    installed: { title: installedSerif, text: installedSerif },
  },
  'warm-serif': {
    title: { family: 'Young Serif', package: 'young-serif', weight: 400, sizeAdjust: 94 },
    text: friendlyText,
    installed: serif,
  },
  slab: {
    title: { family: 'Zilla Slab', package: 'zilla-slab', weight: 600 },
    text: sansText,
    installed: slab,
  },
  'sturdy-slab': {
    title: { family: 'Bitter', package: 'bitter', weight: 600 },
    text: friendlyText,
    installed: slab,
  },
  mono: {
    title: { family: 'JetBrains Mono', package: 'jetbrains-mono', weight: 700, sizeAdjust: 84 },
    text: sansText,
    installed: {
      title: 'ui-monospace,"Cascadia Code",Menlo,Consolas,"DejaVu Sans Mono",monospace',
      text: installedSans,
    },
  },
  round: {
    title: { family: 'Fredoka', package: 'fredoka', weight: 600 },
    text: roundText,
    installed: { title: installedRound, text: installedRound },
  },
  script: {
    title: { family: 'Caveat', package: 'caveat', weight: 700, sizeAdjust: 122 },
    text: roundText,
    installed: { title: '"Segoe Print","Bradley Hand","Snell Roundhand",Chilanka,cursive', text: installedSans },
  },
  condensed: {
    title: { family: 'Barlow Condensed', package: 'barlow-condensed', weight: 700, sizeAdjust: 116 },
    text: sansText,
    installed: condensed,
    isNarrow: true,
  },
  gothic: {
    title: { family: 'Oswald', package: 'oswald', weight: 600 },
    text: friendlyText,
    installed: condensed,
    isNarrow: true,
  },
  poster: {
    title: { family: 'Anton', package: 'anton', weight: 400 },
    text: friendlyText,
    installed: condensed,
    isNarrow: true,
  },
}

/** The faces of a category, and of serifs those for pictures with little detail and for others. */
export const kindred = {
  slab: ['slab', 'sturdy-slab'],
  condensed: ['condensed', 'gothic', 'poster'],
  fineSerif: ['display-serif', 'garamond', 'high-contrast'],
  sturdySerif: ['serif', 'old-style', 'warm-serif'],
} as const satisfies Readonly<Record<string, readonly Typeface[]>>

/** The font of the running text that most faces have. */
export const commonText = sansText
