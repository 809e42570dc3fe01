// The theme of pages in Tailwind CSS, and the columns of each responsive type in its utilities.
import type { ResponsiveType } from '../../../schemas/sparkpage.ts'

/** The theme of the pages, as a developer would write it: `bg-accent`, `text-muted`, `font-title`, `rounded-button`. */
export const tailwindTheme = `@theme inline {
  --color-ground: var(--sp-bg);
  --color-surface: var(--sp-surface);
  --color-ink: var(--sp-text);
  --color-muted: var(--sp-muted);
  --color-accent: var(--sp-accent);
  --color-on-accent: var(--sp-on-accent);
  --color-edge: var(--sp-edge);
  --color-line: var(--sp-border);
  --font-title: var(--sp-font-title);
  --font-text: var(--sp-font-text);
  --font-weight-heading: var(--sp-weight-title);
  --tracking-title: var(--sp-tracking-title);
  --leading-title: var(--sp-leading-title);
  --text-fluid-1: clamp(2.75rem, 1.2rem + 5vw, 8rem);
  --text-fluid-2: clamp(2.25rem, 1.2rem + 3.6vw, 6rem);
  --text-fluid-3: clamp(2.25rem, 1.2rem + 2.2vw, 4rem);
  --radius-button: var(--sp-radius);
  --radius-panel: var(--sp-radius-large);
  --radius-card: min(var(--sp-radius-large), 1.5rem);
}`

/** The width of the content and its distance from the edge. */
export const containers: Readonly<Record<ResponsiveType, string>> = {
  'mobile-first': 'mx-auto w-full max-w-7xl px-6 lg:px-8',
  'desktop-first': 'mx-auto w-full max-w-7xl px-8 max-lg:px-6',
  fluid: 'w-full px-[8vw]',
  adaptive: 'container mx-auto px-6',
  fixed: 'mx-auto w-full max-w-240 px-6',
}

interface Grid {
  readonly row: string
  /** In narrow windows the first of two takes what the second leaves. */
  readonly stack: string
  /** Columns of so many twelfths. */
  readonly column: Readonly<Record<4 | 5 | 6 | 7 | 8, string>>
  /** After the others, although it stands first. */
  readonly last: string
  /** The second half of the row. */
  readonly end: string
}

/** One column, from a width on twelve. */
const stepped: Grid = {
  row: 'grid lg:grid-cols-12',
  stack: 'grid-rows-[1fr_auto] lg:grid-rows-1',
  column: {
    4: 'lg:col-span-4',
    5: 'lg:col-span-5',
    6: 'lg:col-span-6',
    7: 'lg:col-span-7',
    8: 'lg:col-span-8',
  },
  last: 'lg:order-last',
  end: 'lg:col-start-6',
}

export const grids: Readonly<Record<ResponsiveType, Grid>> = {
  'mobile-first': stepped,
  'desktop-first': {
    row: 'grid grid-cols-12 max-lg:flex max-lg:flex-col',
    stack: 'max-lg:*:first:grow',
    column: { 4: 'col-span-4', 5: 'col-span-5', 6: 'col-span-6', 7: 'col-span-7', 8: 'col-span-8' },
    last: 'order-last max-lg:order-none',
    end: 'col-start-6',
  },
  fluid: {
    row: 'flex flex-wrap',
    stack: '',
    column: {
      4: 'flex-1 basis-64',
      5: 'flex-1 basis-80',
      6: 'flex-1 basis-md',
      7: 'flex-1 basis-md max-w-4xl',
      8: 'flex-1 basis-xl',
    },
    last: 'order-last',
    end: 'ms-auto',
  },
  adaptive: stepped,
  fixed: {
    row: 'grid',
    stack: 'grid-rows-[1fr_auto]',
    column: { 4: '', 5: '', 6: '', 7: '', 8: '' },
    last: '',
    end: '',
  },
}
