// A program: the service, which also tells its parent about its event loop, memory and open files.
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

function ms(nanoseconds: number): number {
  return nanoseconds / 1e6
}

async function read(): Promise<Reading> {
  const reading = { p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), longest: ms(delay.max) }
  delay.reset()
  const status = await readFile('/proc/self/status', 'utf8')
  return { ...reading, peak: Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1]) / 1024 }
}

process.on('message', async () => process.send?.(await read()))
// The channel does not keep the process alive; it ends when its parent is gone.
process.channel?.unref()
process.on('disconnect', () => process.exit())

await import('../src/server.ts')
