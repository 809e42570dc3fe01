// The typefaces of pages: the embedded fonts of titles and texts, and installed ones for scripts that those lack.
import { typefaceCategories } from '../../schemas/style.ts'

/** A static font of a fontsource package, all under the SIL Open Font License 1.1. */
export interface FontFace {
  readonly family: string
  readonly package: string
  readonly weight: number
  /** Default: normal. Italics have a family of their own. */
  readonly style?: 'normal' | 'italic'
  /** Makes faces of one font size look equally large, %. */
  readonly sizeAdjust?: number
  /** Letters that its files lack although the ranges of its package name them, and a face that has them: no word is set in two faces. */
  readonly lacks?: { readonly letters: RegExp; readonly instead: FontFace }
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

const vietnamese = /[ơưỳỵỷỹ]/i
const ukrainian = /ґ/i
/** Letters of Central European and Baltic languages, of Turkish and others; ı, ł, œ, š, ž and Ÿ are in every Latin file. */
const extendedLatin = /(?![ıłœšžŸ])[\u0100-\u024F\u1E00-\u1EFF]/i

const roundText: FontFace = { family: 'Nunito', package: 'nunito', weight: 500 }
const roundTitle: FontFace = { family: 'Nunito Title', package: 'nunito', weight: 700 }
const serifText: FontFace = { family: 'Newsreader', package: 'newsreader', weight: 400, sizeAdjust: 108 }
const serifTitle: FontFace = { family: 'Newsreader Title', package: 'newsreader', weight: 500, sizeAdjust: 108 }
const sansTitle: FontFace = { family: 'Bricolage Grotesque', package: 'bricolage-grotesque', weight: 600 }
const garamondTitle: FontFace = {
  family: 'Cormorant Garamond',
  package: 'cormorant-garamond',
  weight: 500,
  sizeAdjust: 118,
}
const slabTitle: FontFace = { family: 'Bitter', package: 'bitter', weight: 600 }

/** A face without some letters of Vietnamese. */
function notVietnamese(face: FontFace, instead: FontFace): FontFace {
  return { ...face, lacks: { letters: vietnamese, instead } }
}

const sansText = notVietnamese({ family: 'Instrument Sans', package: 'instrument-sans', weight: 500 }, roundText)
const friendlyText = notVietnamese({ family: 'Figtree', package: 'figtree', weight: 500 }, roundText)

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
    title: sansTitle,
    text: sansText,
    installed: sans,
  },
  grotesk: {
    title: notVietnamese({ family: 'Instrument Sans Title', package: 'instrument-sans', weight: 600 }, sansTitle),
    text: sansText,
    installed: sans,
  },
  geometric: {
    title: notVietnamese({ family: 'Outfit', package: 'outfit', weight: 500, sizeAdjust: 106 }, sansTitle),
    text: friendlyText,
    installed: sans,
  },
  wide: {
    title: notVietnamese({ family: 'Syne', package: 'syne', weight: 600, sizeAdjust: 94 }, sansTitle),
    text: sansText,
    installed: sans,
  },
  serif: {
    title: { family: 'Fraunces', package: 'fraunces', weight: 400 },
    text: sansText,
    installed: serif,
  },
  'display-serif': {
    title: notVietnamese(
      { family: 'Instrument Serif', package: 'instrument-serif', weight: 400, sizeAdjust: 112 },
      garamondTitle,
    ),
    text: sansText,
    installed: serif,
    isNarrow: true,
  },
  garamond: {
    title: garamondTitle,
    text: friendlyText,
    installed: serif,
  },
  'high-contrast': {
    title: {
      family: 'Gloock',
      package: 'gloock',
      weight: 400,
      lacks: { letters: new RegExp(`${vietnamese.source}|${ukrainian.source}`, 'i'), instead: garamondTitle },
    },
    text: friendlyText,
    installed: serif,
  },
  'old-style': {
    title: serifTitle,
    text: serifText,
    installed: { title: installedSerif, text: installedSerif },
  },
  'warm-serif': {
    title: notVietnamese({ family: 'Young Serif', package: 'young-serif', weight: 400, sizeAdjust: 94 }, serifTitle),
    text: friendlyText,
    installed: serif,
  },
  slab: {
    title: notVietnamese({ family: 'Zilla Slab', package: 'zilla-slab', weight: 600 }, slabTitle),
    text: sansText,
    installed: slab,
  },
  'sturdy-slab': {
    title: slabTitle,
    text: friendlyText,
    installed: slab,
  },
  mono: {
    title: {
      family: 'JetBrains Mono',
      package: 'jetbrains-mono',
      weight: 700,
      sizeAdjust: 84,
      lacks: { letters: ukrainian, instead: roundTitle },
    },
    text: sansText,
    installed: {
      title: 'ui-monospace,"Cascadia Code",Menlo,Consolas,"DejaVu Sans Mono",monospace',
      text: installedSans,
    },
  },
  round: {
    title: {
      family: 'Fredoka',
      package: 'fredoka',
      weight: 600,
      lacks: { letters: extendedLatin, instead: roundTitle },
    },
    text: roundText,
    installed: { title: installedRound, text: installedRound },
  },
  script: {
    title: notVietnamese({ family: 'Caveat', package: 'caveat', weight: 700, sizeAdjust: 122 }, roundTitle),
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
