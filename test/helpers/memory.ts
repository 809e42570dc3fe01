// The memory of a process and of all that it started, as Linux tells it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // it ended meanwhile
  }
}

/** Parents by process; the name of a program may hold spaces and brackets. */
const parents = (): ReadonlyMap<number, number> => {
  const numbers = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return new Map(
    numbers.map(pid => [
      pid,
      Number(
        read(`/proc/${pid}/stat`)
          .replace(/.*\) \S /s, '')
          .split(' ')[0],
      ),
    ]),
  )
}

const isUnder = (pid: number | undefined, root: number, of: ReadonlyMap<number, number>): boolean =>
  pid !== undefined && pid > 1 && (pid === root || isUnder(of.get(pid), root, of))

/** What a process holds, kB: pages that it shares count in part, since one that was just forked shares all it has. */
const held = (pid: number): number =>
  Number(
    /^Pss:\s*(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ??
      /VmRSS:\s*(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ??
      0,
  )

/** Resident memory of the process and its descendants, MB; 0 where the system does not tell. */
export const residentMemory = (root: number): number => {
  if (!existsSync('/proc/self/status')) return 0
  const of = parents()
  const family = [...of.keys()].filter(pid => isUnder(pid, root, of))
  return family.reduce((sum, pid) => sum + held(pid) / 1024, 0)
}
