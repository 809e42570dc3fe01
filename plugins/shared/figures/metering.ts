// Counts and times every operation of this process.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Static } from '@sinclair/typebox'
import type { FastifyInstance, onResponseHookHandler } from 'fastify'
import type { OperationStats, Stats } from '../../../schemas/admin.ts'
import { holderOf } from '../access/callers.ts'
import { operationBy } from '../registry.ts'
import { createLatency, type Latency } from './latency.ts'

interface Meter {
  readonly latency: Latency
  readonly statuses: Map<string, number>
}

export interface Metering {
  /** Count, status classes and latency percentiles of each operation that was asked for. */
  readonly requests: () => Record<string, Static<typeof OperationStats>>
  /** The same latencies, as they were counted. */
  readonly latencies: () => Readonly<Record<string, Latency>>
  /** Requests of each key. */
  readonly keys: () => Stats['keys']
  /** Percentiles of the event loop's delay, ms. */
  readonly eventLoopDelay: () => { readonly p50: number; readonly p99: number }
}

const round = (value: number): number => Math.round(value * 1000) / 1000

const add = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

/** Hooks the meters into `app`; the returned functions read them. @param keys names of the keys, which are told at zero too */
export const addMetering = (app: FastifyInstance, keys: readonly string[]): Metering => {
  const meters = new Map<string, Meter>()
  const holders = new Map(keys.map(name => [name, 0]))
  const resolution = 20
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()

  const meterOf = (id: string): Meter => {
    const known = meters.get(id)
    if (known) return known
    const meter = { latency: createLatency(), statuses: new Map() }
    meters.set(id, meter)
    return meter
  }

  app.addHook('onRoute', route => {
    const id = operationBy(route.schema)?.schema.operationId
    if (id === undefined) return
    const measure: onResponseHookHandler = (_request, reply, done) => {
      const { statuses, latency } = meterOf(id)
      add(statuses, `${Math.floor(reply.statusCode / 100)}xx`)
      latency.record(reply.elapsedTime)
      done()
    }
    route.onResponse = [route.onResponse ?? [], measure].flat()
  })
  if (keys.length > 0)
    app.addHook('onResponse', (request, _reply, done) => {
      const key = holderOf(request)
      if (key !== undefined) add(holders, key)
      done()
    })
  app.addHook('onClose', async () => delay.disable())

  const read = ({ latency, statuses }: Meter) => ({
    count: latency.count(),
    statuses: Object.fromEntries(statuses),
    latency_ms: { p50: latency.percentile(50), p95: latency.percentile(95), p99: latency.percentile(99) },
  })

  // The monitor measures the whole timer, so its resolution is taken off again.
  const delayAt = (percentile: number) => Math.max(0, round(delay.percentile(percentile) / 1e6 - resolution))

  const each = <T>(see: (meter: Meter) => T) => Object.fromEntries([...meters].map(([id, meter]) => [id, see(meter)]))

  return {
    requests: () => each(read),
    latencies: () => each(({ latency }) => latency),
    keys: () => Object.fromEntries(holders),
    eventLoopDelay: () => ({ p50: delayAt(50), p99: delayAt(99) }),
  }
}
