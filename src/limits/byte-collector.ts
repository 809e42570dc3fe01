// Memory for bodies and files, and joining the pieces in which they arrive: no list of pieces beside it, and no long copy at its end.

export interface ByteCollector {
  readonly add: (piece: Uint8Array) => void
  /** All bytes until now, without a copy. */
  readonly bytes: () => Buffer
}

/** Above this, memory is taken from the system and given back to it. Bytes. */
const pagedBytes = 2 * 1024 * 1024

/**
 * Allocates uninitialised or zeroed memory of its own.
 *
 * V8 takes a resizable ArrayBuffer (ECMAScript 2024) from the system page by page and gives all of it back when it is collected. With
 * the malloc of glibc the service would keep what it once needed: freed blocks of up to 32 MB stay in its heaps (M_MMAP_THRESHOLD is
 * dynamic, mallopt(3)), 310 MB after 48 bodies of 24 MB, eight at a time.
 */
export function allocateBytes(length: number): Buffer {
  if (length <= pagedBytes) return Buffer.allocUnsafeSlow(length)
  return Buffer.from(new ArrayBuffer(length, { maxByteLength: length }), 0, length)
}

/** First memory of a body that does not say how long it is, bytes; doubled as it fills. */
const firstBytes = 65_536

/**
 * @param declared how many bytes are to come; undefined or NaN where nothing says so.
 * @param limit most bytes; whoever adds keeps to it.
 */
export function createByteCollector(declared: number | undefined, limit: number): ByteCollector {
  let memory = allocateBytes(Math.min(limit, declared || firstBytes))
  let length = 0
  return {
    add: piece => {
      const end = length + piece.length
      if (end > memory.length) {
        const larger = allocateBytes(Math.min(limit, Math.max(end, memory.length * 2)))
        larger.set(memory.subarray(0, length))
        memory = larger
      }
      memory.set(piece, length)
      length = end
    },
    bytes: () => memory.subarray(0, length),
  }
}
