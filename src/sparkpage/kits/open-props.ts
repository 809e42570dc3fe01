// Open Props: its normalize and buttons, which take the colours of the page.
import type { Kit } from './kit.ts'

export const openProps: Kit = {
  classes: {
    button: 'sp-primary',
    secondaryButton: 'sp-secondary',
    card: 'sp-panel',
    table: '',
    brand: '',
    navLink: '',
  },
  theme: `
:where(html){--surface-1:var(--paper);--surface-2:var(--tint);--surface-3:var(--raised);--text-1:var(--ink);--text-2:var(--muted);--link:var(--accent);--brand:var(--accent);--font-sans:var(--font-text)}
.sp-panel{border-radius:var(--radius-large);background:var(--card);box-shadow:var(--shadow-2)}`,
}
