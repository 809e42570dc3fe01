// The thread of an analyst: it does one job after another.
import { parentPort } from 'node:worker_threads'
import { outcomeOf } from '../media/outcome.ts'
import { portrait } from '../media/portrait.ts'
import { analyse } from './analyse.ts'
import type { Job } from './task.ts'

const run = ({ kind, task }: Job) => (kind === 'style' ? analyse(task) : portrait(task))

parentPort?.on('message', async (job: Job) => {
  parentPort?.postMessage(await outcomeOf<unknown>(() => run(job)))
})
