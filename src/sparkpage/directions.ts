// The complete directions of a page: layout, art, ground, face and rhythm together. Each of them is right for any palette.
import type { Layout, Direction as Name } from '../../schemas/sparkpage.ts'
import type { ArtFamily } from './art.ts'
import type { PreferredScheme, Style, Typeface } from './style.ts'

/** How sections without a kind of their own are shown: below tiles of art, in panels, in rows with rules between them, or in rows beside their heading. */
export type Rhythm = 'tiles' | 'cards' | 'rows' | 'list'

/** The last action is next to the picture or art, or on the colour of the highlights, next to the picture or alone. */
export type Closing = 'visual' | 'highlighted'

/** Where the picture is seen in the middle of a page: between two sections, beside a quote, or below the heading of a section. */
export type Middle = 'between' | 'quote' | 'heading'

export interface DirectionDesign {
  /** Layouts of the first screen. Of a picture, best first: the first that suits it is taken, else it is framed or, very wide, centred. */
  readonly layouts: { readonly picture: readonly Layout[]; readonly art: Layout }
  readonly art: ArtFamily
  /** Whether a centred first screen stands on the colour of the picture, as a poster does. */
  readonly isColored: boolean
  /** Whether a framed picture has a mat, and space between it and the edge of the window. */
  readonly isMatted: boolean
  /** The scheme of its ground; undefined: that of the style. */
  readonly scheme: PreferredScheme | undefined
  readonly typeface: Typeface
  /** Beside a picture, tiles of art look like pictures that are missing. */
  readonly rhythm: { readonly picture: Rhythm; readonly art: Rhythm }
  readonly middle: Middle
  readonly closing: Closing
}

export const directionDesigns: Readonly<Record<Name, DirectionDesign>> = {
  /** Calm and clear: the picture grows out of its own ground. */
  studio: {
    layouts: { picture: ['seam', 'full-bleed', 'split'], art: 'split' },
    art: 'flutes',
    isColored: false,
    isMatted: false,
    scheme: 'light',
    typeface: 'sans',
    rhythm: { picture: 'list', art: 'tiles' },
    middle: 'quote',
    closing: 'visual',
  },
  /** The picture fills the window, on a dark ground. */
  stage: {
    layouts: { picture: ['full-bleed', 'seam', 'split'], art: 'full-bleed' },
    art: 'flutes',
    isColored: false,
    isMatted: false,
    scheme: 'dark',
    typeface: 'grotesk',
    rhythm: { picture: 'cards', art: 'tiles' },
    middle: 'between',
    closing: 'visual',
  },
  /** A framed picture with space around it, and a light serif. */
  gallery: {
    layouts: { picture: ['framed'], art: 'framed' },
    art: 'slats',
    isColored: false,
    isMatted: true,
    scheme: 'light',
    typeface: 'display-serif',
    rhythm: { picture: 'rows', art: 'rows' },
    middle: 'between',
    closing: 'visual',
  },
  /** Large letters on the colour of the picture. */
  signal: {
    layouts: { picture: ['poster', 'split'], art: 'poster' },
    art: 'bands',
    isColored: false,
    isMatted: false,
    scheme: undefined,
    typeface: 'condensed',
    rhythm: { picture: 'cards', art: 'cards' },
    middle: 'quote',
    closing: 'highlighted',
  },
  /** An editorial page: a serif beside the picture, and texts in rows. */
  journal: {
    layouts: { picture: ['split'], art: 'split' },
    art: 'dots',
    isColored: false,
    isMatted: false,
    scheme: undefined,
    typeface: 'serif',
    rhythm: { picture: 'rows', art: 'rows' },
    middle: 'heading',
    closing: 'visual',
  },
  /** Centred, with geometric tiles. */
  mosaic: {
    layouts: { picture: ['centered', 'split'], art: 'centered' },
    art: 'tiles',
    isColored: true,
    isMatted: false,
    scheme: undefined,
    typeface: 'slab',
    rhythm: { picture: 'cards', art: 'tiles' },
    middle: 'between',
    closing: 'highlighted',
  },
}

/**
 * The best direction of a picture, by what it has: a dark picture with space for texts is a stage, one that is full of detail is next
 * to them; a clear side makes a studio; else the mood decides, and between calm and neutral pictures the amount of detail.
 */
export function chooseDirection(style: Style): Name {
  const { mood, scheme, quiet, clearSide, complexity, aspect = 1 } = style
  const hasClearSide = quiet ? Math.max(quiet.left.extent, quiet.right.extent) >= minSeamExtent : clearSide !== 'none'
  if (mood === 'bold') return scheme === 'dark' && hasClearSide ? 'stage' : 'signal'
  if (mood === 'playful') return 'mosaic'
  const minStageAspect = hasQuietEdge(style) ? stageAspects.quiet : stageAspects.busy
  if (scheme === 'dark') {
    if (complexity !== 'detailed' || aspect >= minStageAspect) return 'stage'
    return mood === 'elegant' ? 'gallery' : 'journal'
  }
  if (hasClearSide) return 'studio'
  if (mood === 'elegant') return 'gallery'
  return complexity === 'detailed' ? 'journal' : 'studio'
}

/** Width by height from which on a detailed picture fills a window better than a frame: with a quiet edge for texts, and without one. */
const stageAspects = { quiet: 1.2, busy: 1.9 } as const

/** Part of a picture along an edge that is quiet, at least, for texts on it. */
const minQuietEdge = 0.1

function hasQuietEdge({ quiet, clearSide }: Style): boolean {
  if (quiet === undefined) return clearSide !== 'none'
  return Object.values(quiet).some(({ extent }) => extent >= minQuietEdge)
}

/** Part of the width of a picture that is quiet on one side, at least, for texts beside its subject. */
export const minSeamExtent = 0.25
