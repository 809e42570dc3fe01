// Counts and times every operation of this process, and reports the metrics as statistics and for Prometheus.
import { createHistogram, monitorEventLoopDelay, type RecordableHistogram } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import fp from 'fastify-plugin'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Stats } from '../../schemas/admin.ts'
import { lazy } from '../../src/cache.ts'
import type { Totals } from '../../src/store/store.ts'
import { version } from '../../src/version.ts'
import type { WorkersState } from '../../src/workers/worker-processes.ts'
import { isInternalCall } from './internal-call.ts'
import { operationOf } from './operations.ts'
import type { AppServices } from './services.ts'
import { isWarmUp } from './warm-up.ts'

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
export const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

const metricPrefix = 'automation_service_'

/** Longest wait for the store, ms. Prometheus gives up after 10 s by default, and the metrics of the process do not depend on the store. */
const storeTimeoutMs = 3000

/** What this process knows without the store. */
interface ProcessStats extends Omit<Stats, keyof Totals> {
  readonly cacheHits: number
}

export default fp<Pick<AppServices, 'now' | 'store' | 'sources' | 'analyzer' | 'vision' | 'workers' | 'config'>>(
  async (app, { now, store, sources, analyzer, vision, workers, config }) => {
    const started = now()
    const meters = createMeters(config.API_KEYS.map(({ name }) => name))
    const eventLoop = createEventLoopMonitor()
    app.addHook('onClose', async () => eventLoop.stop())

    app.addHook('onResponse', (request, reply, done) => {
      if (isWarmUp(request)) return done()
      const operation = operationOf(request)?.schema.operationId
      if (operation !== undefined) meters.countAnswer(operation, reply.statusCode, reply.elapsedTime)
      const keyName = request.authResult?.keyName
      if (keyName !== undefined && !isInternalCall(request)) meters.countKey(keyName)
      done()
    })

    const processStats = async (): Promise<ProcessStats> => ({
      service: {
        version,
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
    })

    const stats = async (): Promise<Stats> => {
      const { analyses, ...totals } = await store.totals()
      const { cacheHits, ...own } = await processStats()
      return { ...own, ...totals, analyses: { ...analyses, cache_hits: cacheHits } }
    }

    const scrape = async (log: FastifyBaseLogger): Promise<string> => {
      const answer = store.totals().catch(error => {
        log.warn({ err: error }, 'the store did not answer a scrape')
        return undefined
      })
      const totals = await Promise.race([answer, wait(storeTimeoutMs, undefined, { ref: false })])
      const snapshot = snapshotOf([
        ...processMetrics(await processStats(), totals),
        ...(totals ? storeMetrics(totals) : []),
      ])
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
    help: 'Responses per operation and class of status.',
    labelNames: ['operation', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: `${metricPrefix}request_duration_seconds`,
    help: 'Response time per operation.',
    labelNames: ['operation'],
    buckets: durationBuckets,
    registers,
  })
  const keyRequests = new Counter({
    name: `${metricPrefix}key_requests_total`,
    help: 'Requests per key of API_KEYS, excluding rejected ones.',
    labelNames: ['key'],
    registers,
  })
  for (const key of keys) keyRequests.inc({ key }, 0)
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

type Samples = readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[]

/** A name ends in its unit, or in `total`: then it is a counter, else a gauge. */
type Metric = readonly [name: string, help: string, samples: Samples]

/** Metrics without samples are left out. */
function snapshotOf(metrics: readonly Metric[]): Registry {
  const registry = new Registry()
  for (const [name, help, samples] of metrics) {
    const [[labels] = []] = samples
    if (labels === undefined) continue
    const PromMetric = name.endsWith('_total') ? Counter : Gauge
    const metric = new PromMetric({ name, help, labelNames: Object.keys(labels), registers: [registry] })
    for (const sample of samples) metric.inc(...sample)
  }
  return registry
}

function withPrefix([name, help, samples]: Metric): Metric {
  return [metricPrefix + name, help, samples]
}

function one(value: number, labels: Readonly<Record<string, string>> = {}): Samples {
  return [[labels, value]]
}

function by(label: string, counts: Readonly<Record<string, number>>): Samples {
  return Object.entries(counts).map(([name, value]) => [{ [label]: name }, value])
}

function processMetrics(stats: ProcessStats, totals: Totals | undefined): readonly Metric[] {
  const { service, cacheHits, fetches, process, providers } = stats
  const { p50, p99 } = process.event_loop_delay_ms
  const { user, system } = process.cpu_seconds
  const delay = 'delay of the event loop since the start, beyond the timer that measures it.'
  const calls = Object.entries(providers).flatMap(([provider, counts]) =>
    Object.entries(counts).map(([outcome, value]) => [{ provider, outcome }, value] as const),
  )
  const own: readonly Metric[] = [
    [
      'build_info',
      'Always 1; the labels contain the versions.',
      one(1, { version: service.version, node: service.node }),
    ],
    ['uptime_seconds', 'Time since the service started.', one(service.uptime_seconds)],
    ['event_loop_delay_p50_seconds', `Median ${delay}`, one(p50 / 1000)],
    ['event_loop_delay_p99_seconds', `99th percentile of the ${delay}`, one(p99 / 1000)],
    ['store_up', '1 when the store answered this scrape; at 0 what comes from it is missing.', one(totals ? 1 : 0)],
    ['analysis_cache_hits_total', 'Analyses answered from the cache or by equal work in progress.', one(cacheHits)],
    ['provider_calls_total', 'Calls of vision-model providers per outcome.', calls],
    ['fetches_refused_total', 'Source addresses refused.', one(fetches.refused)],
  ]
  return [
    ...own.map(withPrefix),
    ['process_cpu_user_seconds_total', 'User CPU time of the process in seconds.', one(user)],
    ['process_cpu_system_seconds_total', 'System CPU time of the process in seconds.', one(system)],
    ['process_cpu_seconds_total', 'CPU time of the process in seconds.', one(user + system)],
  ]
}

/** Gauges, because the numbers shrink when records are deleted. */
function storeMetrics({ analyses, projects, pages, captures, pictures, storage }: Totals): readonly Metric[] {
  const { records, bytes, record_bytes, max_bytes, evicted, expired, retention_refused_at, full, failures } = storage
  const kind = { kind: storage.kind }
  const limit = max_bytes === null ? [] : one(max_bytes, kind)
  const refused = one(Number(retention_refused_at !== null), kind)
  const shared: readonly Metric[] = [
    ['analyses', 'Analysis records.', one(analyses.total)],
    ['analyses_requested', 'Analyses requested, including repeats.', one(analyses.times)],
    ['analyses_by_platform', 'Analysis records.', by('platform', analyses.by_platform)],
    ['analyses_by_depth', 'Analysis records.', by('depth', analyses.by_depth)],
    ['analyses_by_media_type', 'Analysis records.', by('media_type', analyses.by_media_type)],
    ['analyses_by_engine', 'Analysis records.', by('engine', analyses.by_engine)],
    ['projects', 'Projects.', one(projects.total)],
    ['pages', 'Page records.', one(pages.total)],
    ['pages_requested', 'Pages requested, including repeats.', one(pages.times)],
    ['pages_by_framework', 'Page records.', by('framework', pages.by_framework)],
    ['captures', 'Capture records.', one(captures.total)],
    ['captures_requested', 'Captures requested, including repeats.', one(captures.times)],
    ['captures_by_format', 'Capture records.', by('format', captures.by_format)],
    ['pictures', 'Picture records.', one(pictures.total)],
    ['pictures_requested', 'Pictures requested, including repeats.', one(pictures.times)],
    ['storage_records', 'Records of all kinds.', one(records, kind)],
    ['storage_bytes', 'Size of the database.', one(bytes, kind)],
    ['storage_record_bytes', 'Size of the records.', one(record_bytes, kind)],
    ['storage_evicted_records_total', 'Records deleted to stay within the bound.', one(evicted, kind)],
    ['storage_expired_records_total', 'Records deleted after RETENTION_DAYS.', one(expired, kind)],
    ['storage_retention_refused', '1 while RETENTION_DAYS deletes nothing because of the clock.', refused],
  ]
  const own: readonly Metric[] = [
    ['storage_max_bytes', 'Bound of the size of the records, STORAGE_MAX_MB.', limit],
    ['storage_full', '1 when the disk was full for the last record of this process.', one(Number(full), kind)],
    ['storage_failures_total', 'Failed attempts of this process to delete records.', by('task', failures)],
  ]
  return [
    ...shared.map(
      ([name, help, samples]): Metric => [name, `${help} From the store: identical in all replicas.`, samples],
    ),
    ...own,
  ].map(withPrefix)
}

/**
 * The default metrics of prom-client, collected from the first scrape on, except two which we report ourselves (prom-client counts CPU
 * time from when it was loaded, and its event loop monitor includes its own timer and is reset by every scrape) and gauges that are
 * named like counters.
 */
const nodeMetrics = lazy(() => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 3_600_000 })
  for (const { name } of registry.getMetricsAsArray())
    if (/^(?:nodejs_eventloop_lag_|process_cpu_|nodejs_active_\w+_total$)/.test(name)) registry.removeSingleMetric(name)
  return registry
})
