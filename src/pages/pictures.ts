// The pictures of a page: read from the request, and made ready for the page one after another, within its share of bytes.
import type { PageContent } from '../../schemas/page-content.ts'
import type { AbortableRequester, Analyzer } from '../analysis/analyzer.ts'
import { Problem } from '../errors.ts'
import { type DecodedDataUri, decodeDataUri, isDataUri } from '../fetch/data-uri.ts'
import { requireStill } from '../image/format.ts'
import type { WebPicture } from '../image/web-picture.ts'
import { findPictures, pointerOfSource } from './places.ts'

/** A picture of the request that is not linked. */
export interface ReceivedPicture {
  /** Of its source in the request. */
  readonly pointer: string
  readonly bytes: Buffer
  readonly sha256: string
}

/**
 * The pictures of a content, by the pointers of their sources.
 *
 * @param decoded data URIs that the parser of the body has decoded, by their pointers.
 * @param maxBytes of one picture.
 * @throws Problem `source_invalid`, `source_too_large`, `source_unsupported` or `source_not_picture`, with the pointer.
 */
export function receivePictures(
  content: PageContent,
  decoded: ReadonlyMap<string, DecodedDataUri> | undefined,
  maxBytes: number,
): ReadonlyMap<string, ReceivedPicture> {
  const received = findPictures(content).flatMap(({ path, picture: { src } }) => {
    const pointer = pointerOfSource(path)
    const uri = decoded?.get(pointer) ?? (typeof src === 'string' && isDataUri(src) ? src : undefined)
    return uri === undefined ? [] : [receivePicture(pointer, uri, maxBytes)]
  })
  return new Map(received.map(picture => [picture.pointer, picture]))
}

function receivePicture(pointer: string, uri: string | DecodedDataUri, maxBytes: number): ReceivedPicture {
  try {
    const { bytes, sha256 } = decodeDataUri(uri, maxBytes)
    requireStill(bytes)
    return { pointer, bytes, sha256 }
  } catch (error) {
    throw atPointer(error, pointer)
  }
}

/** The same problem, which names the member. */
function atPointer(error: unknown, pointer: string): unknown {
  if (!(error instanceof Problem) || error.statusCode !== 422) return error
  const { code, message, headers, cause } = error
  return new Problem(code, { fieldErrors: [{ pointer, code: 'malformed', message }], headers, cause })
}

/** Of a picture: its longest side, px, and the bytes of all pictures of a page together. */
export const pictureLimits = { maxSide: 2560, maxBytes: 3_000_000 } as const

/** How often a picture is in memory while its page is built and sent. */
const copies = 4

/** Time for all pictures of a page, with the waiting; proxies wait for an answer for 60 s. */
const maxTimeMs = 45_000

/**
 * Makes pictures ready for a page, one at a time. The smallest file is first, and each may take an equal part of the bytes that are left:
 * what one does not need is for the larger ones after it.
 *
 * @returns the pictures by their pointers.
 * @throws Problem as the analysis does, with the pointer; `source_timeout` when all together take too long; the reason of the signal.
 */
export async function preparePictures(
  received: ReadonlyMap<string, ReceivedPicture>,
  analyzer: Pick<Analyzer, 'encodePicture'>,
  requester: AbortableRequester,
): Promise<ReadonlyMap<string, WebPicture>> {
  const prepared = new Map<string, WebPicture>()
  const byFile = new Map<string, WebPicture>()
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(tooSlow()), maxTimeMs)
  const job = { ...requester, signal: AbortSignal.any([requester.signal, deadline.signal]) }
  let leftBytes = pictureLimits.maxBytes
  try {
    for (const { pointer, ...file } of [...received.values()].sort((a, b) => a.bytes.length - b.bytes.length)) {
      const limits = { ...pictureLimits, maxBytes: Math.floor(leftBytes / (received.size - prepared.size)) }
      const task = { ...file, mediaType: 'image' } as const
      const encode = () =>
        analyzer.encodePicture({ kind: 'picture', limits }, task, job).catch(error => {
          throw atPointer(error, pointer)
        })
      const picture = byFile.get(file.sha256) ?? (await encode())
      byFile.set(file.sha256, picture)
      prepared.set(pointer, picture)
      requester.file?.grow(picture.data.length * copies)
      leftBytes -= Buffer.byteLength(picture.data, 'base64')
    }
  } finally {
    clearTimeout(timer)
  }
  return prepared
}

function tooSlow(): Problem {
  return new Problem('source_timeout', {
    detail: 'The pictures take too long to process. Send fewer or smaller pictures.',
  })
}
