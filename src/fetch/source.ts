// The reader of source_url: an address that a stranger gave becomes bytes, within bounds.
import type { Buffer } from 'node:buffer'
import { setMaxListeners } from 'node:events'
import { Problem } from '../errors.ts'
import type { Cidr } from './cidr.ts'
import type { Lookup } from './connector.ts'
import { type CutDataUri, decodeDataUri, isDataUri } from './data-uri.ts'
import { withDeadline } from './deadline.ts'
import { createResolver } from './resolver.ts'
import { readWebAddress } from './web-address.ts'

interface Source {
  readonly bytes: Buffer
  /** For the records: the address without query, fragment and credentials, or `data:` with its declared type. */
  readonly origin: string
}

interface ReadOptions {
  readonly signal?: AbortSignal
  readonly maxBytes?: number
  /** Is told of bytes that are kept from now on. */
  readonly keep?: (bytes: number) => void
}

export interface SourceReader {
  /**
   * Reads an http or https address or a Base64 data URI, whose data may be cut out already.
   * @param options.signal of the client: when it aborts, so does the fetch, and its reason is thrown.
   * @param options.maxBytes most bytes of this one; default: the bound of the reader.
   * @throws Problem source_invalid, source_refused, source_unreachable, source_http_error, source_timeout,
   * source_too_large, source_not_picture, source_unsupported; overloaded after `close`
   */
  read(sourceUrl: string | CutDataUri, options?: ReadOptions): Promise<Source>
  /** How many reads were refused since the start. */
  refused(): number
  /** Ends every read that is under way, and all later ones. */
  close(): Promise<void>
}

interface ReaderOptions {
  /** Blocks that are open beside the public internet. */
  readonly allow: readonly Cidr[]
  /** For the whole of a read, redirects included; silence in the body may last a third of it. In milliseconds. */
  readonly timeoutMs: number
  /** Most bytes of one picture or video. */
  readonly maxBytes: number
  readonly maxRedirects?: number
  /** Default: DNS, and where something is open also the system. */
  readonly lookup?: Lookup
}

type Bounds = Required<ReaderOptions>
type Kept = Required<Pick<ReadOptions, 'maxBytes' | 'keep'>>

/** Makes the one reader of the process. It keeps no connection and no cache between reads. */
export const createSourceReader = (options: ReaderOptions): SourceReader => {
  const lookup = createResolver({ open: options.allow.length > 0 })
  const bounds: Bounds = { maxRedirects: 5, lookup, ...options }
  const closing = new AbortController()
  setMaxListeners(0, closing.signal) // one for each read under way
  let refusals = 0

  const fetchSource = async (
    text: string,
    parents: readonly AbortSignal[],
    { maxBytes, keep }: Kept,
  ): Promise<Source> => {
    const url = readWebAddress(text)
    const late = () => new Problem('source_timeout')
    const { download } = await import('./download.ts')
    const bytes = await withDeadline(bounds.timeoutMs, late, parents, signal =>
      download(url, { ...bounds, maxBytes, signal, keep }),
    )
    return { bytes, origin: `${url.origin}${url.pathname}` }
  }

  const count = (error: unknown) => {
    if (error instanceof Problem && error.code === 'source_refused') refusals += 1
    return error
  }

  return {
    read: async (sourceUrl, { signal, maxBytes = bounds.maxBytes, keep = () => undefined } = {}) => {
      if (typeof sourceUrl !== 'string' || isDataUri(sourceUrl)) return decodeDataUri(sourceUrl, maxBytes)
      const parents = signal ? [closing.signal, signal] : [closing.signal]
      return fetchSource(sourceUrl, parents, { maxBytes, keep }).catch(error => {
        throw count(error)
      })
    },
    refused: () => refusals,
    close: async () => closing.abort(new Problem('overloaded', { headers: { 'retry-after': '1' } })),
  }
}
