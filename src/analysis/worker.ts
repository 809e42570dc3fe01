// The thread of an analyst: it does one task after another.
import { parentPort } from 'node:worker_threads'
import { outcomeOf } from '../media/outcome.ts'
import { analyse, type Task } from './analyse.ts'

parentPort?.on('message', async (task: Task) => {
  parentPort?.postMessage(await outcomeOf(() => analyse(task)))
})
