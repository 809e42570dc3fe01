// Pico CSS 2: elements without classes, a group of headings, a link in the role of a button.
import type { Dress } from './dress.ts'

/** Its font grows at five widths and its colours turn by night; ours do so by themselves. */
export const pico: Dress = {
  classes: { page: '', title: '', lead: '', button: '' },
  heading: 'hgroup',
  buttonRole: 'button',
  css: `html:root:root{--pico-font-size:100%;--pico-font-family:var(--sp-font-text);--pico-line-height:1.625;--pico-background-color:var(--sp-bg);--pico-color:var(--sp-text);--pico-h1-color:var(--sp-text);--pico-muted-color:var(--sp-muted);--pico-primary:var(--sp-link);--pico-card-background-color:var(--sp-surface);--pico-muted-border-color:var(--sp-border);--pico-primary-background:var(--sp-accent);--pico-primary-border:var(--sp-edge);--pico-primary-hover-background:var(--sp-accent);--pico-primary-hover-border:var(--sp-edge);--pico-primary-inverse:var(--sp-on-accent);--pico-primary-focus:transparent;--pico-border-radius:var(--sp-radius);--pico-border-width:2px}
.sp-title{--pico-font-family:var(--sp-font-title);--pico-font-size:var(--sp-step-3);--pico-font-weight:var(--sp-weight-title);--pico-line-height:var(--sp-leading-title);letter-spacing:var(--sp-tracking-title);text-wrap:balance}
.sp-heading>.sp-lead.sp-lead{font-size:var(--sp-step-2);line-height:1.5;text-wrap:pretty}
.sp-button{--pico-font-weight:700;--pico-line-height:1.25;--pico-form-element-spacing-vertical:var(--sp-space-1);--pico-form-element-spacing-horizontal:var(--sp-space-2);font-size:var(--sp-step-1)}`,
}
