// Settings: the command line and the environment.
import fs from 'node:fs'
import path from 'node:path'
import { CONFIG } from '../head.mjs'
import { fail } from './errors.mjs'

/** @import { CaptureConfig, Settings } from './types.mjs' */

/** Options that this script has code for. */
const knownOptions = [
  'color_scheme',
  // #if delay
  'delay',
  // #endif
  // #if film
  'delay',
  'fps',
  // #endif
  // #if area
  'full_page',
  'selector',
  // #endif
  // #if max_height
  'max_height',
  // #endif
  // #if image_type
  'image_type',
  'quality',
  // #endif
  // #if omit_background
  'omit_background',
  // #endif
  // #if reduced_motion
  'reduced_motion',
  // #endif
  // #if hide_selectors
  'hide_selectors',
  // #endif
  // #if hide_cookie_banners
  'hide_cookie_banners',
  // #endif
  // #if wait_for_selector
  'wait_for_selector',
  // #endif
  // #if steps
  'steps',
  // #endif
  // #if accept_status
  'accept_status',
  // #endif
  // #if ignore_https_errors
  'ignore_https_errors',
  // #endif
  // #if locale
  'locale',
  // #endif
  // #if timezone
  'timezone',
  // #endif
  // #if storage_state
  'storage_state',
  // #endif
  // #if platform
  'platform',
  // #endif
  // #if scroll
  'motion',
  // #endif
]

/** Fails where CONFIG sets another option: it would have no effect. @param {Pick<CaptureConfig, 'options'>} [config] */
export function checkOptions({ options } = CONFIG, known = knownOptions) {
  const unsetValues = ['', 'null', 'false', 'none', '0s']
  for (const [name, value] of Object.entries(options)) {
    if (known.includes(name) || unsetValues.includes(String(value))) continue
    fail('setting', `This script has no code for ${name}: request another one with it`)
  }
}

// #if env_texts

/** Puts the values of environment variables in the place of {"env": "NAME"}. */
export function readTexts() {
  for (const [index, step] of (CONFIG.options.steps ?? []).entries()) {
    const { env: name } = Object(step.action === 'type' && step.text)
    if (name === undefined) continue
    const text = process.env[name]
    if (!text) fail('setting', `Step ${index + 1} (type): set the environment variable ${name} to the text to type`)
    Object.assign(step, { text })
  }
}
// #endif

/**
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env an empty variable counts as unset
 * @param {CaptureConfig} [config]
 * @returns {Settings}
 */
export function readSettings(args, env, config = CONFIG) {
  const [file = env.CAPTURE_OUTPUT || config.output_file] = args
  if (args.length > 1 || file.startsWith('-')) fail('setting', 'Usage: node capture.mjs [output file | --help]')
  const noSandbox = env.CAPTURE_NO_SANDBOX || '1'
  if (!['0', '1'].includes(noSandbox)) fail('setting', 'CAPTURE_NO_SANDBOX must be 1 or 0')
  return {
    output: checkOutput(file, config),
    chromium: env.CHROMIUM_PATH || undefined,
    channel: env.CAPTURE_CHANNEL || undefined,
    sandbox: noSandbox === '0',
    cookies: readStrings('CAPTURE_COOKIES', env.CAPTURE_COOKIES),
    headers: readStrings('CAPTURE_HEADERS', env.CAPTURE_HEADERS),
    // #if storage_state
    state: config.options.storage_state === null ? undefined : readStorageState(config.options.storage_state),
    // #endif
    // #if film
    ffmpeg: env.FFMPEG_PATH || 'ffmpeg',
    engine: env.CAPTURE_ENGINE || config.video?.engine || 'auto',
    // #endif
  }
}

/** @param {string} file @param {CaptureConfig} config */
function checkOutput(file, config) {
  const output = path.resolve(file)
  const type = config.options.image_type ?? config.output_format
  const extension = path.extname(output).toLowerCase().replace('.jpg', '.jpeg')
  if (extension !== `.${type}`) fail('setting', `The output file must end in .${type}: ${file}`)
  try {
    fs.accessSync(`${path.dirname(output)}${path.sep}`, fs.constants.W_OK)
  } catch {
    fail('setting', `The output file cannot be written there: ${output}`)
  }
  return output
}

/** @param {string} name @param {string | undefined} json @returns {[string, string][]} */
function readStrings(name, json) {
  if (!json) return []
  try {
    const entries = Object.entries(JSON.parse(json))
    if (/^\s*{/.test(json) && entries.every(([, value]) => typeof value === 'string')) return entries
  } catch {}
  return fail('setting', `${name} must be a JSON object of strings: {"name": "value"}`)
}
// #if storage_state

/** @param {string} file @returns {Settings['state']} */
function readStorageState(file) {
  try {
    // A pipe could be read without end.
    const { cookies, origins } = JSON.parse(fs.statSync(file).isFile() ? fs.readFileSync(file, 'utf8') : '')
    if (Array.isArray(cookies) && Array.isArray(origins)) return { cookies, origins }
  } catch {}
  return fail('setting', `storage_state: ${path.resolve(file)} is not a file of Playwright's storageState`)
}
// #endif
