// What a stranger's host answered: where it sends us next, or the bytes it holds.
import { Buffer } from 'node:buffer'
import type { Dispatcher } from 'undici'
import { Problem } from '../errors.ts'
import { parseUrl } from '../url.ts'
import { createByteCollector } from '../work/byte-collector.ts'
import { tooLarge } from './too-large.ts'
import { isFetchable } from './web-address.ts'

type Answer = Dispatcher.ResponseData

/** The statuses that send a reader on (RFC 9110 §15.4); 300 and 304 do not. */
const redirects = [301, 302, 303, 307, 308]

/** Header bytes come as Latin-1; hosts that do not escape a path write it in UTF-8. */
const utf8 = (header: unknown) => (typeof header === 'string' ? Buffer.from(header, 'latin1').toString() : '')

/**
 * Where a redirect leads, or undefined when the answer is none.
 * @throws Problem source_http_error (no readable Location), source_refused (not http or https, or with credentials)
 */
export const redirectTarget = ({ statusCode, headers }: Answer, from: URL): URL | undefined => {
  if (!redirects.includes(statusCode)) return undefined
  const location = utf8(headers.location)
  const target = location === '' ? undefined : parseUrl(location, from)
  if (!target)
    throw new Problem('source_http_error', { detail: `source_url answered with status ${statusCode} and no address.` })
  if (isFetchable(target)) return target
  throw new Problem('source_refused', { cause: new Error(`Redirect to ${target.protocol} or with credentials`) })
}

/** We ask for none, and refuse one all the same: a small body may unpack to any size. */
const isEncoded = (encoding: unknown) => encoding !== undefined && String(encoding).trim().toLowerCase() !== 'identity'

const checkHead = ({ statusCode, headers }: Answer, maxBytes: number) => {
  if (statusCode >= 300)
    throw new Problem('source_http_error', {
      detail: `source_url answered with status ${statusCode}. Check that the address answers 200 with a picture.`,
    })
  if (isEncoded(headers['content-encoding']))
    throw new Problem('source_unsupported', {
      detail: 'source_url answered with a compressed body. Serve the picture without Content-Encoding.',
    })
  if (Number(headers['content-length']) > maxBytes) throw tooLarge(maxBytes)
}

/**
 * Reads the whole body of a good answer.
 * @param maxBytes most bytes that are read; a larger Content-Length is refused before any.
 * @param keep is told of every piece that is kept.
 * @throws Problem source_http_error, source_unsupported, source_too_large, source_not_picture (nothing in it)
 */
export const readBody = async (answer: Answer, maxBytes: number, keep: (bytes: number) => void): Promise<Buffer> => {
  checkHead(answer, maxBytes)
  const collector = createByteCollector(Number(answer.headers['content-length']), maxBytes)
  let length = 0
  for await (const chunk of answer.body) {
    length += chunk.length
    if (length > maxBytes) throw tooLarge(maxBytes)
    keep(chunk.length)
    collector.add(chunk)
  }
  if (length === 0)
    throw new Problem('source_not_picture', { detail: 'source_url answered with nothing in it. Send a picture.' })
  return collector.bytes()
}
