// The reader of source_url: an address that a stranger gave becomes bytes, within bounds.
import type { Buffer } from 'node:buffer'
import { setMaxListeners } from 'node:events'
import { Agent, request } from 'undici'
import { Problem } from '../problem.ts'
import type { Cidr } from './address.ts'
import { readBody, redirectTarget } from './answer.ts'
import { createConnector, type Lookup } from './connector.ts'
import { type CutDataUri, decodeDataUri, isDataUri } from './data-uri.ts'
import { withDeadline } from './deadline.ts'
import { createResolver } from './resolver.ts'
import { createRoom, type Guest } from './room.ts'
import { readWebAddress } from './web-address.ts'

export interface Source {
  readonly bytes: Buffer
  /** For the records: the address without query, fragment and credentials, or `data:` with its declared type. */
  readonly origin: string
}

interface ReadOptions {
  readonly signal?: AbortSignal
  readonly maxBytes?: number
}

export interface SourceReader {
  /**
   * Reads an http or https address or a Base64 data URI, whose data may be cut out already.
   * @param options.signal of the client: when it aborts, so does the fetch, and its reason is thrown.
   * @param options.maxBytes most bytes of this one; default: the bound of the reader.
   * @throws Problem source_invalid, source_refused, source_unreachable, source_http_error, source_timeout,
   * source_too_large, source_not_picture, source_unsupported; overloaded after `close`, and when all reads together hold too much
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

interface Bearings extends Bounds {
  readonly signal: AbortSignal
  readonly keep: Guest['keep']
}

const mebibyte = 1024 * 1024

/** Bytes of all bodies under way: two videos at their largest, or a hundred pictures as they are. */
const capacity = 128 * mebibyte

const headers = {
  'user-agent': 'automation-service/1.0 (+style analysis)',
  accept: 'image/*, video/*;q=0.9, */*;q=0.1',
  'accept-encoding': 'identity',
}

const silences = ['UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']

const isSilence = (error: unknown) =>
  error instanceof Error && 'code' in error && silences.some(code => code === error.code)

/** What really happened stays in the cause: resolver words and addresses are for the log. */
const problemOf = (cause: unknown) => {
  if (cause instanceof Problem) return cause
  return new Problem(isSilence(cause) ? 'source_timeout' : 'source_unreachable', { cause })
}

/**
 * Asks one host. Each hop has its own connection, so that nothing of one stranger is reused for another; undici would also dial twice
 * after a body that was thrown away.
 * @returns the body, or where it leads instead.
 */
const ask = async (url: URL, bearings: Bearings): Promise<Buffer | URL> => {
  const { signal, keep, maxBytes, timeoutMs } = bearings
  const dispatcher = new Agent({
    connect: createConnector(bearings),
    headersTimeout: 0, // the signal is the clock
    bodyTimeout: Math.ceil(timeoutMs / 3),
  })
  try {
    const answer = await request(url, { dispatcher, signal, headers })
    answer.body.on('error', () => undefined) // without a listener, a body that is thrown away would end the process
    return redirectTarget(answer, url) ?? (await readBody(answer, maxBytes, keep))
  } finally {
    await dispatcher.destroy()
  }
}

/** Every redirect comes back here, and each connection is checked by the connector. */
const follow = async (start: URL, bearings: Bearings): Promise<Buffer> => {
  let url = start
  for (let hop = 0; hop <= bearings.maxRedirects; hop += 1) {
    const found = await ask(url, bearings)
    if (!(found instanceof URL)) return found
    url = found
  }
  throw new Problem('source_http_error', { detail: `source_url redirects more than ${bearings.maxRedirects} times.` })
}

/** Makes the one reader of the process. It keeps no connection and no cache between reads. */
export const createSourceReader = (options: ReaderOptions): SourceReader => {
  const lookup = createResolver({ open: options.allow.length > 0 })
  const bounds: Bounds = { maxRedirects: 5, lookup, ...options }
  const closing = new AbortController()
  const room = createRoom(capacity)
  setMaxListeners(0, closing.signal) // one for each read under way
  let refusals = 0

  const fetchSource = async (url: URL, parents: readonly AbortSignal[], maxBytes: number): Promise<Source> => {
    const late = () => new Problem('source_timeout')
    const bytes = await room(guest =>
      withDeadline(bounds.timeoutMs, late, [...parents, guest.signal], signal =>
        follow(url, { ...bounds, maxBytes, signal, keep: guest.keep }).catch(error => {
          throw problemOf(error)
        }),
      ),
    )
    return { bytes, origin: `${url.origin}${url.pathname}` }
  }

  const count = (error: unknown) => {
    if (error instanceof Problem && error.code === 'source_refused') refusals += 1
    return error
  }

  return {
    read: async (sourceUrl, { signal, maxBytes = bounds.maxBytes } = {}) => {
      if (typeof sourceUrl !== 'string' || isDataUri(sourceUrl)) return decodeDataUri(sourceUrl, maxBytes)
      const parents = signal ? [closing.signal, signal] : [closing.signal]
      return fetchSource(readWebAddress(sourceUrl), parents, maxBytes).catch(error => {
        throw count(error)
      })
    },
    refused: () => refusals,
    close: async () => closing.abort(new Problem('overloaded', { headers: { 'retry-after': '1' } })),
  }
}
