// The frameworks of pages, and their official rules as far as pages can use them.
import { readFileSync } from 'node:fs'
import { type Framework, frameworks } from '../../../schemas/sparkpage.ts'
import { parseSheet, type Sheet } from '../render/matching-rules.ts'
import { bootstrap } from './bootstrap.ts'
import { bulma } from './bulma.ts'
import type { Kit } from './kit.ts'
import { none } from './none.ts'
import { openProps } from './open-props.ts'
import { pico } from './pico.ts'
import { tailwind } from './tailwind.ts'

export const kits: Readonly<Record<Framework, Kit>> = {
  none,
  tailwind,
  bootstrap,
  bulma,
  pico,
  'open-props': openProps,
}

/** `npm run build:css` writes them; none has no entry. */
export const kitRules: ReadonlyMap<Framework, Sheet> = new Map(
  frameworks.filter(framework => framework !== 'none').map(framework => [framework, readRules(framework)]),
)

function readRules(framework: Framework): Sheet {
  return parseSheet(readFileSync(new URL(`./${framework}.css`, import.meta.url), 'utf8'))
}
