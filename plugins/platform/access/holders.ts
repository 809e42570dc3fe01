// Who holds a key: for /api/v1, once the service has keys.
import type { FastifyRequest } from 'fastify'
import { createKeyring } from './keyring.ts'
import type { ApiKey } from '../../../src/keys.ts'
import { Problem } from '../../../src/problem.ts'
import { bearerOf } from './bearer.ts'

const holders = new WeakMap<FastifyRequest, string>()

/** The name of the key that a request brought; undefined when it brought none, or needed none. */
export const holderOf = (request: FastifyRequest): string | undefined => holders.get(request)

/** Refuses who brings no key: Authorization decides when its scheme is Bearer, else x-api-key does. */
export const refuseStrangers = (keys: readonly ApiKey[]): ((request: FastifyRequest) => Problem | undefined) => {
  const nameOf = createKeyring(keys)
  return request => {
    const { headers } = request
    const name = nameOf(bearerOf(headers) ?? String(headers['x-api-key'] ?? ''))
    if (name === undefined)
      return new Problem('unauthorized', { headers: { 'www-authenticate': 'Bearer realm="api"' } })
    holders.set(request, name)
    return undefined
  }
}
