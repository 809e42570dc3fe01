// Reads a body while its memory is accounted for.
import type { Readable } from 'node:stream'
import { errorCodes } from 'fastify'
import { createByteCollector } from '../../../src/limits/byte-collector.ts'
import type { Lease } from '../../../src/limits/fair-limiter.ts'

interface BodyOptions {
  /** Most bytes. */
  readonly limit: number
  /** What Content-Length says, when it says anything. */
  readonly declared: number | undefined
  /** Memory of the body: it grows as the body arrives. */
  readonly memory: Lease
  /** Is told of each piece that was copied. */
  readonly notePieces: (bytes: number) => void
  /** Abort the reading; their reasons are thrown. */
  readonly signals: readonly AbortSignal[]
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
  { limit, declared, memory, notePieces, signals }: BodyOptions,
): Promise<Buffer> {
  if (declared !== undefined && declared > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
  const over = new AbortController()
  const stopped = firstAbort(signals, over.signal)
  const chunks = payload.iterator({ destroyOnReturn: false })
  const collector = createByteCollector(declared, limit)
  let length = 0
  try {
    for (;;) {
      const { done, value } = await Promise.race([chunks.next(), stopped])
      if (done) return collector.bytes()
      length += value.length
      if (length > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
      collector.add(value)
      memory.grow(value.length)
      notePieces(value.length)
    }
  } finally {
    over.abort()
  }
}
