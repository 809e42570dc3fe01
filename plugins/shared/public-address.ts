// The absolute addresses of records, as the client of a request reaches them. They are added to answers only.
import { isIPv6, type Socket } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { StyleMetadata } from '../../schemas/style.ts'
import type { Config } from '../../src/config.ts'
import { parseUrl } from '../../src/url.ts'
import { requestedAuthority } from './host-check.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The absolute address of a path of the service. */
    absoluteUrl: (path: string) => string
  }
}

type Settings = Pick<Config, 'PUBLIC_URL' | 'TRUST_PROXY'>

/** Below PUBLIC_URL; without it, below the scheme, the host and the prefix of the request, of which those of a trusted proxy count. */
export default fp<Settings>(
  async (app, { PUBLIC_URL: publicUrl, TRUST_PROXY: proxies }) => {
    const base = publicUrl?.replace(/\/+$/, '')
    const isTrusted = compile([...proxies])

    app.decorateRequest('absoluteUrl', function (this: FastifyRequest, path: string) {
      return (base ?? requestedBase(this, isTrusted(String(this.socket.remoteAddress), 0))) + path
    })
  },
  { name: 'public-address' },
)

/** A style with the address of its record. */
export function withAddress(style: StyleMetadata, request: FastifyRequest) {
  const { id, ...analysis } = style.analysis
  return { ...style, analysis: { id, url: request.absoluteUrl(`/api/v1/analyses/${id}`), ...analysis } }
}

/** @param isForwarded whether the peer is a trusted proxy; what it sends counts if it is well-formed */
function requestedBase(request: FastifyRequest, isForwarded: boolean): string {
  const scheme = request.protocol.toLowerCase() === 'https' ? 'https' : 'http'
  const forwarded = (name: string): string => (isForwarded ? lastItem(String(request.headers[name] ?? '')) : '')
  const hosts = [forwarded('x-forwarded-host'), requestedAuthority(request) ?? '']
  const [origin = `${scheme}://${localAuthority(request.socket)}`] = hosts.flatMap(
    host => requestOrigin(scheme, host) ?? [],
  )
  return origin + prefixOf(forwarded('x-forwarded-prefix'))
}

/** The nearest proxy appends to what it received, which any client may have sent. */
function lastItem(list: string): string {
  return list.slice(list.lastIndexOf(',') + 1).trim()
}

/** A host and an optional port (RFC 3986, section 3.2.2): a name of letters, digits, hyphens and underscores, or an IP address. */
const authority = /^(?=.{1,261}$)(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** @returns undefined when the host is malformed. */
function requestOrigin(scheme: string, host: string): string | undefined {
  return authority.test(host) ? parseUrl(`${scheme}://${host}`)?.origin : undefined
}

/** Where the connection arrived: a request of HTTP/1.0 may have no host. */
function localAuthority({ localAddress = '', localPort }: Pick<Socket, 'localAddress' | 'localPort'>): string {
  const address = localAddress.replace(/%.*/, '')
  return `${isIPv6(address) ? `[${address}]` : address}:${localPort}`
}

/** Segments of unreserved characters and percent-encoded bytes (RFC 3986, section 3.3). */
const segments = /^(?=.{1,256}$)(?:\/(?:[\w.~-]|%[\da-f]{2})+)+$/i

/** @returns a path without a final slash; none when it is malformed, or URL parsers would read another one, because it has dot segments. */
function prefixOf(text: string): string {
  const prefix = text.replace(/\/$/, '')
  return segments.test(prefix) && new URL(prefix, 'http://localhost').pathname === prefix ? prefix : ''
}
