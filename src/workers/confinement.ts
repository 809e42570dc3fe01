// What the operating system denies to a worker process, which sets its own limit of memory.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'

export interface Confinement {
  /** Whether it has no network, not even a loopback interface. */
  readonly isNetworkIsolated: boolean
  /** Whether the kernel limits its memory. */
  readonly isMemoryLimited: boolean
}

/**
 * What code, threads and libraries may still take of RLIMIT_DATA after the start, MB. The limit counts reserved memory: a thread takes 8 MB
 * for its stack at once.
 */
const growthMegabytes = 256

/**
 * Limits the memory of this process (RLIMIT_DATA) to what it has now and `dataMegabytes`. Called when its modules are loaded, since V8
 * reserves up to 512 MB for machine code. Node cannot set limits: util-linux does. Where it is missing the parent's memory check remains.
 */
export function confine(dataMegabytes: number): Confinement {
  return {
    isNetworkIsolated: Object.keys(networkInterfaces()).length === 0,
    isMemoryLimited: limitMemory(dataMegabytes),
  }
}

function limitMemory(dataMegabytes: number): boolean {
  const used = reservedBytes()
  if (used === undefined) return false
  const limit = used + Math.ceil((dataMegabytes + growthMegabytes) * 1_048_576)
  return spawnSync('prlimit', ['--pid', String(process.pid), `--data=${limit}`]).status === 0
}

/** What RLIMIT_DATA counts (VmData), bytes; undefined where the system has no /proc. */
function reservedBytes(): number | undefined {
  try {
    return Number(/^VmData:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]) * 1024
  } catch {
    return undefined
  }
}
