// Reads a body into memory of its final size while it arrives: no list of pieces beside it, and no long copy at its end.
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { errorCodes } from 'fastify'
import { createRoom } from '../../../src/net/room.ts'

interface Bounds {
  /** Most bytes. */
  readonly limit: number
  /** What Content-Length says, when it says anything. */
  readonly declared: number | undefined
}

/** Room for a body that does not say how long it is, bytes; doubled as it fills. */
const firstRoom = 65_536

const grown = (memory: Buffer, length: number, limit: number): Buffer => {
  const larger = Buffer.allocUnsafeSlow(Math.min(limit, Math.max(length, memory.length * 2)))
  larger.set(memory)
  return larger
}

const left = async (signal: AbortSignal): Promise<never> => {
  await once(signal, 'abort')
  throw signal.reason
}

/**
 * Makes the one reader of the process.
 *
 * @param capacity what bodies that are still on their way hold together at most, bytes: many slow ones cannot fill the memory.
 * @returns a function that reads a body. One that is not as long as declared never ends: Node breaks its connection. It throws Fastify's
 *   own error for a body over its limit, which the error handler knows, and Problem overloaded when too many large ones are on their way.
 *   The stream stays open, so that the client can read the answer.
 */
export const createBodyReader = (capacity: number) => {
  const room = createRoom(capacity)
  return async (payload: Readable, { limit, declared }: Bounds): Promise<Buffer> => {
    if (declared !== undefined && declared > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
    return room(async ({ signal, keep }) => {
      const evicted = left(signal)
      evicted.catch(() => undefined)
      const chunks = payload.iterator({ destroyOnReturn: false })
      let memory: Buffer = Buffer.allocUnsafeSlow(declared ?? Math.min(limit, firstRoom))
      let length = 0
      for (;;) {
        const { done, value } = await Promise.race([chunks.next(), evicted])
        if (done) return memory.subarray(0, length)
        const end = length + value.length
        if (end > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
        if (end > memory.length) memory = grown(memory, end, limit)
        memory.set(value, length)
        length = end
        keep(value.length)
      }
    })
  }
}
