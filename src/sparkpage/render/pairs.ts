// The pairs of typefaces of pages: a face for headings, one for texts, and one for the emphasised words of the headline.

import { fontTextsOf } from '../font-texts.ts'
import type { FontEmbedder, PageFonts } from '../fonts.ts'
import type { PageTexts } from '../page-parts.ts'
import type { TypefacePair } from '../page-plan.ts'
import type { FontFace } from '../typefaces.ts'

interface PairDesign {
  readonly title: FontFace
  readonly text: FontFace
  /** For emphasised words where they are italic; undefined: the face of headings. */
  readonly italic: FontFace | undefined
  /** em */
  readonly tracking: number
  readonly isSerif: boolean
}

const figtree: FontFace = { family: 'Figtree', package: 'figtree', weight: 400 }
const instrumentSans: FontFace = { family: 'Instrument Sans', package: 'instrument-sans', weight: 400 }

export const pairs: Readonly<Record<TypefacePair, PairDesign>> = {
  warm: {
    title: { family: 'Fraunces', package: 'fraunces', weight: 400 },
    text: figtree,
    italic: { family: 'Fraunces Italic', package: 'fraunces', weight: 300, style: 'italic' },
    tracking: -0.03,
    isSerif: true,
  },
  editorial: {
    title: { family: 'Newsreader', package: 'newsreader', weight: 300 },
    text: figtree,
    italic: { family: 'Newsreader Italic', package: 'newsreader', weight: 300, style: 'italic' },
    tracking: -0.035,
    isSerif: true,
  },
  refined: {
    title: { family: 'Instrument Serif', package: 'instrument-serif', weight: 400 },
    text: instrumentSans,
    italic: { family: 'Instrument Serif Italic', package: 'instrument-serif', weight: 400, style: 'italic' },
    tracking: -0.02,
    isSerif: true,
  },
  geometric: {
    title: { family: 'Outfit', package: 'outfit', weight: 500 },
    text: figtree,
    italic: undefined,
    tracking: -0.03,
    isSerif: false,
  },
  grotesk: {
    title: { family: 'Bricolage Grotesque', package: 'bricolage-grotesque', weight: 600 },
    text: instrumentSans,
    italic: undefined,
    tracking: -0.035,
    isSerif: false,
  },
  dramatic: {
    title: { family: 'Gloock', package: 'gloock', weight: 400 },
    text: figtree,
    italic: undefined,
    tracking: -0.02,
    isSerif: true,
  },
}

/** Installed fonts, for pages without embedded ones and for scripts that those lack. */
export const installedFonts = {
  sans: 'system-ui,"Noto Sans","Noto Sans CJK JP","Hiragino Sans","Noto Sans Arabic",sans-serif',
  serif: '"Iowan Old Style","Noto Serif","Noto Serif CJK JP","Hiragino Mincho ProN","Noto Naskh Arabic",Georgia,serif',
} as const

export interface PairFonts extends PageFonts {
  readonly italic: FontFace | undefined
}

export const noPairFonts: PairFonts = { css: '', title: undefined, text: undefined, italic: undefined, data: [] }

/** @returns the faces of a page with the characters of its texts. */
export async function embedPair(embedder: FontEmbedder, pair: TypefacePair, texts: PageTexts): Promise<PairFonts> {
  const { title, text, italic } = pairs[pair]
  const written = fontTextsOf(texts)
  const leads = texts.sections.flatMap(({ paragraphs }) => paragraphs.slice(0, 1))
  const { css, data, used } = await embedder.embedFaces([
    { face: title, text: [written.title, ...leads].join('') },
    { face: text, text: written.text },
    { face: { ...text, weight: 600 }, text: written.text },
    ...(italic ? [{ face: italic, text: texts.title }] : []),
  ])
  const [usedTitle, usedText, , usedItalic] = used
  return { css, data, title: usedTitle, text: usedText, italic: usedItalic }
}
