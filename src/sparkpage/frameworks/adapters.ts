// CSS frameworks: where their official rules come from, and how each of them writes a page.
import type { Framework } from '../../../schemas/sparkpage.ts'
import type { Idiom } from '../idiom.ts'
import { bootstrap } from './bootstrap.ts'
import { bulma } from './bulma.ts'
import { pico } from './pico.ts'
import { openProps, plain } from './plain.ts'
import { tailwind } from './tailwind.ts'

export interface FrameworkAdapter {
  /** The official style sheets, as package and path; none: only our own rules. */
  readonly sheets: readonly string[]
  readonly idiom: Idiom
}

export const frameworkAdapters: Readonly<Record<Framework, FrameworkAdapter>> = {
  none: { sheets: [], idiom: plain },
  /** Compiled for the utilities that pages use. */
  tailwind: { sheets: ['tailwindcss/index.css'], idiom: tailwind },
  bootstrap: { sheets: ['bootstrap/dist/css/bootstrap.css'], idiom: bootstrap },
  bulma: { sheets: ['bulma/css/bulma.css'], idiom: bulma },
  pico: { sheets: ['@picocss/pico/css/pico.css'], idiom: pico },
  'open-props': {
    sheets: ['open-props/open-props.min.css', 'open-props/normalize.min.css', 'open-props/buttons.min.css'],
    idiom: openProps,
  },
}
