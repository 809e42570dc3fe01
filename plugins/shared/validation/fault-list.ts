// Faults are counted without a bound and listed within one, so that answers stay short whatever was sent.
import { type Fault, maxListedFaults } from '../../../schemas/fault.ts'

/** The first faults that were found, and how many others there are. */
export interface FaultList {
  readonly faults: readonly Fault[]
  readonly more: number
}

/** A list that is being filled. */
export interface FaultCollector extends FaultList {
  readonly faults: Fault[]
  more: number
}

export const noFaults: FaultList = { faults: [], more: 0 }

/** @param describe is called only for faults that will be listed: wording them costs more than finding them. */
export function collect(list: FaultCollector, describe: () => Fault): void {
  if (list.faults.length < maxListedFaults) list.faults.push(describe())
  else list.more += 1
}

export function joinFaults(...lists: readonly FaultList[]): FaultList {
  return { faults: lists.flatMap(({ faults }) => faults), more: lists.reduce((sum, { more }) => sum + more, 0) }
}

/** Stands for faults that are not listed. */
export function truncated(more: number) {
  return { pointer: '', code: 'truncated', message: `And ${more} more.` } as const
}

/** The faults that a client is shown: at most 20, then how many more there are. */
export function listFaults({ faults, more }: FaultList): Fault[] {
  const hidden = more + Math.max(0, faults.length - maxListedFaults)
  return hidden === 0 ? [...faults] : [...faults.slice(0, maxListedFaults), truncated(hidden)]
}
