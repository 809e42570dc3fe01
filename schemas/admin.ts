// Figures for the operator, who shows a token.
import { type Static, Type } from '@sinclair/typebox'
import { answers } from './examples/answers.ts'
import { answer, operation } from './operation.ts'
import { Count, Counts, Line, ref, Timestamp } from './types.ts'
import { providerOutcomes } from './vision.ts'

const Ms = (description: string) => Type.Number({ minimum: 0, description: `${description} Milliseconds.` })

export const OperationStats = Type.Object(
  {
    count: Count('Answers since the start of this process.'),
    statuses: Counts('The same by status class: 2xx, 4xx, 5xx.'),
    latency_ms: Type.Object(
      { p50: Ms('Median.'), p95: Ms('95th percentile.'), p99: Ms('99th percentile.') },
      { description: 'How long the latest answers took.' },
    ),
  },
  { $id: 'OperationStats', description: 'What one operation did in this process.' },
)

/** The outcomes that there were, by their words. */
export const ProviderStats = Type.Unsafe<Record<string, number>>(
  Type.Partial(
    Type.Object(
      Object.fromEntries(providerOutcomes.map(outcome => [outcome, Count(`Calls that ended so: ${outcome}.`)])),
    ),
    { $id: 'ProviderStats', description: 'Calls to one provider by how they ended.' },
  ),
)

export const Stats = Type.Object(
  {
    service: Type.Object(
      {
        version: Line(32, 'Version of the service.'),
        node: Line(32, 'Version of Node.js.'),
        started_at: Timestamp,
        uptime_seconds: Type.Number({ minimum: 0, description: 'Time since the start. Seconds.' }),
      },
      { description: 'This process.' },
    ),
    process: Type.Object(
      {
        memory_bytes: Type.Object(
          {
            rss: Count('Resident.'),
            heap_used: Count('JavaScript heap in use.'),
            external: Count('Buffers and native objects.'),
          },
          { description: 'Memory. Bytes.' },
        ),
        cpu_seconds: Type.Object(
          {
            user: Type.Number({ minimum: 0, description: 'In code of this process.' }),
            system: Type.Number({ minimum: 0, description: 'In the kernel, for this process.' }),
          },
          { description: 'CPU time since the start. Seconds.' },
        ),
        event_loop_delay_ms: Type.Object(
          { p50: Ms('Median.'), p99: Ms('99th percentile.') },
          { description: 'How late timers fire.' },
        ),
      },
      { description: 'What this process uses.' },
    ),
    requests: Type.Record(Type.String(), ref(OperationStats), {
      description: 'Per operation, of this process only: latencies are not shared between replicas.',
    }),
    keys: Counts('Requests per key (API_KEYS) since the start of this process, refused ones not among them.'),
    analyses: Type.Object(
      {
        total: Count('Analysis records.'),
        times: Count('Analyses asked for, repeats included.'),
        by_platform: Counts('Per platform.'),
        by_depth: Counts('Per depth.'),
        by_media_type: Counts('Per media type.'),
        by_engine: Counts('Per engine.'),
        cache_hits: Count('Work spared by this process because equal work was under way or kept.'),
      },
      { description: 'Analyses.' },
    ),
    projects: Type.Object({ total: Count('Projects.') }, { description: 'Projects.' }),
    pages: Type.Object(
      {
        total: Count('Page records.'),
        times: Count('Pages asked for, repeats included.'),
        by_framework: Counts('Per framework.'),
      },
      { description: 'Pages.' },
    ),
    captures: Type.Object(
      {
        total: Count('Capture records.'),
        times: Count('Captures asked for, repeats included.'),
        by_format: Counts('Per output format.'),
      },
      { description: 'Captures.' },
    ),
    providers: Type.Record(Type.String(), ref(ProviderStats), {
      description: 'Vision-model providers that this process has called.',
    }),
    fetches: Type.Object({ refused: Count('Source addresses refused by this process.') }, { description: 'Sources.' }),
    storage: Type.Object(
      {
        kind: Line(32, 'Kind of database.'),
        records: Count('Records of all kinds.'),
        bytes: Count('Size of the database on disk.'),
        record_bytes: Count(
          'Size of the records: their texts, and a constant for the rest of each row and its indexes.',
        ),
        max_bytes: Type.Union([Count('Bound of record_bytes (STORAGE_MAX_MB) in this process.'), Type.Null()], {
          description: 'Bound of record_bytes (STORAGE_MAX_MB) in this process; null: unlimited.',
        }),
        evicted: Count('Records deleted to stay within a bound.'),
      },
      { description: 'The database.' },
    ),
  },
  { $id: 'Stats', description: 'Totals come from the store and survive a restart.' },
)
export type Stats = Static<typeof Stats>

export const StatsResponse = Type.Object(
  { stats: ref(Stats), timestamp: Timestamp },
  { $id: 'StatsResponse', description: 'Figures for the operator.' },
)

export const getStats = operation({
  method: 'GET',
  url: '/api/admin/stats',
  problems: ['forbidden'],
  examples: {},
  answers: { 200: answers.getStats },
  schema: {
    operationId: 'getStats',
    tags: ['Admin'],
    summary: 'Return system statistics',
    description:
      'With ADMIN_TOKEN set it takes that bearer token; without one it answers only to the machine itself. The same figures come as Prometheus text from /api/admin/metrics, which is kept from others alike.',
    response: { 200: answer({ 'application/json': { schema: ref(StatsResponse) } }, 'The figures.') },
  },
})
