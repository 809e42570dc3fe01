// Reads a body into memory of its final size while it arrives: no list of pieces beside it, and no long copy at its end.
import type { Readable } from 'node:stream'
import { errorCodes } from 'fastify'

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

/**
 * A body that is not as long as declared never ends: Node breaks its connection.
 *
 * @throws Fastify's own error for a body over its limit, which the error handler knows. The stream stays open, so that the client can
 *   read the answer.
 */
export const readBody = async (payload: Readable, { limit, declared }: Bounds): Promise<Buffer> => {
  if (declared !== undefined && declared > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
  let memory: Buffer = Buffer.allocUnsafeSlow(declared ?? Math.min(limit, firstRoom))
  let length = 0
  for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
    const end = length + chunk.length
    if (end > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
    if (end > memory.length) memory = grown(memory, end, limit)
    memory.set(chunk, length)
    length = end
  }
  return memory.subarray(0, length)
}
