// Joins the pieces of a body in memory of its final size while they arrive: no list of pieces beside it, and no long copy at its end.

export interface ByteCollector {
  readonly add: (piece: Uint8Array) => void
  /** All bytes until now, without a copy. */
  readonly bytes: () => Buffer
}

/** First memory of a body that does not say how long it is, bytes; doubled as it fills. */
const firstBytes = 65_536

/**
 * @param declared how many bytes are to come; undefined or NaN where nothing says so.
 * @param limit most bytes; whoever adds keeps to it.
 */
export function createByteCollector(declared: number | undefined, limit: number): ByteCollector {
  let memory: Buffer = Buffer.allocUnsafeSlow(Math.min(limit, declared || firstBytes))
  let length = 0
  return {
    add: piece => {
      const end = length + piece.length
      if (end > memory.length) {
        const larger = Buffer.allocUnsafeSlow(Math.min(limit, Math.max(end, memory.length * 2)))
        larger.set(memory.subarray(0, length))
        memory = larger
      }
      memory.set(piece, length)
      length = end
    },
    bytes: () => memory.subarray(0, length),
  }
}
