// The thread of an analyst under tsx, which on Node 20 teaches TypeScript to the main thread only.
import { register } from 'tsx/esm/api'

register()
await import('./worker.ts')
