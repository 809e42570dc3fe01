// Entry point of a worker process: it analyzes one file after another for the process that started it, and ends with it.
import { encodePicture, preparePicture } from '../image/encode-picture.ts'
import { createThumbnail } from '../image/thumbnail.ts'
import { freeMemory } from '../limits/byte-collector.ts'
import { confine } from '../workers/confinement.ts'
import { receiveMessages, resultOf, type WorkerResult, writeMessage } from '../workers/messages.ts'
import { analyze } from './analyze.ts'
import type { Job } from './task.ts'

/** The file descriptor of the pipe. */
const stdin = 0

/** A value as JSON, and bytes beside it. */
interface Output {
  readonly value?: unknown
  readonly bytes?: Uint8Array
}

async function run({ kind, task }: Job, bytes: Uint8Array): Promise<Output> {
  if (kind === 'style') return { value: await analyze({ ...task, bytes }) }
  if (kind === 'thumbnail') return { bytes: await createThumbnail({ ...task, bytes }) }
  const { limits, ...options } = task
  const file = { ...options, bytes }
  const { bytes: encoded, ...value } = await (kind === 'preview'
    ? encodePicture(file, limits)
    : preparePicture(file, limits))
  return { value, ...(encoded && { bytes: encoded }) }
}

function send(result: WorkerResult<Output>): void {
  if ('value' in result) writeMessage(process.stdout, { value: result.value.value ?? null }, result.value.bytes)
  else writeMessage(process.stdout, result)
}

/** The parent process is gone. A regular exit would wait for the decoder. */
function end(): void {
  process.kill(process.pid, 'SIGKILL')
}
process.stdout.once('error', end)

writeMessage(process.stdout, { value: confine(Number(process.argv[2])) })
receiveMessages<Job>(stdin, async ({ head, bytes }) => {
  send(await resultOf(() => run(head, bytes)))
  // A forced collection costs as much as half of an analysis.
  freeMemory(bytes)
}).then(end, end)
