// Counts and times every operation of this process, and writes one log line a request.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Static } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { OperationStats, Stats } from '../../schemas/admin.ts'
import { holderOf } from './holders.ts'
import { createLatency, type Latency } from './latency.ts'
import { operationOf } from './registry.ts'

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

  app.addHook('onResponse', async (request, reply) => {
    const elapsed = reply.elapsedTime
    const { method, url } = request
    const key = holderOf(request)
    const line = { method, path: url.split('?', 1)[0], status: reply.statusCode, ms: round(elapsed), key }
    request.log.info(line, 'answered')
    if (key !== undefined) add(holders, key)
    const id = operationOf(request)?.schema.operationId
    if (!id) return
    const meter = meters.get(id) ?? { latency: createLatency(), statuses: new Map() }
    meters.set(id, meter)
    add(meter.statuses, `${Math.floor(reply.statusCode / 100)}xx`)
    meter.latency.record(elapsed)
  })
  app.addHook('onClose', async () => delay.disable())

  const read = ({ latency, statuses }: Meter) => ({
    count: latency.count(),
    statuses: Object.fromEntries(statuses),
    latency_ms: { p50: latency.percentile(50), p95: latency.percentile(95), p99: latency.percentile(99) },
  })

  // The monitor measures the whole timer, so its resolution is taken off again.
  const delayAt = (percentile: number) =>
    delay.count === 0 ? 0 : Math.max(0, round(delay.percentile(percentile) / 1e6 - resolution))

  const each = <T>(see: (meter: Meter) => T) => Object.fromEntries([...meters].map(([id, meter]) => [id, see(meter)]))

  return {
    requests: () => each(read),
    latencies: () => each(({ latency }) => latency),
    keys: () => Object.fromEntries(holders),
    eventLoopDelay: () => ({ p50: delayAt(50), p99: delayAt(99) }),
  }
}
