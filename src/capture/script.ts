// Renders capture.mjs: the modules of template/, read once and joined, around the configuration as one JSON literal.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { CaptureConfig } from '../../schemas/capture.ts'

/** The modules of the script in reading order; head.mjs, which declares CONFIG, precedes them. */
const modules = [
  'failure',
  'overrides',
  'progress',
  'browser',
  'navigate',
  'stage',
  'settle',
  'camera',
  'still',
  'frames',
  'motion',
  'page-clock',
  'begin-frame',
  'encode',
  'film',
  'run',
] as const

/** The expression in head.mjs that the configuration replaces. */
const configPlaceholder = "JSON.parse('null')"

/** Everything before the CONFIG literal: how to install and to run the script. */
export const scriptHead = readModule('head')
  .split(configPlaceholder)
  .slice(0, 1)
  .join('')
  .replace(/^export /m, '')

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

const headInJson = encodeInJson(scriptHead)
const bodyInJson = encodeInJson(`\n${scriptBody}`)

/** `renderScript` as a JSON string: its constant parts, 34 KB, are encoded once and not for every response. */
export function renderScriptJson(config: CaptureConfig): string {
  return `"${headInJson}${encodeInJson(toLiteral(config))}${bodyInJson}"`
}

/** The text as it is written between the quotes of a JSON string. */
function encodeInJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
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
  const imports = new Set(sources.flatMap(source => source.match(/^import [^']+ from 'node:[^']+'\n/gm) ?? []))
  return `\n${[...imports].sort().join('')}\n${sources.map(removeModuleSyntax).join('\n\n')}\n`
}

/** Removes imports, exports and JSDoc types, which only the type check of this repository needs; descriptions stay as comments. */
function removeModuleSyntax(source: string): string {
  const imports = /^import [^']+ from '[^']+'\n/gm
  const typeLines = /^ *(?:\/\*\* @.*\*\/|\* @.*)\n/gm
  const emptyComments = /^ *\/\*\*\n *\*\/\n/gm
  const typeCasts = /\/\*\* @type [^*]*\*\/ ?(?:\(([^()]*)\))?/g
  const bareParameters = /\((\w+)\) =>/g
  const docComments = /^( *)\/\*\*(?: (.*) \*\/|\n *\* (.*)\n *\*\/)$/gm
  return [imports, typeLines, emptyComments, /^export /gm]
    .reduce((text, removed) => text.replace(removed, ''), source)
    .replace(typeCasts, '$1')
    .replace(bareParameters, '$1 =>')
    .replace(docComments, '$1// $2$3')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
