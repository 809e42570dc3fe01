// How a style's words look: letters, corners and room.
import type { Corners, Density, Mood, Typeface } from './style.ts'

interface Voice {
  /** Weight of the headline, 100 to 900. */
  readonly weight: string
  /** Letter spacing of the headline. */
  readonly tracking: string
  /** Line height of the headline. */
  readonly leading: string
}

export const voices: Readonly<Record<Mood, Voice>> = {
  neutral: { weight: '700', tracking: '-.025em', leading: '1.08' },
  calm: { weight: '500', tracking: '-.015em', leading: '1.16' },
  bold: { weight: '900', tracking: '-.04em', leading: '1' },
  elegant: { weight: '400', tracking: '-.01em', leading: '1.14' },
  playful: { weight: '800', tracking: '-.02em', leading: '1.1' },
}

/** Fonts that people have; nothing is loaded. */
export const fontStacks: Readonly<Record<Typeface, string>> = {
  sans: 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Helvetica Neue",Arial,sans-serif',
  serif: '"Iowan Old Style","Palatino Linotype","Noto Serif",Georgia,serif',
  mono: 'ui-monospace,"Cascadia Code",Menlo,Consolas,"DejaVu Sans Mono",monospace',
  slab: 'Rockwell,"Roboto Slab","Bookman Old Style","DejaVu Serif",serif',
  round: 'ui-rounded,"Hiragino Maru Gothic ProN","Arial Rounded MT Bold",Quicksand,Nunito,sans-serif',
  script: '"Segoe Print","Bradley Hand","Snell Roundhand",Chilanka,cursive',
  condensed: '"Avenir Next Condensed","Roboto Condensed","Arial Narrow","DejaVu Sans Condensed",sans-serif',
}

/** Running text follows the headline only where that stays easy to read. */
export const textFace: Readonly<Record<Typeface, Typeface>> = {
  sans: 'sans',
  serif: 'serif',
  mono: 'mono',
  slab: 'sans',
  round: 'round',
  script: 'sans',
  condensed: 'sans',
}

interface Radius {
  /** Of the button. */
  readonly small: string
  /** Of panels. */
  readonly large: string
}

export const radii: Readonly<Record<Corners, Radius>> = {
  sharp: { small: '0px', large: '0px' },
  soft: { small: '.75rem', large: '1.5rem' },
  round: { small: '2.5rem', large: '4rem' },
}

/** Factor on every space of the page. */
export const rooms: Readonly<Record<Density, number>> = { compact: 0.65, regular: 1, airy: 1.45 }
