// What each value of a style looks like in CSS: headings, fonts, corners and spacing.
import type { Corners, Mood, Style, Typeface } from './style.ts'

/** CSS values of the headline. */
interface HeadingStyle {
  readonly weight: string
  readonly letterSpacing: string
  readonly lineHeight: string
}

export const headingStyles: Readonly<Record<Mood, HeadingStyle>> = {
  neutral: { weight: '600', letterSpacing: '-.03em', lineHeight: '1.02' },
  calm: { weight: '500', letterSpacing: '-.02em', lineHeight: '1.06' },
  bold: { weight: '700', letterSpacing: '-.04em', lineHeight: '1.08' },
  elegant: { weight: '400', letterSpacing: '-.02em', lineHeight: '1.05' },
  playful: { weight: '700', letterSpacing: '-.02em', lineHeight: '1.03' },
}

/** Installed fonts, for pages without embedded ones and for scripts that those lack. */
export const fontStacks: Readonly<Record<Typeface, string>> = {
  sans: 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Helvetica Neue",Arial,sans-serif',
  serif: '"Iowan Old Style","Palatino Linotype","Noto Serif",Georgia,serif',
  mono: 'ui-monospace,"Cascadia Code",Menlo,Consolas,"DejaVu Sans Mono",monospace',
  slab: 'Rockwell,"Roboto Slab","Bookman Old Style","DejaVu Serif",serif',
  round: 'ui-rounded,"Hiragino Maru Gothic ProN","Arial Rounded MT Bold",Quicksand,Nunito,sans-serif',
  script: '"Segoe Print","Bradley Hand","Snell Roundhand",Chilanka,cursive',
  grotesk: 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Helvetica Neue",Arial,sans-serif',
  'display-serif': '"Iowan Old Style","Palatino Linotype","Noto Serif",Georgia,serif',
  condensed: '"Avenir Next Condensed","Roboto Condensed","Arial Narrow","DejaVu Sans Condensed",sans-serif',
}

/** Typeface of the running text by that of the headline: the same where it reads well in small sizes. */
export const bodyTypeface: Readonly<Record<Typeface, Typeface>> = {
  sans: 'sans',
  serif: 'sans',
  mono: 'sans',
  slab: 'sans',
  round: 'round',
  script: 'sans',
  condensed: 'sans',
  grotesk: 'sans',
  'display-serif': 'sans',
}

interface CornerRadii {
  readonly button: string
  readonly panel: string
}

export const cornerRadii: Readonly<Record<Corners, CornerRadii>> = {
  sharp: { button: '0px', panel: '0px' },
  soft: { button: '.75rem', panel: '1.25rem' },
  round: { button: '2.5rem', panel: '2.5rem' },
}

/** Factor for every space of the page. */
export const spacingScale: Readonly<Record<Style['density'], number>> = { compact: 0.65, regular: 1, airy: 1.45 }
