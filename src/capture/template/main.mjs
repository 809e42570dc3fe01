// --- Go
import { CONFIG } from './head.mjs'
import { run } from './run.mjs'

await run(CONFIG)
