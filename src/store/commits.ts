// Group commit: what arrives while a commit is under way goes into the next one, so that one flush of the disk serves many.
import { Problem } from '../errors.ts'
import { type Entry, recordKey } from './entry.ts'
import { outage } from './outage.ts'
import type { Step, Values } from './step.ts'
import { type Folded, stepsOf } from './steps.ts'

export interface Commits {
  /** Resolves once the record is on the disk. */
  readonly save: (entry: Entry) => Promise<void>
  /** Resolves once nothing waits any longer. */
  readonly idle: () => Promise<void>
}

interface CommitsOptions {
  /** Puts rows in, all of them or none. */
  readonly commit: (steps: readonly Step[]) => Promise<void>
  /** Runs after each commit and before the next. @param characters that the records weigh */
  readonly afterCommit: (saved: readonly Entry[], characters: number) => Promise<void>
  /** Characters that may wait; what finds no room fails with Problem `overloaded`. */
  readonly room: number
  /** Characters of one commit; a record that weighs more is committed by itself. */
  readonly maxBatch: number
}

interface Waiting extends Folded {
  readonly savers: ((error?: unknown) => void)[]
  readonly size: number
}

/** Rows of one commit: a bound for the time that a commit, and what it waits for, takes. */
const most = 256

/** Characters that a row weighs beside its own. */
const ofRow = 500

const sizeOf = (rest: Values): number =>
  rest.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), ofRow)

const waitingOf = (entry: Entry): Waiting => {
  const rest = entry.rest()
  return { entry, rest, first: entry.at, last: entry.at, times: 0, savers: [], size: sizeOf(rest) }
}

const settle = ({ savers }: Waiting, error?: unknown): void => {
  for (const saver of savers) saver(error)
}

/** Requests of one turn of the event loop come together. */
const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

const byName = ([one]: readonly [string, Waiting], [other]: readonly [string, Waiting]): number =>
  one < other ? -1 : 1

/** Removes the rows of one commit from those that wait. */
function takeBatch(waiting: Map<string, Waiting>, maxCharacters: number) {
  const batch: [string, Waiting][] = []
  let size = 0
  for (const [name, one] of waiting) {
    if (batch.length === most || (batch.length > 0 && size + one.size > maxCharacters)) break
    size += one.size
    waiting.delete(name)
    batch.push([name, one])
  }
  return { batch: batch.sort(byName).map(([, one]) => one), size }
}

/** Equal records that wait together are one row; a row that cannot go in fails alone. */
export const createCommits = ({ commit, afterCommit, room, maxBatch }: CommitsOptions): Commits => {
  const waiting = new Map<string, Waiting>()
  let held = 0
  let work: Promise<void> | undefined

  const put = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      await commit(stepsOf(batch))
      for (const one of batch) settle(one)
    } catch (error) {
      // Nobody gets in while the database is away, so that nobody is tried alone.
      if (batch.length === 1 || error instanceof Problem) for (const one of batch) settle(one, error)
      else for (const one of batch) await put([one])
    }
  }

  const run = async (): Promise<void> => {
    while (waiting.size > 0) {
      await turn()
      const { batch, size } = takeBatch(waiting, maxBatch)
      await put(batch)
      held -= size
      await afterCommit(
        batch.map(({ entry }) => entry),
        size,
      )
    }
    work = undefined
  }

  const add = (name: string, entry: Entry): Waiting => {
    if (held >= room) throw outage(new Error('Too much waits.'))
    const added = waitingOf(entry)
    waiting.set(name, added)
    held += added.size
    work ??= run()
    return added
  }

  return {
    save: async entry => {
      const name = recordKey(entry.table, entry.id, entry.projectId)
      const one = waiting.get(name) ?? add(name, entry)
      one.times += 1
      one.first = entry.at < one.first ? entry.at : one.first
      one.last = entry.at > one.last ? entry.at : one.last
      await new Promise<void>((resolve, reject) => {
        one.savers.push(error => (error === undefined ? resolve() : reject(error)))
      })
    },
    idle: async () => work,
  }
}
