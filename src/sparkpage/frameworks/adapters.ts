// CSS frameworks: where their official rules come from, and how each of them writes a page.
import type { Framework } from '../../../schemas/sparkpage.ts'
import type { PageTemplate } from '../page-parts.ts'
import { bootstrap } from './bootstrap.ts'
import { bulma } from './bulma.ts'
import { pico } from './pico.ts'
import { openProps, plain } from './plain.ts'
import { tailwind } from './tailwind.ts'

export interface FrameworkAdapter {
  /** The official style sheets, as package and path; none: only our own rules. */
  readonly sheets: readonly string[]
  readonly template: PageTemplate
}

export const frameworkAdapters: Readonly<Record<Framework, FrameworkAdapter>> = {
  none: { sheets: [], template: plain },
  /** Compiled for the utilities that pages use. */
  tailwind: { sheets: ['tailwindcss/index.css'], template: tailwind },
  bootstrap: { sheets: ['bootstrap/dist/css/bootstrap.css'], template: bootstrap },
  bulma: { sheets: ['bulma/css/bulma.css'], template: bulma },
  pico: { sheets: ['@picocss/pico/css/pico.css'], template: pico },
  'open-props': {
    sheets: ['open-props/open-props.min.css', 'open-props/normalize.min.css', 'open-props/buttons.min.css'],
    template: openProps,
  },
}
