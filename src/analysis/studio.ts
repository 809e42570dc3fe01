// Pictures of everybody: measured and described, equal work once.
import { createHash } from 'node:crypto'
import { setImmediate as nextRound } from 'node:timers/promises'
import type { StyleMetadata } from '../../schemas/style.ts'
import { Problem } from '../errors.ts'
import type { Access } from '../providers/key.ts'
import { silenceOf } from '../providers/silence.ts'
import type { Outcome } from '../providers/tries.ts'
import type { Vision } from '../providers/vision.ts'
import { createShare } from './share.ts'
import type { FileTask, StyleTask } from './task.ts'
import { voiced } from './voiced.ts'
import type { Asker, WorkerPool } from './worker-pool.ts'

interface StudioOptions {
  readonly pool: WorkerPool
  readonly vision: Vision
  /** Results of each kind that are kept at most; 0: equal work is not shared. */
  readonly most: number
}

interface Voiced {
  readonly style: StyleMetadata
  /** Why there are no words of the provider. */
  readonly silence: Problem | undefined
}

type Requester = Asker & { readonly signal: AbortSignal }

export interface Studio {
  /**
   * Measures a file.
   *
   * @throws Problem as `analyse` of the pool does, and the reason of the signal.
   */
  readonly measure: (task: StyleTask, asker: Requester) => Promise<StyleMetadata>
  /**
   * Has a provider put a measured style into words. The words are shared only among requests with the same key.
   *
   * @throws Problem `overloaded`, and the reason of the signal.
   */
  readonly voice: (style: StyleMetadata, file: FileTask, access: Access, asker: Requester) => Promise<Voiced>
  /** How often work was spared. */
  readonly hits: () => number
}

/** So much is hashed in one round of the event loop, bytes: some 3 ms. */
const hashPiece = 4_194_304

/** SHA-256 in pieces: Web Crypto would copy the whole file first. */
const fingerprint = async (bytes: Uint8Array): Promise<string> => {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += hashPiece) {
    if (at > 0) await nextRound()
    hash.update(bytes.subarray(at, at + hashPiece))
  }
  return hash.digest('hex')
}

/** Stands for a key, so that no key is kept. */
const digest = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Only words are kept: a provider that failed is asked again. */
const isAnswer = ({ kind }: Outcome): boolean => kind === 'answered'

/** Makes the one studio of the process, over workers and providers that its caller closes. */
export const createStudio = ({ pool, vision, most }: StudioOptions): Studio => {
  const styles = createShare<StyleMetadata>({ most })
  const words = createShare<Outcome>({ most, lasts: isAnswer })

  /** A file that could be measured and not be drawn costs its words, and not the whole answer. */
  const portraitOf = (file: FileTask, { signal, ...asker }: Requester) =>
    pool.portray(file, { ...asker, signal }).catch((error: unknown) => {
      signal.throwIfAborted()
      if (error instanceof Problem && error.code === 'overloaded') throw error
      return undefined
    })

  return {
    measure: async (task, asker) => {
      const { bytes, depth, platform, mediaType } = task
      const sha256 = await fingerprint(bytes)
      const name = [sha256, depth, platform, mediaType].join(' ')
      return styles.get(name, asker.signal, signal => pool.analyse({ ...task, sha256 }, { ...asker, signal }))
    },
    voice: async (style, file, { provider, key }, asker) => {
      const model = vision.modelOf(provider)
      const name = [style.media.sha256, file.mediaType, provider, model, digest(key)].join(' ')
      const outcome = await words.get(name, asker.signal, async signal => {
        const jpeg = await portraitOf(file, { ...asker, signal })
        return jpeg ? vision.look({ provider, key, jpeg, signal }) : { kind: 'unusable' }
      })
      return { style: voiced(style, { provider, model, outcome }), silence: silenceOf(provider, outcome) }
    },
    hits: () => styles.hits() + words.hits(),
  }
}
