// The frameworks, each in its file.
import type { Framework } from '../../../schemas/sparkpage.ts'
import { bootstrap } from './bootstrap.ts'
import { bulma } from './bulma.ts'
import type { Dress } from './dress.ts'
import { none } from './none.ts'
import { openProps } from './open-props.ts'
import { pico } from './pico.ts'
import { tailwind } from './tailwind.ts'

export const dresses: Readonly<Record<Framework, Dress>> = {
  none,
  tailwind,
  bootstrap,
  bulma,
  pico,
  'open-props': openProps,
}
