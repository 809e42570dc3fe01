// No framework: the dress is ours.
import type { Dress } from './dress.ts'

export const none: Dress = {
  classes: { page: '', title: '', lead: '', button: '' },
  css: `body{font-family:var(--sp-font-text);line-height:1.625;-webkit-font-smoothing:antialiased}
h1,p{margin:0}
.sp-title{font-family:var(--sp-font-title);font-size:var(--sp-step-3);font-weight:var(--sp-weight-title);line-height:var(--sp-leading-title);letter-spacing:var(--sp-tracking-title);text-wrap:balance}
.sp-lead{font-size:var(--sp-step-2);line-height:1.5;color:var(--sp-muted);text-wrap:pretty}
.sp-button{padding:var(--sp-space-1) var(--sp-space-2);border:2px solid var(--sp-edge);border-radius:var(--sp-radius);background:var(--sp-accent);color:var(--sp-on-accent);font-size:var(--sp-step-1);font-weight:700;line-height:1.25;text-decoration:none}`,
}
