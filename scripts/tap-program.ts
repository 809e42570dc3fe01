// tap as a program.
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** What Node starts: what lies in node_modules/.bin would start a Node of its own choice. */
export const tapProgram = join(createRequire(import.meta.url).resolve('tap/package.json'), '../dist/esm/run.mjs')
