// The theme of pages in Bulma, and of the components that developers add to them.
import type { ResponsiveType } from '../../../schemas/sparkpage.ts'
import { toHsl } from '../../color/srgb.ts'
import type { Scheme } from '../theme.ts'

/** One unit: beyond 1440 px a page is enlarged with its window. */
const rootSize = 'html{font-size:max(100%,1.1111vw)}'

function typeRules(type: ResponsiveType): string {
  switch (type) {
    case 'mobile-first':
      return `${rootSize}\n.is-max-widescreen{max-width:78rem!important}`
    case 'desktop-first':
      return `${rootSize}\n.is-max-widescreen{max-width:78rem!important}\n@media (max-width:1023px){main .columns.is-mobile{display:block}main .columns.is-mobile>.column{width:auto!important}}`
    case 'fluid':
      return `${rootSize}\n.container.is-fluid{padding-inline:max(0rem,5.6vw)!important}\nmain .columns.is-multiline>.column{flex:1 1 min(100%,20rem);min-width:0}`
    case 'adaptive':
      return `${rootSize}\n@media (min-width:121rem){.container{max-width:84rem!important}}`
    case 'fixed':
      return ''
  }
}

/** The theme in Bulma's own variables, and what it has no variable for. */
export function bulmaCss(type: ResponsiveType): string {
  return `html:root{--bulma-primary:var(--sp-accent);--bulma-link-text:var(--sp-link);--bulma-text:var(--sp-text);--bulma-text-strong:var(--sp-text);--bulma-title-color:inherit;--bulma-subtitle-color:inherit;--bulma-background:var(--sp-surface);--bulma-scheme-main:var(--sp-bg);--bulma-scheme-main-bis:var(--sp-surface);--bulma-border:var(--sp-border);--bulma-border-weak:var(--sp-border);--bulma-body-background-color:var(--sp-bg);--bulma-body-color:var(--sp-text);--bulma-body-family:var(--sp-font-text);--bulma-family-secondary:var(--sp-font-title);--bulma-body-overflow-x:visible;--bulma-body-overflow-y:visible;--bulma-footer-background-color:var(--sp-surface);--bulma-focus-shadow-alpha:0}
body{min-height:100vh;min-height:100svh}
.hero,.navbar,.navbar-item,.card,.footer{color:inherit}
.sp-card,.sp-closing{--bulma-card-background-color:var(--sp-surface);--bulma-card-shadow:none;--bulma-card-radius:min(var(--sp-radius-large),1.5rem);height:100%}
.sp-band .sp-card{--bulma-card-background-color:var(--sp-bg)}
.sp-highlighted{--bulma-card-background-color:var(--sp-highlight)}
.sp-closing{padding:clamp(2rem,4.4vw,4rem)}
.sp-title,.sp-heading,.sp-subheading,.sp-quote,.sp-value,.sp-price,.sp-brand{font-family:var(--sp-font-title);--bulma-title-weight:var(--sp-weight-title);letter-spacing:var(--sp-tracking-title)}
.sp-title,.sp-heading,.sp-subheading,.sp-quote,.sp-lead{color:inherit}
.sp-title{--bulma-title-line-height:var(--sp-leading-title);font-size:var(--sp-step-4)!important}
.sp-heading,.sp-quote{font-size:var(--sp-step-3)!important}
.sp-lead{max-width:30em}
.column.is-align-self-stretch{min-height:min(42svh,24rem)}
.sp-brand{margin-inline-end:auto}
.sp-split .sp-visual,.sp-framed .sp-visual,.sp-poster .sp-visual,.sp-centered .sp-visual{border-radius:min(var(--sp-radius-large),1.75rem)}
.sp-framed .sp-visual.sp-art{width:100%;aspect-ratio:4/3;max-height:50vh}
.sp-centered .sp-visual.sp-art{width:100%}
.sp-actions{gap:.75rem 1.5rem}
.sp-button.button{--bulma-button-weight:600;--bulma-control-radius:var(--sp-radius);padding-inline:1.6rem;white-space:normal}
.navbar .sp-button{min-height:2.6rem;padding-inline:1.1rem}
.navbar,.navbar>.container{background:none}
.sp-question{border-inline:0;border-top:1px solid var(--sp-border)}
.button.is-primary{background-color:var(--sp-accent);border-color:transparent;color:var(--sp-on-accent)}
.sp-actions>.is-ghost{--bulma-button-ghost-hover-color:inherit;color:inherit;text-decoration:underline .12em;text-underline-offset:.35em}
${typeRules(type)}`
}

/** Bulma derives the colours of its components from hue, saturation and lightness. */
export function bulmaComponents(colors: Scheme, dark: Scheme | undefined): string {
  const rule = (scheme: Scheme) => `html:root:root:root{${componentColors(scheme)}}`
  return dark ? `${rule(colors)}\n@media screen and (prefers-color-scheme:dark){${rule(dark)}}` : rule(colors)
}

function componentColors(colors: Scheme): string {
  const [accent, ground] = [toHsl(colors.accent), toHsl(colors.bg)]
  const lightness = {
    'primary-invert': colors['on-accent'],
    'link-invert': colors['on-accent'],
    'scheme-main': colors.bg,
    'scheme-main-bis': colors.surface,
    background: colors.surface,
    border: colors.border,
    text: colors.text,
    'text-strong': colors.text,
    'text-weak': colors.muted,
  }
  return [
    ...['primary', 'link'].map(
      name =>
        `--bulma-${name}-h:${accent.hue}deg;--bulma-${name}-s:${accent.saturation}%;--bulma-${name}-l:${accent.lightness}%`,
    ),
    `--bulma-scheme-h:${ground.hue};--bulma-scheme-s:${ground.saturation}%`,
    ...Object.entries(lightness).map(([name, color]) => `--bulma-${name}-l:${toHsl(color).lightness}%`),
  ].join(';')
}
