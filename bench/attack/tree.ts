// The processes of a tree, their memory and their open files. From /proc: Linux only.
import { readdirSync, readFileSync } from 'node:fs'

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return '' // it ended meanwhile
  }
}

function entriesOf(path: string): readonly string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

/** Each process with its parent. */
export type Tree = ReadonlyMap<number, number>

/** The kernel lists children by the thread that started them. */
function childrenOf(pid: number): readonly number[] {
  const lists = entriesOf(`/proc/${pid}/task`).map(thread => read(`/proc/${pid}/task/${thread}/children`))
  return lists
    .flatMap(list => list.split(' '))
    .filter(Boolean)
    .map(Number)
}

export function treeOf(root: number): Tree {
  const found = new Map([[root, 0]])
  for (const pid of found.keys()) for (const child of childrenOf(pid)) found.set(child, pid)
  return found
}

const memoryFields = /^(?:VmSize|RssAnon|RssShmem):\s*(\d+)/gm

/** Bytes that belong to the tree alone: anonymous and shared memory, without mapped files. */
export function memoryOf(tree: Tree): number {
  const sizes = new Map<number, number>()
  let sum = 0
  for (const [pid, parent] of tree) {
    const [size = 0, anonymous = 0, shared = 0] = [...read(`/proc/${pid}/status`).matchAll(memoryFields)].map(
      ([, value]) => Number(value),
    )
    sizes.set(pid, size)
    // Between fork and exec a child has the memory of its parent, to the page.
    if (size !== sizes.get(parent)) sum += (anonymous + shared) * 1024
  }
  return sum
}

export function descriptorsOf(tree: Tree): number {
  return [...tree.keys()].reduce((sum, pid) => sum + entriesOf(`/proc/${pid}/fd`).length, 0)
}
