// Processes with all that they have started, as Linux lists them: their memory, and their end.
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'

type ReadFile = (path: string) => string

const pageSize = 4096

/** Memory of a process and its children that is not shared with files, bytes; 0 where the system has no /proc. */
export function privateBytes(pid: number, read: ReadFile = readText): number {
  try {
    const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)
    return children.reduce((sum, child) => sum + privateBytes(Number(child)), ownBytes(pid, read))
  } catch {
    return 0
  }
}

function ownBytes(pid: number, read: ReadFile): number {
  const [, resident = 0, shared = 0] = read(`/proc/${pid}/statm`).split(' ').map(Number)
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

/** @returns `privateBytes` of one process, again and again until it has ended: opening its files takes six times as long as reading them. */
export function watchMemory(pid: number, ended: Promise<unknown>): () => number {
  const files = new Map<string, number>()
  const text = Buffer.alloc(pageSize)
  const read = (path: string): string => {
    const file = files.get(path) ?? openSync(path, 'r')
    files.set(path, file)
    return text.toString('latin1', 0, readSync(file, text, 0, text.length, 0))
  }
  ended.then(() => {
    for (const file of files.values()) closeSync(file)
    files.clear()
  })
  return () => privateBytes(pid, read)
}

/**
 * The tree that begins with a process; the process alone where the system has no /proc. Slower than `privateBytes`, and complete: browsers
 * start processes from any of their threads, in process groups of their own.
 */
export function readProcessTree(root: number): { readonly pids: readonly number[]; readonly bytes: number } {
  const childrenOf = readChildren()
  const pids = [root]
  for (const pid of pids) pids.push(...(childrenOf.get(pid) ?? []))
  return { pids, bytes: pids.reduce((sum, pid) => sum + ownBytes(pid, readText), 0) }
}

/** Ends the whole tree at once, also processes that do not answer. */
export function killProcessTree(root: number): void {
  for (const pid of readProcessTree(root).pids) killProcess(pid)
}

/** Ends a process, or the group of its negative number. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has just ended.
  }
}

/** The children of each process. */
function readChildren(): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>()
  const names = existsSync('/proc') ? readdirSync('/proc') : []
  for (const name of names.filter(name => /^\d+$/.test(name))) {
    // The name of the program, in parentheses, may contain anything.
    const parent = Number(/^.*\) \S (\d+)/s.exec(readText(`/proc/${name}/stat`))?.[1])
    const siblings = children.get(parent) ?? []
    siblings.push(Number(name))
    children.set(parent, siblings)
  }
  return children
}
