// The agent of a screenshot: runs inside the page, before its own scripts.
import { finishMotion } from './finish.mjs'
import { prepare, stillImages } from './prepare.mjs'
import { addStyles, recordShadowRoots } from './roots.mjs'

/** @import { Agent } from '../types.mjs' */

export function startScreenshot() {
  recordShadowRoots()
  addStyles(stillImages)
  /** @satisfies {Partial<Agent>} */
  const agent = {
    prepare,
    finishMotion,
    // #if area
    stopTransitions() {
      addStyles('*, ::before, ::after { transition: none !important }')
    },
    // #endif
  }
  Object.defineProperty(self, 'captureAgent', { value: agent })
}
