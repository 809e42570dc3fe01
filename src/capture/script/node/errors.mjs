// Errors, of which each kind has its exit code, and warnings, each printed once.
import { CONFIG } from '../config.mjs'

const exitCodes = {
  other: 1,
  start: 1,
  setting: 2,
  tool: 3,
  navigation: 4,
  encoding: 5,
  interrupted: 130,
}

export class CaptureError extends Error {
  /** @param {keyof typeof exitCodes} kind @param {string} message */
  constructor(kind, message) {
    super(message)
    this.kind = kind
  }
}

/** @param {keyof typeof exitCodes} kind @param {string} message @returns {never} */
export function fail(kind, message) {
  throw new CaptureError(kind, message)
}

/** @param {unknown} error */
export function exitCodeOf(error) {
  return exitCodes[error instanceof CaptureError ? error.kind : 'other']
}

/** Without the name of the call that Playwright puts before it. @param {unknown} error */
export function firstLine(error) {
  const text = error instanceof Error ? error.message : String(error)
  return text.trim().replace(/^\w+\.\w+: |\n.*/gs, '')
}

/** Whether a step types a text that CONFIG only names: no message may repeat it. */
export function typesSecret() {
  return (CONFIG.options.steps ?? []).some(step => 'text' in step && typeof step.text === 'object')
}

/** The path of an address may contain what was typed. @param {string} text */
export function withoutSecrets(text) {
  return typesSecret() ? text.replaceAll(/(\w+:\/\/[^/?#\s]*)\S*/g, '$1') : text
}

/** What was printed. @type {Set<string>} */
export const warnings = new Set()

/** @param {string} message */
export function warn(message) {
  const shown = withoutSecrets(message)
  if (!warnings.has(shown)) process.stderr.write(`warning: ${shown}\n`)
  warnings.add(shown)
}
