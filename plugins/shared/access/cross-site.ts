// Refuses unsafe requests that a browser sends for a page of another website (CSRF). Forms, beacons and fetch with no-cors reach every
// service that the browser can reach, whatever CORS allows.
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { hostOf, isLoopbackName } from '../../../src/config/host-names.ts'
import { Problem } from '../../../src/errors.ts'
import { parseUrl } from '../../../src/values/url.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route whose method is safe, but which fetches and stores: pages of other websites may not send it to the machine of their visitor. */
    readonly isKeptFromOtherSites?: boolean
  }
  interface FastifyInstance {
    /** Methods of this scope that pages of other websites may send: those that store nothing (RFC 9110 section 9.2.1), and none at /mcp. */
    safeMethods: readonly string[]
  }
}

/**
 * It decides before the body is read, and after the rate limit: otherwise its answers would tell whether a key is valid, without a limit.
 *
 * @param publicUrl PUBLIC_URL; its pages count as those of the service.
 */
export default fp<{ readonly publicUrl: string | undefined }>(
  async (app, { publicUrl }) => {
    app.decorate('safeMethods', ['GET', 'HEAD', 'OPTIONS'])
    const publicOrigin = publicUrl && new URL(publicUrl).origin

    const isFromAllowedOrigin = ({ headers: { origin }, server: { corsOrigins } }: FastifyRequest): boolean =>
      corsOrigins.includes('*') || (origin !== undefined && (origin === publicOrigin || corsOrigins.includes(origin)))

    app.addHook('onRequest', (request, _reply, done) => {
      const isAllowed =
        (request.server.safeMethods.includes(request.method) && !(publicUrl === undefined && usesVisitor(request))) ||
        request.authResult?.isAuthenticated ||
        isFromAllowedOrigin(request) ||
        isSameOrigin(request)
      done(isAllowed ? undefined : new Problem('cross_site_refused'))
    })
  },
  { name: 'cross-site', dependencies: ['authentication', 'cors'] },
)

/** Whether a page of another website has its visitor's browser call a route with effects on the visitor's own machine. */
function usesVisitor({ routeOptions, headers, host }: FastifyRequest): boolean {
  const isKept = routeOptions.config?.isKeptFromOtherSites === true
  return isKept && headers['sec-fetch-site'] === 'cross-site' && isLoopbackName(hostOf(host))
}

/** Makes the rule hold for every method of a scope. */
export const refuseCrossSite = fp(async scope => void scope.decorate('safeMethods', []), {
  name: 'refuse-cross-site',
  dependencies: ['cross-site'],
})

/**
 * Whether a request comes from a page of the service, from the user or from a program that is no browser. Browsers send Sec-Fetch-Site
 * (W3C Fetch Metadata) to HTTPS and loopback addresses only, and Origin with every unsafe request.
 */
export function isSameOrigin(request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return origin === undefined || isOwnOrigin(request)
}

/** Whether Origin names the address of the request itself: scheme, host and port as they arrived, or as a trusted proxy received them. */
export function isOwnOrigin({ headers: { origin }, protocol, host }: FastifyRequest): boolean {
  return origin !== undefined && origin !== 'null' && origin === parseUrl(`${protocol}://${host}`)?.origin
}
