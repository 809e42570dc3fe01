// The metrics in Prometheus' text format, version 0.0.4.
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { lazy } from '../../src/cache.ts'
import type { Totals } from '../../src/store/store.ts'
import { metricPrefix, type ProcessStats } from './metrics.ts'

export const prometheusType = Registry.PROMETHEUS_CONTENT_TYPE

interface Scrape {
  /** The counters and the histogram of the operations. */
  readonly registry: Registry
  readonly stats: ProcessStats
  /** undefined: the store is unavailable. */
  readonly totals: Totals | undefined
}

/** The text of one scrape. Metrics without samples are left out, and so are those of the store while it is unavailable. */
export async function formatPrometheus({ registry, stats, totals }: Scrape): Promise<string> {
  const snapshot = new Registry()
  const gauges = [...processGauges(stats, totals), ...(totals ? storeGauges(totals) : [])]
  for (const metric of gauges.filter(hasSamples)) addGauge(metric, snapshot)
  const counters = [...processCounters(stats), ...(totals ? storeCounters(totals) : [])]
  for (const metric of counters.filter(hasSamples)) addCounter(metric, snapshot)
  return [await snapshot.metrics(), await registry.metrics(), await nodeMetrics().metrics()].join('\n')
}

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number]

/** All samples of one name, which ends in its unit, or in `total` for counters. */
interface Metric {
  readonly name: string
  readonly help: string
  readonly samples: readonly Sample[]
}

function processGauges({ service, process }: ProcessStats, totals: Totals | undefined): readonly Metric[] {
  const { version, node, uptime_seconds } = service
  const { p50, p99 } = process.event_loop_delay_ms
  const delay = 'delay of the event loop since the start, beyond the timer that measures it.'
  return [
    metric('info', 'Always 1; the labels tell what runs.', [[{ version, node }, 1]]),
    metric('uptime_seconds', 'Since the service was built.', one(uptime_seconds)),
    metric('event_loop_delay_p50_seconds', `Median ${delay}`, one(p50 / 1000)),
    metric('event_loop_delay_p99_seconds', `99th percentile of the ${delay}`, one(p99 / 1000)),
    metric(
      'store_up',
      '1 when the store answered this scrape; at 0 what comes from it is missing.',
      one(totals === undefined ? 0 : 1),
    ),
  ]
}

function processCounters({ cacheHits, fetches, process, providers }: ProcessStats): readonly Metric[] {
  const { user, system } = process.cpu_seconds
  const calls = Object.entries(providers).flatMap(([provider, counts]) =>
    by('outcome', counts).map(([labels, value]): Sample => [{ provider, ...labels }, value]),
  )
  const help = 'CPU time of the process in seconds.'
  return [
    metric('analysis_cache_hits_total', 'Work spared because equal work was under way or kept.', one(cacheHits)),
    metric('provider_calls_total', 'Calls of vision-model providers per outcome.', calls),
    metric('refused_fetches_total', 'Source addresses refused.', one(fetches.refused)),
    { name: 'process_cpu_user_seconds_total', help: `User ${help}`, samples: one(user) },
    { name: 'process_cpu_system_seconds_total', help: `System ${help}`, samples: one(system) },
    { name: 'process_cpu_seconds_total', help, samples: one(user + system) },
  ]
}

const storeHelp = 'From the store: alike in all processes on it.'

/** Gauges, because the numbers shrink when records are deleted. */
function storeGauges({ analyses, projects, pages, captures, storage }: Totals): readonly Metric[] {
  const { kind, max_bytes } = storage
  return [
    ...[
      metric('analyses', 'Analysis records.', one(analyses.total)),
      metric('analyses_asked', 'Analyses asked for, repeats included.', one(analyses.times)),
      metric('analyses_by_platform', 'Analysis records.', by('platform', analyses.by_platform)),
      metric('analyses_by_depth', 'Analysis records.', by('depth', analyses.by_depth)),
      metric('analyses_by_media_type', 'Analysis records.', by('media_type', analyses.by_media_type)),
      metric('analyses_by_engine', 'Analysis records.', by('engine', analyses.by_engine)),
      metric('projects', 'Projects.', one(projects.total)),
      metric('pages', 'Page records.', one(pages.total)),
      metric('pages_asked', 'Pages asked for, repeats included.', one(pages.times)),
      metric('pages_by_framework', 'Page records.', by('framework', pages.by_framework)),
      metric('captures', 'Capture records.', one(captures.total)),
      metric('captures_asked', 'Captures asked for, repeats included.', one(captures.times)),
      metric('captures_by_format', 'Capture records.', by('format', captures.by_format)),
      metric('storage_records', 'Records of all kinds.', by('kind', { [kind]: storage.records })),
      metric('storage_bytes', 'Size of the database.', by('kind', { [kind]: storage.bytes })),
      metric('storage_record_bytes', 'Size of the records.', by('kind', { [kind]: storage.record_bytes })),
    ].map(gauge => ({ ...gauge, help: `${gauge.help} ${storeHelp}` })),
    metric(
      'storage_max_bytes',
      'Bound of the size of the records, STORAGE_MAX_MB.',
      by('kind', max_bytes === null ? {} : { [kind]: max_bytes }),
    ),
  ]
}

function storeCounters({ storage: { kind, evicted } }: Totals): readonly Metric[] {
  const help = `Records deleted to stay within the bound. ${storeHelp}`
  return [metric('storage_evicted_records_total', help, by('kind', { [kind]: evicted }))]
}

function metric(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name: `${metricPrefix}${name}`, help, samples }
}

function one(value: number): readonly Sample[] {
  return [[{}, value]]
}

function by(label: string, counts: Readonly<Record<string, number>>): readonly Sample[] {
  return Object.entries(counts).map(([name, value]) => [{ [label]: name }, value])
}

function hasSamples({ samples }: Metric): boolean {
  return samples.length > 0
}

function addGauge(metric: Metric, register: Registry): void {
  const gauge = new Gauge(configuration(metric, register))
  for (const [labels, value] of metric.samples) gauge.set(labels, value)
}

function addCounter(metric: Metric, register: Registry): void {
  const counter = new Counter(configuration(metric, register))
  for (const [labels, value] of metric.samples) counter.inc(labels, value)
}

function configuration({ name, help, samples }: Metric, register: Registry) {
  const labelNames = samples.slice(0, 1).flatMap(([labels]) => Object.keys(labels))
  return { name, help, labelNames, registers: [register] }
}

/**
 * The default metrics of prom-client, collected from the first scrape on, except two which we report ourselves: prom-client counts CPU
 * time from when it was loaded, and its event loop monitor includes its own timer and is reset by every scrape.
 */
const nodeMetrics = lazy(() => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 3_600_000 })
  for (const { name } of registry.getMetricsAsArray())
    if (/^(?:nodejs_eventloop_lag|process_cpu)_/.test(name)) registry.removeSingleMetric(name)
  return registry
})
