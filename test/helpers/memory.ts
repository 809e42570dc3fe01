// The memory of a process and of all that it started.
import { privateBytes } from '../../src/workers/process-tree.ts'

/** MB that are not shared with files; 0 where the system has no /proc. */
export function privateMegabytes(pid: number): number {
  return privateBytes(pid) / (1024 * 1024)
}
