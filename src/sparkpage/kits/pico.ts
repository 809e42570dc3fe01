// Pico 2: elements and roles instead of classes.
import type { Kit } from './kit.ts'

export const pico: Kit = {
  sheets: ['@picocss/pico/css/pico.css'],
  classes: {
    button: '',
    secondaryButton: 'outline',
    card: 'sp-panel',
    table: '',
    brand: 'contrast',
    navLink: 'contrast',
    label: '',
    input: '',
    textarea: '',
    select: '',
    selectBox: '',
  },
  buttonRole: 'button',
  schemeAttribute: 'data-theme',
  theme: `
:root:root{--pico-font-family:var(--sp-font-text);--pico-font-size:100%;--pico-font-weight:var(--sp-weight-text);--pico-background-color:var(--sp-paper);--pico-color:var(--sp-ink);--pico-h1-color:inherit;--pico-h2-color:inherit;--pico-h3-color:inherit;--pico-muted-color:var(--sp-muted);--pico-border-radius:max(var(--sp-radius),.25rem);--pico-muted-border-color:color-mix(in oklab,var(--sp-ink) 18%,transparent);--pico-card-background-color:var(--sp-raised);--pico-primary:var(--sp-accent);--pico-contrast:inherit;--pico-contrast-hover:inherit;--pico-typography-spacing-vertical:1rem}
[role="button"],[type="submit"]{--pico-primary:var(--sp-text);--pico-primary-background:var(--sp-button);--pico-primary-border:var(--sp-button);--pico-primary-inverse:var(--sp-on-button);--pico-primary-hover:var(--sp-text);--pico-primary-hover-background:color-mix(in oklab,var(--sp-button),var(--sp-on-button) 12%);--pico-primary-hover-border:transparent;font-weight:600}
.sp-input{--pico-form-element-border-color:var(--sp-muted);--pico-form-element-active-border-color:var(--sp-ink);--pico-form-element-focus-color:transparent}
.sp-panel{border-radius:var(--sp-radius-large);background:var(--sp-card)}`,
}
