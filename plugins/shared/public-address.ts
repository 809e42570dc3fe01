// URLs of the service as the client of a request reaches it. They are added only to responses.
import { isIPv6, type Socket } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { StyleMetadata } from '../../schemas/style.ts'
import type { Config } from '../../src/config/config.ts'
import { withoutPort } from '../../src/config/host-names.ts'
import { parseUrl } from '../../src/values/url.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The absolute URL of a path of the service. */
    absoluteUrl: (path: string) => string
    /** The path of that URL. */
    publicPath: (path: string) => string
  }
}

export interface PublicAddress {
  readonly absoluteUrl: (request: FastifyRequest, path: string) => string
  /** Also for requests without decorators, which the router refused. */
  readonly publicPath: (request: FastifyRequest, path: string) => string
}

/**
 * Whether an address is that of a trusted proxy: the peer, or an entry of X-Forwarded-For, to which some proxies (Azure Application Gateway
 * among them) add the port.
 *
 * @param proxies TRUST_PROXY
 */
export function createProxyTrust(proxies: readonly string[]): (address: string, hop: number) => boolean {
  const isTrusted = compile([...proxies])
  return (address, hop) => isTrusted(withoutPort(address), hop)
}

/** Below PUBLIC_URL; without it, below the scheme, the host and the prefix of the request, of which those of a trusted proxy count. */
export function createPublicAddress({
  PUBLIC_URL,
  TRUST_PROXY,
}: Pick<Config, 'PUBLIC_URL' | 'TRUST_PROXY'>): PublicAddress {
  const isTrusted = createProxyTrust(TRUST_PROXY)
  const isForwarded = ({ socket }: FastifyRequest): boolean => isTrusted(String(socket.remoteAddress), 0)
  const own = parseUrl(PUBLIC_URL ?? '')
  const prefixFor = (request: FastifyRequest): string =>
    own ? own.pathname.replace(/\/+$/, '') : requestedPrefix(request, isForwarded(request))
  const publicPath: PublicAddress['publicPath'] = (request, path) => prefixFor(request) + path
  return {
    publicPath,
    absoluteUrl: (request, path) =>
      (own?.origin ?? requestedOrigin(request, isForwarded(request))) + publicPath(request, path),
  }
}

export default fp<PublicAddress>(
  async (app, { absoluteUrl, publicPath }) => {
    app.decorateRequest('absoluteUrl', function (this: FastifyRequest, path: string) {
      return absoluteUrl(this, path)
    })
    app.decorateRequest('publicPath', function (this: FastifyRequest, path: string) {
      return publicPath(this, path)
    })
  },
  { name: 'public-address' },
)

/** Host and port of an absolute-form target, else those of the Host header (RFC 9112 section 3.2.2); undefined when there is neither. */
export function requestedAuthority({ url, headers }: FastifyRequest): string | undefined {
  return /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1] ?? headers.host
}

/** A style with the URL of its record. */
export function withAddress(style: StyleMetadata, addressOf: (path: string) => string) {
  const { id, ...analysis } = style.analysis
  return { ...style, analysis: { id, url: addressOf(`/api/v1/analyses/${id}`), ...analysis } }
}

/** @param isForwarded whether the peer is a trusted proxy, whose well-formed headers are used */
function requestedOrigin(request: FastifyRequest, isForwarded: boolean): string {
  const scheme = request.protocol.toLowerCase() === 'https' ? 'https' : 'http'
  const forwarded = isForwarded ? forwardedItem(request, 'x-forwarded-host') : ''
  const hosts = [forwarded, requestedAuthority(request) ?? '']
  const [origin = `${scheme}://${localAuthority(request.socket)}`] = hosts.flatMap(
    host => parseOrigin(scheme, host) ?? [],
  )
  return origin
}

/** @returns a path without a trailing slash; empty if it is malformed or contains dot segments, which URL parsers would resolve. */
function requestedPrefix(request: FastifyRequest, isForwarded: boolean): string {
  const prefix = isForwarded ? forwardedItem(request, 'x-forwarded-prefix').replace(/\/$/, '') : ''
  return segments.test(prefix) && new URL(prefix, 'http://localhost').pathname === prefix ? prefix : ''
}

/** The last item of a list: the nearest proxy appends to what it received, which any client may have sent. */
function forwardedItem({ headers }: FastifyRequest, name: string): string {
  const list = String(headers[name] ?? '')
  return list.slice(list.lastIndexOf(',') + 1).trim()
}

/** A host and an optional port (RFC 3986, section 3.2.2): a name of letters, digits, hyphens and underscores, or an IP address. */
const authority = /^(?=.{1,261}$)(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** @returns undefined when the host is malformed. */
function parseOrigin(scheme: string, host: string): string | undefined {
  return authority.test(host) ? parseUrl(`${scheme}://${host}`)?.origin : undefined
}

/** Where the connection arrived: a request of HTTP/1.0 may have no host. */
function localAuthority({ localAddress = '', localPort }: Pick<Socket, 'localAddress' | 'localPort'>): string {
  const address = localAddress.replace(/%.*/, '')
  return `${isIPv6(address) ? `[${address}]` : address}:${localPort}`
}

/** Segments of unreserved characters and percent-encoded bytes (RFC 3986, section 3.3). */
const segments = /^(?=.{1,256}$)(?:\/(?:[\w.~-]|%[\da-f]{2})+)+$/i
