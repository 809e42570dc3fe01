// Messages on a pipe between two processes: a head as JSON with raw bytes behind it, and the result of a job as such a head.
import type { Readable, Writable } from 'node:stream'
import { inspect } from 'node:util'
import type { ProblemCode } from '../../schemas/problems.ts'
import { Problem } from '../errors.ts'

export interface Message<Head> {
  readonly head: Head
  readonly bytes: Buffer
}

/** Two unsigned 32-bit numbers: the length of the JSON text and that of the bytes. */
const prefixLength = 8

/**
 * The head is written together with the prefix; the bytes are written without a copy.
 *
 * @param onWritten called once the pipe has taken all of it.
 */
export function writeMessage(
  stream: Writable,
  head: unknown,
  bytes: Uint8Array = new Uint8Array(),
  onWritten: () => void = () => undefined,
): void {
  const text = Buffer.from(JSON.stringify(head))
  const prefix = Buffer.alloc(prefixLength)
  prefix.writeUInt32LE(text.length)
  prefix.writeUInt32LE(bytes.length, 4)
  stream.write(Buffer.concat([prefix, text]))
  stream.write(bytes, onWritten)
}

/** Calls `onMessage` for every complete message that arrives on the stream. */
export function readMessages<Head>(stream: Readable, onMessage: (message: Message<Head>) => void): void {
  let prefix = createBuffer(prefixLength)
  let body: ReturnType<typeof createBuffer> | undefined

  const finish = (memory: Buffer): void => {
    const headLength = prefix.memory.readUInt32LE()
    const head: Head = JSON.parse(memory.toString('utf8', 0, headLength))
    prefix = createBuffer(prefixLength)
    body = undefined
    onMessage({ head, bytes: memory.subarray(headLength) })
  }

  stream.on('data', (chunk: Buffer) => {
    for (let rest = chunk; rest.length > 0; ) {
      rest = rest.subarray((body ?? prefix).take(rest))
      if (!prefix.isFull()) continue
      body ??= createBuffer(prefix.memory.readUInt32LE() + prefix.memory.readUInt32LE(4))
      if (body.isFull()) finish(body.memory)
    }
  })
}

/** A buffer that is filled with exactly `length` bytes. */
function createBuffer(length: number) {
  const memory = Buffer.allocUnsafeSlow(length)
  let filled = 0
  return {
    /** @returns how many bytes of the chunk were taken. */
    take: (chunk: Buffer): number => {
      const taken = chunk.copy(memory, filled)
      filled += taken
      return taken
    },
    isFull: () => filled === length,
    memory,
  }
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

/** Runs a job and catches what it throws. */
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
