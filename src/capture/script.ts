// Renders capture.mjs: the head of a script, its configuration as one JSON literal, and the bundle of its modules.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CaptureConfig } from '../../schemas/capture-config.ts'
import { captureOptions } from '../../schemas/capture-options.ts'
import { insideJson, WrittenJson } from '../values/json-parts.ts'
import { captureFormats } from './formats.ts'
import { headOf } from './head.ts'
import { replaceFound } from './replace-found.mjs'
import { parseScriptName, type ScriptKind, scriptNameOf } from './script-names.mjs'

interface ScriptParts {
  /** Everything before the CONFIG literal: how to install and to run the script. */
  readonly head: string
  /** Everything after it. */
  readonly body: string
  /** SHA-256 of the body, hex. */
  readonly sha256: string
  /** Head and body inside a JSON string, in UTF-8. */
  readonly json: { readonly head: Buffer; readonly body: Buffer }
}

const built = new URL('built/', import.meta.url)

const bundler = new URL('print-bundle.mjs', import.meta.url)

/** The build of the service has made the bundles; from the sources a bundle is made at its first use. */
function readBundle(name: string): string {
  const file = new URL(`${name}.mjs`, built)
  if (existsSync(file)) return readFileSync(file, 'utf8')
  const env = { ...process.env, NODE_OPTIONS: '' }
  return execFileSync(process.execPath, [fileURLToPath(bundler), name], { encoding: 'utf8', env })
}

/** Those that were asked for, by name. */
const scripts = new Map<string, ScriptParts>()

function toParts(kind: ScriptKind, name: string): ScriptParts {
  const { features, missingOptions } = parseScriptName(name)
  const head = `${headOf(kind, features.includes('steps'))}const CONFIG = `
  const known = Object.keys(captureOptions).filter(option => !missingOptions.includes(option))
  const body = `\n${replaceFound(readBundle(name), 'knownOptions = []', () => `knownOptions = ${toWords(known)}`)}`
  return {
    head,
    body,
    sha256: createHash('sha256').update(body).digest('hex'),
    json: { head: Buffer.from(insideJson(head)), body: Buffer.from(insideJson(body)) },
  }
}

/** A list as code, in lines that fit a screen. */
function toWords(words: readonly string[]): string {
  const lines = words.join(' ').replaceAll(/(.{1,100})(?: |$)/g, '  $1\n')
  return `\`\n${lines}\`.split(/\\s+/)`
}

/**
 * The text of a script without its configuration. The SHA-256 of the body equals
 * `sed '1,/^}$/d' capture.mjs | sha256sum`.
 */
export function scriptParts({ output_format, options }: Pick<CaptureConfig, 'output_format' | 'options'>): ScriptParts {
  const kind = captureFormats[output_format].scriptKind(options)
  const name = scriptNameOf(kind, options)
  const parts = scripts.get(name) ?? toParts(kind, name)
  scripts.set(name, parts)
  return parts
}

/** Renders the script for a configuration: the same configuration gives the same bytes. Only the literal after `const CONFIG = ` depends on more than the kind of the script. */
export function renderScript(config: CaptureConfig): string {
  const { head, body } = scriptParts(config)
  return `${head}${toLiteral(config)}\n${body}`
}

/** The script as JSON. */
export function renderScriptJson(config: CaptureConfig): WrittenJson {
  const { head, body } = scriptParts(config).json
  return new WrittenJson('"', head, insideJson(`${toLiteral(config)}\n`), body, '"')
}

/** Ends of scripts and comments; invisible and bidirectional control characters (Unicode TR36, "Trojan Source"). */
const unsafeCharacters =
  /<|\*\/|[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g

/** The members that the script reads, as JSON that is safe in a module, in an HTML script element and in a comment. */
function toLiteral({
  script: _script,
  output_size: _size,
  record_duration: _duration,
  ...members
}: CaptureConfig): string {
  return JSON.stringify(members, null, 2).replace(unsafeCharacters, text =>
    text === '*/' ? '*\\/' : escapeUnicode(text),
  )
}

function escapeUnicode(text: string): string {
  return text
    .split('')
    .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
