// Authentication by API key or admin token, the name under which a client is counted, and the refusal of requests without access.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isIP, isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { hostOf, isLoopbackAddress, isLoopbackName, withoutPort } from '../../../src/config/host-names.ts'
import type { ApiKey } from '../../../src/config/values.ts'
import { Problem } from '../../../src/errors.ts'
import { parseCidr } from '../../../src/fetch/ip-policy.ts'
import { requestedAuthority } from '../public-address.ts'
import { isOwnOrigin, isSameOrigin } from './cross-site.ts'

interface AuthResult {
  /** Name of the API key that the request carries. */
  readonly keyName?: string
  /** Whether the request carries a valid API key or the admin token, which other websites do not know. */
  readonly isAuthenticated?: boolean
  /** Why the request is refused; undefined when it has access. */
  readonly refusal?: Problem
}

type Authenticate = (request: FastifyRequest) => AuthResult

declare module 'fastify' {
  interface FastifyInstance {
    /** Authenticates a request to this scope. /api/v1 and /api/admin have separate functions. */
    authenticate: Authenticate
  }
  interface FastifyContextConfig {
    /** Needs no API key, unlike the other routes of its scope. */
    readonly isPublic?: boolean
  }
  interface FastifyRequest {
    authResult: AuthResult | undefined
    /** Cached by `clientOf`; empty until the first call. */
    client: string
  }
}

/** Authenticates each request once, from its head alone. Everything that counts clients comes after it. */
export const authentication = fp(
  async app => {
    app.decorate('authenticate', () => ({}))
    app.decorateRequest('authResult', undefined)
    app.decorateRequest('client', '')
    app.addHook('onRequest', (request, _reply, done) => {
      request.authResult = request.server.authenticate(request)
      done()
    })
  },
  { name: 'authentication' },
)

/** Refuses requests without access. It runs after the rate limit, which therefore also limits attempts to guess keys. */
export const authorization = fp(
  async app => {
    app.addHook('onRequest', ({ authResult }, _reply, done) => done(authResult?.refusal))
  },
  { name: 'authorization', dependencies: ['authentication'] },
)

/** Requires an API key for the whole scope, including unknown paths, except its public routes; without keys the scope is open. */
export const apiKeyAuth = fp<{ readonly keys: readonly ApiKey[] }>(
  async (scope, { keys }) => {
    if (keys.length > 0) scope.decorate('authenticate', authenticateApiKey(keys))
  },
  { name: 'api-key-auth', dependencies: ['authentication'] },
)

/**
 * Requires the admin token for the whole scope, including unknown paths.
 *
 * @param token ADMIN_TOKEN; empty: only direct requests from this machine have access, and only while `host` is a loopback address.
 * @param readToken METRICS_TOKEN, which may read; empty: none.
 * @param host HOST: the address that the service listens on.
 */
export const adminAuth = fp<{ readonly token: string; readonly readToken: string; readonly host: string }>(
  async (scope, { token, readToken, host }) => {
    const authenticate = token === '' ? authenticateLocal(host) : authenticateAdminToken(token)
    scope.decorate('authenticate', readToken === '' ? authenticate : allowReading(readToken, authenticate))
  },
  { name: 'admin-auth', dependencies: ['authentication'] },
)

/** Authorization is used when its scheme is Bearer, else x-api-key. */
function authenticateApiKey(keys: readonly ApiKey[]): Authenticate {
  const findKeyName = createKeyLookup(keys)
  const refusal = missingKey()
  return ({ headers, routeOptions }) => {
    const keyName = findKeyName(bearerToken(headers) ?? String(headers['x-api-key'] ?? ''))
    if (keyName !== undefined) return { keyName, isAuthenticated: true }
    return routeOptions.config.isPublic ? {} : { refusal }
  }
}

function missingKey(): Problem {
  return new Problem('unauthorized', { headers: { 'www-authenticate': 'Bearer realm="api"' } })
}

/** For the parts of a public route that require a key. @throws Problem `unauthorized` if there are keys and the request has none */
export function requireApiKey({ authResult }: FastifyRequest, keys: readonly ApiKey[]): void {
  if (keys.length > 0 && !authResult?.isAuthenticated) throw missingKey()
}

/** @param authenticate for requests without the token. */
function allowReading(token: string, authenticate: Authenticate): Authenticate {
  const findKeyName = createKeyLookup([{ name: 'reader', secret: token }])
  return request => {
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    const isReader = isReading && findKeyName(bearerToken(request.headers) ?? '') !== undefined
    return isReader ? { isAuthenticated: true } : authenticate(request)
  }
}

function authenticateAdminToken(token: string): Authenticate {
  const findKeyName = createKeyLookup([{ name: 'admin', secret: token }])
  const refusal = new Problem('unauthorized', { headers: { 'www-authenticate': 'Bearer realm="admin"' } })
  return ({ headers }) => {
    const isAuthenticated = findKeyName(bearerToken(headers) ?? '') !== undefined
    return isAuthenticated ? { isAuthenticated } : { refusal }
  }
}

function authenticateLocal(host: string): Authenticate {
  const isOpen = isLoopbackName(host)
  const refusal = new Problem('forbidden')
  return request => (isOpen && isDirect(request) ? {} : { refusal })
}

/** Headers that proxies add. */
const proxyHeaders = /^(?:forwarded|x-forwarded-.*|x-real-ip|via)$/

/**
 * Whether a request comes from this machine without a proxy in between, and not from a page of another origin. nginx sends HTTP/1.0 to its
 * upstreams by default.
 */
function isDirect(request: FastifyRequest): boolean {
  return (
    request.raw.httpVersion === '1.1' &&
    isLoopbackAddress(String(request.socket.remoteAddress)) &&
    isLoopbackName(hostOf(String(requestedAuthority(request)))) &&
    isSameOrigin(request) &&
    (request.headers.origin === undefined || isOwnOrigin(request)) &&
    !Object.keys(request.headers).some(name => proxyHeaders.test(name))
  )
}

/** The token of the scheme Bearer, possibly empty (RFC 9110 section 11.6.2, RFC 6750); undefined for any other scheme and without the header. */
function bearerToken({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  return /^Bearer(?:$| +)(.*)$/i.exec(authorization)?.[1]
}

/**
 * Finds the name of the key with a given secret in constant time: SHA-256 digests are compared, so neither the length nor a common prefix
 * shows, and every key is compared whether an earlier one matched or not.
 *
 * @returns a function of a header value. Node.js decodes headers as Latin-1, so a secret beyond ASCII matches when it was sent as UTF-8.
 */
function createKeyLookup(keys: readonly ApiKey[]): (sent: string) => string | undefined {
  const known = keys.map(({ name, secret }) => ({ name, digest: digestOf(Buffer.from(secret)) }))
  return sent => {
    const digest = digestOf(Buffer.from(sent, 'latin1'))
    const [key] = known.filter(one => timingSafeEqual(one.digest, digest))
    return key?.name
  }
}

function digestOf(secret: Buffer): Buffer {
  return createHash('sha256').update(secret).digest()
}

/**
 * The client of a request, as the rate limit, the fair limiters and the log count it.
 *
 * @returns the name of the API key (`key:ci`), else the IPv4 address (`ip:192.0.2.1`), else the IPv6 network
 *   (`ip:2001:db8:1:2::/64`): a subscriber gets at least 64 bits of IPv6 (RFC 6177), so a single address does not identify one.
 */
export function clientOf(request: FastifyRequest): string {
  const keyName = request.authResult?.keyName
  request.client ||= keyName === undefined ? `ip:${networkOf(request.ip)}` : `key:${keyName}`
  return request.client
}

/**
 * @param address undefined when the socket is already closed; X-Forwarded-For of a trusted proxy may contain any text, and some proxies
 *   add the port of the client.
 */
export function networkOf(address: string | undefined): string {
  const text = withoutPort(String(address))
  if (isIPv4(text)) return text
  const cidr = isIP(text) === 6 ? parseCidr(text) : undefined
  if (!cidr) return 'unknown'
  return cidr.family === 4 ? bitGroups(cidr.bits, /.{8}/g).join('.') : ipv6Network(cidr.bits)
}

function ipv6Network(bits: string): string {
  const groups = bitGroups(bits.slice(0, 64), /.{16}/g).map(group => group.toString(16))
  return `${groups.join(':').replace(/(?:(?:^|:)0)+$/, '')}::/64`
}

function bitGroups(bits: string, group: RegExp): readonly number[] {
  return [...bits.matchAll(group)].map(([digits]) => Number.parseInt(digits, 2))
}
