// Who holds a key: for /api/v1, once the service has keys.

import { Problem } from '../../../src/errors.ts'
import type { ApiKey } from '../../../src/keys.ts'
import { bearerOf } from './bearer.ts'
import { createKeyring } from './keyring.ts'
import type { Judge } from './verdict.ts'

/** Refuses who brings no key: Authorization decides when its scheme is Bearer, else x-api-key does. */
export const judgeHolders = (keys: readonly ApiKey[]): Judge => {
  const nameOf = createKeyring(keys)
  return ({ headers }) => {
    const holder = nameOf(bearerOf(headers) ?? String(headers['x-api-key'] ?? ''))
    return holder === undefined
      ? { refusal: new Problem('unauthorized', { headers: { 'www-authenticate': 'Bearer realm="api"' } }) }
      : { holder }
  }
}
