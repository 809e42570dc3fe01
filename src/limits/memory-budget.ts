// The memory budget that bodies, downloads, answers and decoders share.
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

export interface MemoryBudget {
  readonly bytes: () => number
  /** Bytes that are held: revocably by bodies, downloads and answers, which take at most half of the budget, and by decodes. */
  readonly queue: Pick<FairQueue, 'held' | 'heldInTransfer' | 'waiting' | 'clients'>
  /** Counts what arrives or leaves at the pace of a client; it grows with it. @throws Problem `overloaded` */
  readonly hold: (client: string, bytes?: number) => Lease
  /** Largest decode of a file while no other file is decoded, bytes. */
  readonly maxDecodeBytes: (file: Lease | undefined) => number
  /**
   * Memory for decoding a file, in addition to what its lease counts. Files of other clients that are in transfer give way.
   *
   * @throws Problem `picture_too_large` when the whole budget is too small for it, `overloaded`, and the reason of the signal.
   */
  readonly acquire: (client: string, decodeBytes: number, file?: Lease, signal?: AbortSignal) => Promise<Lease>
}

/** The part that decodes leave to arriving files. */
const reservedPart = 1 / 16

/** Creates one budget for files and decodes, so that neither can use up what the other was granted. */
export function createMemoryBudget({ bytes, ...waiting }: MemoryBudgetOptions): MemoryBudget {
  const queue = new FairQueue({ capacity: bytes, reservedPart, revocablePart: 1 / 2, ...waiting })
  const maxDecodeBytes = (file: Lease | undefined): number =>
    bytes() - Math.max(file?.units() ?? 0, bytes() * reservedPart)
  return {
    bytes,
    queue,
    hold: (client, bytes = 0) => queue.acquireRevocable(client, bytes),
    maxDecodeBytes,
    acquire: async (client, decodeBytes, file, signal) => {
      if (decodeBytes > maxDecodeBytes(file)) throw beyondBudget(decodeBytes + (file?.units() ?? 0), bytes())
      // One of no size would count as nothing, and anything could be granted beside its file.
      return queue.acquire(client, Math.max(1, decodeBytes), { signal, file })
    },
  }
}

function beyondBudget(needed: number, budget: number): Problem {
  const [need, have] = [needed, budget].map(bytes => Math.ceil(bytes / 1_048_576))
  return new Problem('picture_too_large', {
    detail: `Decoding the file takes about ${need} MB; ${have} MB are available (MEMORY_BUDGET_MB). Send a smaller file, or another format.`,
  })
}
