// The browser's own clock, timers and animation frames, kept before scripts of the page can replace them.

export const readClock = performance.now.bind(performance)
export const startTimer = setTimeout.bind(self)
// #if film
// Shared workers have none.
// #endif
export const requestFrame = self.requestAnimationFrame?.bind(self)

/** Code in a string is left to the browser, which asks the policy of the page. @param {TimerHandler} handler @param {unknown[]} args */
export function timerCallback(handler, args) {
  return typeof handler === 'function' ? handler.bind(self, ...args) : () => startTimer(handler)
}

/** @param {number} milliseconds @returns {Promise<void>} */
export function wait(milliseconds) {
  return new Promise(resolve => startTimer(resolve, milliseconds))
}

/** Waits for the next animation frame, which hidden pages do not get. @returns {Promise<void>} */
export function nextFrame(limitMs = 100) {
  const painted = new Promise(resolve => requestFrame?.(resolve))
  return Promise.race([painted, wait(limitMs)]).then(() => {})
}
