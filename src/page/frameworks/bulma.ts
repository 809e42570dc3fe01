// Bulma 1: title, subtitle, the large primary button.
import type { Dress } from './dress.ts'

/** Its colours are hue, saturation and lightness apart, which no #RRGGBB can be handed to: the button's are set outright. */
export const bulma: Dress = {
  classes: { page: '', title: 'title', lead: 'subtitle', button: 'button is-primary is-large' },
  css: `html:root{--bulma-primary:var(--sp-accent);--bulma-link-text:var(--sp-link);--bulma-text:var(--sp-text);--bulma-background:var(--sp-surface);--bulma-border:var(--sp-border);--bulma-radius:var(--sp-radius);--bulma-body-background-color:var(--sp-bg);--bulma-body-color:var(--sp-text);--bulma-body-family:var(--sp-font-text);--bulma-body-line-height:1.625;--bulma-body-min-width:0;--bulma-body-overflow-x:visible;--bulma-body-overflow-y:visible;--bulma-block-spacing:0;--bulma-focus-shadow-alpha:0}
.sp-title{--bulma-title-color:var(--sp-text);--bulma-title-size:var(--sp-step-3);--bulma-title-weight:var(--sp-weight-title);--bulma-title-line-height:var(--sp-leading-title);font-family:var(--sp-font-title);letter-spacing:var(--sp-tracking-title);text-wrap:balance}
.sp-lead{--bulma-subtitle-color:var(--sp-muted);--bulma-subtitle-size:var(--sp-step-2);--bulma-subtitle-line-height:1.5;text-wrap:pretty}
.sp-button.button.is-primary{--bulma-button-padding-vertical:calc(var(--sp-space-1) + 2px);--bulma-button-padding-horizontal:calc(var(--sp-space-2) + 2px);--bulma-button-border-width:2px;--bulma-button-weight:700;--bulma-control-size:var(--sp-step-1);--bulma-control-line-height:1.25;--bulma-control-radius:var(--sp-radius);background-color:var(--sp-accent);border-color:var(--sp-edge);color:var(--sp-on-accent);white-space:inherit}`,
}
