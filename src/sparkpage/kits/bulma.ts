// Bulma 1: buttons, cards, tables, navbar.
import type { Kit } from './kit.ts'

export const bulma: Kit = {
  classes: {
    button: 'button is-primary is-medium',
    secondaryButton: 'button is-outlined is-medium',
    card: 'card',
    table: 'table is-fullwidth',
    brand: 'navbar-item',
    navLink: 'navbar-item',
  },
  theme: `
:root{--bulma-body-family:var(--font-text);--bulma-body-background-color:var(--paper);--bulma-body-color:var(--ink);--bulma-text:var(--ink);--bulma-text-strong:var(--ink);--bulma-text-weak:var(--muted);--bulma-background:var(--tint);--bulma-border:color-mix(in oklab,var(--ink) 18%,transparent);--bulma-link-text:var(--accent);--bulma-radius:max(var(--radius),.375rem)}
.button.is-primary{background-color:var(--button);border-color:transparent;color:var(--on-button);font-weight:600}
.button.is-outlined{background-color:transparent;border-color:var(--text);color:var(--text);font-weight:600}
.card{--bulma-card-background-color:var(--card);--bulma-card-color:inherit;--bulma-card-radius:var(--radius-large)}
.table{--bulma-table-background-color:transparent;--bulma-table-color:inherit;--bulma-table-cell-border-color:var(--line)}
.navbar-item{--bulma-navbar-item-color:inherit;--bulma-navbar-item-img-max-height:2.4rem;padding:.25em 0;background:none;color:inherit}`,
}
