// Calls of the agent in a worker.

/** @import { Moment, WorkerState } from '../types.mjs' */

/** Runs in a worker. @param {Moment} moment @returns {Promise<WorkerState>} */
export async function moveWorker(moment) {
  const agent = Reflect.get(self, 'captureAgent')
  if (!agent) return 'realTime'
  await agent.moveTo(moment)
  return 'moved'
}
