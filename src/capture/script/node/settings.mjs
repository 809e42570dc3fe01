// Settings: the command line and the environment.
import path from 'node:path'
import { CONFIG } from '../config.mjs'
import { hasSteps } from '../features.mjs'
import { fail } from './errors.mjs'
import { checkSteps } from './steps.mjs'

/** @import { CaptureConfig, Settings } from './types.mjs' */

/** Those that this script has code for: the service lists them. @type {readonly string[]} */
const knownOptions = []

/** Fails where CONFIG asks for what this script cannot do. @param {CaptureConfig} [config] */
export function checkConfig({ options } = CONFIG, known = knownOptions) {
  const unknown = Object.keys(options).find(name => !known.includes(name))
  if (unknown)
    fail('setting', `This script has no code for options.${unknown}. Request a new script with this option`)
  if (hasSteps) checkSteps(options.steps)
}

/**
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env an empty variable counts as unset
 * @param {CaptureConfig} [config]
 * @returns {Settings}
 */
export function readSettings(args, env, config = CONFIG) {
  const [file = env.CAPTURE_OUTPUT || config.output_file, ...others] = args.filter(word => word !== '--strict')
  if (others.length > 0 || file.startsWith('-'))
    fail('setting', 'Usage: node capture.mjs [output file] [--strict]; its first lines explain more')
  const { CAPTURE_NO_SANDBOX: noSandbox } = env
  if (noSandbox && !['0', '1'].includes(noSandbox)) fail('setting', 'CAPTURE_NO_SANDBOX must be 1 or 0')
  return {
    output: checkOutput(file, config),
    chromium: env.CHROMIUM_PATH || undefined,
    channel: env.CAPTURE_CHANNEL || undefined,
    ...(noSandbox && { sandbox: noSandbox === '0' }),
    ...(env.CAPTURE_PROXY && { proxy: readProxy(env.CAPTURE_PROXY) }),
    cookies: readStrings('CAPTURE_COOKIES', env.CAPTURE_COOKIES),
    headers: readStrings('CAPTURE_HEADERS', env.CAPTURE_HEADERS),
    ffmpeg: env.FFMPEG_PATH || 'ffmpeg',
    strict: args.includes('--strict'),
  }
}

/** @param {string} file @param {CaptureConfig} config */
function checkOutput(file, config) {
  const output = path.resolve(file)
  const type = config.options.image_type ?? config.output_format
  const extension = path.extname(output).toLowerCase().replace('.jpg', '.jpeg')
  const advice = 'output_format and image_type of the request (npm run capture: --image-type) choose another type'
  if (extension !== `.${type}`) fail('setting', `The output file must end in .${type}: ${file}. ${advice}`)
  return output
}

/** @param {string} address */
function readProxy(address) {
  if (!/^(https?|socks[45]):/.test(address) || !URL.canParse(address))
    fail('setting', 'CAPTURE_PROXY must be an address: http://user:password@host:3128')
  const { protocol, host, username, password } = new URL(address)
  const account = { username: decodeURIComponent(username), password: decodeURIComponent(password) }
  return { server: `${protocol}//${host}`, ...(username && account) }
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
