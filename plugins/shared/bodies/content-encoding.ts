// Content-Encoding of a request (RFC 9110, section 8.4): bodies in gzip, deflate or Brotli are decoded as they arrive, within their limit.
import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { errorCodes, type FastifyRequest } from 'fastify'
import { Problem } from '../../../src/errors.ts'
import { isCodingError } from '../../../src/fetch/content-coding.ts'
import type { Lease } from '../../../src/limits/fair-queue.ts'

interface Coding {
  readonly createDecoder: (options: { readonly chunkSize: number }) => Transform
  /** Maximum window of the decoder, bytes. */
  readonly windowBytes: number
}

const gzip: Coding = { createDecoder: createGunzip, windowBytes: 32_768 }

const codings: ReadonlyMap<string, Coding> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', { createDecoder: createInflate, windowBytes: 32_768 }],
  ['br', { createDecoder: createBrotliDecompress, windowBytes: 16_777_216 }],
])

/** Chunk size of a decoder, bytes: each chunk costs the event loop a turn. */
const chunkSize = 65_536

/**
 * @returns the coding of a body; undefined if it has none.
 * @throws Problem `unsupported_media_type` for several codings or an unsupported one.
 */
export function codingOf({ headers }: Pick<FastifyRequest, 'headers'>): Coding | undefined {
  const header = headers['content-encoding'] ?? ''
  const names = header
    .split(',')
    .map(name => name.trim().toLowerCase())
    .filter(name => name !== '' && name !== 'identity')
  const [name, ...others] = names
  if (name === undefined) return undefined
  const coding = codings.get(name)
  if (coding && others.length === 0) return coding
  throw new Problem('unsupported_media_type', {
    detail:
      'The Content-Encoding is not supported. Compress the body with only one of gzip, deflate and br, or send it uncompressed without Content-Encoding.',
    headers: { 'accept-encoding': 'gzip, deflate, br' },
  })
}

interface BodyDecoding {
  /** Maximum size of the body, both encoded and decoded, bytes. */
  readonly limit: number
  /** Counts the memory of the decoder. */
  readonly memory: Pick<Lease, 'grow'>
  /** Ends the decoding; its reason becomes the error. */
  readonly signal: AbortSignal
}

/**
 * Decodes a body in the thread pool of Node.js. When it ends early, the rest of the body is discarded as it arrives and is not decoded.
 *
 * @returns a stream whose consumer must begin at once. Its errors are Fastify's own for a body over its limit, the reason of the signal, and
 *   those that `codingProblem` knows.
 */
export function decodeBody(raw: Readable, { createDecoder, windowBytes }: Coding, options: BodyDecoding): Readable {
  const { limit, memory, signal } = options
  const decoder = createDecoder({ chunkSize })
  const limitLength = (stream: Readable, onLength?: (length: number) => void): void => {
    let length = 0
    stream.on('data', (piece: Buffer) => {
      length += piece.length
      onLength?.(length)
      if (length > limit) decoder.destroy(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
    })
  }
  let held = 0
  limitLength(raw)
  limitLength(decoder, length => {
    const more = Math.min(length, windowBytes) - held
    held += more
    memory.grow(more)
  })
  raw.on('error', error => decoder.destroy(error))
  signal.addEventListener('abort', () => decoder.destroy(signal.reason), { once: true })
  decoder.once('close', () => {
    memory.grow(-held)
    raw.unpipe(decoder).resume()
  })
  return raw.pipe(decoder)
}

/** @returns Problem `malformed_request` for a body that is not in its coding, otherwise the error itself. */
export function codingProblem(error: unknown): unknown {
  if (!isCodingError(error)) return error
  const detail = 'The body is damaged or incomplete, or its encoding differs from its Content-Encoding.'
  return new Problem('malformed_request', { detail, cause: error })
}
