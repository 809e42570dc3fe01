// Counts and times every operation of this process, and writes one log line a request.
import { createHistogram, monitorEventLoopDelay, type RecordableHistogram } from 'node:perf_hooks'
import type { Static } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { OperationStats } from '../../schemas/admin.ts'
import { operationOf } from './registry.ts'

interface Meter {
  readonly latency: RecordableHistogram
  readonly statuses: Map<string, number>
}

export interface Metering {
  /** Count, status classes and latency percentiles of each operation that was asked for. */
  readonly requests: () => Record<string, Static<typeof OperationStats>>
  /** Percentiles of the event loop's delay, ms. */
  readonly eventLoopDelay: () => { readonly p50: number; readonly p99: number }
}

const round = (value: number): number => Math.round(value * 1000) / 1000

/** The histogram counts microseconds. */
const milliseconds = (histogram: RecordableHistogram, percentile: number): number =>
  round(histogram.percentile(percentile) / 1000)

/** Hooks the meters into `app`; the returned functions read them. */
export const addMetering = (app: FastifyInstance): Metering => {
  const meters = new Map<string, Meter>()
  const resolution = 20
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()

  app.addHook('onResponse', async (request, reply) => {
    const elapsed = reply.elapsedTime
    const { method, url } = request
    request.log.info({ method, path: url.split('?', 1)[0], status: reply.statusCode, ms: round(elapsed) }, 'answered')
    const id = operationOf(request)?.schema.operationId
    if (!id) return
    const meter = meters.get(id) ?? { latency: createHistogram(), statuses: new Map() }
    meters.set(id, meter)
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    meter.statuses.set(status, (meter.statuses.get(status) ?? 0) + 1)
    meter.latency.record(Math.max(1, Math.round(elapsed * 1000)))
  })
  app.addHook('onClose', async () => delay.disable())

  const read = ({ latency, statuses }: Meter) => ({
    count: latency.count,
    statuses: Object.fromEntries(statuses),
    latency_ms: { p50: milliseconds(latency, 50), p95: milliseconds(latency, 95), p99: milliseconds(latency, 99) },
  })

  // The monitor measures the whole timer, so its resolution is taken off again.
  const delayAt = (percentile: number) =>
    delay.count === 0 ? 0 : Math.max(0, round(delay.percentile(percentile) / 1e6 - resolution))

  return {
    requests: () => Object.fromEntries([...meters].map(([id, meter]) => [id, read(meter)])),
    eventLoopDelay: () => ({ p50: delayAt(50), p99: delayAt(99) }),
  }
}
