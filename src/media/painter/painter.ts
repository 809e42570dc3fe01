// Drawings are programs: a few hundred bytes can keep a renderer busy for minutes, and nothing but the end of its process stops it.
import { type ChildProcess, fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem } from '../../problem.ts'
import { answerFrom } from '../../work/answer-from.ts'
import { createQueue } from '../../work/queue.ts'
import type { Facts } from '../header/facts.ts'
import { broken } from '../header/refuse.ts'
import type { Picture } from '../picture.ts'
import type { Raster } from '../sample.ts'
import { tooSlow } from '../too-slow.ts'
import { memoryLimit } from './memory-limit.ts'

interface Drawn {
  readonly facts: Facts
  readonly raster: Raster
}

/** Longest time for one drawing, seconds; a map with thirty thousand paths takes about one. */
const patience = 5

/** Most memory of a painter, MB: thirty thousand paths, or a photograph of 12 megapixels inside. Without it 500 KB took two gigabytes. */
const memory = 340

/** The same file with the ending of this one: `.ts` in development, `.js` when built. */
const program = fileURLToPath(new URL(`./painter-process${extname(import.meta.url)}`, import.meta.url))

const tooHungry = (cause: unknown): Problem =>
  new Problem('source_too_large', {
    detail: 'The file was fetched, but drawing it takes too much memory. Send a simpler drawing, or a picture of it.',
    cause,
  })

/** One painter a thread: it starts with the first drawing, and again after one that took too long. */
let painter: Promise<ChildProcess> | undefined

/** The clock of a drawing does not run while its painter starts. */
const start = async (): Promise<ChildProcess> => {
  const child = fork(program, {
    ...memoryLimit(memory),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const forget = (): void => {
    painter = undefined
  }
  child.once('exit', forget).once('error', forget)
  await answerFrom<'ready'>(child)
  return child
}

/** A painter at work keeps the process alive, an idle one does not. */
const hold = (child: ChildProcess, busy: boolean): void => {
  for (const handle of [child, child.channel]) busy ? handle?.ref() : handle?.unref()
}

/** What the painter refused itself, or why it is gone: who asks for more memory than there is aborts. */
const problemOf = (error: unknown, late: boolean, { signalCode }: ChildProcess): Problem => {
  if (error instanceof Problem) return error
  if (signalCode === 'SIGABRT') return tooHungry(error)
  return late ? tooSlow(patience, error) : broken('svg', error)
}

const draw = async (child: ChildProcess, bytes: Uint8Array, side: number): Promise<Drawn> => {
  let late = false
  const clock = setTimeout(() => {
    late = true
    child.kill('SIGKILL')
  }, patience * 1000)
  hold(child, true)
  try {
    child.send({ bytes, side })
    return await answerFrom<Drawn>(child).catch(error => {
      throw problemOf(error, late, child)
    })
  } finally {
    clearTimeout(clock)
    hold(child, false)
  }
}

/** One drawing at a time; who calls bounds how many wait. */
const queue = createQueue({ atOnce: 1, waiting: Number.POSITIVE_INFINITY })

/**
 * Draws an SVG at the size of the sample, in a process of its own.
 *
 * @returns its facts and its pixels, `side` px long.
 * @throws Problem `source_not_picture`, `source_timeout` after 5 s, or `source_too_large` beyond its memory.
 */
export const openDrawing = (bytes: Uint8Array, side: number): Promise<Picture> =>
  queue(async () => {
    painter ??= start()
    const { facts, raster } = await draw(await painter, bytes, side)
    return { facts, raster: Promise.resolve(raster) }
  })
