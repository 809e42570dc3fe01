// Open Props 1 with its normalize and buttons: the page's own rules take their values from its props.
import type { Dress } from './dress.ts'

export const openProps: Dress = {
  classes: { page: '', title: '', lead: '', button: 'btn' },
  css: `html:root{--brand:var(--sp-accent);--link:var(--sp-link);--text-1:var(--sp-text);--text-2:var(--sp-muted);--surface-1:var(--sp-bg);--surface-2:var(--sp-surface);--surface-3:var(--sp-surface);--font-system-ui:var(--sp-font-text)}
.sp-title{font-family:var(--sp-font-title);font-size:var(--sp-step-3);font-weight:var(--sp-weight-title);line-height:var(--sp-leading-title);letter-spacing:var(--sp-tracking-title)}
.sp-lead{font-size:var(--sp-step-2);line-height:var(--font-lineheight-3);color:var(--text-2)}
.sp-button{--_bg:var(--brand);--_text:var(--sp-on-accent);--_border:var(--sp-edge);--_size:var(--sp-step-1);--_ink-shadow:none;--_highlight:color-mix(in oklab,var(--sp-edge) 30%,transparent);border-radius:var(--sp-radius);padding-block:var(--sp-space-1);padding-inline:var(--sp-space-2);line-height:var(--font-lineheight-1)}`,
}
