// The service, and an eye on its process that tells the parent when asked.
import { readdir, readFile } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Reading {
  /** Delay of the event loop since the last reading, ms. */
  readonly p50: number
  readonly p99: number
  readonly longest: number
  /** Peak memory of the process since its start, MB. */
  readonly peak: number
  /** Resident memory now, MB. */
  readonly memory: number
  /** Open files and sockets. */
  readonly descriptors: number
}

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()

const ms = (nanoseconds: number): number => nanoseconds / 1e6

const read = async (): Promise<Reading> => {
  const reading = { p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), longest: ms(delay.max) }
  delay.reset()
  const status = await readFile('/proc/self/status', 'utf8')
  const megabytes = (name: string): number => Number(new RegExp(`${name}:\\s*(\\d+) kB`).exec(status)?.[1]) / 1024
  const descriptors = (await readdir('/proc/self/fd')).length
  return { ...reading, peak: megabytes('VmHWM'), memory: megabytes('VmRSS'), descriptors }
}

process.on('message', async () => process.send?.(await read()))
// The channel keeps nobody alive: the service decides for itself when it ends, unless nobody is left to ask.
process.channel?.unref()
process.on('disconnect', () => process.exit())

await import('../src/server.ts')
