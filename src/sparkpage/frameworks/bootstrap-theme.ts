// The theme of pages in Bootstrap, and of the components that developers add to them.
import type { ResponsiveType } from '../../../schemas/sparkpage.ts'

/** One unit: beyond 1440 px a page is enlarged with its window. */
const rootSize = 'html{font-size:max(100%,1.1111vw)}'

function typeRules(type: ResponsiveType): string {
  switch (type) {
    case 'mobile-first':
      return `${rootSize}\n.container-xxl{max-width:82.5rem}`
    case 'desktop-first':
      return `${rootSize}\n.container-xxl{max-width:82.5rem}\n@media (max-width:991.98px){main .row>*{flex:none;width:100%}}`
    case 'fluid':
      return `${rootSize}\n.container-fluid{padding-inline:max(1.5rem,8vw)}\nmain .row>.col{flex:1 1 min(100%,22rem)}`
    case 'adaptive':
      return `${rootSize}\n@media (min-width:121rem){.container{max-width:82.5rem}}`
    case 'fixed':
      return '.container{max-width:960px}'
  }
}

/** The theme in Bootstrap's own variables, and what it has no variable for. */
export function bootstrapCss(type: ResponsiveType): string {
  return `html:root{--bs-primary:var(--sp-accent);--bs-link-color:var(--sp-link);--bs-link-hover-color:var(--sp-link);--bs-secondary-color:var(--sp-muted);--bs-secondary-bg:var(--sp-surface);--bs-tertiary-bg:var(--sp-surface);--bs-border-color:var(--sp-border);--bs-border-color-translucent:var(--sp-border);--bs-heading-color:inherit;--bs-body-font-family:var(--sp-font-text);--bs-body-color:var(--sp-text);--bs-body-bg:var(--sp-bg)}
.sp-title,.sp-heading,.sp-subheading,.sp-quote,.sp-value,.sp-price,.sp-brand{font-family:var(--sp-font-title);font-weight:var(--sp-weight-title);letter-spacing:var(--sp-tracking-title)}
.sp-title{font-size:var(--sp-step-4);line-height:var(--sp-leading-title)}
.sp-heading,.sp-quote{font-size:var(--sp-step-3);line-height:1.12}
.sp-lead{max-width:30em;font-size:var(--sp-step-2);font-weight:inherit}
.sp-card,.sp-closing{--bs-card-bg:var(--sp-surface);--bs-card-border-width:0;--bs-card-border-radius:min(var(--sp-radius-large),1.5rem)}
.sp-band .sp-card{--bs-card-bg:var(--sp-bg)}
.sp-highlighted{--bs-card-bg:var(--sp-highlight)}
.sp-closing{padding:clamp(2rem,4.4vw,4rem)}
.sp-hero .align-self-stretch{min-height:min(42svh,24rem)}
:is(.sp-split,.sp-poster,.sp-framed) .row{row-gap:2.5rem}
.sp-framed .sp-visual.sp-art{width:100%;aspect-ratio:4/3;max-height:50vh}
.sp-centered:not(.sp-whole) .sp-visual{min-height:34vh}
.sp-centered:not(.sp-whole) .sp-visual>img{position:absolute;inset:0}
.sp-visual.rounded-4{border-radius:min(var(--sp-radius-large),1.75rem)!important}
body>.navbar{--bs-navbar-brand-color:inherit;--bs-navbar-brand-hover-color:inherit;min-height:4.5rem}
.navbar>*>.nav{--bs-nav-link-color:inherit;--bs-nav-link-hover-color:inherit}
.btn-primary{--bs-btn-bg:var(--sp-accent);--bs-btn-color:var(--sp-on-accent);--bs-btn-border-color:var(--sp-accent);--bs-btn-hover-bg:var(--sp-accent);--bs-btn-hover-color:var(--sp-on-accent);--bs-btn-hover-border-color:var(--sp-accent);--bs-btn-active-bg:var(--sp-accent);--bs-btn-active-color:var(--sp-on-accent);--bs-btn-active-border-color:var(--sp-on-accent);--bs-btn-disabled-bg:var(--sp-accent);--bs-btn-disabled-color:var(--sp-on-accent);--bs-btn-disabled-border-color:var(--sp-accent)}
.sp-button{--bs-btn-padding-x:1.6rem;--bs-btn-padding-y:.75rem;--bs-btn-font-size:1rem;--bs-btn-font-weight:600;--bs-btn-border-radius:var(--sp-radius);white-space:normal}
.navbar .sp-button{--bs-btn-padding-x:1.1rem;--bs-btn-padding-y:.45rem}
.sp-actions>.btn-link{--bs-btn-color:inherit;--bs-btn-hover-color:inherit;--bs-btn-active-color:inherit;text-underline-offset:.35em}
${typeRules(type)}`
}

/** Bootstrap's components have colours of their own beside those of the root. */
export const bootstrapComponents = `html:root{--bs-emphasis-color:var(--sp-text);--bs-tertiary-color:var(--sp-muted);--bs-primary-bg-subtle:var(--sp-surface);--bs-primary-border-subtle:var(--sp-accent);--bs-primary-text-emphasis:var(--sp-text)}
.text-primary,.link-primary{color:var(--sp-link)!important}
.border-primary{border-color:var(--sp-accent)!important}
.bg-primary,.text-bg-primary{background-color:var(--sp-accent)!important;color:var(--sp-on-accent)!important}
.btn-outline-primary{--bs-btn-color:var(--sp-link);--bs-btn-border-color:var(--sp-edge);--bs-btn-hover-bg:var(--sp-accent);--bs-btn-hover-color:var(--sp-on-accent);--bs-btn-active-bg:var(--sp-accent);--bs-btn-active-color:var(--sp-on-accent)}
.list-group{--bs-list-group-active-bg:var(--sp-accent);--bs-list-group-active-color:var(--sp-on-accent);--bs-list-group-active-border-color:var(--sp-accent)}
.nav-pills{--bs-nav-pills-link-active-bg:var(--sp-accent);--bs-nav-pills-link-active-color:var(--sp-on-accent)}
.pagination{--bs-pagination-active-bg:var(--sp-accent);--bs-pagination-active-color:var(--sp-on-accent);--bs-pagination-active-border-color:var(--sp-accent)}
.dropdown-menu{--bs-dropdown-link-active-bg:var(--sp-accent);--bs-dropdown-link-active-color:var(--sp-on-accent)}
.progress,.progress-stacked{--bs-progress-bar-bg:var(--sp-accent);--bs-progress-bar-color:var(--sp-on-accent)}
.accordion{--bs-accordion-active-bg:var(--sp-surface);--bs-accordion-active-color:var(--sp-text)}
.form-check-input:checked{background-color:var(--sp-accent);border-color:var(--sp-accent)}
.form-control:focus,.form-select:focus,.form-check-input:focus{border-color:var(--sp-focus);box-shadow:0 0 0 .25rem var(--sp-border)}`
