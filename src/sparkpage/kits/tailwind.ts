// Tailwind CSS 4: utilities, and a theme whose colours and fonts are those of the page.
import type { Kit } from './kit.ts'

const button = 'min-h-13 rounded-button px-7 py-3 font-semibold'

export const tailwind: Kit = {
  classes: {
    button: `${button} bg-button text-on-button`,
    secondaryButton: `${button} border border-current`,
    card: 'rounded-card bg-card',
    table: 'w-full',
    brand: '',
    navLink: 'hover:underline underline-offset-8',
  },
  theme: '',
}

/** As a developer would write it: `bg-button`, `text-muted`, `font-heading`, `rounded-card`. */
export const tailwindKitTheme = `@theme inline {
  --color-surface: var(--surface);
  --color-text: var(--text);
  --color-muted: var(--text-muted);
  --color-accent: var(--text-accent);
  --color-button: var(--button);
  --color-on-button: var(--on-button);
  --color-card: var(--card);
  --font-heading: var(--font-title);
  --font-body: var(--font-text);
  --radius-button: max(var(--radius), 0.375rem);
  --radius-card: var(--radius-large);
}`
