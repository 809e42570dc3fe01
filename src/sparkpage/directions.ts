// The complete directions of a page: layout, art, ground, face and rhythm together. Each of them is right for any palette.
import type { Layout, Direction as Name } from '../../schemas/sparkpage.ts'
import type { ArtFamily } from './art.ts'
import type { PreferredScheme } from './style.ts'
import type { Typeface } from './typefaces.ts'

/** How sections without a kind of their own are shown: below tiles of art, in panels, in rows with rules between them, or in rows beside their heading. */
export type Rhythm = 'tiles' | 'cards' | 'rows' | 'list'

/** The last action is next to the picture or art, or on the colour of the highlights. */
export type Closing = 'visual' | 'highlighted'

/** Style sheets that several directions have in common. */
export const forms = [
  'bands',
  'beside',
  'centered',
  'columns',
  'line-footer',
  'lines',
  'price-list',
  'wide-closing',
  'wide-quote',
] as const
export type SharedForm = (typeof forms)[number]

/** The typeface, and what is below the first screen. */
export interface BodyDesign {
  readonly typeface: Typeface
  /** Beside a picture, tiles of art look like pictures that are missing. */
  readonly rhythm: { readonly picture: Rhythm; readonly art: Rhythm }
  readonly closing: Closing
  readonly forms: readonly SharedForm[]
}

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
  /** Each is right for any page: which one a page has depends on its colours, so that two pages of one direction rarely are the same page. */
  readonly bodies: readonly [BodyDesign, BodyDesign, BodyDesign]
}

export const directionDesigns: Readonly<Record<Name, DirectionDesign>> = {
  /** Calm and clear: the picture grows out of its own ground. */
  studio: {
    layouts: { picture: ['seam', 'full-bleed', 'split'], art: 'split' },
    art: 'flutes',
    isColored: false,
    isMatted: false,
    scheme: 'light',
    bodies: [
      {
        typeface: 'sans',
        rhythm: { picture: 'list', art: 'tiles' },
        closing: 'highlighted',
        forms: ['line-footer'],
      },
      {
        typeface: 'geometric',
        rhythm: { picture: 'cards', art: 'tiles' },
        closing: 'highlighted',
        forms: ['bands', 'price-list'],
      },
      {
        typeface: 'old-style',
        rhythm: { picture: 'cards', art: 'rows' },
        closing: 'visual',
        forms: ['centered'],
      },
    ],
  },
  /** The picture fills the window, on a dark ground. */
  stage: {
    layouts: { picture: ['full-bleed', 'seam', 'split'], art: 'full-bleed' },
    art: 'flutes',
    isColored: false,
    isMatted: false,
    scheme: 'dark',
    bodies: [
      {
        typeface: 'grotesk',
        rhythm: { picture: 'cards', art: 'tiles' },
        closing: 'visual',
        forms: ['columns', 'line-footer', 'wide-closing'],
      },
      {
        typeface: 'high-contrast',
        rhythm: { picture: 'cards', art: 'tiles' },
        closing: 'highlighted',
        forms: ['bands', 'lines', 'price-list', 'wide-closing', 'wide-quote'],
      },
      {
        typeface: 'wide',
        rhythm: { picture: 'cards', art: 'tiles' },
        closing: 'visual',
        forms: ['centered', 'wide-closing'],
      },
    ],
  },
  /** A framed picture with space around it, and a light serif. */
  gallery: {
    layouts: { picture: ['framed'], art: 'framed' },
    art: 'slats',
    isColored: false,
    isMatted: true,
    scheme: 'light',
    bodies: [
      {
        typeface: 'display-serif',
        rhythm: { picture: 'list', art: 'rows' },
        closing: 'visual',
        forms: ['centered'],
      },
      {
        typeface: 'garamond',
        rhythm: { picture: 'rows', art: 'rows' },
        closing: 'highlighted',
        forms: ['beside', 'line-footer', 'price-list'],
      },
      {
        typeface: 'high-contrast',
        rhythm: { picture: 'cards', art: 'rows' },
        closing: 'highlighted',
        forms: ['bands'],
      },
    ],
  },
  /** Large letters on the colour of the picture. */
  signal: {
    layouts: { picture: ['poster', 'split'], art: 'poster' },
    art: 'bands',
    isColored: false,
    isMatted: false,
    scheme: undefined,
    bodies: [
      {
        typeface: 'condensed',
        rhythm: { picture: 'cards', art: 'cards' },
        closing: 'highlighted',
        forms: ['bands', 'lines', 'wide-closing', 'wide-quote'],
      },
      {
        typeface: 'poster',
        rhythm: { picture: 'cards', art: 'cards' },
        closing: 'highlighted',
        forms: ['bands', 'price-list', 'wide-closing'],
      },
      {
        typeface: 'wide',
        rhythm: { picture: 'cards', art: 'cards' },
        closing: 'highlighted',
        forms: ['beside', 'line-footer', 'price-list', 'wide-closing'],
      },
    ],
  },
  /** An editorial page: a serif beside the picture, and texts in rows. */
  journal: {
    layouts: { picture: ['split'], art: 'split' },
    art: 'dots',
    isColored: false,
    isMatted: false,
    scheme: undefined,
    bodies: [
      {
        typeface: 'serif',
        rhythm: { picture: 'list', art: 'rows' },
        closing: 'visual',
        forms: ['beside', 'line-footer', 'price-list'],
      },
      {
        typeface: 'old-style',
        rhythm: { picture: 'cards', art: 'rows' },
        closing: 'highlighted',
        forms: ['bands'],
      },
      {
        typeface: 'warm-serif',
        rhythm: { picture: 'cards', art: 'rows' },
        closing: 'highlighted',
        forms: ['centered'],
      },
    ],
  },
  /** Centred, with geometric tiles. */
  mosaic: {
    layouts: { picture: ['centered', 'split'], art: 'centered' },
    art: 'tiles',
    isColored: true,
    isMatted: false,
    scheme: undefined,
    bodies: [
      {
        typeface: 'slab',
        rhythm: { picture: 'cards', art: 'tiles' },
        closing: 'highlighted',
        forms: ['centered'],
      },
      {
        typeface: 'wide',
        rhythm: { picture: 'cards', art: 'tiles' },
        closing: 'highlighted',
        forms: ['bands'],
      },
      {
        typeface: 'geometric',
        rhythm: { picture: 'list', art: 'rows' },
        closing: 'highlighted',
        forms: ['beside', 'line-footer', 'price-list', 'wide-closing'],
      },
    ],
  },
}
