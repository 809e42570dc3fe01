// Tailwind CSS 4: utilities, and a theme whose colours and fonts are those of the page.
import type { Kit } from './kit.ts'

const button = 'min-h-13 rounded-button px-7 py-3 font-semibold'

const control = 'w-full min-h-13 rounded-button border border-muted bg-field px-4 py-3 text-on-field'

export const tailwind: Kit = {
  sheets: ['tailwindcss/index.css'],
  classes: {
    button: `${button} bg-button text-on-button`,
    secondaryButton: `${button} border border-current`,
    card: 'rounded-card bg-card',
    table: 'w-full',
    brand: '',
    navLink: 'hover:underline underline-offset-8',
    label: 'font-semibold',
    input: control,
    textarea: control,
    select: control,
    selectBox: '',
  },
  theme: '',
}

/** As a developer would write it: `bg-button`, `text-muted`, `font-heading`, `rounded-card`. */
export const tailwindKitTheme = `@theme inline {
  --color-surface: var(--sp-surface);
  --color-text: var(--sp-text);
  --color-muted: var(--sp-text-muted);
  --color-accent: var(--sp-text-accent);
  --color-button: var(--sp-button);
  --color-on-button: var(--sp-on-button);
  --color-card: var(--sp-card);
  --color-field: var(--sp-paper);
  --color-on-field: var(--sp-ink);
  --font-heading: var(--sp-font-title);
  --font-body: var(--sp-font-text);
  --radius-button: max(var(--sp-radius), 0.375rem);
  --radius-card: var(--sp-radius-large);
}`
