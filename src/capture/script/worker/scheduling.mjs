// What else runs later, at its time in the film: tasks with a delay, idle callbacks, and signals that end.
import { createTimer } from './timers.mjs'

/** How much time an idle callback is told that it has, ms. */
const idleMs = 10

/** Replaces scheduler.postTask() with a delay, requestIdleCallback() and AbortSignal.timeout(). */
export function replaceScheduling() {
  if ('Scheduler' in self) replacePostTask()
  // Workers have none.
  if ('requestIdleCallback' in self) Object.assign(self, { requestIdleCallback, cancelIdleCallback: clearTimeout })
  AbortSignal.timeout = milliseconds => {
    const controller = new AbortController()
    createTimer(false, () => controller.abort(new DOMException('signal timed out', 'TimeoutError')), milliseconds)
    return controller.signal
  }
}

/** @param {(deadline: { didTimeout: boolean, timeRemaining: () => number }) => unknown} callback */
function requestIdleCallback(callback) {
  return createTimer(false, () => callback({ didTimeout: false, timeRemaining: () => idleMs }), 1)
}

function replacePostTask() {
  const { postTask } = Scheduler.prototype
  /** @param {() => unknown} callback @param {{ delay?: number, signal?: AbortSignal }} [options] */
  Scheduler.prototype.postTask = function (callback, options = {}) {
    const { delay = 0, signal } = options
    if (!(delay > 0) || signal?.aborted) return postTask.call(this, callback, options)
    return new Promise((resolve, reject) => {
      const timer = createTimer(false, () => resolve(callback()), delay)
      signal?.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason)
      })
    })
  }
}
