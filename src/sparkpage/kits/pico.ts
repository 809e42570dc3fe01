// Pico 2: elements and roles instead of classes.
import type { Kit } from './kit.ts'

export const pico: Kit = {
  classes: {
    button: '',
    secondaryButton: 'outline',
    card: 'sp-panel',
    table: '',
    brand: 'contrast',
    navLink: 'contrast',
  },
  buttonRole: 'button',
  theme: `
:root:not([data-theme]){--pico-font-family:var(--font-text);--pico-font-size:100%;--pico-font-weight:var(--weight-text);--pico-background-color:var(--paper);--pico-color:var(--ink);--pico-h1-color:inherit;--pico-h2-color:inherit;--pico-h3-color:inherit;--pico-muted-color:var(--muted);--pico-border-radius:max(var(--radius),.25rem);--pico-muted-border-color:color-mix(in oklab,var(--ink) 18%,transparent);--pico-card-background-color:var(--raised);--pico-primary:var(--accent);--pico-contrast:inherit;--pico-contrast-hover:inherit;--pico-typography-spacing-vertical:1rem}
[role="button"]{--pico-primary:var(--text);--pico-primary-background:var(--button);--pico-primary-border:var(--button);--pico-primary-inverse:var(--on-button);--pico-primary-hover:var(--text);--pico-primary-hover-background:color-mix(in oklab,var(--button),var(--on-button) 12%);--pico-primary-hover-border:transparent;font-weight:600}
.sp-panel{border-radius:var(--radius-large);background:var(--card)}`,
}
