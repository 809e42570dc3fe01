// The vision-model providers as the rest of the house sees them: whose key this is, and what that provider says of a picture.
import { setMaxListeners } from 'node:events'
import type { ProviderName, ProviderOutcome } from '../../schemas/vision.ts'
import type { Problem } from '../errors.ts'
import { type Access, accessOf } from './key.ts'
import type { Post } from './post.ts'
import type { Place } from './provider.ts'
import { providerTable } from './providers.ts'
import { type Outcome, tries } from './tries.ts'

interface VisionOptions {
  readonly places: Readonly<Record<ProviderName, Place>>
  /** Whose a key is that nothing else tells. */
  readonly usual: ProviderName | undefined
  /** For all tries together, ms. */
  readonly timeoutMs: number
  readonly now: () => Date
}

interface Look extends Access {
  /** JPEG. */
  readonly jpeg: Uint8Array
  /** Of everybody who waits for it: when it aborts, so does the call, and its reason is thrown. */
  readonly signal: AbortSignal
}

/** How often a provider answered so. */
type Calls = Record<string, number>

export interface Vision {
  /** Whose key this is, or why it is nobody's. `named`: the header x-vision-provider. */
  readonly accessOf: (key: string, named: string | undefined) => Access | Problem
  readonly modelOf: (provider: ProviderName) => string
  /** Asks a provider for words. It fails only when the signal aborts; `unavailable` when too many are asked at once, or after `close`. */
  readonly look: (look: Look) => Promise<Outcome>
  /** Calls since the start, by provider and outcome. */
  readonly calls: () => Record<string, Calls>
  readonly close: () => Promise<void>
}

/** Calls under way at once: pictures of so many, 30 MB, may wait for slow providers. */
const most = 256

/** Makes the one access to providers of the process. */
export const createVision = ({ places, usual, timeoutMs, now }: VisionOptions): Vision => {
  let opened: Promise<Post> | undefined
  /** With undici comes a tenth of a second, which a service that asks nobody does not spend. */
  const open = (): Promise<Post> => {
    opened ??= import('./post.ts').then(({ openPost }) => openPost())
    return opened
  }
  const closing = new AbortController()
  setMaxListeners(0, closing.signal) // one for each call under way
  const counts = new Map<ProviderName, Calls>()
  let underWay = 0
  const count = (provider: ProviderName, outcome: ProviderOutcome): void => {
    const calls = counts.get(provider) ?? {}
    counts.set(provider, { ...calls, [outcome]: (calls[outcome] ?? 0) + 1 })
  }

  const ask = async ({ provider, key, jpeg, signal: own }: Look): Promise<Outcome> => {
    const { ask, read } = providerTable[provider]
    const { base, model, version } = places[provider]
    const message = ask({ key, model, version, jpeg: Buffer.from(jpeg).toString('base64') })
    const clock = AbortSignal.timeout(timeoutMs)
    const signal = AbortSignal.any([own, closing.signal, clock])
    const patience = { signal, now, deadline: new Date(now().getTime() + timeoutMs) }
    const { send } = await open()
    const outcome = await tries(() => send(base, message, signal), read, patience)
    own.throwIfAborted()
    return closing.signal.aborted ? { kind: 'unavailable' } : outcome
  }

  return {
    accessOf: (key, named) => accessOf(key, { named, usual }),
    modelOf: name => places[name].model,
    look: async look => {
      underWay += 1
      try {
        const outcome: Outcome = underWay > most ? { kind: 'unavailable' } : await ask(look)
        count(look.provider, outcome.kind)
        return outcome
      } finally {
        underWay -= 1
      }
    },
    calls: () => Object.fromEntries(counts),
    close: async () => {
      closing.abort()
      await (await opened)?.close()
    },
  }
}
