// ---- What the command line and the environment change ----
import fs from 'node:fs'
import path from 'node:path'
import { Failure } from './failure.mjs'

/** @import { Config, Settings } from './types.d.ts' */

/**
 * @param {readonly string[]} args Without node and the script.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {Config} config
 * @returns {Settings}
 */
export function readOverrides(args, env, config) {
  if (args.length > 1 || args[0]?.startsWith('-')) {
    throw new Failure('override', 'Usage: node capture.mjs [output file]')
  }
  return {
    output: writable(args[0] ?? (env.CAPTURE_OUTPUT || config.output_file), config.output_format),
    ffmpeg: env.FFMPEG_PATH || 'ffmpeg',
    chromium: env.CHROMIUM_PATH || undefined,
    sandbox: !yes('CAPTURE_NO_SANDBOX', env.CAPTURE_NO_SANDBOX),
    engine: env.CAPTURE_ENGINE || config.video?.engine || '',
  }
}

/**
 * The absolute path of a file that can be written and is named after its format.
 * @param {string} file
 * @param {string} format
 */
function writable(file, format) {
  const output = path.resolve(file)
  if (path.extname(output).toLowerCase() !== `.${format}`) {
    throw new Failure('override', `The output file must end in .${format}: ${file}`)
  }
  try {
    fs.accessSync(`${path.dirname(output)}${path.sep}`, fs.constants.W_OK)
    if (!fs.statSync(output, { throwIfNoEntry: false })?.isDirectory()) return output
  } catch {}
  throw new Failure('override', `The output file cannot be written there: ${output}`)
}

/**
 * @param {string} name
 * @param {string | undefined} value
 */
function yes(name, value = '') {
  if (/^(1|true|yes|on)$/i.test(value)) return true
  if (/^(0|false|no|off|)$/i.test(value)) return false
  throw new Failure('override', `${name} must be 1 or 0, not ${value}`)
}
