// A memory limit for a process and all that it starts: cgroup v1 or v2, as root or in a delegated group. Linux only.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Cgroup {
  /** A process joins by writing its id here. */
  readonly processes: string
  readonly limitBytes: number
  /** Most memory in use since the last reset, page cache included; undefined where the kernel does not tell. */
  readonly peakBytes: () => number | undefined
  readonly resetPeak: () => void
  /** Processes that the kernel killed for lack of memory. */
  readonly kills: () => number
  readonly remove: () => void
}

interface Version {
  readonly root: string
  /** Exists where this version controls memory. */
  readonly mark: string
  readonly limit: string
  /** Memory and swap together in v1, swap alone in v2. */
  readonly swap: readonly [file: string, bytes: (limit: number) => number]
  readonly peak: string
  readonly events: string
}

const versions: readonly Version[] = [
  {
    root: '/sys/fs/cgroup/memory',
    mark: 'memory.limit_in_bytes',
    limit: 'memory.limit_in_bytes',
    swap: ['memory.memsw.limit_in_bytes', limit => limit],
    peak: 'memory.max_usage_in_bytes',
    events: 'memory.oom_control',
  },
  {
    root: '/sys/fs/cgroup',
    mark: 'cgroup.controllers',
    limit: 'memory.max',
    swap: ['memory.swap.max', () => 0],
    peak: 'memory.peak',
    events: 'memory.events',
  },
]

function numberIn(file: string, pattern: RegExp): number | undefined {
  const found = existsSync(file) ? pattern.exec(readFileSync(file, 'utf8'))?.[1] : undefined
  return found === undefined ? undefined : Number(found)
}

/** @throws Error where no memory controller is writable. */
export function createCgroup(limitMb: number): Cgroup {
  const version = versions.find(({ root, mark }) => existsSync(join(root, mark)))
  if (version === undefined) throw new Error('This system has no memory cgroups')
  const folder = join(version.root, `attack-${process.pid}`)
  const limitBytes = limitMb * 1024 * 1024
  const file = (name: string): string => join(folder, name)
  mkdirSync(folder)
  writeFileSync(file(version.limit), `${limitBytes}`)
  const [swapFile, swapBytes] = version.swap
  if (existsSync(file(swapFile))) writeFileSync(file(swapFile), `${swapBytes(limitBytes)}`)
  return {
    processes: file('cgroup.procs'),
    limitBytes,
    peakBytes: () => numberIn(file(version.peak), /^(\d+)/),
    resetPeak: () => {
      // Kernels before 6.12 have no reset in v2: the peak is then that of the whole run.
      try {
        writeFileSync(file(version.peak), '0')
      } catch {}
    },
    kills: () => numberIn(file(version.events), /^oom_kill (\d+)/m) ?? 0,
    remove: () => removeWhenEmpty(folder),
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4))

/** Killed processes need a moment to leave. Synchronous, so that it can run when the benchmark exits. */
function removeWhenEmpty(folder: string): void {
  for (let attempt = 0; existsSync(folder) && attempt < 50; attempt++) {
    try {
      rmdirSync(folder)
    } catch {
      Atomics.wait(pause, 0, 0, 100)
    }
  }
}
