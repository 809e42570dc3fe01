// The memory budget that bodies, downloads and decoders share.
import { Problem } from '../errors.ts'
import { createFairLimiter, type FairLimiter, type Lease } from './fair-limiter.ts'

interface MemoryBudgetOptions {
  /** Bytes above what the idle service needs; a function, since that is measured once the workers are ready. */
  readonly bytes: () => number
  /** Decodes that may wait for memory. */
  readonly maxWaiting: number
  /** Runs the garbage collector, which would see only the small objects that own the large buffers of files. */
  readonly collect: (generation: 'all' | 'young') => void
}

/** A file to be decoded. */
interface HeldFile {
  readonly bytes: number
  /** Its lease of `files`. */
  readonly lease?: Lease | undefined
}

/** Memory of a file or a body. */
export interface FileLease extends Lease {
  /** Takes more for parsed values, which the collector sees by itself. */
  readonly growValues: (bytes: number) => void
}

export interface MemoryBudget {
  readonly bytes: () => number
  /** Largest decode of a file while no other file is decoded, bytes. */
  readonly maxDecodeBytes: (file: HeldFile) => number
  /** Counts bytes that were released, so that they are collected before they become many. */
  readonly noteGarbage: (bytes: number) => void
  /** The same for copied pieces of a stream: they are young, and collecting them takes a millisecond. */
  readonly noteChunks: (bytes: number) => void
  /** Collects garbage that is due. For moments at which this process waits for another, so that no client waits for the collector. */
  readonly collectDue: () => void
  /** Bytes of bodies and downloads that have arrived or are arriving; at most half of the budget. */
  readonly files: Omit<FairLimiter, 'acquire'> & {
    readonly acquire: (client: string, bytes: number, signal?: AbortSignal) => Promise<FileLease>
  }
  /**
   * Memory for decoding a file, in addition to its own bytes, which `files` counts.
   *
   * @throws Problem `picture_too_large` when the whole budget is too small for it, `overloaded`, and the reason of the signal.
   */
  readonly acquire: (client: string, decodeBytes: number, file: HeldFile, signal?: AbortSignal) => Promise<Lease>
}

/** The part that large decodes leave to arriving files, and as much again to small decodes. */
const reservedPart = 1 / 16

/** The part that may be garbage: collecting it takes about 20 ms. */
const garbagePart = 1 / 12

/** Largest amount of copied pieces before they are collected: malloc keeps what they once took. Bytes. */
const maxPieceBytes = 8 * 1024 * 1024

/** Aborted streams release their buffers a little later, ms. */
const releaseDelayMs = 250

/** Decodes of at most this part never wait for large ones. */
const smallDecodePart = 1 / 32

/** Creates one budget for files and decoders, so that neither can use up what the other was granted. */
export function createMemoryBudget({ bytes, maxWaiting, collect }: MemoryBudgetOptions): MemoryBudget {
  const reserved = (): number => bytes() * reservedPart
  const large = createFairLimiter({
    capacity: () => bytes() - reserved() - Math.max(files.held(), reserved()),
    maxWaiting,
  })
  // For small decodes that would otherwise wait for large ones.
  const small = createFairLimiter({ capacity: reserved, maxWaiting })
  const files = createFairLimiter({
    capacity: () => Math.min(bytes() / 2, Math.max(reserved(), bytes() - large.held() - reserved())),
    maxWaiting: 0,
    isRevocable: true,
  })
  const maxGarbage = (): number => bytes() * garbagePart
  const noteChunks = createGarbageCounter(
    () => Math.min(maxGarbage(), maxPieceBytes),
    () => setImmediate(collect, 'young'),
  )
  let timer: NodeJS.Timeout | undefined
  const collectDue = (): void => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    collect('all')
  }
  const noteGarbage = createGarbageCounter(maxGarbage, () => {
    // Once the caller has dropped its references to the buffers.
    if (timer) setImmediate(collectDue)
    else timer = setTimeout(collectDue, releaseDelayMs).unref()
  })
  const sizeOf = ({ bytes, lease }: HeldFile): number => Math.max(bytes, lease?.units() ?? 0)
  const maxDecodeBytes = (file: HeldFile): number => bytes() - Math.max(sizeOf(file), reserved()) - reserved()
  const isSmall = (needed: number): boolean => needed <= bytes() * smallDecodePart

  return {
    bytes,
    maxDecodeBytes,
    noteGarbage,
    noteChunks,
    collectDue,
    files: {
      ...files,
      acquire: async (client, bytes, signal) =>
        fileLease(await files.acquire(client, bytes, signal), released => {
          noteGarbage(released)
          large.grantWaiting()
        }),
    },
    acquire: async (client, decodeBytes, file, signal) => {
      if (decodeBytes > maxDecodeBytes(file)) throw tooLarge(decodeBytes + sizeOf(file), bytes())
      if (isSmall(decodeBytes) && !large.isFree(decodeBytes)) return small.acquire(client, decodeBytes, signal)
      // One of no size would count as nothing, and anything could be granted beside its file.
      const lease = await large.acquire(client, Math.max(1, decodeBytes), signal)
      // It was granted because nothing else is decoded: waiting files are revoked in its favour.
      file.lease?.makeIrrevocable()
      files.shrinkTo(bytes() - reserved() - large.held())
      return lease
    },
  }
}

/** Counts released bytes and calls `collect` as soon as they are `maxBytes`. */
function createGarbageCounter(maxBytes: () => number, collect: () => void): (bytes: number) => void {
  let garbage = 0
  return bytes => {
    garbage += bytes
    if (garbage < maxBytes()) return
    garbage = 0
    collect()
  }
}

/** @param onRelease is called once, with the bytes of the buffers that were released. */
function fileLease(lease: Lease, onRelease: (bytes: number) => void): FileLease {
  let isReleased = false
  let valueBytes = 0
  return {
    ...lease,
    growValues: more => {
      valueBytes += more
      lease.grow(more)
    },
    release: () => {
      if (isReleased) return
      isReleased = true
      lease.release()
      onRelease(lease.units() - valueBytes)
    },
  }
}

function tooLarge(needed: number, budget: number): Problem {
  const [need, have] = [needed, budget].map(bytes => Math.ceil(bytes / 1_048_576))
  return new Problem('picture_too_large', {
    detail: `Decoding the file takes about ${need} MB; ${have} MB are available (MEMORY_BUDGET_MB). Send it smaller, or in another format.`,
  })
}
