// Who may ask, by the place of the address, also where there is none: judged out of the head of a request, before a body is read.
import type { ApiKey } from '../../../src/keys.ts'
import { judgeAdministrators } from './administrators.ts'
import { isBeneath } from './beneath.ts'
import { judgeHolders } from './holders.ts'
import type { Judge } from './verdict.ts'

interface Options {
  /** None: /api/v1 is open. */
  readonly keys: readonly ApiKey[]
  /** Empty: /api/admin answers only direct requests of the same machine. */
  readonly adminToken: string
  /** HOST: what the service listens on. */
  readonly host: string
}

/** @returns the judge of all requests; under neither prefix anybody may ask. */
export const createJudge = ({ keys, adminToken, host }: Options): Judge => {
  const guards = [
    ...(keys.length > 0 ? [{ prefix: '/api/v1', judge: judgeHolders(keys) }] : []),
    { prefix: '/api/admin', judge: judgeAdministrators({ token: adminToken, host }) },
  ]
  return request => {
    const place = { route: request.routeOptions.url, url: request.url }
    return guards.find(({ prefix }) => isBeneath(prefix, place))?.judge(request)
  }
}
