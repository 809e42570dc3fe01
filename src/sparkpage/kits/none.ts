// Pages without a framework: the components of page.css.
import type { Kit } from './kit.ts'

export const none: Kit = {
  sheets: [],
  classes: {
    button: 'sp-primary',
    secondaryButton: 'sp-secondary',
    card: 'sp-panel',
    table: '',
    brand: '',
    navLink: '',
    label: '',
    input: 'sp-control',
    textarea: 'sp-control',
    select: 'sp-control',
    selectBox: '',
  },
  theme: '',
}
