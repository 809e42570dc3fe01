// Bulma 1: buttons, cards, tables, navbar.
import type { Kit } from './kit.ts'

export const bulma: Kit = {
  sheets: ['bulma/css/bulma.css'],
  classes: {
    button: 'button is-primary is-medium',
    secondaryButton: 'button is-outlined is-medium',
    card: 'card',
    table: 'table is-fullwidth',
    brand: 'navbar-item',
    navLink: 'navbar-item',
    label: 'label',
    input: 'input is-medium',
    textarea: 'textarea is-medium',
    select: '',
    selectBox: 'select is-medium is-fullwidth',
  },
  schemeAttribute: 'data-theme',
  theme: `
:root{--bulma-body-family:var(--sp-font-text);--bulma-body-background-color:var(--sp-paper);--bulma-body-color:var(--sp-ink);--bulma-text:var(--sp-ink);--bulma-text-strong:var(--sp-ink);--bulma-text-weak:var(--sp-muted);--bulma-background:var(--sp-tint);--bulma-border:color-mix(in oklab,var(--sp-ink) 18%,transparent);--bulma-link-text:var(--sp-accent);--bulma-radius:max(var(--sp-radius),.375rem)}
.button.is-primary{background-color:var(--sp-button);border-color:transparent;color:var(--sp-on-button);font-weight:600}
.button.is-outlined{background-color:transparent;border-color:var(--sp-text);color:var(--sp-text);font-weight:600}
.select:not(.is-multiple):not(.is-loading)::after{display:none}
.card{--bulma-card-background-color:var(--sp-card);--bulma-card-color:inherit;--bulma-card-radius:var(--sp-radius-large)}
.table{--bulma-table-background-color:transparent;--bulma-table-color:inherit;--bulma-table-cell-border-color:var(--sp-line)}
.navbar-item{--bulma-navbar-item-color:inherit;--bulma-navbar-item-img-max-height:2.4rem}`,
}
