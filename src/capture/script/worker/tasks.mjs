// Tasks of the event loop.

const { port1, port2 } = new MessageChannel()
/** @type {(() => void)[]} */
const afterTasks = []
port1.onmessage = () => afterTasks.shift()?.()

/**
 * Runs a task; an error is reported as a script's own.
 *
 * @param {() => unknown} [task]
 * @returns {Promise<void>} resolves in the next task, when the microtasks of this one are done
 */
export function runTask(task) {
  /** @type {Promise<void>} */
  const done = new Promise(resolve => {
    afterTasks.push(resolve)
    port2.postMessage(null)
    task?.()
  })
  return done.catch(reportError)
}
