// Group commit: records that arrive during a commit go into the next one, so that one flush of the disk serves many requests.
import { Problem } from '../errors.ts'
import { unavailable } from './database.ts'
import { mergeRecord, type PendingRecord, pendingKey } from './records.ts'

interface GroupCommitOptions {
  /** Inserts all records or none. */
  readonly commit: (batch: readonly PendingRecord[]) => Promise<void>
  /** Runs after each commit and before the next. */
  readonly afterCommit: (characters: number) => Promise<void>
  /** Characters of all pending records; beyond it `save` fails with Problem `overloaded`. */
  readonly maxPendingCharacters: number
  /** Characters of one commit; a longer record is committed alone. */
  readonly maxBatchCharacters: number
}

interface GroupCommit {
  /** Resolves once the record is on the disk. */
  readonly save: (record: PendingRecord) => Promise<void>
  /** Resolves once nothing is pending. */
  readonly idle: () => Promise<void>
}

interface PendingWrite {
  readonly record: PendingRecord
  readonly characters: number
  readonly settled: ((error?: unknown) => void)[]
}

/** Turns of the event loop whose records are committed together: a commit takes the processor time of a request. An idle turn takes 2 µs. */
const turnsOfBatch = 4

/** Limits how long one commit takes. */
const maxBatchRows = 256

/** Characters that a row counts beside its texts. */
const rowOverhead = 500

/** A record that cannot be inserted fails alone. */
export function createGroupCommit(options: GroupCommitOptions): GroupCommit {
  const { commit, afterCommit, maxPendingCharacters, maxBatchCharacters } = options
  const pending = new Map<string, PendingWrite>()
  let pendingCharacters = 0
  let running: Promise<void> | undefined

  const commitBatch = async (batch: readonly PendingWrite[]): Promise<void> => {
    try {
      await commit(batch.map(({ record }) => record))
      settle(batch)
    } catch (error) {
      // An unavailable database fails them all; any other error is due to one of the records.
      if (batch.length === 1 || error instanceof Problem) settle(batch, error)
      else for (const one of batch) await commitBatch([one])
    }
  }

  const run = async (): Promise<void> => {
    while (pending.size > 0) {
      for (let turn = 0; turn < turnsOfBatch; turn++) await new Promise(resolve => setImmediate(resolve))
      const batch = takeBatch(pending, maxBatchCharacters)
      await commitBatch(batch)
      const characters = batch.reduce((sum, one) => sum + one.characters, 0)
      pendingCharacters -= characters
      await afterCommit(characters)
    }
    running = undefined
  }

  const add = (record: PendingRecord): PendingWrite => {
    if (pendingCharacters >= maxPendingCharacters) throw unavailable(new Error('Too many records are pending.'))
    const added = { record, characters: charactersOf(record), settled: [] }
    pending.set(pendingKey(record), added)
    pendingCharacters += added.characters
    running ??= run()
    return added
  }

  return {
    save: async record => {
      const equal = pending.get(pendingKey(record))
      if (equal) mergeRecord(equal.record, record)
      const { settled } = equal ?? add(record)
      await new Promise<void>((resolve, reject) => {
        settled.push(error => (error === undefined ? resolve() : reject(error)))
      })
    },
    idle: async () => running,
  }
}

function charactersOf({ row }: PendingRecord): number {
  return Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    rowOverhead,
  )
}

/** Removes the oldest records from `pending`, and sorts them by key. */
function takeBatch(pending: Map<string, PendingWrite>, maxCharacters: number): readonly PendingWrite[] {
  const batch: [string, PendingWrite][] = []
  let characters = 0
  for (const [key, one] of pending) {
    if (batch.length === maxBatchRows || (batch.length > 0 && characters + one.characters > maxCharacters)) break
    characters += one.characters
    pending.delete(key)
    batch.push([key, one])
  }
  return batch.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one)
}

function settle(batch: readonly PendingWrite[], error?: unknown): void {
  for (const { settled } of batch) for (const callback of settled) callback(error)
}
