// The agent of a still: what the script asks of the page before it takes a picture.
import { hasOverlays, hasSteps } from '../features.mjs'
import { neverWait } from '../worker/browser-time.mjs'
import { seedCrypto } from '../worker/random.mjs'
import { finishMotion } from './finish.mjs'
import { keepOverlays } from './overlays.mjs'
import { hasScripts, prepare, stillRules } from './prepare.mjs'
import { addStyles, recordShadowRoots } from './roots.mjs'
import { advancePageClock, isPageWaiting, stopPageClock } from './still-clock.mjs'
import { measureFacts } from './verdict.mjs'

/** Stops the clock of the page. @param {object} others what else the script may ask */
export function startStill(others) {
  if (!hasScripts) neverWait()
  stopPageClock()
  seedCrypto()
  recordShadowRoots()
  addStyles(stillRules)
  const agent = { prepare, measureFacts, advance }
  if (hasSteps) Object.assign(agent, { addStyles })
  if (hasSteps && hasOverlays) Object.assign(agent, { keepOverlays })
  Object.defineProperty(self, 'captureAgent', { value: { ...agent, ...others } })
}

/** @param {number} milliseconds @param {number} quietMs */
export async function advance(milliseconds, quietMs) {
  await advancePageClock(milliseconds)
  const hasMoved = await finishMotion()
  // isMoving: something moves the document, or will soon.
  return { isMoving: hasMoved || isPageWaiting(quietMs), hasScripts }
}

/** For the picture, since Chromium tells the page other sizes while it paints beyond the window. */
export function stopTransitions() {
  addStyles('*, ::before, ::after { transition: none !important }')
}
