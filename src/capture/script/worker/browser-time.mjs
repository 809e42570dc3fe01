// The browser's own clock, timers and animation frames, kept before scripts of the page can replace them.

export const readClock = /* @__PURE__ */ performance.now.bind(performance)
export const startTimer = setTimeout.bind(self)
// Shared workers have none.
export const requestFrame = self.requestAnimationFrame?.bind(self)
let canWait = true

/** For documents to which the browser calls nothing back. */
export function neverWait() {
  canWait = false
}

/** Code in a string is left to the browser, which asks the policy of the page. @param {TimerHandler} handler @param {unknown[]} args */
export function timerCallback(handler, args) {
  return typeof handler === 'function' ? handler.bind(self, ...args) : () => startTimer(handler)
}

/** @param {number} milliseconds */
export async function wait(milliseconds) {
  if (canWait) await new Promise(resolve => startTimer(resolve, milliseconds))
}

/** Waits for the next animation frame, which hidden pages do not get. @returns {Promise<void>} */
export function nextFrame(limitMs = 100) {
  const painted = new Promise(resolve => requestFrame?.(resolve))
  return Promise.race([painted, wait(limitMs)]).then(() => {})
}
