// Memory of processes, as Linux reports it.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'

const pageSize = 4096

/** Memory of a process and its children that is not shared with files, bytes; 0 where the system has no /proc. */
export function privateBytes(pid: number, read = (path: string) => readFileSync(path, 'latin1')): number {
  try {
    const [, resident, shared] = read(`/proc/${pid}/statm`).split(' ').map(Number)
    const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)
    const own = (Number(resident) - Number(shared)) * pageSize
    return children.reduce((sum, child) => sum + privateBytes(Number(child)), own)
  } catch {
    return 0
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
