// Our own style sheets, and the part of one that a responsive type takes.
import { readFileSync } from 'node:fs'
import type { ResponsiveType } from '../../schemas/sparkpage.ts'

/** @returns the rules of a file of the folder css. */
export function readSheet(name: string): string {
  return readFileSync(new URL(`./css/${name}.css`, import.meta.url), 'utf8').trim()
}

/** Width from which on a page has several columns, in rem, so that it follows the reader's font size. */
const breakpoint = 64

/** Whether the pages of a type have rules of their own for windows of several columns. */
export function hasWideWindows(type: ResponsiveType): boolean {
  return type !== 'fluid' && type !== 'fixed'
}

/** @param type one that has wide windows. @returns rules for windows of several columns, in its way. */
export function inWideWindows(type: ResponsiveType, rules: string): string {
  const query =
    type === 'desktop-first' ? `not all and (max-width:${breakpoint - 0.0625}rem)` : `(min-width:${breakpoint}rem)`
  return `@media ${query}{\n${rules}\n}`
}

/** A comment that names the responsive types for which all rules below it are, up to the next one. */
const typeComment = /^\/\* For ([\w, -]+): \*\/\n/m

/** @returns the rules of files of the folder css for each responsive type; those above the first such comment are for all types. */
export function readSheetsByType(...names: readonly string[]): Readonly<Record<ResponsiveType, string>> {
  const rulesFor = (type: ResponsiveType) => names.flatMap(name => partsFor(type, readSheet(name))).join('\n')
  return {
    'mobile-first': rulesFor('mobile-first'),
    'desktop-first': rulesFor('desktop-first'),
    fluid: rulesFor('fluid'),
    adaptive: rulesFor('adaptive'),
    fixed: rulesFor('fixed'),
  }
}

function partsFor(type: ResponsiveType, sheet: string): readonly string[] {
  const [common = '', ...parts] = sheet.split(typeComment)
  // The names of types, then the rules for them, and so on.
  const own = parts.filter((_, index) => index % 2 === 1 && parts[index - 1]?.split(', ').includes(type))
  return [common, ...own].map(rules => rules.trim()).filter(Boolean)
}
