// Tailwind CSS, its rules generated beforehand by scripts/build-css.ts.
import { readFileSync } from 'node:fs'
import type { Adapter } from './adapter.ts'
import { tailwindDress } from './tailwind-dress.ts'

export const tailwind: Adapter = {
  dress: tailwindDress,
  css: readFileSync(new URL('./tailwind.css', import.meta.url), 'utf8').trim(),
}
