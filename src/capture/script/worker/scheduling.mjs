// What else runs later, at its time in the page: tasks with a delay, and idle callbacks.

/** How much time an idle callback is told that it has, ms. */
const idleMs = 10

/** @typedef {(repeats: boolean, handler: () => unknown, delay: number) => number} CreateTimer */

/**
 * Replaces scheduler.postTask() with a delay, and requestIdleCallback().
 *
 * @param {CreateTimer} createTimer its timers end with clearTimeout()
 */
export function replaceScheduling(createTimer) {
  if ('Scheduler' in self) replacePostTask(createTimer)
  // Workers have none.
  if ('requestIdleCallback' in self) {
    /** @param {(deadline: ReturnType<typeof createDeadline>) => void} callback */
    const requestIdleCallback = callback => createTimer(false, () => callback(createDeadline()), 1)
    Object.assign(self, { requestIdleCallback, cancelIdleCallback: clearTimeout })
  }
}

/** Time stands in a callback, but a loop that works until none remains must end. */
function createDeadline() {
  let reads = 0
  return {
    didTimeout: false,
    timeRemaining() {
      reads += 1
      return Math.max(0, idleMs - reads / 100)
    },
  }
}

/** @param {CreateTimer} createTimer */
function replacePostTask(createTimer) {
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
