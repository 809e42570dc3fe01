// Writes the rules of CSS frameworks that pages use; `npm run build:css` after a change of their classes or version.
import { writeFile } from 'node:fs/promises'
import { tailwindCss } from './tailwind-css.ts'

await writeFile(new URL('../src/page/frameworks/tailwind.css', import.meta.url), await tailwindCss())
