// The memory budget that files in transfer and decoders share.
import { Problem } from '../errors.ts'
import { FairQueue, type Lease } from './fair-queue.ts'

interface MemoryBudgetOptions {
  /** Bytes above what the idle service needs; a function, since that is measured once the workers are ready. */
  readonly bytes: () => number
  /** Decodes that may wait for memory. */
  readonly maxWaiting: number
  /** Longest wait of a decode, ms. */
  readonly maxWaitMs?: number
}

/** A file to be decoded. */
interface HeldFile {
  readonly bytes: number
  /** Its lease of `files`. */
  readonly lease?: Lease | undefined
}

export interface MemoryBudget {
  readonly bytes: () => number
  /** Bodies and downloads that have arrived or are arriving, bytes: at most half of the budget. */
  readonly files: FairQueue
  /** Memory of decodes, bytes, and how many of them wait for it. */
  readonly decodes: () => { readonly held: number; readonly waiting: number }
  /** Largest decode of a file while no other file is decoded, bytes. */
  readonly maxDecodeBytes: (file: HeldFile) => number
  /**
   * Memory for decoding a file, in addition to its own bytes, which `files` counts. Files of other clients that are in transfer give way.
   *
   * @throws Problem `picture_too_large` when the whole budget is too small for it, `overloaded`, and the reason of the signal.
   */
  readonly acquire: (client: string, decodeBytes: number, file: HeldFile, signal?: AbortSignal) => Promise<Lease>
}

/** The part that large decodes leave to arriving files, and as much again to small decodes. */
const reservedPart = 1 / 16

/** Decodes of at most this part never wait for large ones. */
const smallDecodePart = 1 / 32

/** Creates one budget for files and decodes, so that neither can use up what the other was granted. */
export function createMemoryBudget({ bytes, ...waiting }: MemoryBudgetOptions): MemoryBudget {
  const reserved = (): number => bytes() * reservedPart
  const large: FairQueue = new FairQueue({
    capacity: () => bytes() - reserved() - Math.max(files.held, reserved()),
    ...waiting,
  })
  // For small decodes that would otherwise wait for large ones.
  const small = new FairQueue({ capacity: reserved, ...waiting })
  const files: FairQueue = new FairQueue({
    capacity: () => Math.min(bytes() / 2, Math.max(reserved(), bytes() - large.held - reserved())),
    maxWaiting: 0,
    isRevocable: true,
    onRelease: () => large.update(),
  })
  const sizeOf = ({ bytes, lease }: HeldFile): number => Math.max(bytes, lease?.units() ?? 0)
  const maxDecodeBytes = (file: HeldFile): number => bytes() - Math.max(sizeOf(file), reserved()) - reserved()

  return {
    bytes,
    files,
    decodes: () => ({ held: large.held + small.held, waiting: large.waiting + small.waiting }),
    maxDecodeBytes,
    acquire: async (client, decodeBytes, file, signal) => {
      if (decodeBytes > maxDecodeBytes(file)) throw beyondBudget(decodeBytes + sizeOf(file), bytes())
      const isSmall = decodeBytes <= bytes() * smallDecodePart
      if (isSmall && !large.isFree(decodeBytes)) return small.acquire(client, decodeBytes, signal)
      // One of no size would count as nothing, and anything could be granted beside its file.
      const lease = await large.acquire(client, Math.max(1, decodeBytes), signal)
      // It was granted because nothing else is decoded: waiting files are revoked in its favour.
      file.lease?.makeIrrevocable()
      files.shrinkTo(bytes() - reserved() - large.held)
      return lease
    },
  }
}

function beyondBudget(needed: number, budget: number): Problem {
  const [need, have] = [needed, budget].map(bytes => Math.ceil(bytes / 1_048_576))
  return new Problem('picture_too_large', {
    detail: `Decoding the file takes about ${need} MB; ${have} MB are available (MEMORY_BUDGET_MB). Send it smaller, or in another format.`,
  })
}
