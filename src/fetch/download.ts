// Downloads from a host that a client named. undici is loaded with this file, which the first download imports.
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { Agent, buildConnector, type Dispatcher, request } from 'undici'
import { Problem } from '../errors.ts'
import { createByteCollector, type FileBytes } from '../limits/byte-collector.ts'
import { parseUrl } from '../values/url.ts'
import { userAgent } from '../version.ts'
import { lookupAllowed, refused } from './allowed-hosts.ts'
import { decodeContent } from './content-coding.ts'
import { type Cidr, isAllowed } from './ip-policy.ts'
import type { Lookup } from './resolver.ts'
import { isFetchable, type MaxBytesOf, sourceTooLarge } from './source-url.ts'

interface DownloadOptions {
  /** Blocks that are allowed in addition to the public internet. */
  readonly allow: readonly Cidr[]
  readonly lookup: Lookup
  /** A pause in the body may take a third of it, ms. */
  readonly timeoutMs: number
  /** Largest body of any kind. */
  readonly maxBytes: number
  readonly maxBytesOf: MaxBytesOf
  readonly signal: AbortSignal
  /** Is called with the length of every piece of the body that is kept. */
  readonly onBytes: (bytes: number) => void
}

/** Redirects that are followed for one source_url. */
export const maxRedirects = 5

/**
 * Downloads a file and follows redirects; the connector checks the address of every connection.
 *
 * @throws Problem source_refused, source_http_error, source_timeout, source_unreachable, source_too_large, source_unsupported,
 *   source_not_picture
 */
export async function download(start: URL, options: DownloadOptions): Promise<FileBytes> {
  try {
    return await followRedirects(start, options)
  } catch (error) {
    throw error instanceof Problem ? error : connectionProblem(error)
  }
}

/** Headers of a response; sites with long policies and cookies send 20 KB. */
const maxResponseHeaderBytes = 65_536

/** What a client is told about a fault of the connection, by its name, code or message: addresses and texts of the system are for the log only. */
const connectionFaults: readonly (readonly [RegExp, string])[] = [
  [/ENOTFOUND|ENODATA/, 'The host name of source_url has no address. Check its spelling.'],
  [/ECONNREFUSED/, 'The host of source_url refuses connections to this port. Check the URL.'],
  [/HEADERS_OVERFLOW/, `The host of source_url sent more than ${maxResponseHeaderBytes / 1024} KiB of headers.`],
  [/HTTPParserError|CONTENT_LENGTH/, 'The host of source_url returned something that is not valid HTTP.'],
  [
    /CERT|SIGNATURE|ERR_SSL|EPROTO|secure TLS/,
    'The host of source_url has no valid certificate for its name, or does not use TLS. Check the URL with curl -I.',
  ],
  [
    /UND_ERR_SOCKET|ECONNRESET/,
    'The host of source_url closed the connection before the whole file had arrived. Retry.',
  ],
]

function connectionProblem(cause: unknown): Problem {
  const { name, code, message }: { name?: unknown; code?: unknown; message?: unknown } = Object(cause)
  const fault = `${name} ${code} ${message}`
  if (/BODY_TIMEOUT|ETIMEDOUT/.test(fault)) return new Problem('source_timeout', { cause })
  const [, detail] = connectionFaults.find(([pattern]) => pattern.test(fault)) ?? []
  return new Problem('source_unreachable', { ...(detail && { detail }), cause })
}

async function followRedirects(start: URL, options: DownloadOptions): Promise<FileBytes> {
  let url = start
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const result = await requestOnce(url, options)
    if (!(result instanceof URL)) return result
    url = result
  }
  throw new Problem('source_http_error', {
    detail: `source_url redirects more than ${maxRedirects} times. Send the final URL.`,
  })
}

const headers = {
  'user-agent': userAgent('style analysis'),
  accept: 'image/*, video/*;q=0.9, */*;q=0.1',
  'accept-encoding': 'identity',
}

/**
 * Sends one request. Each hop has a connection of its own, so that no client reuses that of another; undici would also connect again after a
 * body that was discarded.
 *
 * @returns the body, or the target of a redirect.
 */
async function requestOnce(url: URL, options: DownloadOptions): Promise<FileBytes | URL> {
  const sockets: Socket[] = []
  const dispatcher = new Agent({
    connect: createConnector(options, sockets),
    maxHeaderSize: maxResponseHeaderBytes,
    headersTimeout: 0, // the signal is the timeout
    bodyTimeout: Math.ceil(options.timeoutMs / 3),
  })
  try {
    const response = await request(url, { dispatcher, signal: options.signal, headers })
    response.body.on('error', () => undefined) // without a listener, a body that is discarded would end the process
    return redirectTarget(response, url) ?? (await readResponseBody(response, options))
  } finally {
    // undici loses track of some sockets after a body was discarded; none may outlive its download.
    for (const socket of sockets) socket.destroy()
    await dispatcher.destroy()
  }
}

/** Node gives each of several addresses only 250 ms: too short for another continent. */
const attemptTimeoutMs = 1_000

/**
 * Creates an undici connector that connects to allowed addresses only, for IP literals and for names alike. The check is made at connection
 * time, so that no second lookup can lead elsewhere (DNS rebinding). When even one address is not allowed, it fails with Problem
 * `source_refused` before any packet is sent.
 *
 * @param sockets gets every connection.
 */
function createConnector(options: DownloadOptions, sockets: Socket[]): buildConnector.connector {
  const lookup: LookupFunction = (hostname, _, done) => {
    lookupAllowed(hostname, options).then(
      addresses => done(null, addresses),
      error => done(error, []),
    )
  }
  const connect = buildConnector({
    lookup,
    signal: options.signal,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptTimeoutMs,
    timeout: 0, // the signal is the timeout
  })
  return (target, done) => {
    // Otherwise Node.js would revive a socket that is destroyed before it connects, and nothing would close it.
    options.signal.throwIfAborted()
    if (isIP(target.hostname) !== 0 && !isAllowed(target.hostname, options.allow))
      return done(refused(`${target.hostname} is not allowed`), null)
    connect(target, (...[error, socket]) => {
      if (error) return done(error, null)
      sockets.push(socket)
      done(null, socket)
    })
  }
}

/** Redirects (RFC 9110 §15.4); 300 and 304 are none. */
const redirectStatuses = [301, 302, 303, 307, 308]

/** @throws Problem source_http_error (no valid Location), source_refused (not http or https, or with credentials) */
function redirectTarget({ statusCode, headers }: Dispatcher.ResponseData, from: URL): URL | undefined {
  if (!redirectStatuses.includes(statusCode)) return undefined
  const location = escapeBytes(headers.location)
  const target = location === '' ? undefined : parseUrl(location, from)
  if (!target)
    throw new Problem('source_http_error', {
      detail: `source_url redirects (status ${statusCode}) without a valid URL. Send the final URL.`,
    })
  if (isFetchable(target)) return target
  const cause = new Error(`source_url redirects to a ${target.protocol} URL or to one with credentials`)
  throw new Problem('source_refused', { cause })
}

/** Bytes above ASCII, which undici reads as Latin-1, are escaped as they are, as browsers do: servers send paths in UTF-8 and in Latin-1. */
function escapeBytes(header: unknown): string {
  if (typeof header !== 'string') return ''
  return header.replace(/[\x80-\xff]/g, character => `%${character.charCodeAt(0).toString(16)}`)
}

/** First bytes of a body that say what it is; a shorter one is within every limit. */
const beginningBytes = 400

async function readResponseBody(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { maxBytesOf, onBytes }: Pick<DownloadOptions, 'maxBytesOf' | 'onBytes'>,
): Promise<FileBytes> {
  checkStatus(statusCode)
  const { 'content-length': declared, 'content-encoding': coding } = headers
  // What is declared is the length before decoding.
  let beginning = Buffer.alloc(0)
  let limit = maxBytesOf(beginning)
  const collector = createByteCollector(coding === undefined ? Number(declared) : undefined, () => limit)
  const hash = createHash('sha256')
  const checkLength = (length: number): void => {
    if (length > limit) throw sourceTooLarge(limit)
  }
  let length = 0
  try {
    for await (const piece of decodeContent(body, coding, checkLength)) {
      length += piece.length
      onBytes(piece.length)
      collector.add(piece)
      hash.update(piece)
      if (beginning.length >= beginningBytes) continue
      beginning = Buffer.concat([beginning, piece])
      if (beginning.length < beginningBytes) continue
      limit = maxBytesOf(beginning)
      checkLength(Math.max(length, Number(declared ?? 0)))
    }
  } catch (error) {
    collector.discard()
    throw error
  }
  if (length === 0)
    throw new Problem('source_not_picture', {
      detail: 'source_url returned an empty body. Send the URL of an image or a video.',
    })
  return { bytes: collector.bytes(), sha256: hash.digest('hex') }
}

function checkStatus(statusCode: number): void {
  if (statusCode >= 300)
    throw new Problem('source_http_error', {
      detail: `source_url returned status ${statusCode}. Check that the URL returns an image or a video with status 200.`,
    })
}
