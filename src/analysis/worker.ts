// Entry point of a worker process: it analyzes one file after another for the process that started it, and ends with it.

import { drawCard } from '../image/draw-card.ts'
import {
  createThumbnail,
  type EncodedPicture,
  encodePicture,
  encodeView,
  preparePicture,
} from '../image/encode-picture.ts'
import { isLibraryBroken } from '../image/imagemagick.ts'
import { type OpenFile, openFile } from '../image/probe.ts'
import type { UprightPicture } from '../image/upright.ts'
import { freeMemory } from '../limits/byte-collector.ts'
import { confine } from '../workers/confinement.ts'
import { receiveMessages, resultOf, type WorkerResult, writeMessage } from '../workers/messages.ts'
import { analyze } from './analyze.ts'
import type { Job, PictureOptions, WorkerMessage } from './task.ts'

/** The file descriptor of the pipe. */
const stdin = 0

/** A value as JSON, and bytes beside it. */
interface Output {
  readonly value?: unknown
  readonly bytes?: Uint8Array
}

const [dataMegabytes, maxPixels, ffmpegPath = ''] = process.argv.slice(2)

const settings = { maxPixels: Number(maxPixels), ffmpegPath }

/** The file of the next job: read once, to tell what decoding it takes and to decode it. */
let opened: OpenFile | undefined

async function run(message: WorkerMessage, bytes: Uint8Array): Promise<Output> {
  if (message.kind === 'close') return {}
  if (message.kind !== 'open') return runJob(message)
  opened = openFile(bytes, message.mediaType, message.maxBytes)
  return { value: opened.memory }
}

async function runJob(job: Job): Promise<Output> {
  if (opened === undefined) throw new Error('No file is open.')
  const { bytes, probed, isKeyframesOnly } = opened
  const file = { ...settings, ...job.task, bytes, probed, isKeyframesOnly }
  if (job.kind === 'style') return { value: await analyze({ ...job.task, ...file }) }
  if (job.kind === 'thumbnail') return { bytes: await createThumbnail(file) }
  const { bytes: encoded, ...value } = await encode(job, file)
  return { value, ...(encoded && { bytes: encoded }) }
}

function encode(options: PictureOptions, file: UprightPicture): Promise<EncodedPicture> {
  switch (options.kind) {
    case 'preview':
      return encodePicture(file, options.limits)
    case 'picture':
      return preparePicture(file, options.limits)
    case 'view':
      return encodeView(file.bytes, options.region, options.limits)
    case 'card':
      return drawCard(file.bytes, options.region, options.card)
  }
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

writeMessage(process.stdout, { value: confine(Number(dataMegabytes)) })
receiveMessages<WorkerMessage>(stdin, async ({ head, bytes }) => {
  const result = await resultOf(() => run(head, bytes))
  send(result)
  if (head.kind === 'open' && 'value' in result) return
  // A forced collection costs as much as half of an analysis.
  freeMemory(opened?.bytes ?? bytes)
  opened = undefined
  if (isLibraryBroken()) process.stdout.end(end)
}).then(end, end)
