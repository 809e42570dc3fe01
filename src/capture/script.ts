// Renders capture.mjs: the modules that a request needs, around its configuration as one JSON literal.
import { createHash } from 'node:crypto'
import type { CaptureConfig } from '../../schemas/capture-config.ts'
import { memoize } from '../cache.ts'
import { insideJson, WrittenJson } from '../json-parts.ts'
import { captureFormats } from './formats.ts'
import { type Features, joinModules, readModules } from './modules.ts'
import { isUsed, optionNames } from './options.ts'
import { variablesOf } from './steps.ts'

const folder = new URL('script/', import.meta.url)

/** The expression in head.mjs that the configuration replaces. */
const configPlaceholder = "JSON.parse('null')"

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

/** The parts by entry and features: some 200 KB for each of the combinations, of which many thousands exist. */
const cachedParts = memoize<ScriptParts>({
  maxBytes: 16 * 1024 * 1024,
  lengthOf: ({ head, body }) => 2 * (head.length + body.length),
})

type JobConfig = Pick<CaptureConfig, 'output_format' | 'options'>

/**
 * The text of a script without its configuration; it depends on the kind of the output and on the options in use.
 * The SHA-256 of the body equals `sed '1,/^}$/d' capture.mjs | sha256sum`.
 */
export function scriptParts({ output_format, options }: JobConfig): ScriptParts {
  const format = captureFormats[output_format]
  const entry = `node/${format.entry(options)}.mjs`
  const values: Readonly<Record<string, unknown>> = options
  const used = optionNames.filter(name => isUsed(name, values[name]))
  const needs = needsOf(options, used)
  const needed = Object.keys(needs).filter(name => needs[name])
  return cachedParts([entry, ...used, ...needed].join(), () => {
    const uses = Object.fromEntries(optionNames.map(name => [name, used.includes(name)]))
    return buildParts(entry, {
      screenshot: format.job === 'screenshot',
      film: format.job === 'film',
      ...uses,
      ...needs,
    })
  })
}

/** What several options need, or one value of them. */
function needsOf(options: CaptureConfig['options'], used: readonly string[]): Features {
  const { full_page, selector, hide_selectors, wait_for_selector, platform, motion } = options
  const { image_type = 'png', omit_background = false, steps = [] } = options
  const isArea = full_page || selector !== null
  return {
    area: isArea,
    selectors: selector !== null || wait_for_selector !== null || hide_selectors.length > 0 || used.includes('steps'),
    all_images: isArea || motion !== 'none',
    env_texts: variablesOf(steps).length > 0,
    real_time: used.includes('delay') || wait_for_selector !== null || used.includes('steps'),
    phone: platform === 'instagram_reels' || platform === 'youtube_shorts',
    scroll: motion !== 'none',
    eased: motion === 'scroll',
    story: motion === 'story',
    // Chromium leaves the transparency out of an opaque part: PNG files of two kinds cannot be joined as they are.
    encoded: image_type !== 'png' || (omit_background && isArea),
  }
}

function buildParts(entry: string, features: Features): ScriptParts {
  const modules = readModules(folder, features)
  const head = modules.get('head.mjs')
  modules.delete('head.mjs')
  const [beforeConfig = ''] = `${head?.title}\n${head?.code}`.replace(/^export /m, '').split(configPlaceholder)
  const body = `\n${joinModules(modules, entry)}\n\nif (isMainModule()) await runProgram(capture)\n`
  return {
    head: beforeConfig,
    body,
    sha256: createHash('sha256').update(body).digest('hex'),
    json: { head: Buffer.from(insideJson(beforeConfig)), body: Buffer.from(insideJson(body)) },
  }
}

/**
 * Renders the script for a configuration: the same configuration gives the same bytes.
 *
 * Only the literal after `const CONFIG = ` depends on more than the kind of the output and the options in use.
 */
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

/** JSON that is safe in a module, in an HTML script element and in a comment. */
function toLiteral(config: CaptureConfig): string {
  return JSON.stringify(config, null, 2).replace(unsafeCharacters, text =>
    text === '*/' ? '*\\/' : escapeUnicode(text),
  )
}

function escapeUnicode(text: string): string {
  return text
    .split('')
    .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
