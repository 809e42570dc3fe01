// Who may ask, by the place of the address: judged before a body is read, for addresses that do not exist too.
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { ApiKey } from '../../../src/keys.ts'
import type { Problem } from '../../../src/problem.ts'
import { refuseOthers } from './administrators.ts'
import { isBeneath } from './beneath.ts'
import { refuseStrangers } from './holders.ts'

interface Secrets {
  /** None: /api/v1 is open. */
  readonly keys: readonly ApiKey[]
  /** Empty: only the machine itself may ask for /api/admin. */
  readonly adminToken: string
}

/** Why a request may not pass; undefined when it may. */
export type Refuse = (request: FastifyRequest) => Problem | undefined

export const createRefuse = ({ keys, adminToken }: Secrets): Refuse => {
  const guards = [
    ...(keys.length > 0 ? [{ prefix: '/api/v1', refuse: refuseStrangers(keys) }] : []),
    { prefix: '/api/admin', refuse: refuseOthers(adminToken) },
  ]
  return request => {
    const place = { route: request.routeOptions.url, url: request.url }
    return guards.find(({ prefix }) => isBeneath(prefix, place))?.refuse(request)
  }
}

export default fp<{ readonly refuse: Refuse }>(async (app, { refuse }) => {
  app.addHook('onRequest', (request, _reply, done) => done(refuse(request)))
})
