// Bootstrap 5: buttons, cards, tables, navbar.
import type { Kit } from './kit.ts'

export const bootstrap: Kit = {
  classes: {
    button: 'btn btn-primary btn-lg',
    secondaryButton: 'btn btn-outline-primary btn-lg',
    card: 'card',
    table: 'table',
    brand: 'navbar-brand',
    navLink: 'nav-link',
  },
  theme: `
:root{--bs-body-font-family:var(--font-text);--bs-body-font-weight:var(--weight-text);--bs-body-bg:var(--paper);--bs-body-color:var(--ink);--bs-secondary-color:var(--muted);--bs-tertiary-bg:var(--tint);--bs-border-color:color-mix(in oklab,var(--ink) 18%,transparent);--bs-border-radius:var(--radius);--bs-heading-color:inherit;--bs-link-color:var(--accent);--bs-link-hover-color:var(--ink);--bs-emphasis-color:var(--ink)}
.btn{--bs-btn-border-radius:max(var(--radius),.375rem);--bs-btn-font-weight:600}
.btn-primary{--bs-btn-bg:var(--button);--bs-btn-border-color:var(--button);--bs-btn-color:var(--on-button);--bs-btn-hover-bg:color-mix(in oklab,var(--button),var(--on-button) 12%);--bs-btn-hover-border-color:transparent;--bs-btn-hover-color:var(--on-button);--bs-btn-active-bg:var(--bs-btn-hover-bg);--bs-btn-active-border-color:transparent;--bs-btn-active-color:var(--on-button)}
.btn-outline-primary{--bs-btn-color:var(--text);--bs-btn-border-color:var(--text);--bs-btn-hover-bg:var(--text);--bs-btn-hover-border-color:var(--text);--bs-btn-hover-color:var(--surface);--bs-btn-active-bg:var(--text);--bs-btn-active-border-color:var(--text);--bs-btn-active-color:var(--surface)}
.card{--bs-card-bg:var(--card);--bs-card-border-color:var(--line);--bs-card-border-radius:var(--radius-large);--bs-card-color:inherit}
.table{--bs-table-bg:transparent;--bs-table-color:inherit;--bs-table-border-color:var(--line)}
.navbar-brand,.nav-link{--bs-navbar-brand-color:inherit;--bs-nav-link-color:inherit;--bs-nav-link-hover-color:var(--accent)}`,
}
