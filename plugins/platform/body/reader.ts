// Reads a body into memory of its final size while it arrives: no list of pieces beside it, and no long copy at its end.
import type { Readable } from 'node:stream'
import { errorCodes } from 'fastify'
import type { Lease } from '../../../src/work/fair-limiter.ts'

interface BodyOptions {
  /** Most bytes. */
  readonly limit: number
  /** What Content-Length says, when it says anything. */
  readonly declared: number | undefined
  /** Memory of the body: it grows as the body arrives. */
  readonly memory: Lease
  /** Abort the reading; their reasons are thrown. */
  readonly signals: readonly AbortSignal[]
}

/** First memory of a body that does not say how long it is, bytes; doubled as it fills. */
const firstBytes = 65_536

function grown(memory: Buffer, length: number, limit: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.min(limit, Math.max(length, memory.length * 2)))
  larger.set(memory)
  return larger
}

/** Rejects with the reason of the first signal that aborts. */
function firstAbort(signals: readonly AbortSignal[], over: AbortSignal): Promise<never> {
  const aborted = new Promise<never>((_, reject) => {
    for (const signal of signals) signal.addEventListener('abort', () => reject(signal.reason), { signal: over })
  })
  aborted.catch(() => undefined)
  return aborted
}

/**
 * Reads a body. One that is not as long as declared never ends: Node breaks its connection. The stream stays open, so that the client can
 * read the answer.
 *
 * @throws Fastify's own error for a body over its limit, which the error handler knows, and the reasons of the signals.
 */
export async function readBody(
  payload: Readable,
  { limit, declared, memory: lease, signals }: BodyOptions,
): Promise<Buffer> {
  if (declared !== undefined && declared > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
  const over = new AbortController()
  const stopped = firstAbort(signals, over.signal)
  const chunks = payload.iterator({ destroyOnReturn: false })
  let memory: Buffer = Buffer.allocUnsafeSlow(declared ?? Math.min(limit, firstBytes))
  let length = 0
  try {
    for (;;) {
      const { done, value } = await Promise.race([chunks.next(), stopped])
      if (done) return memory.subarray(0, length)
      const end = length + value.length
      if (end > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
      if (end > memory.length) memory = grown(memory, end, limit)
      memory.set(value, length)
      length = end
      lease.grow(value.length)
    }
  } finally {
    over.abort()
  }
}
