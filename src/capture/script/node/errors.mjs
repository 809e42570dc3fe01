// Errors, of which each kind has its exit code; warnings, each printed once; and a limit for what may never end.
import timers from 'node:timers/promises'
import { hasSteps } from '../features.mjs'
import { withoutSecrets } from './secrets.mjs'

const exitCodes = { other: 1, unresponsive: 1, setting: 2, tool: 3, navigation: 4, encoding: 5, interrupted: 130 }

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

/** What was printed. @type {Set<string>} */
export const warnings = new Set()

/** @param {string} message */
export function warn(message) {
  if (hasSteps) message = withoutSecrets(message)
  if (!warnings.has(message)) process.stderr.write(`warning: ${message}\n`)
  warnings.add(message)
}

/**
 * @template Value
 * @param {Promise<Value>} promise
 * @param {number} milliseconds
 * @returns {Promise<Value | undefined>} undefined when it takes longer
 */
export async function withTimeout(promise, milliseconds) {
  return Promise.race([promise, timers.setTimeout(milliseconds, undefined, { ref: false })])
}
