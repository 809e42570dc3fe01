// A process with all of its descendants, as Linux lists them: browsers start processes in separate process groups.
import { readdirSync, readFileSync } from 'node:fs'

interface ProcessTree {
  readonly pids: readonly number[]
  /** Memory that is not shared with files, bytes. */
  readonly bytes: number
}

const pageSize = 4096

/** The tree that begins with a process; the process alone where the system has no /proc. */
export function readProcessTree(root: number): ProcessTree {
  const parents = readParents()
  const pids = [root]
  for (const pid of pids) pids.push(...(parents.get(pid) ?? []))
  return { pids, bytes: pids.reduce((sum, pid) => sum + privateBytesOf(pid), 0) }
}

/** Kills the whole tree at once, including processes that do not respond. */
export function killProcessTree(root: number): void {
  for (const pid of readProcessTree(root).pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has just ended.
    }
  }
}

/** The children of each process. */
function readParents(): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>()
  for (const name of listProcesses()) {
    // The name of the program, in parentheses, may contain anything.
    const parent = Number(/^.*\) \S (\d+)/s.exec(readText(`/proc/${name}/stat`))?.[1])
    const siblings = children.get(parent) ?? []
    siblings.push(Number(name))
    children.set(parent, siblings)
  }
  return children
}

function listProcesses(): readonly string[] {
  try {
    return readdirSync('/proc').filter(name => /^\d+$/.test(name))
  } catch {
    return []
  }
}

function privateBytesOf(pid: number): number {
  const [, resident = 0, shared = 0] = readText(`/proc/${pid}/statm`).split(' ').map(Number)
  return (resident - shared) * pageSize
}

/** Empty for a process that has ended. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
