// System statistics for operators.
import { type Static, Type } from '@sinclair/typebox'
import responseExamples from './examples/responses.json' with { type: 'json' }
import { contentResponse, operation } from './operation.ts'
import { Count, Counts, ref, SingleLine, Timestamp } from './types.ts'
import { providerOutcomes } from './vision.ts'

export const OperationStats = Type.Object(
  {
    count: Count('Responses since this process started.'),
    statuses: Counts('Responses by status class: 2xx, 4xx, 5xx.'),
    latency_ms: Type.Object(
      { p50: DurationMs('Median.'), p95: DurationMs('95th percentile.'), p99: DurationMs('99th percentile.') },
      { title: 'Latency', description: 'Response times since this process started.' },
    ),
  },
  { $id: 'OperationStats', description: 'Requests to one operation in this process.' },
)

/** Calls by outcome; outcomes without calls are absent. */
export const ProviderStats = Type.Unsafe<Record<string, number>>(
  Type.Partial(
    Type.Object(
      Object.fromEntries(providerOutcomes.map(outcome => [outcome, Count(`Calls that ended with ${outcome}.`)])),
    ),
    { $id: 'ProviderStats', description: 'Calls to one provider by outcome.' },
  ),
)

export const Stats = Type.Object(
  {
    service: Type.Object(
      {
        version: SingleLine(32, 'Service version.'),
        replica: SingleLine(253, 'Name of this process among the replicas: REPLICA, or the name of its host.'),
        node: SingleLine(32, 'Node.js version.'),
        started_at: Timestamp,
        uptime_seconds: Type.Number({ minimum: 0, description: 'Time since this process started, in seconds.' }),
      },
      { title: 'ServiceStats', description: 'This process.' },
    ),
    process: Type.Object(
      {
        memory_bytes: Type.Object(
          {
            rss: Count('Resident set size.'),
            heap_used: Count('JavaScript heap in use.'),
            external: Count('Buffers and native objects.'),
          },
          { title: 'MemoryStats', description: 'Memory, in bytes.' },
        ),
        cpu_seconds: Type.Object(
          {
            user: Type.Number({ minimum: 0, description: 'User time.' }),
            system: Type.Number({ minimum: 0, description: 'System time.' }),
          },
          { title: 'CpuStats', description: 'CPU time since this process started, in seconds.' },
        ),
        event_loop_delay_ms: Type.Object(
          { p50: DurationMs('Median.'), p99: DurationMs('99th percentile.') },
          { title: 'EventLoopStats', description: 'Delay of the event loop.' },
        ),
      },
      { title: 'ProcessStats', description: 'Resources that this process uses.' },
    ),
    workers: Type.Object(
      {
        ready: Count('Worker processes that are idle or decoding a file.'),
        network_isolated: Type.Boolean({ description: 'Whether worker processes have no network access.' }),
        memory_limited: Type.Boolean({
          description: 'Whether the operating system limits the memory of worker processes.',
        }),
      },
      { title: 'WorkerStats', description: 'The processes that decode and analyze files.' },
    ),
    requests: Type.Record(Type.String(), ref(OperationStats), {
      description: 'Requests by operation, in this process only.',
    }),
    keys: Counts('Accepted requests by the name of the API key (API_KEYS), since this process started.'),
    analyses: Type.Object(
      {
        total: Count('Analysis records.'),
        times: Count('Requested analyses, including repeated ones.'),
        by_platform: Counts('By platform.'),
        by_depth: Counts('By depth.'),
        by_media_type: Counts('By media type.'),
        by_engine: Counts('By engine.'),
        cache_hits: Count(
          'Number of analysis requests that this process answered from its cache or the store, or with the result of a concurrent request.',
        ),
      },
      { title: 'AnalysisStats', description: 'Analyses.' },
    ),
    projects: Type.Object({ total: Count('Projects.') }, { title: 'ProjectStats', description: 'Projects.' }),
    pages: Type.Object(
      {
        total: Count('Page records.'),
        times: Count('Requested pages, including repeated ones.'),
        by_framework: Counts('By framework.'),
      },
      { title: 'PageStats', description: 'Pages.' },
    ),
    captures: Type.Object(
      {
        total: Count('Capture records.'),
        times: Count('Requested captures, including repeated ones.'),
        by_format: Counts('By output format.'),
      },
      { title: 'CaptureStats', description: 'Captures.' },
    ),
    pictures: Type.Object(
      {
        total: Count('Picture records, to which analyses and pages refer.'),
        times: Count('Requested pictures, including repeated ones.'),
      },
      { title: 'PictureStats', description: 'Pictures.' },
    ),
    renders: Type.Object(
      {
        total: Count('Renders that are done or have failed.'),
        queued: Count('Renders waiting in the queue.'),
        running: Count('Renders that a process is working on.'),
        oldest_queued_at: Type.Union([Timestamp, Type.Null()], {
          description: 'Time at which the oldest queued render was queued; null if none is waiting.',
        }),
        failures: Counts('Failed renders by error code.'),
      },
      { title: 'RenderStats', description: 'Renders.' },
    ),
    providers: Type.Record(Type.String(), ref(ProviderStats), {
      description: 'Calls of this process to vision-model providers.',
    }),
    fetches: Type.Object(
      { refused: Count('Source URLs that this process refused.') },
      { title: 'FetchStats', description: 'Downloads of sources.' },
    ),
    storage: Type.Object(
      {
        kind: SingleLine(32, 'Database: sqlite or postgresql.'),
        records: Count('All records.'),
        bytes: Count('Size of the database on disk.'),
        record_bytes: Count('Estimated size of the records: that of their contents, plus a constant per row.'),
        max_bytes: Type.Union([Count('Limit on record_bytes (STORAGE_MAX_MB) in this process.'), Type.Null()], {
          description: 'Limit on record_bytes (STORAGE_MAX_MB) in this process; null: unlimited.',
        }),
        evicted: Count('Records deleted to stay within the limit.'),
        expired: Count('Records deleted after RETENTION_DAYS.'),
        full: Type.Boolean({
          description: 'True if this process failed to save its last record because the disk is full.',
        }),
        failures: Type.Object(
          {
            eviction: Count('Failed attempts to delete records above the limit.'),
            retention: Count('Failed attempts to delete records after RETENTION_DAYS.'),
          },
          { title: 'StorageFailures', description: 'Failures since this process started.' },
        ),
      },
      { title: 'StorageStats', description: 'The database.' },
    ),
  },
  { $id: 'Stats', description: 'Statistics of the service. Totals come from the database and survive a restart.' },
)
export type Stats = Static<typeof Stats>

export const StatsResponse = Type.Object(
  { stats: ref(Stats), timestamp: Timestamp },
  { $id: 'StatsResponse', description: 'System statistics.' },
)

export const getStats = operation({
  method: 'GET',
  url: '/api/admin/stats',
  problems: ['forbidden'],
  examples: {},
  responseExamples: { 200: responseExamples.getStats },
  schema: {
    operationId: 'getStats',
    tags: ['Admin'],
    summary: 'Return system statistics',
    description:
      'If ADMIN_TOKEN is set, it is required as a bearer token; otherwise only direct requests from the same machine are allowed. /api/admin/metrics returns the same statistics in the Prometheus text format, with the same access rule. METRICS_TOKEN is enough to read both.',
    response: { 200: contentResponse({ 'application/json': { schema: ref(StatsResponse) } }, 'The statistics.') },
  },
})

function DurationMs(description: string) {
  return Type.Number({ minimum: 0, description: `${description} Milliseconds.` })
}
