// The agent of a screenshot: runs inside the page, before its own scripts. It cannot use anything of the script
// outside its function.
import { neverWait } from '../worker/browser-time.mjs'
import { finishMotion } from './finish.mjs'
import { hasScripts, prepare, stillRules } from './prepare.mjs'
import { addStyles, recordShadowRoots } from './roots.mjs'
import { advancePageClock, isPageWaiting, nextObservation, stopPageClock } from './still-clock.mjs'
import { layOutWholePage, showScreen } from './whole-page.mjs'

/** @import { Agent } from '../types.mjs' */

export function startScreenshot() {
  if (!hasScripts) neverWait()
  stopPageClock()
  recordShadowRoots()
  addStyles(stillRules)
  /** @satisfies {Partial<Agent>} */
  const agent = {
    prepare,
    // #if steps
    addStyles,
    // #endif
    async advance(milliseconds, quietMs) {
      await advancePageClock(milliseconds)
      const isFinished = await finishMotion()
      return { isMoving: !isFinished || isPageWaiting(quietMs), hasScripts }
    },
    // #if area
    async showScreen(index) {
      const shown = showScreen(index)
      // The page learns of it before its clock moves.
      await nextObservation()
      return shown
    },
    async layOutWholePage() {
      layOutWholePage()
      await nextObservation()
    },
    stopTransitions() {
      addStyles('*, ::before, ::after { transition: none !important }')
      return hasScripts
    },
    // #endif
  }
  Object.defineProperty(self, 'captureAgent', { value: agent })
}
