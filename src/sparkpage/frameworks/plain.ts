// Pages without a framework, and with Open Props, whose custom properties our own rules take: our own grid.
import type { ResponsiveType } from '../../../schemas/sparkpage.ts'
import type { Idiom } from '../idiom.ts'
import { inWideWindows, readSheet, readSheetsByType } from '../sheets.ts'

const common = readSheet('plain')
const narrow = readSheetsByType('narrow')
const wide = readSheet('wide')
const fluid = readSheet('fluid')

/** A few exact widths, and sizes that grow with the widest. */
const adaptiveSteps = [
  '.sp-container,.sp-header-inner{width:320px;max-width:100%;margin-inline:auto}',
  ...[
    [30, 448, 100],
    [48, 704, 100],
    [64, 960, 100],
    [84, 1216, 100],
    [120, 1728, 133],
    [200, 2816, 213],
  ].map(
    ([from, width, size]) =>
      `@media (min-width:${from}rem){.sp-container,.sp-header-inner{width:${width}px}html{font-size:${size}%}}`,
  ),
].join('\n')

const rootSize = readSheetsByType('root-size')

function arrange(type: ResponsiveType): string {
  switch (type) {
    case 'mobile-first':
    case 'desktop-first':
      return `${rootSize[type]}\n${narrow[type]}\n${inWideWindows(type, wide)}`
    case 'adaptive':
      return `${narrow[type]}\n${adaptiveSteps}\n${inWideWindows(type, wide)}`
    case 'fixed':
      return `${narrow[type]}\n.sp-container,.sp-header-inner{width:min(960px,100%);margin-inline:auto}`
    case 'fluid':
      return `${rootSize[type]}\n${narrow[type]}\n${fluid}`
  }
}

export const plain: Idiom = {
  page: 'sp-page',
  main: 'sp-main',
  container: () => 'sp-container',
  section: 'sp-section',
  head: '',
  columns: () => 'sp-row',
  column: () => 'sp-cell',
  grid: (_, perRow) => `sp-grid sp-grid-${perRow}`,
  cell: () => '',
  hasRows: false,
  card: '',
  cardBody: '',
  title: () => '',
  lead: '',
  heading: '',
  subheading: '',
  paragraph: '',
  small: '',
  value: '',
  quote: '',
  list: '',
  question: '',
  summary: '',
  answer: '',
  image: '',
  actions: '',
  button: '',
  secondary: '',
  buttonAttributes: '',
  header: 'sp-header',
  headerInner: () => 'sp-header-inner',
  brand: '',
  nav: () => 'sp-nav',
  navLink: '',
  menu: () => '',
  footer: 'sp-footer',
  footerInner: 'sp-footer-inner',
  footerColumn: 'sp-footer-column',
  footerLink: '',
  hero: arrangement => ({
    section: `sp-${arrangement}`,
    container: '',
    row: 'sp-row',
    copy: '',
    pane: '',
    visual: '',
  }),
  css: type => `${common}\n${arrange(type)}`,
}

/** The scales of Open Props for type, corners and shadows, and its button. */
const openPropsTheme = `html:root{--brand:var(--sp-accent);--link:var(--sp-link);--text-1:var(--sp-text);--text-2:var(--sp-muted);--surface-1:var(--sp-bg);--surface-2:var(--sp-surface);--surface-3:var(--sp-surface);--surface-4:var(--sp-surface);--font-sans:var(--sp-font-text);--font-system-ui:var(--sp-font-text);--sp-radius:var(--radius-round);--sp-radius-large:var(--radius-4)}
.sp-heading,.sp-subheading,.sp-quote,.sp-value,.sp-text,.sp-lead{max-inline-size:none}`
const openPropsRules = `.sp-beside .sp-pane,.sp-beside.sp-text-last .sp-pane,[dir="rtl"] .sp-beside .sp-pane{margin:clamp(0px,4vw - 2rem,2.5rem) 0}
.sp-beside .sp-visual,.sp-above .sp-visual{border-radius:var(--radius-4);box-shadow:var(--shadow-4)}
.sp-header{border-bottom:var(--border-size-1) solid var(--sp-border)}
.sp-title,.sp-heading{letter-spacing:var(--font-letterspacing-0)}
.sp-lead{line-height:var(--font-lineheight-4)}
.sp-title{max-inline-size:min(100%,52ch)}
.sp-card{box-shadow:var(--shadow-2)}
.sp-button{--_bg:var(--brand);--_text:var(--sp-on-accent);--_border:transparent;--_ink-shadow:none;--_size:var(--font-size-1);--_radius:var(--radius-round);background:var(--brand);color:var(--sp-on-accent);white-space:normal;box-shadow:none}`

export const openProps: Idiom = {
  ...plain,
  button: 'btn',
  css: type => `${openPropsTheme}\n${common}\n${arrange(type)}\n${openPropsRules}`,
}
