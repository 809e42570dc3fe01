// Memory for bodies and files, and the collection of the pieces in which they arrive.
import { MessageChannel } from 'node:worker_threads'

/** A file with its hash, which is computed as the file arrives: each piece is in the processor's cache then. */
export interface FileBytes {
  readonly bytes: Buffer
  /** In hexadecimal. */
  readonly sha256: string
}

export interface ByteCollector {
  readonly add: (piece: Uint8Array) => void
  /** All bytes until now, without a copy. */
  readonly bytes: () => Buffer
  /** Gives the memory back at once, and not at the next garbage collection. Not after `bytes`. */
  readonly discard: () => void
}

/** What a body takes at least. */
const minBytes = 4096

/** Above this, memory is taken from the system page by page and given back to it. */
const smallBytes = 65_536

/** Above this, all that may come is reserved. */
const trustedBytes = 1_048_576

/**
 * Allocates uninitialised or zeroed memory of its own.
 *
 * V8 takes a resizable ArrayBuffer (ECMAScript 2024) from the system page by page and gives all of it back. With the malloc of glibc the
 * service would keep what it once needed: freed blocks of up to 32 MB stay in its heaps (M_MMAP_THRESHOLD is dynamic, mallopt(3)), 310 MB
 * after 48 bodies of 24 MB, eight at a time. It is never resized, since V8 then counts the wrong length forever (Node.js 20) and collects
 * all garbage after every 8 MB of bodies.
 */
export function allocateBytes(length: number): Buffer {
  if (length <= smallBytes) return Buffer.allocUnsafeSlow(length)
  return Buffer.from(new ArrayBuffer(length, { maxByteLength: length }), 0, length)
}

/**
 * Collects the pieces of a body. Memory for all that may come is reserved once a megabyte is there, and takes nothing from the system until
 * it is written: a client may declare a long body and never send it.
 *
 * @param declared how many bytes are to come; undefined or NaN if unknown.
 * @param limitOf maximum, bytes, which may depend on the first kilobytes; the caller must not add more.
 */
export function createByteCollector(declared: number | undefined, limitOf: () => number): ByteCollector {
  let memory: Buffer = Buffer.alloc(0)
  let length = 0
  const sizeFor = (end: number): number => {
    const expected = Math.max(end, Math.min(limitOf(), declared || Number.POSITIVE_INFINITY))
    return end >= trustedBytes ? expected : Math.max(end, Math.min(expected, 2 * memory.length), minBytes)
  }
  return {
    add: piece => {
      const end = length + piece.length
      if (end > memory.length) memory = enlarge(memory, sizeFor(end))
      memory.set(piece, length)
      length = end
    },
    bytes: () => memory.subarray(0, length),
    discard: () => {
      freeMemory(memory)
      memory = Buffer.alloc(0)
      length = 0
    },
  }
}

/** What is transferred to a closed port is freed. Node.js 20 has no ArrayBuffer.prototype.transfer. */
const { port1: closedPort } = new MessageChannel()
closedPort.close()

/** Memory that work reads, by how many pieces of work do. */
const readers = new WeakMap<ArrayBufferLike, number>()
/** Memory that is freed when the last piece of work with it has ended. */
const unneeded = new WeakSet<ArrayBufferLike>()

/**
 * Gives the memory of bytes back if it is theirs alone: at once, or when the work with it has ended. V8 counts it and would else collect all
 * garbage after some bodies, and until then it takes memory that others were granted.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  const isFreed = buffer.byteLength === 0
  if (isFreed || !(buffer instanceof ArrayBuffer) || !(buffer.resizable || buffer.byteLength === byteLength)) return
  if (readers.has(buffer)) unneeded.add(buffer)
  else closedPort.postMessage(null, [buffer])
}

/** Does work that reads bytes and may outlast their request: their memory is not freed meanwhile. */
export async function readMemory<T>({ buffer }: Uint8Array, work: () => Promise<T>): Promise<T> {
  readers.set(buffer, (readers.get(buffer) ?? 0) + 1)
  try {
    return await work()
  } finally {
    const others = (readers.get(buffer) ?? 1) - 1
    if (others > 0) readers.set(buffer, others)
    else {
      readers.delete(buffer)
      if (unneeded.delete(buffer)) freeMemory(new Uint8Array(buffer))
    }
  }
}

function enlarge(memory: Buffer, length: number): Buffer {
  const larger = allocateBytes(length)
  larger.set(memory)
  freeMemory(memory)
  return larger
}
