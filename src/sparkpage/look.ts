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

/** The mark above the headline, and where the words stand. */
export const marks: Readonly<Record<Mood, string>> = {
  neutral:
    '.sp-copy::before{width:clamp(3rem,5vw,11rem);height:clamp(.375rem,.6vw,1.25rem);border-radius:var(--sp-radius)}',
  calm: '.sp-copy::before{width:clamp(1.25rem,2vw,4.5rem);aspect-ratio:1;border-radius:50%}',
  bold: '.sp-copy::before{width:clamp(4.5rem,9vw,20rem);height:clamp(.75rem,1.4vw,3rem);transform:skewX(-24deg)}',
  elegant:
    '.sp-copy{align-items:center;text-align:center}.sp-copy::before{width:1px;height:clamp(2.5rem,5vw,11rem);min-width:clamp(1px,.1vw,3px)}',
  playful:
    '.sp-copy::before{width:clamp(4rem,6.6vw,15rem);height:clamp(.8rem,1.32vw,3rem);background:radial-gradient(circle closest-side,var(--sp-secondary) 94%,transparent) 0 0/33.33% 100%}',
}
