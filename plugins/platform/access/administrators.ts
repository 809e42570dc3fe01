// Who may see the figures: who has the token, and without one the machine itself.
import type { FastifyRequest } from 'fastify'
import { contains, parseCidrs, readCidr } from '../../../src/net/cidr.ts'
import { Problem } from '../../../src/problem.ts'
import { bearerOf } from './bearer.ts'
import { createKeyring } from './keyring.ts'
import type { Judge } from './verdict.ts'

const loopback = parseCidrs('127.0.0.0/8 ::1')

const isLoopback = (host: string): boolean => {
  const address = readCidr(host)
  return host === 'localhost' || (address !== undefined && loopback.some(block => contains(block, address)))
}

const forwarded = /^(?:forwarded|x-forwarded-.*|x-real-ip)$/

/** On the machine itself, and no proxy in between that could speak for somebody else. */
const isLocal = ({ socket, hostname, headers }: FastifyRequest): boolean =>
  isLoopback(String(socket.remoteAddress)) &&
  isLoopback(hostname.replace(/^\[|\]$/g, '').toLowerCase()) &&
  !Object.keys(headers).some(name => forwarded.test(name))

/** @param token empty: only the machine itself is let in */
export const judgeAdministrators = (token: string): Judge => {
  if (token === '') return request => (isLocal(request) ? undefined : { refusal: new Problem('forbidden') })
  const nameOf = createKeyring([{ name: 'admin', secret: token }])
  return ({ headers }) =>
    nameOf(bearerOf(headers) ?? '') === undefined
      ? { refusal: new Problem('unauthorized', { headers: { 'www-authenticate': 'Bearer realm="admin"' } }) }
      : undefined
}
