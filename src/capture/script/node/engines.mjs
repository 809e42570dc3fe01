// The engines by name.
import { beginFrame } from './begin-frame.mjs'
import { fail } from './errors.mjs'
import { pageClock } from './page-clock.mjs'

/** @import { Engine } from './types.mjs' */

/** @param {string} name @returns {[Engine, ...Engine[]]} */
export function findEngines(name) {
  if (name === 'auto') return [beginFrame, pageClock]
  if (name === 'begin-frame') return [beginFrame]
  if (name === 'page-clock') return [pageClock]
  return fail('setting', `No such engine: ${name}. Use auto, begin-frame or page-clock`)
}
