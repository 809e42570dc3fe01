// The reader of source_url: an address that a stranger gave becomes bytes, within bounds.
import type { Buffer } from 'node:buffer'
import { lookup as resolve } from 'node:dns/promises'
import { setMaxListeners } from 'node:events'
import { Agent, request } from 'undici'
import { Problem } from '../problem.ts'
import type { Cidr } from './address.ts'
import { readBody, redirectTarget } from './answer.ts'
import { createConnector, type Lookup } from './connector.ts'
import { type CutDataUri, decodeDataUri, isDataUri } from './data-uri.ts'
import { withDeadline } from './deadline.ts'
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
  /** Default: the system's resolver. */
  readonly lookup?: Lookup
}

type Bounds = Required<ReaderOptions>

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

/** Asks hop by hop: every redirect comes back here, and each connection is checked by the connector. */
const follow = async (start: URL, dispatcher: Agent, signal: AbortSignal, { maxBytes, maxRedirects }: Bounds) => {
  let url = start
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const answer = await request(url, { dispatcher, signal, headers })
    answer.body.on('error', () => undefined) // without a listener, a body that is thrown away would end the process
    const target = redirectTarget(answer, url)
    if (!target) return await readBody(answer, maxBytes)
    answer.body.destroy()
    url = target
  }
  throw new Problem('source_http_error', { detail: `source_url redirects more than ${maxRedirects} times.` })
}

/** Each read has its own connections, so that nothing of one stranger is reused for another. */
const download = async (url: URL, signal: AbortSignal, bounds: Bounds): Promise<Buffer> => {
  const agent = new Agent({
    connect: createConnector({ ...bounds, signal }),
    headersTimeout: 0, // the signal is the clock
    bodyTimeout: Math.ceil(bounds.timeoutMs / 3),
  })
  try {
    return await follow(url, agent, signal, bounds).catch(error => {
      throw problemOf(error)
    })
  } finally {
    await agent.destroy()
  }
}

/** Makes the one reader of the process. It keeps no connection and no cache between reads. */
export const createSourceReader = (options: ReaderOptions): SourceReader => {
  const bounds: Bounds = { maxRedirects: 5, lookup: hostname => resolve(hostname, { all: true }), ...options }
  const closing = new AbortController()
  setMaxListeners(0, closing.signal) // one for each read under way
  let refusals = 0

  const fetchSource = async (url: URL, parents: readonly AbortSignal[], maxBytes: number): Promise<Source> => {
    const late = () => new Problem('source_timeout')
    const bytes = await withDeadline(bounds.timeoutMs, late, parents, signal =>
      download(url, signal, { ...bounds, maxBytes }),
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
