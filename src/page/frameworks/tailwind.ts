// Tailwind CSS 4: utilities that take their values from the theme.
import type { Dress } from './dress.ts'

export const tailwind: Dress = {
  classes: {
    page: 'bg-(--sp-bg) font-(family-name:--sp-font-text) leading-relaxed text-(--sp-text) antialiased',
    title:
      'font-(family-name:--sp-font-title) text-(length:--sp-step-3) leading-(--sp-leading-title) font-(--sp-weight-title) tracking-(--sp-tracking-title) text-balance',
    lead: 'text-(length:--sp-step-2) leading-normal text-pretty text-(--sp-muted)',
    button:
      'inline-flex items-center justify-center rounded-(--sp-radius) border-2 border-(--sp-edge) bg-(--sp-accent) px-(--sp-space-2) py-(--sp-space-1) text-center text-(length:--sp-step-1) leading-tight font-bold text-(--sp-on-accent) no-underline',
  },
  css: '',
}
