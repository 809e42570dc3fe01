// The agent of workers: the code that a new one runs before its own script, and calls of it.

/** @typedef {'moved' | 'busy' | 'realTime'} WorkerState realTime: the worker has no agent */

/**
 * @param {(date: number, start: number) => unknown} takeOverTime
 * @param {number} date of the page's start, ms since 1970
 * @param {number} elapsed where the video is, ms; negative before it
 */
export function agentCode(takeOverTime, date, elapsed) {
  return `self.ServiceWorkerGlobalScope || self.captureAgent || (${takeOverTime})(${date}, ${elapsed});\n`
}

/** Runs in a worker. @param {number} elapsed @returns {Promise<WorkerState>} */
export async function moveWorker(elapsed) {
  const agent = Reflect.get(self, 'captureAgent')
  if (!agent) return 'realTime'
  await agent.moveTo(elapsed)
  return 'moved'
}
