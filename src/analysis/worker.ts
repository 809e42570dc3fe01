// Entry point of a worker process: it analyzes one file after another for the process that started it, and ends with it.
import type { StyleMetadata } from '../../schemas/style.ts'
import { createThumbnail } from '../image/thumbnail.ts'
import { confine } from '../workers/confinement.ts'
import { readMessages, resultOf, type WorkerResult, writeMessage } from '../workers/messages.ts'
import { analyze } from './analyze.ts'
import type { Job } from './task.ts'

/** From this size on the memory of a file is released at once, and not at the next garbage collection. Bytes. */
const largeFile = 1_048_576

interface Output {
  readonly style?: StyleMetadata
  readonly jpeg?: Uint8Array
}

async function run(job: Job, bytes: Uint8Array): Promise<Output> {
  if (job.kind === 'style') return { style: await analyze({ ...job.task, bytes }) }
  return { jpeg: await createThumbnail({ ...job.task, bytes }) }
}

function send(result: WorkerResult<Output>): void {
  if ('value' in result) writeMessage(process.stdout, { value: result.value.style ?? null }, result.value.jpeg)
  else writeMessage(process.stdout, result)
}

/** The parent process is gone. A regular exit would wait for the decoder. */
function end(): void {
  process.kill(process.pid, 'SIGKILL')
}
process.stdin.once('close', end)
process.stdout.once('error', end)

writeMessage(process.stdout, { value: confine(Number(process.argv[2])) })
readMessages<Job>(process.stdin, async ({ head, bytes }) => {
  const collect = bytes.length > largeFile ? globalThis.gc : undefined
  // The pieces in which the file arrived: they are young, and collecting them takes a millisecond.
  collect?.({ type: 'minor' })
  send(await resultOf(() => run(head, bytes)))
  // The file itself.
  collect?.()
})
