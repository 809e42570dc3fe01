// Counts and times every operation of this process, and gathers what the statistics and Prometheus report.
import { createHistogram, monitorEventLoopDelay, type RecordableHistogram } from 'node:perf_hooks'
import fp from 'fastify-plugin'
import { Counter, Histogram, Registry } from 'prom-client'
import type { Stats } from '../../schemas/admin.ts'
import type { Analyzer } from '../../src/analysis/analyzer.ts'
import type { SourceReader } from '../../src/fetch/source.ts'
import type { VisionClient } from '../../src/providers/vision.ts'
import type { Store, Totals } from '../../src/store/store.ts'
import { version } from '../../src/version.ts'
import { operationOf } from './operations.ts'

interface Options {
  readonly now: () => Date
  readonly store: Pick<Store, 'totals'>
  readonly sources: Pick<SourceReader, 'refused'>
  readonly analyzer: Pick<Analyzer, 'cacheHits'>
  readonly vision: Pick<VisionClient, 'calls'>
  /** Names of the API keys, which are reported even before their first request. */
  readonly keys: readonly string[]
}

/** What this process knows without the store. */
export interface ProcessStats extends Omit<Stats, keyof Totals> {
  readonly cacheHits: number
}

declare module 'fastify' {
  interface FastifyInstance {
    metrics: {
      readonly processStats: () => Promise<ProcessStats>
      /** Totals of the store, across all processes that use it. @throws Problem `overloaded` while it is unavailable */
      readonly storeTotals: () => Promise<Totals>
      /** The counters and the histogram of the operations. */
      readonly registry: Registry
    }
  }
}

/** Upper bounds, s: from a health check to an analysis that waits for a slow host and a slow provider. */
export const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

export const metricPrefix = 'automation_service_'

export default fp<Options>(
  async (app, { now, store, sources, analyzer, vision, keys }) => {
    const started = now()
    const meters = createMeters(keys)
    const eventLoop = createEventLoopMonitor()
    app.addHook('onClose', async () => eventLoop.stop())

    app.addHook('onResponse', (request, reply, done) => {
      const operation = operationOf(request)?.schema.operationId
      if (operation !== undefined) meters.countAnswer(operation, reply.statusCode, reply.elapsedTime)
      const keyName = request.authResult?.keyName
      if (keyName !== undefined) meters.countKey(keyName)
      done()
    })

    app.decorate('metrics', {
      registry: meters.registry,
      storeTotals: () => store.totals(),
      processStats: async () => ({
        service: {
          version,
          node: process.version,
          started_at: started.toISOString(),
          uptime_seconds: (now().getTime() - started.getTime()) / 1000,
        },
        process: { ...processUsage(), event_loop_delay_ms: eventLoop.delayMs() },
        requests: await meters.requestStats(),
        keys: await meters.keyStats(),
        providers: vision.calls(),
        fetches: { refused: sources.refused() },
        cacheHits: analyzer.cacheHits(),
      }),
    })
  },
  { name: 'metrics', dependencies: ['authentication'] },
)

function createMeters(keys: readonly string[]) {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: `${metricPrefix}requests_total`,
    help: 'Answers per operation and class of status.',
    labelNames: ['operation', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: `${metricPrefix}request_duration_seconds`,
    help: 'Time to answer per operation.',
    labelNames: ['operation'],
    buckets: durationBuckets,
    registers,
  })
  const keyRequests = new Counter({
    name: `${metricPrefix}key_requests_total`,
    help: 'Requests per key of API_KEYS, refused ones not among them.',
    labelNames: ['key'],
    registers,
  })
  for (const key of keys) keyRequests.inc({ key }, 0)
  /** For percentiles, which cannot be computed from buckets; µs. */
  const latencies = new Map<string, RecordableHistogram>()

  const latencyOf = (operation: string): RecordableHistogram => {
    const latency = latencies.get(operation) ?? createHistogram()
    latencies.set(operation, latency)
    return latency
  }

  return {
    registry,
    countAnswer: (operation: string, statusCode: number, elapsedMs: number): void => {
      requests.inc({ operation, status: `${Math.floor(statusCode / 100)}xx` })
      durations.observe({ operation }, elapsedMs / 1000)
      latencyOf(operation).record(Math.max(1, Math.round(elapsedMs * 1000)))
    },
    countKey: (key: string): void => keyRequests.inc({ key }),
    requestStats: async (): Promise<Stats['requests']> => {
      const { values } = await requests.get()
      return Object.fromEntries(
        [...latencies].map(([operation, latency]) => {
          const counts = values.filter(({ labels }) => labels.operation === operation)
          const statuses = Object.fromEntries(counts.map(({ labels, value }) => [String(labels.status), value]))
          return [operation, { count: latency.count, statuses, latency_ms: percentilesMs(latency) }]
        }),
      )
    },
    keyStats: async (): Promise<Stats['keys']> => {
      const { values } = await keyRequests.get()
      return Object.fromEntries(values.map(({ labels, value }) => [String(labels.key), value]))
    },
  }
}

function percentilesMs(microseconds: RecordableHistogram) {
  const at = (percent: number): number => microseconds.percentile(percent) / 1000
  return { p50: at(50), p95: at(95), p99: at(99) }
}

/** Interval of the timer that measures the delay of the event loop, ms. */
const resolution = 20

function createEventLoopMonitor() {
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  // The histogram contains the whole interval of the timer.
  const delayAt = (percent: number) =>
    Math.max(0, Math.round(delay.percentile(percent) / 1000 - resolution * 1000) / 1000)
  return { delayMs: () => ({ p50: delayAt(50), p99: delayAt(99) }), stop: () => delay.disable() }
}

function processUsage() {
  const { rss, heapUsed, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return {
    memory_bytes: { rss, heap_used: heapUsed, external },
    cpu_seconds: { user: toSeconds(user), system: toSeconds(system) },
  }
}

/** Microseconds as seconds with milliseconds. */
function toSeconds(microseconds: number): number {
  return Math.round(microseconds / 1000) / 1000
}
