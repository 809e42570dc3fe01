// Open Props: its normalize and buttons, which take the colours of the page.
import type { Kit } from './kit.ts'

export const openProps: Kit = {
  sheets: ['open-props/open-props.min.css', 'open-props/normalize.min.css', 'open-props/buttons.min.css'],
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
  theme: `
:where(html){--surface-1:var(--sp-paper);--surface-2:var(--sp-tint);--surface-3:var(--sp-raised);--text-1:var(--sp-ink);--text-2:var(--sp-muted);--link:var(--sp-accent);--brand:var(--sp-accent);--font-sans:var(--sp-font-text)}
.sp-panel{border-radius:var(--sp-radius-large);background:var(--sp-card);box-shadow:var(--shadow-2)}`,
}
