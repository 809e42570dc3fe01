// Renders capture.mjs: the modules of template/, read once and joined, around the configuration as one JSON literal.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { CaptureConfig } from '../../schemas/capture-config.ts'

/** The modules of the script in reading order; head.mjs, which declares CONFIG, precedes them. */
const modules = [
  'failure',
  'overrides',
  'progress',
  'browser',
  'navigate',
  'agent',
  'banners',
  'settle',
  'camera',
  'motion',
  'png',
  'still',
  'scroll',
  'frames',
  'workers',
  'images',
  'page-clock',
  'begin-frame',
  'encode',
  'film',
  'types',
  'run',
] as const

/** The expression in head.mjs that the configuration replaces. */
const configPlaceholder = "JSON.parse('null')"

/** The line that begins the section of a module, after its imports. */
const sectionTitle = '// --- '
/** The line that ends it. */
const exportList = '\nexport {'

/** Everything before the CONFIG literal: how to install and to run the script. */
export const scriptHead = readBefore(readModule('head'), configPlaceholder)

/** Everything after the CONFIG literal, the same in every script. */
export const scriptBody = joinModules(modules.map(readModule))

/** SHA-256 of `scriptBody`, hex: equals `sed '1,/^}$/d' capture.mjs | sha256sum`. */
export const scriptSha256 = createHash('sha256').update(scriptBody).digest('hex')

/**
 * Renders the script for a configuration: the same configuration gives the same bytes.
 *
 * Only the literal after `const CONFIG = ` depends on the configuration; the SHA-256 of everything after it is
 * `config.script.sha256`.
 */
export function renderScript(config: CaptureConfig): string {
  return `${scriptHead}${toLiteral(config)}\n${scriptBody}`
}

/** Ends of scripts and comments; invisible and bidirectional control characters (Unicode TR36, "Trojan Source"). */
const unsafeCharacters =
  /<|\*\/|[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g

/** JSON that is safe in a module, in an HTML script element and in a comment. */
function toLiteral(config: CaptureConfig): string {
  return JSON.stringify(config, null, 2).replace(unsafeCharacters, text => (text === '*/' ? '*\\/' : escapeText(text)))
}

function escapeText(text: string): string {
  return text
    .split('')
    .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}

function readModule(name: string): string {
  return readFileSync(new URL(`./template/${name}.mjs`, import.meta.url), 'utf8')
}

/** One file has no imports between its parts; imports from Node.js move to its top, each once. */
function joinModules(sources: readonly string[]): string {
  const imports = sources.flatMap(source => readBefore(source, sectionTitle).split('\n').filter(isNodeImport))
  return `\n${[...new Set(imports)].sort().join('\n')}\n\n${sources.map(sectionOf).join('\n\n')}\n`
}

function isNodeImport(line: string): boolean {
  return line.startsWith('import ') && line.includes(" from 'node:")
}

/** A module without its imports and exports. */
function sectionOf(source: string): string {
  return readBefore(source.slice(source.indexOf(sectionTitle)), exportList).trim()
}

function readBefore(text: string, end: string): string {
  const index = text.indexOf(end)
  return index < 0 ? text : text.slice(0, index)
}
