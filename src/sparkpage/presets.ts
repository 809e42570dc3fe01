// What each value of a style looks like in CSS: headings, corners and spacing.
import type { Corners, Style } from './style.ts'
import type { Mood } from './style-keywords.ts'

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
