// `npm run build`: dist/ from nothing, complete, to be copied elsewhere with the production packages.
import { cp, rm } from 'node:fs/promises'
import { bundle } from './bundle.mjs'

// Typefaces are development packages of 11 MB: dist/ gets the fonts that pages may embed and their licences, where Node finds packages.
const isUsedOfTypeface = path =>
  !/\.[^/]+$|\/scss$/.test(path) || /(?:\.json|-(?:400|500|600|700)-normal\.woff2)$/.test(path)

await rm('dist', { recursive: true, force: true })
await bundle()
await cp('node_modules/@fontsource', 'dist/node_modules/@fontsource', { recursive: true, filter: isUsedOfTypeface })
