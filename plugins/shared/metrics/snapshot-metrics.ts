// Statistics, queues and memory as metrics for Prometheus, as they are at the time of a scrape.
import { Counter, Gauge, Registry } from 'prom-client'
import type { Stats } from '../../../schemas/admin.ts'
import type { PoolState } from '../../../src/analysis/worker-pool.ts'
import type { Limiters } from '../../../src/limits/limits.ts'
import type { RenderTimes } from '../../../src/renders/renderer.ts'
import type { Totals } from '../../../src/store/store.ts'

export const metricPrefix = 'automation_service_'

/** Statistics that this process has without the store. */
export interface ProcessStats extends Omit<Stats, keyof Totals> {
  readonly cacheHits: number
  readonly renderTimes: readonly RenderTimes[]
  readonly now: Date
}

/** Queues, and the memory that requests hold. */
interface Limits {
  readonly limiters: Limiters
  readonly workers: PoolState
}

/** @param totals undefined while the store is unavailable */
export function createSnapshot(stats: ProcessStats, limits: Limits, totals: Totals | undefined): Registry {
  const store = totals ? storeMetrics(totals, stats.now) : []
  return snapshotOf([...processMetrics(stats, totals), ...limitMetrics(limits), ...store].map(withPrefix))
}

type Samples = readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[]

/** A name ends in its unit, or in `total`: then it is a counter, otherwise a gauge. */
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
  const { service, cacheHits, renderTimes, fetches, process, providers } = stats
  const { p50, p99 } = process.event_loop_delay_ms
  const delay = 'delay of the event loop since startup, in excess of the sampling timer.'
  const calls = Object.entries(providers).flatMap(([provider, counts]) =>
    Object.entries(counts).map(([outcome, value]) => [{ provider, outcome }, value] as const),
  )
  return [
    [
      'build_info',
      'Always 1; the labels contain the versions and the name of the replica.',
      one(1, { version: service.version, node: service.node, replica: service.replica }),
    ],
    ['uptime_seconds', 'Time since the service started.', one(service.uptime_seconds)],
    ['event_loop_delay_p50_seconds', `Median ${delay}`, one(p50 / 1000)],
    ['event_loop_delay_p99_seconds', `99th percentile of the ${delay}`, one(p99 / 1000)],
    [
      'store_up',
      '1 if the database answered this scrape; if 0, the metrics from the database are missing.',
      one(totals ? 1 : 0),
    ],
    [
      'analysis_cache_hits_total',
      'Analysis requests answered from the cache, the store or a concurrent request.',
      one(cacheHits),
    ],
    ['provider_calls_total', 'Calls to vision-model providers by outcome.', calls],
    ['fetches_refused_total', 'Source URLs refused.', one(fetches.refused)],
    [
      'render_attempts_total',
      'Render attempts in this process, by kind and outcome: done, interrupted, or the code of a problem.',
      renderTimes.map(({ kind, outcome, count }) => [{ kind, outcome }, count]),
    ],
    [
      'render_seconds_total',
      'Total time of the render attempts in this process.',
      renderTimes.map(({ kind, outcome, seconds }) => [{ kind, outcome }, seconds]),
    ],
  ]
}

function limitMetrics({ limiters: { memory, requests, bodies, pages }, workers }: Limits): readonly Metric[] {
  const waiting = { requests, bodies, pages, workers, memory: memory.queue }
  const active = { requests, bodies, pages, workers: { held: workers.busy } }
  const { held, heldInTransfer } = memory.queue
  return [
    [
      'queue_waiting',
      'Requests waiting in a queue.',
      Object.entries(waiting).map(([queue, { waiting }]) => [{ queue }, waiting]),
    ],
    [
      'queue_active',
      'Amount in use of each limited resource: requests in progress, bodies being parsed, pages being built, busy workers.',
      Object.entries(active).map(([queue, { held }]) => [{ queue }, held]),
    ],
    [
      'memory_budget_bytes',
      'Memory budget for bodies, downloads and decoding (MEMORY_BUDGET_MB).',
      one(memory.bytes()),
    ],
    [
      'memory_held_bytes',
      'Part of the memory budget in use, by files (bodies, downloads and responses in transfer) and by decoding.',
      by('use', { files: heldInTransfer, decodes: held - heldInTransfer }),
    ],
  ]
}

/** Gauges, because the numbers shrink when records are deleted. */
function storeMetrics(totals: Totals, now: Date): readonly Metric[] {
  const { analyses, projects, pages, captures, pictures, renders, storage } = totals
  const { records, bytes, record_bytes, max_bytes, evicted, expired, full, failures } = storage
  const kind = { kind: storage.kind }
  const limit = max_bytes === null ? [] : one(max_bytes, kind)
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
    ['renders', 'Renders that are done or have failed.', one(renders.total)],
    ['renders_queued', 'Renders waiting in the queue.', one(renders.queued)],
    ['renders_running', 'Renders that a process is working on.', one(renders.running)],
    [
      'renders_oldest_queued_seconds',
      'Time that the oldest queued render has been waiting.',
      one(ageOf(renders.oldest_queued_at, now)),
    ],
    ['renders_failed', 'Failed renders.', by('code', renders.failures)],
    ['storage_records', 'Records of all kinds.', one(records, kind)],
    ['storage_bytes', 'Size of the database.', one(bytes, kind)],
    ['storage_record_bytes', 'Size of the records.', one(record_bytes, kind)],
    ['storage_evicted_records_total', 'Records deleted to stay within STORAGE_MAX_MB.', one(evicted, kind)],
    ['storage_expired_records_total', 'Records deleted after RETENTION_DAYS.', one(expired, kind)],
  ]
  const own: readonly Metric[] = [
    ['storage_max_bytes', 'Maximum size of the records (STORAGE_MAX_MB).', limit],
    [
      'storage_full',
      '1 if this process failed to save its last record because the disk is full.',
      one(Number(full), kind),
    ],
    ['storage_failures_total', 'Failed attempts of this process to delete records.', by('task', failures)],
  ]
  return [
    ...shared.map(
      ([name, help, samples]): Metric => [name, `${help} From the database: identical in all replicas.`, samples],
    ),
    ...own,
  ]
}

/** Seconds since a time; 0 without one. */
function ageOf(time: string | null, now: Date): number {
  return time === null ? 0 : Math.max(0, (now.getTime() - Date.parse(time)) / 1000)
}
