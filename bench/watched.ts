// The service, and an eye on its event loop that tells the parent process when asked.
import { readFile } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Reading {
  /** Delay of the event loop since the last reading, ms. */
  readonly p50: number
  readonly p99: number
  readonly longest: number
  /** Peak memory of the process since its start, MB. */
  readonly peak: number
}

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()

const ms = (nanoseconds: number): number => nanoseconds / 1e6

const read = async (): Promise<Reading> => {
  const reading = { p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), longest: ms(delay.max) }
  delay.reset()
  const status = await readFile('/proc/self/status', 'utf8')
  return { ...reading, peak: Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1]) / 1024 }
}

process.on('message', async () => process.send?.(await read()))
// The channel keeps nobody alive: the service decides for itself when it ends.
process.channel?.unref()

await import('../src/server.ts')
