// Refuses requests to host names that are not ours, against DNS rebinding: a website whose name resolves to an address of the service
// reaches it as its own origin, and only the host name that its requests carry reveals it.
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../../../src/config/config.ts'
import { createHostRule, hostOf } from '../../../src/config/host-names.ts'
import { isHostName } from '../../../src/config/values.ts'
import { Problem } from '../../../src/errors.ts'
import { requestedAuthority } from '../public-address.ts'
import { isHealthCheck } from './load-shedding.ts'

/** @returns the reason to refuse the host name of a request; undefined if it is accepted. */
export type HostCheck = (request: FastifyRequest) => Problem | undefined

/** Health checks are exempt: they reveal nothing, and load balancers send any host name. */
export default fp<{ readonly check: HostCheck }>(
  async (app, { check }) => {
    app.addHook('onRequest', (request, _reply, done) => done(isHealthCheck(request) ? undefined : check(request)))
  },
  { name: 'host-check' },
)

/** The rule is that of `createHostRule`. The first refusal is logged with the setting that would have prevented it. */
export function createHostCheck(config: Config): HostCheck {
  const isAccepted = createHostRule(config)
  let isLogged = false
  return request => {
    const refused = requestedHosts(request).find(host => !isAccepted(host))
    if (refused === undefined) return undefined
    const detail = hostAdvice(refused, config.ALLOWED_HOSTS.length > 0)
    if (!isLogged) request.log.warn(detail)
    isLogged = true
    return new Problem('host_refused', { detail })
  }
}

/**
 * The host of the request itself, and the one that a trusted proxy received, which Fastify then has as the host. Only HTTP/1.0 allows
 * requests without a host, and no browser sends it.
 */
function requestedHosts(request: FastifyRequest): readonly string[] {
  const forwarded = request.host === request.headers.host ? undefined : request.host || undefined
  return [requestedAuthority(request), forwarded].filter(host => host !== undefined).map(hostOf)
}

/** @param isListed whether ALLOWED_HOSTS is set */
function hostAdvice(host: string, isListed: boolean): string {
  const name = isHostName(host) ? host : 'name'
  const setting = isListed ? `add ${name} to ALLOWED_HOSTS` : `set ALLOWED_HOSTS=${name}`
  return `The service does not accept requests to this host name. If the name belongs to the service, ${setting} and restart the service.`
}
