// Calls of the agent in a worker.

/** @import { WorkerState } from '../types.mjs' */

/** Runs in a worker. @param {number} elapsed @returns {Promise<WorkerState>} */
export async function moveWorker(elapsed) {
  const agent = Reflect.get(self, 'captureAgent')
  if (!agent) return 'realTime'
  await agent.moveTo(elapsed)
  return 'moved'
}
