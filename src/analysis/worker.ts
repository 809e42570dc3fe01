// The thread of an analyst: it does one job after another.
import { parentPort } from 'node:worker_threads'
import { portrait } from '../media/portrait.ts'
import { outcomeOf } from '../work/outcome.ts'
import { analyse } from './analyse.ts'
import type { Job } from './task.ts'

const run = ({ kind, task }: Job) => (kind === 'style' ? analyse(task) : portrait(task))

parentPort?.on('message', async (job: Job) => {
  parentPort?.postMessage(await outcomeOf<unknown>(() => run(job)))
})
