// What each value of a style looks like in CSS: headings, fonts, corners, spacing and the mark above the headline.
import type { Corners, Density, Mood, Typeface } from './style.ts'

/** CSS values of the headline. */
interface HeadingStyle {
  readonly weight: string
  readonly letterSpacing: string
  readonly lineHeight: string
}

export const headingStyles: Readonly<Record<Mood, HeadingStyle>> = {
  neutral: { weight: '700', letterSpacing: '-.025em', lineHeight: '1.08' },
  calm: { weight: '500', letterSpacing: '-.015em', lineHeight: '1.16' },
  bold: { weight: '900', letterSpacing: '-.04em', lineHeight: '1' },
  elegant: { weight: '400', letterSpacing: '-.01em', lineHeight: '1.14' },
  playful: { weight: '800', letterSpacing: '-.02em', lineHeight: '1.1' },
}

/** Installed fonts only: a page loads none. */
export const fontStacks: Readonly<Record<Typeface, string>> = {
  sans: 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Helvetica Neue",Arial,sans-serif',
  serif: '"Iowan Old Style","Palatino Linotype","Noto Serif",Georgia,serif',
  mono: 'ui-monospace,"Cascadia Code",Menlo,Consolas,"DejaVu Sans Mono",monospace',
  slab: 'Rockwell,"Roboto Slab","Bookman Old Style","DejaVu Serif",serif',
  round: 'ui-rounded,"Hiragino Maru Gothic ProN","Arial Rounded MT Bold",Quicksand,Nunito,sans-serif',
  script: '"Segoe Print","Bradley Hand","Snell Roundhand",Chilanka,cursive',
  condensed: '"Avenir Next Condensed","Roboto Condensed","Arial Narrow","DejaVu Sans Condensed",sans-serif',
}

/** Typeface of the running text by that of the headline: the same where it reads well in small sizes. */
export const bodyTypeface: Readonly<Record<Typeface, Typeface>> = {
  sans: 'sans',
  serif: 'serif',
  mono: 'mono',
  slab: 'sans',
  round: 'round',
  script: 'sans',
  condensed: 'sans',
}

interface CornerRadii {
  readonly button: string
  readonly panel: string
}

export const cornerRadii: Readonly<Record<Corners, CornerRadii>> = {
  sharp: { button: '0px', panel: '0px' },
  soft: { button: '.75rem', panel: '1.5rem' },
  round: { button: '2.5rem', panel: '4rem' },
}

/** Factor for every space of the page. */
export const spacingScale: Readonly<Record<Density, number>> = { compact: 0.65, regular: 1, airy: 1.45 }

/** Rules of the mark above the headline, and of the alignment of the texts. */
export const accentMarks: Readonly<Record<Mood, string>> = {
  neutral:
    '.sp-copy::before{width:clamp(3rem,5vw,11rem);height:clamp(.375rem,.6vw,1.25rem);border-radius:var(--sp-radius)}',
  calm: '.sp-copy::before{width:clamp(1.25rem,2vw,4.5rem);aspect-ratio:1;border-radius:50%}',
  bold: '.sp-copy::before{width:clamp(4.5rem,9vw,20rem);height:clamp(.75rem,1.4vw,3rem);transform:skewX(-24deg)}',
  elegant:
    '.sp-copy{align-items:center;text-align:center}.sp-copy::before{width:1px;height:clamp(2.5rem,5vw,11rem);min-width:clamp(1px,.1vw,3px)}',
  playful:
    '.sp-copy::before{width:clamp(4rem,6.6vw,15rem);height:clamp(.8rem,1.32vw,3rem);background:radial-gradient(circle closest-side,var(--sp-secondary) 94%,transparent) 0 0/33.33% 100%}',
}
