// A program: the service, which also reports the delay of its event loop to its parent.
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Delay of the event loop since the last reading, ms. */
export interface EventLoopDelay {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()

process.on('message', () => {
  const reading: EventLoopDelay = {
    p50: delay.percentile(50) / 1e6,
    p99: delay.percentile(99) / 1e6,
    max: delay.max / 1e6,
  }
  delay.reset()
  process.send?.(reading)
})
// The channel does not keep the process alive; it ends with its parent.
process.channel?.unref()
process.on('disconnect', () => process.exit())

await import('../src/server.ts')
