// Content codings of a downloaded body (RFC 9110, section 8.4.1): the known ones are decoded within the limit of the file.
import type { Buffer } from 'node:buffer'
import { pipeline, type Transform } from 'node:stream'
import zlib from 'node:zlib'
import { Problem } from '../errors.ts'

type Pieces = AsyncIterable<Buffer>
/** Throws when a body has become too long, bytes. */
type CheckLength = (length: number) => void

/**
 * The function of node:zlib that decodes a coding, by the first byte of the body. Storage services name codings for files that they store as
 * they are, so a body that does not begin like its coding is left alone.
 */
const decodersByCoding = new Map<string, (first: number) => string | undefined>([
  ['gzip', first => (first === 0x1f ? 'createGunzip' : undefined)],
  ['x-gzip', first => (first === 0x1f ? 'createGunzip' : undefined)],
  // Some servers leave the header of zlib out.
  ['deflate', first => ((first & 15) === 8 ? 'createInflate' : 'createInflateRaw')],
  ['br', () => 'createBrotliDecompress'],
  ['zstd', first => (first === 0x28 ? 'createZstdDecompress' : undefined)],
])

/** Chunk size of a decoder, bytes: each chunk costs the event loop a turn. */
const pieces = { chunkSize: 131_072 } as const

/** ZSTD_d_windowLogMax: 8 MB, which is what senders may use (RFC 9659, section 3); by default a decoder takes 128 MB. */
const decoderOptions: Readonly<Record<string, object>> = { zstd: { ...pieces, params: { 100: 23 } } }

/** Codings of one body; servers use one. */
const maxCodings = 2

/**
 * Decodes a body.
 *
 * @param header Content-Encoding. Anything but the name of a coding counts as identity, as in browsers: `aws-chunked`, `UTF-8`, an empty text.
 * @param checkLength is called for every piece with the length of the body so far, as it arrives and after each decoding, when it was taken:
 *   the limit may depend on the first piece.
 * @throws Problem `source_unsupported`, `source_not_picture` (the body is not in its coding), and what `checkLength` and the body throw.
 */
export function decodeContent(body: Pieces, header: unknown, checkLength: CheckLength): Pieces {
  const names = String(header)
    .split(',')
    .map(name => name.trim().toLowerCase())
    .filter(name => decodersByCoding.has(name))
  if (names.length > maxCodings) throw unsupportedCoding(`${names.length} content codings`)
  return names.reduceRight(
    (pieces, name) => checkLengths(decode(pieces, name), checkLength),
    checkLengths(body, checkLength),
  )
}

async function* checkLengths(pieces: Pieces, checkLength: CheckLength): Pieces {
  let length = 0
  for await (const piece of pieces) {
    length += piece.length
    yield piece
    checkLength(length)
  }
}

async function* decode(pieces: Pieces, name: string): Pieces {
  const rest = pieces[Symbol.asyncIterator]()
  const { value: piece, done } = await rest.next()
  if (done) return
  const all = prepend(piece, rest)
  const decoder = decodersByCoding.get(name)?.(piece.readUInt8())
  if (decoder === undefined) return yield* all
  const decoded = createCodingDecoder(decoder, name)
  // An error of the body reaches the loop through the decoder.
  pipeline(all, decoded, () => undefined)
  try {
    yield* decoded
  } catch (error) {
    throw isCodingError(error) ? damaged(name, error) : error
  }
}

async function* prepend(piece: Buffer, rest: AsyncIterator<Buffer>): Pieces {
  yield piece
  yield* { [Symbol.asyncIterator]: () => rest }
}

/** @throws Problem `source_unsupported` where this version of Node.js does not have the decoder. */
function createCodingDecoder(decoder: string, name: string): Transform {
  const create: unknown = Reflect.get(zlib, decoder)
  if (typeof create !== 'function') throw unsupportedCoding(`Content-Encoding: ${name}`)
  return create(decoderOptions[name] ?? pieces)
}

function unsupportedCoding(what: string): Problem {
  return new Problem('source_unsupported', {
    detail: `source_url returned ${what}, which this service did not request and cannot decode. Serve the file without Content-Encoding.`,
  })
}

/** Codes of errors of zlib, Brotli and Zstandard. */
const codingErrors = /^(?:Z_|ERR__|ERR_BROTLI|ZSTD_)/

/** Whether a body is not in its coding. */
export function isCodingError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && codingErrors.test(String(error.code))
}

function damaged(name: string, cause: unknown): Problem {
  return new Problem('source_not_picture', {
    detail: `source_url returned Content-Encoding: ${name}, but its body is not valid ${name} or is incomplete. Serve the file without Content-Encoding.`,
    cause,
  })
}
