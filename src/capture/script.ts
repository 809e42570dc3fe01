// The finished capture.mjs: the constant parts of the template around one JSON literal.
import type { CaptureConfig } from '../../schemas/capture.ts'
import { scriptBody, scriptHead } from './template.ts'

/**
 * Writes the script for a configuration: the same configuration gives the same bytes.
 *
 * Only the literal after `const CONFIG = ` depends on the configuration; everything below it hashes to
 * `config.script.sha256`.
 */
export const captureScript = (config: CaptureConfig): string => `${scriptHead}${literal(config)}\n${scriptBody}`

/** A text as it stands between the quotes of JSON. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

const headInJson = inJson(scriptHead)
const bodyInJson = inJson(`\n${scriptBody}`)

/** `captureScript` as a JSON string: its constant parts, 34 KB, are encoded once instead of with every answer. */
export const captureScriptJson = (config: CaptureConfig): string =>
  `"${headInJson}${inJson(literal(config))}${bodyInJson}"`

/** Ends of scripts and comments, invisible and direction-changing characters (Unicode TR36, "Trojan Source"). */
const unsafe =
  /<|\*\/|[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g

/** JSON that may stand anywhere: in a module, in an HTML script element, inside a comment. */
const literal = (config: CaptureConfig): string =>
  JSON.stringify(config, null, 2).replace(unsafe, text => (text === '*/' ? '*\\/' : escaped(text)))

const escaped = (text: string): string =>
  text
    .split('')
    .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
