// Writes the rules of CSS frameworks that pages use; `npm run build:css` after a change of their classes or version.
import { writeFile } from 'node:fs/promises'
import { frameworks } from '../schemas/sparkpage.ts'
import { subsetOf } from './css/subset.ts'

for (const framework of frameworks) {
  if (framework === 'none') continue
  await writeFile(new URL(`../src/sparkpage/frameworks/${framework}.css`, import.meta.url), await subsetOf(framework))
}
