// The engines by name, and which of them has a second try.
import { beginFrame } from './begin-frame.mjs'
import { CaptureError, fail, warn } from './errors.mjs'
import { pageClock } from './page-clock.mjs'

/** @import { Engine } from './types.mjs' */

/** @param {string} name @returns {[Engine, ...Engine[]]} */
export function findEngines(name) {
  if (name === 'auto') return [beginFrame, pageClock]
  if (name === 'begin-frame') return [beginFrame]
  if (name === 'page-clock') return [pageClock]
  return fail('setting', `No such engine: ${name}. Use auto, begin-frame or page-clock`)
}

/**
 * The engine of the second try.
 *
 * @param {unknown} error of the first, which is thrown when no engine could do better
 * @param {Engine} engine of the first
 * @param {Engine} [other]
 */
export function engineAfter(error, engine, other) {
  const kind = error instanceof CaptureError ? error.kind : undefined
  if (other && (kind === 'start' || kind === 'other' || kind === 'tool')) {
    warn('begin-frame is not available or does not respond; using page-clock')
    return other
  }
  if (kind !== 'start') throw error
  // In rare cases Chromium does not answer the first request for a frame.
  warn('The page did not respond at the start of the film; trying once more')
  return engine
}
