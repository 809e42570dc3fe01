// The theme of pages in Bulma, and of the components that developers add to them.
import type { ResponsiveType } from '../../../schemas/sparkpage.ts'
import { toHsl } from '../../color/srgb.ts'
import type { Scheme } from '../theme.ts'

/** Pages fit 4K windows: the root size grows beyond 1920 px, and with it the containers. */
const rootSize = 'html{font-size:clamp(100%,.8333vw,200%)}'

/** Beside texts a picture is taller than above them. */
const tallImage = '.sp-hero .image{padding-top:min(125%,62vh)}'

function typeRules(type: ResponsiveType): string {
  switch (type) {
    case 'mobile-first':
      return `${rootSize}\n.is-max-widescreen{max-width:72rem!important}\n@media (min-width:1024px){${tallImage}}`
    case 'desktop-first':
      return `${rootSize}\n.is-max-widescreen{max-width:72rem!important}\n${tallImage}\n@media (max-width:1023px){main .columns.is-mobile{display:block}main .columns.is-mobile>.column{width:auto!important}.sp-hero .image{aspect-ratio:auto;padding-top:min(100%,34vh)}}`
    case 'fluid':
      return `${rootSize}\n.container.is-fluid{padding-inline:max(0rem,6.4vw)!important}\nmain .columns.is-multiline>.column{flex:1 1 min(100%,24rem);min-width:0}`
    case 'adaptive':
      return `${rootSize}\n@media (min-width:1024px){${tallImage}}\n@media (min-width:121rem){.container{max-width:84rem!important}}`
    case 'fixed':
      return '.sp-hero .image{padding-top:34vh}'
  }
}

/** The theme in Bulma's own variables, and what it has no variable for. */
export function bulmaCss(type: ResponsiveType): string {
  return `html:root{--bulma-primary:var(--sp-accent);--bulma-link-text:var(--sp-link);--bulma-text:var(--sp-text);--bulma-text-strong:var(--sp-text);--bulma-title-color:inherit;--bulma-subtitle-color:inherit;--bulma-background:var(--sp-surface);--bulma-scheme-main:var(--sp-bg);--bulma-scheme-main-bis:var(--sp-surface);--bulma-border:var(--sp-border);--bulma-border-weak:var(--sp-border);--bulma-body-background-color:var(--sp-bg);--bulma-body-color:var(--sp-text);--bulma-body-family:var(--sp-font-text);--bulma-family-secondary:var(--sp-font-title);--bulma-body-overflow-x:visible;--bulma-body-overflow-y:visible;--bulma-footer-background-color:var(--sp-surface);--bulma-focus-shadow-alpha:0}
body{min-height:100vh;min-height:100svh}
.hero,.navbar,.navbar-item,.card,.footer{color:inherit}
.sp-hero .box{padding:min(3rem,8vw);--bulma-box-background-color:var(--sp-bg);--bulma-box-radius:var(--sp-radius-large);--bulma-box-shadow:none;color:inherit}
.sp-card{--bulma-card-background-color:var(--sp-surface);--bulma-card-shadow:none;--bulma-card-radius:min(var(--sp-radius-large),1.5rem)}
.sp-title,.sp-heading,.sp-brand{font-family:var(--sp-font-title);--bulma-title-weight:var(--sp-weight-title);letter-spacing:var(--sp-tracking-title);text-wrap:balance}
.sp-title,.sp-heading,.sp-lead{color:inherit}
.sp-title{--bulma-title-line-height:var(--sp-leading-title)}
.sp-title.is-size-1{font-size:clamp(2.75rem,1.4rem + 4.2vw,5.5rem)!important}
.sp-title.is-size-2{font-size:clamp(2.5rem,1.4rem + 3vw,4rem)!important}
.sp-title.is-size-3{font-size:clamp(2.25rem,1.4rem + 2vw,3rem)!important}
.sp-lead{max-width:34em}
.has-text-centered .sp-lead{margin-inline:auto}
.sp-actions{gap:.75rem 1.5rem}
.sp-actions>.button{--bulma-button-weight:700;--bulma-control-radius:var(--sp-radius);min-height:3.75rem;padding-inline:2rem;white-space:normal}
.navbar>*>nav>:last-child{padding-inline-end:0}
.navbar>*>nav>*{max-width:14em;padding-block:.85em;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.navbar>*>nav>:first-child{margin-inline-start:auto}
.navbar>*>nav{flex:1 1 0;min-width:6rem;overflow-x:auto}
.navbar>.container .navbar-brand{margin-inline-start:0}
.button.is-primary{background-color:var(--sp-accent);border-color:transparent;color:var(--sp-on-accent)}
.sp-hero .is-primary{min-width:min(12rem,100%)}
.sp-actions>.is-primary{box-shadow:0 0 0 .125rem var(--sp-edge)}
.sp-actions>.is-primary:hover{box-shadow:0 0 0 .3rem var(--sp-edge)}
.sp-actions>.is-ghost{--bulma-button-ghost-hover-color:inherit;color:inherit;text-decoration:underline .12em;text-underline-offset:.35em}
.sp-hero .image{aspect-ratio:auto;padding-top:min(100%,34vh)}
figure.is-clipped{border-radius:var(--sp-radius-large)}
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
