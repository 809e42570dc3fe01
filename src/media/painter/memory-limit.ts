// A bound on the memory of a process of ours that only the operating system can hold.
import type { ForkOptions } from 'node:child_process'

/**
 * From version 13 on (Node 24), V8 reserves half a gigabyte for the code that it makes, for each thread, and as memory that may be written,
 * so that the bound counts it whether it is touched or not. A process that only hands its bytes to a decoder can do without such code.
 */
const withoutCode = (v8: string): readonly string[] => (Number.parseInt(v8, 10) < 13 ? [] : ['--jitless'])

/**
 * Options of `fork` that start Node with at most so much memory of its own (RLIMIT_DATA): what asks for more is ended at once. Windows
 * knows no such limit.
 *
 * @param megabytes for everything; Node at rest takes 150.
 */
export const memoryLimit = (
  megabytes: number,
  platform: string = process.platform,
  v8: string = process.versions.v8,
): Pick<ForkOptions, 'execPath' | 'execArgv'> =>
  platform === 'win32'
    ? {}
    : {
        execPath: '/bin/sh',
        execArgv: [
          ...['-c', `ulimit -d ${megabytes * 1024}; exec "$0" "$@"`, process.execPath],
          ...withoutCode(v8),
          ...process.execArgv,
        ],
      }
