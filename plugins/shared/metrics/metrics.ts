// Counts and times every operation of this process, and reports the metrics as statistics and for Prometheus.
import { createHistogram, monitorEventLoopDelay, type RecordableHistogram } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import fp from 'fastify-plugin'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Stats } from '../../../schemas/admin.ts'
import type { ProblemCode } from '../../../schemas/problems.ts'
import { lazy } from '../../../src/values/lazy.ts'
import { version } from '../../../src/version.ts'
import type { WorkersState } from '../../../src/workers/worker-processes.ts'
import { isInternalCall } from '../internal-call.ts'
import { operationOf } from '../operations.ts'
import type { AppServices } from '../services.ts'
import { isWarmUp } from '../warm-up.ts'
import { createSnapshot, metricPrefix, type ProcessStats } from './snapshot-metrics.ts'

declare module 'fastify' {
  interface FastifyInstance {
    metrics: {
      /** @throws Problem `overloaded` while the store is unavailable */
      readonly stats: () => Promise<Stats>
      /** Text format 0.0.4 of Prometheus, without the metrics of the store while it is unavailable. */
      readonly scrape: (log: FastifyBaseLogger) => Promise<string>
    }
  }
}

/** Upper bounds, s: from a health check to an analysis that waits for a slow host and a slow provider. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Longest wait for the store, ms. Prometheus gives up after 10 s by default, and the metrics of the process do not depend on the store. */
const storeTimeoutMs = 3000

type MetricsOptions = Pick<
  AppServices,
  'now' | 'store' | 'sources' | 'analyzer' | 'vision' | 'renders' | 'limiters' | 'workers' | 'config'
>

export default fp<MetricsOptions>(
  async (app, { now, store, sources, analyzer, vision, renders, limiters, workers, config }) => {
    const started = now()
    const meters = createMeters(config.API_KEYS.map(({ name }) => name))
    const eventLoop = createEventLoopMonitor()
    app.addHook('onClose', async () => eventLoop.stop())

    app.addHook('onResponse', (request, reply, done) => {
      if (isWarmUp(request)) return done()
      if (request.problem) meters.countProblem(request.problem.code)
      const operation = operationOf(request)?.schema.operationId
      if (operation !== undefined) meters.countAnswer(operation, reply.statusCode, reply.elapsedTime)
      const keyName = request.authResult?.keyName
      if (keyName !== undefined && !isInternalCall(request)) meters.countKey(keyName)
      done()
    })

    const processStats = async (): Promise<ProcessStats> => ({
      service: {
        version,
        replica: config.REPLICA,
        node: process.version,
        started_at: started.toISOString(),
        uptime_seconds: (now().getTime() - started.getTime()) / 1000,
      },
      process: { ...processUsage(), event_loop_delay_ms: eventLoop.delayMs() },
      workers: workerStats(workers()),
      requests: await meters.requestStats(),
      keys: await meters.keyStats(),
      providers: vision.calls(),
      fetches: { refused: sources.refused() },
      cacheHits: analyzer.cacheHits(),
      renderTimes: renders.times(),
      now: now(),
    })

    const stats = async (): Promise<Stats> => {
      const { analyses, ...totals } = await store.totals()
      const { cacheHits, renderTimes: _renderTimes, now: _now, ...own } = await processStats()
      return { ...own, ...totals, analyses: { ...analyses, cache_hits: cacheHits } }
    }

    const scrape = async (log: FastifyBaseLogger): Promise<string> => {
      const answer = store.totals().catch(error => {
        log.warn({ err: error }, 'the database did not answer while metrics were collected')
        return undefined
      })
      const totals = await Promise.race([answer, wait(storeTimeoutMs, undefined, { ref: false })])
      const snapshot = createSnapshot(await processStats(), { limiters, workers: workers() }, totals)
      const texts = [snapshot, meters.registry, nodeMetrics()].map(registry => registry.metrics())
      return (await Promise.all(texts)).join('\n')
    }

    app.decorate('metrics', { stats, scrape })
  },
  { name: 'metrics', dependencies: ['authentication'] },
)

function createMeters(keys: readonly string[]) {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: `${metricPrefix}requests_total`,
    help: 'Responses by operation and status class.',
    labelNames: ['operation', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: `${metricPrefix}request_duration_seconds`,
    help: 'Response time by operation.',
    labelNames: ['operation'],
    buckets: durationBuckets,
    registers,
  })
  const keyRequests = new Counter({
    name: `${metricPrefix}key_requests_total`,
    help: 'Requests by name of the API key (API_KEYS), excluding rejected requests.',
    labelNames: ['key'],
    registers,
  })
  for (const key of keys) keyRequests.inc({ key }, 0)
  const problems = new Counter({
    name: `${metricPrefix}problems_total`,
    help: 'Requests that were refused or failed, by error code.',
    labelNames: ['code'],
    registers,
  })
  /** For percentiles, which cannot be computed from buckets; µs. */
  const latencies = new Map<string, RecordableHistogram>()

  return {
    registry,
    countAnswer: (operation: string, statusCode: number, elapsedMs: number): void => {
      requests.inc({ operation, status: `${Math.floor(statusCode / 100)}xx` })
      durations.observe({ operation }, elapsedMs / 1000)
      const latency = latencies.get(operation) ?? createHistogram()
      latencies.set(operation, latency)
      latency.record(Math.max(1, Math.round(elapsedMs * 1000)))
    },
    countKey: (key: string): void => keyRequests.inc({ key }),
    countProblem: (code: ProblemCode): void => problems.inc({ code }),
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

function workerStats({ ready, isNetworkIsolated, isMemoryLimited }: WorkersState): Stats['workers'] {
  return { ready, network_isolated: isNetworkIsolated, memory_limited: isMemoryLimited }
}

/** Microseconds as seconds with milliseconds. */
function toSeconds(microseconds: number): number {
  return Math.round(microseconds / 1000) / 1000
}

/**
 * The default metrics of prom-client, except the delay of the event loop, which every scrape would reset, and gauges that are named like
 * counters.
 */
const nodeMetrics = lazy(() => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 3_600_000 })
  for (const { name } of registry.getMetricsAsArray())
    if (/^(?:nodejs_eventloop_lag_|nodejs_active_\w+_total$)/.test(name)) registry.removeSingleMetric(name)
  return registry
})
