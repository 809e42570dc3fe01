// Reads source_url: downloads an address or decodes a data URI, within limits of time and size.
import { setMaxListeners } from 'node:events'
import { Problem } from '../errors.ts'
import type { FileBytes } from '../limits/byte-collector.ts'
import { type DecodedDataUri, decodeDataUri, isDataUri } from './data-uri.ts'
import type { Cidr } from './ip-policy.ts'
import { createResolver, type Lookup } from './resolver.ts'
import { type MaxBytesOf, parseHttpUrl } from './source-url.ts'

interface Source extends FileBytes {
  /** For the records: the address without query, fragment and credentials, or `data:` with its declared type. */
  readonly origin: string
}

interface SourceOptions {
  readonly signal?: AbortSignal
  /** Is called with the length of every piece of a download that is kept. */
  readonly onBytes?: (bytes: number) => void
}

export interface SourceReader {
  /**
   * Reads an http or https address, or a data URI, which the body parser may have decoded already.
   *
   * @param options.signal of the client: when it aborts, so does the download, and its reason is thrown.
   * @throws Problem source_invalid, source_refused, source_unreachable, source_http_error, source_timeout,
   * source_too_large, source_not_picture, source_unsupported; overloaded after `close`
   */
  read(sourceUrl: string | DecodedDataUri, options?: SourceOptions): Promise<Source>
  /** Number of refused reads since the start. */
  refused(): number
  /** Aborts every read in progress, and all later ones. */
  close(): Promise<void>
}

interface ReaderOptions {
  /** Blocks that are allowed in addition to the public internet. */
  readonly allow: readonly Cidr[]
  /** For a whole read with its redirects, ms; a pause in the body may take a third of it. */
  readonly timeoutMs: number
  /** Largest file of any kind. */
  readonly maxBytes: number
  /** Largest file of the kind that begins with these bytes, at most `maxBytes`; default: `maxBytes`. */
  readonly maxBytesOf?: MaxBytesOf
  /** Default: the hosts file and DNS, and where private addresses are allowed also the system. */
  readonly lookup?: Lookup
}

/** Creates the reader of the process. It keeps neither connections nor a cache between reads. */
export function createSourceReader(options: ReaderOptions): SourceReader {
  const lookup = createResolver({ allowsPrivate: options.allow.length > 0 })
  const limits: Required<ReaderOptions> = { lookup, maxBytesOf: () => options.maxBytes, ...options }
  const closing = new AbortController()
  setMaxListeners(0, closing.signal) // one per read in progress
  let refusals = 0

  const fetchSource = async (
    text: string,
    parents: readonly AbortSignal[],
    onBytes: (bytes: number) => void,
  ): Promise<Source> => {
    const url = parseHttpUrl(text)
    const { download } = await import('./download.ts')
    const file = await withDeadline(limits.timeoutMs, parents, signal => download(url, { ...limits, onBytes, signal }))
    return { ...file, origin: `${url.origin}${url.pathname}` }
  }

  return {
    read: async (sourceUrl, { signal, onBytes = () => undefined } = {}) => {
      if (typeof sourceUrl !== 'string' || isDataUri(sourceUrl)) return decodeDataUri(sourceUrl, limits.maxBytesOf)
      const parents = signal ? [closing.signal, signal] : [closing.signal]
      return fetchSource(sourceUrl, parents, onBytes).catch(error => {
        if (error instanceof Problem && error.code === 'source_refused') refusals += 1
        throw error
      })
    },
    refused: () => refusals,
    close: async () => closing.abort(new Problem('overloaded', { headers: { 'retry-after': '1' } })),
  }
}

/**
 * Runs the work with a signal that aborts after `timeoutMs` (reason: Problem source_timeout), with the first parent that aborts (reason:
 * the parent's), and at the latest when the work is done.
 *
 * @throws the reason of the signal when it aborted first, else what the work throws.
 */
async function withDeadline<T>(
  timeoutMs: number,
  parents: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController()
  const { signal } = own
  setMaxListeners(0, signal) // two per redirect
  const timer = setTimeout(() => own.abort(new Problem('source_timeout')), timeoutMs)
  try {
    for (const parent of parents) {
      parent.throwIfAborted()
      parent.addEventListener('abort', () => own.abort(parent.reason), { signal })
    }
    return await work(signal).catch(error => {
      throw signal.aborted ? signal.reason : error
    })
  } finally {
    clearTimeout(timer)
    own.abort()
  }
}
