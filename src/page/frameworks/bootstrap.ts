// Bootstrap 5: the display heading, the lead, the large primary button.
import type { Dress } from './dress.ts'

export const bootstrap: Dress = {
  classes: { page: '', title: 'display-3', lead: 'lead', button: 'btn btn-primary btn-lg' },
  css: `html:root{--bs-primary:var(--sp-accent);--bs-link-color:var(--sp-link);--bs-secondary-color:var(--sp-muted);--bs-secondary-bg:var(--sp-surface);--bs-border-color:var(--sp-border);--bs-border-radius:var(--sp-radius);--bs-body-font-family:var(--sp-font-text);--bs-body-line-height:1.625;--bs-body-color:var(--sp-text);--bs-body-bg:var(--sp-bg)}
.sp-title{font-family:var(--sp-font-title);font-size:var(--sp-step-3);font-weight:var(--sp-weight-title);line-height:var(--sp-leading-title);letter-spacing:var(--sp-tracking-title);text-wrap:balance}
.sp-lead{font-size:var(--sp-step-2);font-weight:400;line-height:1.5;color:var(--sp-muted);text-wrap:pretty}
.sp-button{--bs-btn-padding-x:var(--sp-space-2);--bs-btn-padding-y:var(--sp-space-1);--bs-btn-font-size:var(--sp-step-1);--bs-btn-font-weight:700;--bs-btn-line-height:1.25;--bs-btn-border-width:2px;--bs-btn-border-radius:var(--sp-radius);--bs-btn-bg:var(--sp-accent);--bs-btn-color:var(--sp-on-accent);--bs-btn-border-color:var(--sp-edge);--bs-btn-hover-bg:var(--sp-accent);--bs-btn-hover-color:var(--sp-on-accent);--bs-btn-hover-border-color:var(--sp-edge);--bs-btn-active-bg:var(--sp-accent);--bs-btn-active-color:var(--sp-on-accent);--bs-btn-active-border-color:var(--sp-edge);--bs-btn-focus-box-shadow:0 0 0 3px var(--sp-bg)}`,
}
