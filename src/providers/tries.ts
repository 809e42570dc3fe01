// Tries of one question, until an answer or the end of patience.
import { setTimeout as wait } from 'node:timers/promises'
import type { ProviderOutcome } from '../../schemas/vision.ts'
import type { Words } from '../../schemas/words.ts'
import type { Exchange } from './post.ts'
import type { Reply } from './provider.ts'
import { readWords } from './read-words.ts'
import { retryAfter } from './retry-after.ts'

/** How asking a provider ended. */
export type Outcome =
  | { readonly kind: 'answered'; readonly words: Partial<Words> }
  | {
      readonly kind: Exclude<ProviderOutcome, 'answered'>
      /** Seconds that the provider asks for. */
      readonly retryAfter?: number
    }

interface Attempt {
  readonly outcome: Outcome
  /** Whether the same question may end otherwise. */
  readonly again: boolean
}

const mostTries = 3
/** Before the second try, doubled before the third, ms. */
const firstPause = 250

const final = (outcome: Outcome): Attempt => ({ outcome, again: false })

const outcomeOf = (reply: Reply | undefined): Outcome => {
  if (reply === undefined || 'rejected' in reply) return { kind: 'unusable' }
  if ('refused' in reply) return { kind: 'refused' }
  const words = readWords(reply.said)
  return words === undefined ? { kind: 'unusable' } : { kind: 'answered', words }
}

/** Unknown, without money, or not allowed. */
const keyFaults: readonly number[] = [401, 402, 403]

const saysRejected = (reply: Reply | undefined): boolean => reply !== undefined && 'rejected' in reply

/** What an exchange means. A status of 4xx says that the question is wrong, so it is asked once. */
const judge = (
  { status, retryAfter: header, body }: Exchange,
  read: (body: unknown) => Reply | undefined,
  now: Date,
): Attempt => {
  const seconds = retryAfter(header, now)
  const pause = seconds === undefined ? {} : { retryAfter: seconds }
  if (status === 200) return final(outcomeOf(read(body)))
  if (keyFaults.includes(status) || (status === 400 && saysRejected(read(body)))) return final({ kind: 'key_rejected' })
  if (status === 429) return final({ kind: 'rate_limited', ...pause })
  if (status >= 500) return { outcome: { kind: 'unavailable', ...pause }, again: true }
  return final({ kind: 'unusable' })
}

interface Patience {
  readonly signal: AbortSignal
  readonly now: () => Date
  /** When the signal ends it all. */
  readonly deadline: Date
}

/**
 * Asks up to three times: again after a broken connection and after 5xx, when the pause that the provider asks for fits.
 *
 * @param exchange one exchange; it rejects when the connection breaks and when the signal aborts.
 * @returns how the last whole try ended; `timeout` when the signal left time for none.
 */
export const tries = async (
  exchange: () => Promise<Exchange>,
  read: (body: unknown) => Reply | undefined,
  { signal, now, deadline }: Patience,
): Promise<Outcome> => {
  let last: Outcome = { kind: 'timeout' }
  for (let number = 0; number < mostTries; number++) {
    const attempt = await exchange().then(
      answer => judge(answer, read, now()),
      (): Attempt => ({ outcome: { kind: 'unavailable' }, again: true }),
    )
    if (signal.aborted) break
    last = attempt.outcome
    const asked = 'retryAfter' in last && last.retryAfter !== undefined ? last.retryAfter * 1000 : 0
    const pause = Math.max(asked, firstPause * 2 ** number)
    const isLast = number === mostTries - 1
    if (!attempt.again || isLast || now().getTime() + pause >= deadline.getTime()) break
    await wait(pause, undefined, { signal }).catch(() => undefined)
  }
  return last
}
