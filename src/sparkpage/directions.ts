// The complete directions of a page: layout, art, ground, face and rhythm together. Each of them is right for any palette.
import type { Layout, Direction as Name } from '../../schemas/sparkpage.ts'
import type { ArtFamily } from './art.ts'
import type { PreferredScheme, Typeface } from './style.ts'

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
  'lines',
  'price-list',
  'stacked',
  'wide-closing',
  'wide-quote',
] as const
export type SharedForm = (typeof forms)[number]

/** What is below the first screen. */
export interface BodyDesign {
  /** Beside a picture, tiles of art look like pictures that are missing. */
  readonly rhythm: { readonly picture: Rhythm; readonly art: Rhythm }
  readonly middle: Middle
  readonly closing: Closing
  readonly forms: readonly SharedForm[]
}

/** Where the picture is seen in the middle of a page: between two sections, beside a quote, below the heading of a section, or as details above features. */
export type Middle = 'between' | 'quote' | 'heading' | 'features'

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
    typeface: 'sans',
    bodies: [
      {
        rhythm: { picture: 'list', art: 'tiles' },
        middle: 'quote',
        closing: 'visual',
        forms: [],
      },
      {
        rhythm: { picture: 'cards', art: 'tiles' },
        middle: 'features',
        closing: 'highlighted',
        forms: ['bands', 'price-list'],
      },
      {
        rhythm: { picture: 'cards', art: 'rows' },
        middle: 'between',
        closing: 'visual',
        forms: ['centered', 'stacked'],
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
    typeface: 'grotesk',
    bodies: [
      {
        rhythm: { picture: 'cards', art: 'tiles' },
        middle: 'features',
        closing: 'visual',
        forms: ['columns', 'wide-closing'],
      },
      {
        rhythm: { picture: 'cards', art: 'tiles' },
        middle: 'quote',
        closing: 'highlighted',
        forms: ['bands', 'lines', 'price-list', 'wide-closing', 'wide-quote'],
      },
      {
        rhythm: { picture: 'cards', art: 'tiles' },
        middle: 'features',
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
    typeface: 'display-serif',
    bodies: [
      {
        rhythm: { picture: 'rows', art: 'rows' },
        middle: 'between',
        closing: 'visual',
        forms: ['centered', 'stacked'],
      },
      {
        rhythm: { picture: 'rows', art: 'rows' },
        middle: 'quote',
        closing: 'visual',
        forms: ['beside', 'price-list'],
      },
      {
        rhythm: { picture: 'rows', art: 'rows' },
        middle: 'features',
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
    typeface: 'condensed',
    bodies: [
      {
        rhythm: { picture: 'cards', art: 'cards' },
        middle: 'quote',
        closing: 'highlighted',
        forms: ['bands', 'lines', 'wide-closing', 'wide-quote'],
      },
      {
        rhythm: { picture: 'cards', art: 'cards' },
        middle: 'features',
        closing: 'highlighted',
        forms: ['bands', 'price-list', 'wide-closing'],
      },
      {
        rhythm: { picture: 'cards', art: 'cards' },
        middle: 'features',
        closing: 'highlighted',
        forms: ['beside', 'price-list', 'wide-closing'],
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
    typeface: 'serif',
    bodies: [
      {
        rhythm: { picture: 'rows', art: 'rows' },
        middle: 'heading',
        closing: 'visual',
        forms: ['beside', 'price-list'],
      },
      {
        rhythm: { picture: 'cards', art: 'rows' },
        middle: 'features',
        closing: 'highlighted',
        forms: ['bands'],
      },
      {
        rhythm: { picture: 'rows', art: 'rows' },
        middle: 'quote',
        closing: 'visual',
        forms: ['centered', 'stacked'],
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
    typeface: 'slab',
    bodies: [
      {
        rhythm: { picture: 'cards', art: 'tiles' },
        middle: 'features',
        closing: 'highlighted',
        forms: ['centered'],
      },
      {
        rhythm: { picture: 'cards', art: 'tiles' },
        middle: 'quote',
        closing: 'visual',
        forms: ['bands'],
      },
      {
        rhythm: { picture: 'rows', art: 'rows' },
        middle: 'features',
        closing: 'highlighted',
        forms: ['beside', 'price-list', 'wide-closing'],
      },
    ],
  },
}
