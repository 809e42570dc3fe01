// A worker process: it decodes and measures one file after another for the process that started it, and ends with it.
import type { StyleMetadata } from '../../schemas/style.ts'
import { portrait } from '../image/portrait.ts'
import { readMessages, writeMessage } from '../work/messages.ts'
import { type Outcome, outcomeOf } from '../work/outcome.ts'
import { analyse } from './analyse.ts'
import type { Job } from './task.ts'
import { warmUp } from './warm-up.ts'

/** Above this size the memory of a file is given back at once, and not when the garbage collector finds it. Bytes. */
const largeFile = 1_048_576

interface Result {
  readonly style?: StyleMetadata
  readonly jpeg?: Uint8Array
}

async function run(job: Job, bytes: Uint8Array): Promise<Result> {
  if (job.kind === 'style') return { style: await analyse({ ...job.task, bytes }) }
  return { jpeg: await portrait({ ...job.task, bytes }) }
}

function answer(outcome: Outcome<Result>): void {
  if ('value' in outcome) writeMessage(process.stdout, { value: outcome.value.style ?? null }, outcome.value.jpeg)
  else writeMessage(process.stdout, outcome)
}

/** Whoever started it is gone. An orderly exit would wait for the decoder. */
const end = (): boolean => process.kill(process.pid, 'SIGKILL')
process.stdin.once('close', end)
process.stdout.once('error', end)

answer(await outcomeOf(async () => ({ style: await warmUp() })))
readMessages<Job>(process.stdin, async ({ head, bytes }) => {
  // The pieces in which it came, then the file itself.
  const collect = bytes.length > largeFile ? globalThis.gc : undefined
  collect?.()
  answer(await outcomeOf(() => run(head, bytes)))
  collect?.()
})
