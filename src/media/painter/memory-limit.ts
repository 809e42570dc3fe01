// A bound on the memory of a process of ours that only the operating system can hold.
import type { ForkOptions } from 'node:child_process'

/**
 * Options of `fork` that start Node with at most so much memory of its own (RLIMIT_DATA): what asks for more is ended at once. Windows
 * knows no such limit.
 *
 * @param megabytes for everything; Node at rest takes 150.
 */
export const memoryLimit = (
  megabytes: number,
  platform: string = process.platform,
): Pick<ForkOptions, 'execPath' | 'execArgv'> =>
  platform === 'win32'
    ? {}
    : {
        execPath: '/bin/sh',
        execArgv: ['-c', `ulimit -d ${megabytes * 1024}; exec "$0" "$@"`, process.execPath, ...process.execArgv],
      }
