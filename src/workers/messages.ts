// Messages on a pipe between two processes: a head as JSON with raw bytes behind it, and the result of a job as such a head.
import { read } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { inspect, promisify } from 'node:util'
import type { ProblemCode } from '../../schemas/problems.ts'
import { Problem } from '../errors.ts'
import { mebibyte } from '../values/units.ts'

export interface Message<Head> {
  readonly head: Head
  readonly bytes: Buffer
}

/** Two unsigned 32-bit numbers: the length of the JSON text and that of the bytes. */
const prefixLength = 8

/** The head is written together with the prefix; the bytes are written without a copy. */
export function writeMessage(stream: Writable, head: unknown, bytes: Uint8Array = new Uint8Array()): void {
  const text = Buffer.from(JSON.stringify(head))
  const prefix = Buffer.alloc(prefixLength)
  prefix.writeUInt32LE(text.length)
  prefix.writeUInt32LE(bytes.length, 4)
  stream.write(Buffer.concat([prefix, text]))
  stream.write(bytes)
}

/** Largest message from a decoder, which may have been taken over by its file. Bytes. */
const maxMessageBytes = 256 * mebibyte

/**
 * Calls `onMessage` for every message that arrives on the stream.
 *
 * @param onInvalid is called once for what is no message, or too large; nothing is read after it.
 */
export function readMessages<Head>(
  stream: Readable,
  onMessage: (message: Message<Head>) => void,
  onInvalid: (error: unknown) => void,
): void {
  let pieces: Buffer[] = []
  /** Bytes until the next prefix or message is complete. */
  let missing = prefixLength
  const onData = (piece: Buffer): void => {
    pieces.push(piece)
    missing -= piece.length
    while (missing <= 0) {
      const all = Buffer.concat(pieces)
      const end = prefixLength + bodyLength(all)
      if (end > maxMessageBytes) throw new Error(`A message has ${end} bytes; at most ${maxMessageBytes} are allowed`)
      const isComplete = all.length >= end
      if (isComplete) onMessage(parseMessage(all, all.subarray(prefixLength, end)))
      pieces = [isComplete ? all.subarray(end) : all]
      missing = (isComplete ? end + prefixLength : end) - all.length
    }
  }
  stream.on('data', function read(piece: Buffer) {
    try {
      onData(piece)
    } catch (error) {
      stream.off('data', read)
      onInvalid(error)
    }
  })
}

/**
 * Calls `onMessage` for every message that arrives on a pipe, which is read into the memory of the message itself: pieces of a file would
 * take as much memory again until they are collected.
 *
 * @param pipe its file descriptor, which blocks.
 * @returns when the pipe has been closed.
 */
export async function receiveMessages<Head>(pipe: number, onMessage: (message: Message<Head>) => void): Promise<void> {
  const prefix = Buffer.alloc(prefixLength)
  while (await fill(pipe, prefix)) {
    const head = Buffer.allocUnsafeSlow(prefix.readUInt32LE())
    // Memory of its own, which can be given back; each byte of a resizable ArrayBuffer would take ten times as long to read.
    const bytes = Buffer.allocUnsafeSlow(prefix.readUInt32LE(4))
    if ((await fill(pipe, head)) && (await fill(pipe, bytes))) onMessage({ head: JSON.parse(head.toString()), bytes })
  }
}

const readPipe = promisify(read)

/** @returns whether the pipe had this many bytes before it was closed. */
async function fill(pipe: number, memory: Buffer): Promise<boolean> {
  let filled = 0
  while (filled < memory.length) {
    const { bytesRead } = await readPipe(pipe, memory, filled, memory.length - filled, null)
    if (bytesRead === 0) return false
    filled += bytesRead
  }
  return true
}

function bodyLength(prefix: Buffer): number {
  return prefix.readUInt32LE() + prefix.readUInt32LE(4)
}

function parseMessage<Head>(prefix: Buffer, memory: Buffer): Message<Head> {
  const headLength = prefix.readUInt32LE()
  return { head: JSON.parse(memory.toString('utf8', 0, headLength)), bytes: memory.subarray(headLength) }
}

/** How a job ended, as JSON: errors lose their class between processes. */
export type WorkerResult<T> =
  | { readonly value: T }
  | {
      readonly problem: {
        readonly code: ProblemCode
        readonly detail: string
        readonly headers: Readonly<Record<string, string>>
        readonly cause: string
      }
    }
  | { readonly error: string }

export async function resultOf<T>(work: () => Promise<T>): Promise<WorkerResult<T>> {
  try {
    return { value: await work() }
  } catch (error) {
    if (!(error instanceof Problem)) return { error: textOf(error) }
    const { code, message: detail, headers, cause } = error
    return { problem: { code, detail, headers, cause: textOf(cause ?? '') } }
  }
}

function textOf(error: unknown): string {
  return typeof error === 'string' ? error : inspect(error)
}

/** Returns the value, or throws what the job threw: the same Problem, or an Error with the original stack as its text. */
export function unwrap<T>(result: WorkerResult<T>): T {
  if ('value' in result) return result.value
  if ('problem' in result) throw new Problem(result.problem.code, result.problem)
  throw new Error(result.error)
}
