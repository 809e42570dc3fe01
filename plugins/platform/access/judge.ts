// Who may ask, by the place of the address, also where there is none: judged out of the head of a request, before a body is read.
import type { ApiKey } from '../../../src/keys.ts'
import { judgeAdministrators } from './administrators.ts'
import { isBeneath } from './beneath.ts'
import { judgeHolders } from './holders.ts'
import type { Judge } from './verdict.ts'

interface Secrets {
  /** None: /api/v1 is open. */
  readonly keys: readonly ApiKey[]
  /** Empty: only the machine itself may ask for /api/admin. */
  readonly adminToken: string
}

/** @returns the judge of all requests; under neither prefix anybody may ask. */
export const createJudge = ({ keys, adminToken }: Secrets): Judge => {
  const guards = [
    ...(keys.length > 0 ? [{ prefix: '/api/v1', judge: judgeHolders(keys) }] : []),
    { prefix: '/api/admin', judge: judgeAdministrators(adminToken) },
  ]
  return request => {
    const place = { route: request.routeOptions.url, url: request.url }
    return guards.find(({ prefix }) => isBeneath(prefix, place))?.judge(request)
  }
}
