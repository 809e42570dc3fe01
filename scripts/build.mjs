// `npm run build`: dist/ from nothing, complete, to be copied elsewhere with the production packages. It appears complete: services may
// start from the one before meanwhile.
import { cp, rename, rm } from 'node:fs/promises'
import { bundle } from './bundle.mjs'

// Typefaces are development packages of 11 MB: dist/ gets the fonts that pages may embed and their licences, where Node finds packages.
const isUsedOfTypeface = path =>
  !/\.[^/]+$|\/scss$/.test(path) ||
  /(?:\.json|-(?:300|400|500|600|700)-normal\.woff2|-(?:300|400)-italic\.woff2)$/.test(path)

const [unfinished, former] = ['dist.new', 'dist.old']
for (const folder of [unfinished, former]) await rm(folder, { recursive: true, force: true })
await bundle(unfinished)
const fonts = 'node_modules/@fontsource'
await cp(fonts, `${unfinished}/${fonts}`, { recursive: true, filter: isUsedOfTypeface })
await rename('dist', former).catch(() => undefined)
await rename(unfinished, 'dist')
await rm(former, { recursive: true, force: true })
