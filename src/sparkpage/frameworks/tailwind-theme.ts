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
  --text-headline: var(--sp-step-4);
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

/** Links for which there is no space are in a second row, which is not seen: the first row has something before them. */
const oneRow =
  'flex h-10 min-w-0 flex-1 flex-wrap items-center justify-end gap-x-7 gap-y-10 overflow-hidden before:h-10 portrait:hidden'

/** The links of the header: narrow windows have no space for them. */
export const navs: Readonly<Record<ResponsiveType, string>> = {
  'mobile-first': 'hidden gap-7 lg:flex',
  'desktop-first': 'flex gap-7 max-lg:hidden',
  fluid: oneRow,
  adaptive: 'hidden gap-7 lg:flex',
  fixed: oneRow,
}

/** The menu of the windows whose header has no links. */
export const menus: Readonly<Record<ResponsiveType, string>> = {
  'mobile-first': 'lg:hidden',
  'desktop-first': 'hidden max-lg:block',
  fluid: 'landscape:hidden',
  adaptive: 'lg:hidden',
  fixed: 'landscape:hidden',
}

interface BreakpointGrid {
  readonly row: string
  /** In narrow windows a row of two is a column. */
  readonly stack: string
  /** A column of this many twelfths. */
  readonly column: (twelfths: number) => string
  /** Before the others in narrow windows, although it stands last. */
  readonly first: string
  readonly cells: (perRow: number) => string
}

/** One column, from a width on twelve. */
const stepped: BreakpointGrid = {
  row: 'grid lg:grid-cols-12',
  stack: 'grid-rows-[1fr_auto] lg:grid-rows-1',
  column: twelfths => `lg:col-span-${twelfths}`,
  first: 'order-first lg:order-last',
  cells: perRow =>
    `flex flex-wrap justify-center gap-8 *:w-full md:*:w-[calc(50%-1rem)] lg:*:w-[calc((100%-${2 * (perRow - 1)}rem)/${perRow})]`,
}

export const grids: Readonly<Record<ResponsiveType, BreakpointGrid>> = {
  'mobile-first': stepped,
  'desktop-first': {
    row: 'grid grid-cols-12 max-lg:flex max-lg:flex-col',
    stack: '',
    column: twelfths => `col-span-${twelfths}`,
    first: 'max-lg:order-first',
    cells: perRow =>
      `flex flex-wrap justify-center gap-8 *:w-[calc((100%-${2 * (perRow - 1)}rem)/${perRow})] max-lg:*:w-full`,
  },
  fluid: {
    row: 'flex flex-wrap',
    stack: '',
    column: twelfths => (twelfths > 6 ? 'flex-1 basis-md' : 'flex-1 basis-80'),
    first: '',
    cells: () => 'flex flex-wrap gap-8 *:flex-1 *:basis-60',
  },
  adaptive: stepped,
  fixed: {
    row: 'grid',
    stack: '',
    column: () => '',
    first: 'order-first',
    cells: () => 'grid grid-cols-2 gap-8',
  },
}
