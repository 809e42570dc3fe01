// Who may use /api/admin: who has the token; without one only direct requests of the same machine.
import type { FastifyRequest } from 'fastify'
import { Problem } from '../../../src/errors.ts'
import { bearerOf } from './bearer.ts'
import { isLoopbackAddress, isLoopbackName, requestedHost } from './host.ts'
import { createKeyring } from './keyring.ts'
import type { Judge } from './verdict.ts'

/** Headers that proxies add. */
const forwarding = /^(?:forwarded|x-forwarded-.*|x-real-ip|via)$/

/** Whether a request comes from this machine without a proxy between. HTTP/1.0 is what nginx speaks to us unless told otherwise. */
const isDirect = (request: FastifyRequest): boolean =>
  request.raw.httpVersion === '1.1' &&
  isLoopbackAddress(String(request.socket.remoteAddress)) &&
  isLoopbackName(String(requestedHost(request))) &&
  !Object.keys(request.headers).some(name => forwarding.test(name))

interface Options {
  /** ADMIN_TOKEN; empty: only direct requests of the same machine are answered, and none unless `host` is a loopback address. */
  readonly token: string
  /** HOST: what the service listens on. */
  readonly host: string
}

export const judgeAdministrators = ({ token, host }: Options): Judge => {
  const isClosed = !isLoopbackName(host)
  if (token === '')
    return request => (isClosed || !isDirect(request) ? { refusal: new Problem('forbidden') } : undefined)
  const nameOf = createKeyring([{ name: 'admin', secret: token }])
  return ({ headers }) =>
    nameOf(bearerOf(headers) ?? '') === undefined
      ? { refusal: new Problem('unauthorized', { headers: { 'www-authenticate': 'Bearer realm="admin"' } }) }
      : undefined
}
