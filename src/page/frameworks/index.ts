// The frameworks, each in its file.
import type { Framework } from '../../../schemas/sparkpage.ts'
import type { Adapter } from './adapter.ts'
import { none } from './none.ts'
import { tailwind } from './tailwind.ts'

export const adapters: Readonly<Record<Framework, Adapter>> = { none, tailwind }
