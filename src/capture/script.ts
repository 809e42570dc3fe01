// Renders capture.mjs: the head of a script, its configuration as one JSON literal, and the bundle of its modules.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { CaptureConfig } from '../../schemas/capture-config.ts'
import { insideJson, WrittenJson } from '../json-parts.ts'
import { captureFormats, type ScriptKind, scriptKinds } from './formats.ts'
import { headOf } from './head.ts'

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

/** The build of the service has made the bundles; from the sources they are made when it starts. */
async function readBundle(kind: ScriptKind): Promise<string> {
  const file = new URL(`${kind}.mjs`, built)
  if (existsSync(file)) return readFileSync(file, 'utf8')
  const { bundleScript } = await import('./bundle.mjs')
  return bundleScript(kind)
}

const scripts = new Map(
  await Promise.all(
    scriptKinds.map(async (kind): Promise<[ScriptKind, ScriptParts]> => [kind, toParts(kind, await readBundle(kind))]),
  ),
)

function toParts(kind: ScriptKind, bundle: string): ScriptParts {
  const head = `${headOf(kind)}const CONFIG = `
  const body = `\n${bundle}`
  return {
    head,
    body,
    sha256: createHash('sha256').update(body).digest('hex'),
    json: { head: Buffer.from(insideJson(head)), body: Buffer.from(insideJson(body)) },
  }
}

/**
 * The text of a script without its configuration. The SHA-256 of the body equals
 * `sed '1,/^}$/d' capture.mjs | sha256sum`.
 */
export function scriptParts({ output_format, options }: Pick<CaptureConfig, 'output_format' | 'options'>): ScriptParts {
  const kind = captureFormats[output_format].scriptKind(options)
  const parts = scripts.get(kind)
  if (parts === undefined) throw new Error(`No script: ${kind}`)
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
