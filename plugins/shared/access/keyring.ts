// Tells whose secret it is that somebody sent, and nothing by the time it takes.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { ApiKey } from '../../../src/keys.ts'

const digest = (secret: Buffer): Buffer => createHash('sha256').update(secret).digest()

/**
 * Makes the one comparison of secrets. Digests are compared, so that neither length nor a common beginning shows; each key is compared
 * whether an earlier one fits or not; and nothing sent is compared like anything else.
 *
 * @returns a function from the value of a header to the name of its key. Node reads headers as Latin-1, so a secret beyond ASCII fits
 *   when it was sent in UTF-8.
 */
export const createKeyring = (keys: readonly ApiKey[]): ((sent: string) => string | undefined) => {
  const known = keys.map(({ name, secret }) => ({ name, digest: digest(Buffer.from(secret)) }))
  return sent => {
    const asked = digest(Buffer.from(sent, 'latin1'))
    const [key] = known.filter(one => timingSafeEqual(one.digest, asked))
    return key?.name
  }
}
