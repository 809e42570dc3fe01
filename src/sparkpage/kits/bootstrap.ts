// Bootstrap 5: buttons, cards, tables, navbar.
import type { Kit } from './kit.ts'

export const bootstrap: Kit = {
  sheets: ['bootstrap/dist/css/bootstrap.css'],
  classes: {
    button: 'btn btn-primary btn-lg',
    secondaryButton: 'btn btn-outline-primary btn-lg',
    card: 'card',
    table: 'table',
    brand: 'navbar-brand',
    navLink: 'nav-link',
    label: 'form-label',
    input: 'form-control form-control-lg',
    textarea: 'form-control form-control-lg',
    select: 'form-select form-select-lg',
    selectBox: '',
  },
  schemeAttribute: 'data-bs-theme',
  theme: `
:root{--bs-body-font-family:var(--sp-font-text);--bs-body-font-weight:var(--sp-weight-text);--bs-body-bg:var(--sp-paper);--bs-body-color:var(--sp-ink);--bs-secondary-color:var(--sp-muted);--bs-tertiary-bg:var(--sp-tint);--bs-border-color:color-mix(in oklab,var(--sp-ink) 18%,transparent);--bs-border-radius:var(--sp-radius);--bs-heading-color:inherit;--bs-link-color:var(--sp-accent);--bs-link-hover-color:var(--sp-ink);--bs-emphasis-color:var(--sp-ink)}
.btn{--bs-btn-border-radius:max(var(--sp-radius),.375rem);--bs-btn-font-weight:600}
.btn-primary{--bs-btn-bg:var(--sp-button);--bs-btn-border-color:var(--sp-button);--bs-btn-color:var(--sp-on-button);--bs-btn-hover-bg:color-mix(in oklab,var(--sp-button),var(--sp-on-button) 12%);--bs-btn-hover-border-color:transparent;--bs-btn-hover-color:var(--sp-on-button);--bs-btn-active-bg:var(--bs-btn-hover-bg);--bs-btn-active-border-color:transparent;--bs-btn-active-color:var(--sp-on-button)}
.btn-outline-primary{--bs-btn-color:var(--sp-text);--bs-btn-border-color:var(--sp-text);--bs-btn-hover-bg:var(--sp-text);--bs-btn-hover-border-color:var(--sp-text);--bs-btn-hover-color:var(--sp-surface);--bs-btn-active-bg:var(--sp-text);--bs-btn-active-border-color:var(--sp-text);--bs-btn-active-color:var(--sp-surface)}
.card{--bs-card-bg:var(--sp-card);--bs-card-border-color:var(--sp-line);--bs-card-border-radius:var(--sp-radius-large);--bs-card-color:inherit}
.table{--bs-table-bg:transparent;--bs-table-color:inherit;--bs-table-border-color:var(--sp-line)}
.navbar-brand,.nav-link{--bs-navbar-brand-color:inherit;--bs-nav-link-color:inherit;--bs-nav-link-hover-color:var(--sp-accent)}`,
}
