// The pairs of typefaces of pages: a face for headings, one for texts, and one for the emphasised words of the headline.
import type { TypefacePair } from './page-plan.ts'

/** A static font of a fontsource package, all under the SIL Open Font License 1.1. */
export interface FontFace {
  readonly family: string
  readonly package: string
  readonly weight: number
  /** Default: normal. Italics have a family of their own. */
  readonly style?: 'normal' | 'italic'
  /** Letters that its files lack although the ranges of its package name them, and a face that has them: no word is set in two faces. */
  readonly lacks?: { readonly letters: RegExp; readonly instead: FontFace }
}

interface PairDesign {
  readonly title: FontFace
  readonly text: FontFace
  /** For emphasised words where they are italic; undefined: the face of headings. */
  readonly italic: FontFace | undefined
  /** em */
  readonly tracking: number
  /** Of titles, em: added to the spaces of a face whose letters reach into them. */
  readonly wordSpacing: number
  readonly isSerif: boolean
}

const vietnamese = /[ơưỳỵỷỹ]/i

/** A face without some letters of Vietnamese. */
function notVietnamese(face: FontFace, instead: FontFace): FontFace {
  return { ...face, lacks: { letters: vietnamese, instead } }
}

const nunito: FontFace = { family: 'Nunito', package: 'nunito', weight: 400 }
const garamond: FontFace = { family: 'Cormorant Garamond', package: 'cormorant-garamond', weight: 500 }
const bricolage: FontFace = { family: 'Bricolage Grotesque', package: 'bricolage-grotesque', weight: 600 }
const newsreaderItalic: FontFace = { family: 'Newsreader Italic', package: 'newsreader', weight: 300, style: 'italic' }

const figtree = notVietnamese({ family: 'Figtree', package: 'figtree', weight: 400 }, nunito)
const instrumentSans = notVietnamese({ family: 'Instrument Sans', package: 'instrument-sans', weight: 400 }, nunito)

export const pairs: Readonly<Record<TypefacePair, PairDesign>> = {
  warm: {
    title: { family: 'Fraunces', package: 'fraunces', weight: 400 },
    text: figtree,
    // The ascenders of Fraunces Italic have loops, by which an h or a b is misread.
    italic: { ...newsreaderItalic, weight: 400 },
    tracking: -0.03,
    wordSpacing: 0.03,
    isSerif: true,
  },
  editorial: {
    title: { family: 'Newsreader', package: 'newsreader', weight: 300 },
    text: figtree,
    italic: newsreaderItalic,
    tracking: -0.035,
    wordSpacing: 0.03,
    isSerif: true,
  },
  refined: {
    title: notVietnamese({ family: 'Instrument Serif', package: 'instrument-serif', weight: 400 }, garamond),
    text: instrumentSans,
    italic: notVietnamese(
      { family: 'Instrument Serif Italic', package: 'instrument-serif', weight: 400, style: 'italic' },
      newsreaderItalic,
    ),
    tracking: -0.02,
    wordSpacing: 0.03,
    isSerif: true,
  },
  geometric: {
    title: notVietnamese({ family: 'Outfit', package: 'outfit', weight: 500 }, bricolage),
    text: figtree,
    italic: undefined,
    tracking: -0.03,
    wordSpacing: 0.03,
    isSerif: false,
  },
  grotesk: {
    title: bricolage,
    text: instrumentSans,
    italic: undefined,
    tracking: -0.035,
    wordSpacing: 0.03,
    isSerif: false,
  },
  dramatic: {
    // Its dashes and signs are as strong as its letters.
    title: { family: 'Playfair', package: 'playfair', weight: 700 },
    text: figtree,
    italic: undefined,
    tracking: -0.02,
    wordSpacing: 0.03,
    isSerif: true,
  },
}

/** The same face in another weight. */
export function withWeight(face: FontFace, weight: number): FontFace {
  const { lacks } = face
  return { ...face, weight, ...(lacks && { lacks: { ...lacks, instead: { ...lacks.instead, weight } } }) }
}

/** Installed fonts, for pages without embedded ones and for scripts that those lack. */
export const installedFonts = {
  sans: 'system-ui,"Noto Sans","Noto Sans CJK JP","Hiragino Sans","Noto Sans Arabic",sans-serif',
  serif: '"Iowan Old Style","Noto Serif","Noto Serif CJK JP","Hiragino Mincho ProN","Noto Naskh Arabic",Georgia,serif',
} as const

/** The font of the running text that most pages have. */
export const commonText = figtree
