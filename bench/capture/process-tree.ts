// CPU and memory of a process and everything that it started. From /proc: Linux only.
import { readdirSync, readFileSync } from 'node:fs'

export interface Sample {
  /** Seconds since the watch began. */
  readonly at: number
  /** Resident memory of the process itself and of the whole tree, MB; what processes share counts in each. */
  readonly own: number
  readonly tree: number
}

export interface Watch {
  /** Ends the watch. `cpu`: seconds of processor time of the whole tree, user and system. */
  readonly end: () => { readonly cpu: number; readonly samples: readonly Sample[] }
  /** Kills what is left of the tree. */
  readonly kill: () => void
}

interface Status {
  readonly pid: number
  /** Clock ticks since the machine started; with the number it names a process, as numbers are given again. */
  readonly born: number
  readonly parent: number
  /** Clock ticks. */
  readonly cpu: number
  /** Pages. */
  readonly resident: number
}

const ticksPerSecond = 100
const pageSize = 4096

const statusOf = (pid: string): readonly Status[] => {
  try {
    // The name, in brackets, may hold anything.
    const fields = (readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1) ?? '').split(' ').map(Number)
    const [, parent = 0] = fields
    const [user = 0, system = 0] = fields.slice(11)
    return [{ pid: Number(pid), parent, born: fields[19] ?? 0, cpu: user + system, resident: fields[21] ?? 0 }]
  } catch {
    return [] // it ended meanwhile
  }
}

const everyMs = 50

/** What ends between two looks (50 ms) is missed, with up to 50 ms of its time. */
export const watchTree = (root: number): Watch => {
  /** The last CPU seen of every process of the tree, also of those that have ended. */
  const seen = new Map<string, number>()
  const samples: Sample[] = []
  const begin = performance.now()
  const nameOf = ({ pid, born }: Status) => `${pid} ${born}`
  const look = (): readonly Status[] => {
    const all = readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .flatMap(statusOf)
    const inside = new Set(all.filter(status => seen.has(nameOf(status))).map(({ pid }) => pid))
    if (seen.size === 0) inside.add(root)
    // Children have larger numbers than their parents nearly always; what has not, is found at the next look.
    const tree = all.filter(({ pid, parent }) => {
      if (inside.has(parent)) inside.add(pid)
      return inside.has(pid)
    })
    for (const status of tree) seen.set(nameOf(status), status.cpu)
    const megabytes = (some: readonly Status[]) =>
      (some.reduce((sum, { resident }) => sum + resident, 0) * pageSize) / 1e6
    const at = (performance.now() - begin) / 1000
    samples.push({ at, own: megabytes(tree.filter(({ pid }) => pid === root)), tree: megabytes(tree) })
    return tree
  }
  look()
  const timer = setInterval(look, everyMs)
  return {
    end: () => {
      clearInterval(timer)
      return { cpu: [...seen.values()].reduce((sum, cpu) => sum + cpu, 0) / ticksPerSecond, samples }
    },
    kill: () => {
      for (const { pid } of look()) process.kill(pid, 'SIGKILL')
    },
  }
}
