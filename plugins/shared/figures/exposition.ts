// The figures in Prometheus' text format, version 0.0.4.
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Totals } from '../../../src/store/store.ts'
import type { Own } from './figures.ts'
import { bounds, type Latency } from './latency.ts'

interface Facts {
  readonly own: Own
  /** undefined: the store is away. */
  readonly totals: Totals | undefined
  readonly latencies: Readonly<Record<string, Latency>>
}

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number]

/** All samples of one name, which ends in its unit, and in `total` where it only grows while the process lives. */
interface Family {
  readonly name: string
  readonly help: string
  readonly samples: readonly Sample[]
}

const prefix = 'automation_service_'

/**
 * What every Node process tells, collected from the first scrape on. Two things are told by us: the library counts CPU from when it was
 * loaded, and its watch of the event loop counts its own timer in and starts over with every scrape, whoever asks.
 */
const processMetrics = new Registry()
collectDefaultMetrics({ register: processMetrics, eventLoopMonitoringPrecision: 3_600_000 })
for (const { name } of processMetrics.getMetricsAsArray())
  if (/^(?:nodejs_eventloop_lag|process_cpu)_/.test(name)) processMetrics.removeSingleMetric(name)

export const mediaType = processMetrics.contentType

const ours = (name: string, help: string, samples: readonly Sample[]): Family => ({
  name: `${prefix}${name}`,
  help,
  samples,
})

const one = (value: number): readonly Sample[] => [[{}, value]]

const by = (label: string, counts: Readonly<Record<string, number>>): readonly Sample[] =>
  Object.entries(counts).map(([name, value]) => [{ [label]: name }, value])

const byTwo = (
  [outer, inner]: readonly [string, string],
  table: Readonly<Record<string, Readonly<Record<string, number>>>>,
): readonly Sample[] =>
  Object.entries(table).flatMap(([name, counts]) =>
    by(inner, counts).map(([labels, value]): Sample => [{ [outer]: name, ...labels }, value]),
  )

const statuses = ({ requests }: Own) =>
  Object.fromEntries(Object.entries(requests).map(([operation, { statuses }]) => [operation, statuses]))

const current = ({ service, process }: Own, isStoreUp: boolean): readonly Family[] => {
  const { version, node, uptime_seconds } = service
  const { p50, p99 } = process.event_loop_delay_ms
  const delay = 'delay of the event loop since the start, beyond the timer that measures it.'
  return [
    ours('info', 'Always 1; the labels tell what runs.', [[{ version, node }, 1]]),
    ours('uptime_seconds', 'Since the service was built.', one(uptime_seconds)),
    ours('event_loop_delay_p50_seconds', `Median ${delay}`, one(p50 / 1000)),
    ours('event_loop_delay_p99_seconds', `99th percentile of the ${delay}`, one(p99 / 1000)),
    ours(
      'store_up',
      '1 when the store answered this scrape; at 0 what comes from it is missing.',
      one(Number(isStoreUp)),
    ),
  ]
}

const counted = (facts: Own): readonly Family[] => {
  const { user, system } = facts.process.cpu_seconds
  const calls = byTwo(['provider', 'outcome'], facts.providers)
  const help = 'CPU time of the process in seconds.'
  return [
    ours(
      'requests_total',
      'Answers per operation and class of status.',
      byTwo(['operation', 'status'], statuses(facts)),
    ),
    ours('key_requests_total', 'Requests per key of API_KEYS, refused ones not among them.', by('key', facts.keys)),
    ours('analysis_cache_hits_total', 'Work spared because equal work was under way or kept.', one(facts.cacheHits)),
    ours('provider_calls_total', 'Calls of vision-model providers per outcome.', calls),
    ours('refused_fetches_total', 'Source addresses refused.', one(facts.fetches.refused)),
    { name: 'process_cpu_user_seconds_total', help: `User ${help}`, samples: one(user) },
    { name: 'process_cpu_system_seconds_total', help: `System ${help}`, samples: one(system) },
    { name: 'process_cpu_seconds_total', help, samples: one(user + system) },
  ]
}

const fromStore = (family: Family): Family => ({
  ...family,
  help: `${family.help} From the store: alike in all processes on it.`,
})

/** They shrink when records are forgotten, so they are gauges. */
const stored = ({ analyses, projects, pages, captures, storage }: Totals): readonly Family[] =>
  [
    ours('analyses', 'Analysis records.', one(analyses.total)),
    ours('analyses_asked', 'Analyses asked for, repeats included.', one(analyses.times)),
    ours('analyses_by_platform', 'Analysis records.', by('platform', analyses.by_platform)),
    ours('analyses_by_depth', 'Analysis records.', by('depth', analyses.by_depth)),
    ours('analyses_by_media_type', 'Analysis records.', by('media_type', analyses.by_media_type)),
    ours('analyses_by_engine', 'Analysis records.', by('engine', analyses.by_engine)),
    ours('projects', 'Projects.', one(projects.total)),
    ours('pages', 'Page records.', one(pages.total)),
    ours('pages_asked', 'Pages asked for, repeats included.', one(pages.times)),
    ours('pages_by_framework', 'Page records.', by('framework', pages.by_framework)),
    ours('captures', 'Capture records.', one(captures.total)),
    ours('captures_asked', 'Captures asked for, repeats included.', one(captures.times)),
    ours('captures_by_format', 'Capture records.', by('format', captures.by_format)),
    ours('storage_records', 'Records of all kinds.', by('kind', { [storage.kind]: storage.records })),
    ours('storage_bytes', 'Size of the database.', by('kind', { [storage.kind]: storage.bytes })),
    ours('storage_record_bytes', 'Size of the records.', by('kind', { [storage.kind]: storage.record_bytes })),
  ].map(fromStore)

const storageBound = ({ storage: { kind, max_bytes } }: Totals): Family =>
  ours(
    'storage_max_bytes',
    'Bound of the size of the records, STORAGE_MAX_MB.',
    by('kind', max_bytes === null ? {} : { [kind]: max_bytes }),
  )

const evicted = ({ storage: { kind, evicted } }: Totals): Family =>
  fromStore(
    ours('storage_evicted_records_total', 'Records deleted to stay within the bound.', by('kind', { [kind]: evicted })),
  )

/** Nothing counted yet under any label: such a family is left out, since without labels it would be another one. */
const isEmpty = ({ samples }: Family): boolean => samples.length === 0

const definition = ({ name, help, samples }: Family, register: Registry) => ({
  name,
  help,
  labelNames: samples.slice(0, 1).flatMap(([labels]) => Object.keys(labels)),
  registers: [register],
})

const count = (family: Family, register: Registry): void => {
  const counter = new Counter(definition(family, register))
  for (const [labels, value] of family.samples) counter.inc(labels, value)
}

const gauge = (family: Family, register: Registry): void => {
  const metric = new Gauge(definition(family, register))
  for (const [labels, value] of family.samples) metric.set(labels, value)
}

/**
 * The latencies as a histogram, whose buckets can be added over replicas; percentiles cannot. Written by hand, since the library takes
 * its observations one by one and these are counted already.
 */
const histogram = (latencies: Facts['latencies']): string => {
  const name = `${prefix}request_duration_seconds`
  const lines = Object.entries(latencies).flatMap(([operation, latency]) => [
    ...latency.cumulated().map((below, bucket) => {
      const bound = String(bounds[bucket]).replace('Infinity', '+Inf')
      return `${name}_bucket{operation="${operation}",le="${bound}"} ${below}`
    }),
    `${name}_sum{operation="${operation}"} ${latency.sum()}`,
    `${name}_count{operation="${operation}"} ${latency.count()}`,
  ])
  return [`# HELP ${name} Time to answer per operation.`, `# TYPE ${name} histogram`, ...lines, ''].join('\n')
}

/** @returns the text of one scrape; what has no sample is left out, and what the store would tell where it is away. */
export const exposition = async ({ own: facts, totals, latencies }: Facts): Promise<string> => {
  const register = new Registry()
  const gauges = [...current(facts, totals !== undefined), ...(totals ? [...stored(totals), storageBound(totals)] : [])]
  for (const family of gauges) if (!isEmpty(family)) gauge(family, register)
  const counters = [...counted(facts), ...(totals ? [evicted(totals)] : [])]
  for (const family of counters) if (!isEmpty(family)) count(family, register)
  const texts = [await register.metrics(), histogram(latencies), await processMetrics.metrics()]
  return texts.join('\n')
}
