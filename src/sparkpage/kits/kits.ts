// The frameworks of pages, and their official rules as far as pages can use them.
import { existsSync, readFileSync } from 'node:fs'
import type { Framework } from '../../../schemas/sparkpage.ts'
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

export const frameworkRules: ReadonlyMap<Framework, Sheet> = new Map()
