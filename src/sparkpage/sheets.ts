// Our own style sheets.
import { readFileSync } from 'node:fs'

/** @returns the rules of a file of the folder css. */
export function readSheet(name: string): string {
  return readFileSync(new URL(`./css/${name}.css`, import.meta.url), 'utf8').trim()
}
