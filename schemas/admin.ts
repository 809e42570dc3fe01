import { type Static, Type } from '@sinclair/typebox'
import { answer, operation } from './operation.ts'
import { ref, Timestamp } from './types.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })
const Counts = (description: string) => Type.Record(Type.String(), Type.Integer({ minimum: 0 }), { description })
const Ms = (description: string) => Type.Number({ minimum: 0, description: `${description} Milliseconds.` })

export const OperationStats = Type.Object(
  {
    count: Count('Answers since the start of this process.'),
    statuses: Counts('The same by status class: 2xx, 4xx, 5xx.'),
    latency_ms: Type.Object({ p50: Ms('Median.'), p95: Ms('95th percentile.'), p99: Ms('99th percentile.') }),
  },
  { $id: 'OperationStats' },
)

export const Stats = Type.Object(
  {
    service: Type.Object(
      {
        version: Type.String(),
        node: Type.String(),
        started_at: Timestamp,
        uptime_seconds: Type.Number({ minimum: 0 }),
      },
      { description: 'This process.' },
    ),
    process: Type.Object(
      {
        memory_bytes: Type.Object({
          rss: Count('Resident.'),
          heap_used: Count('JavaScript heap in use.'),
          external: Count('Buffers and native objects.'),
        }),
        cpu_seconds: Type.Object({ user: Type.Number(), system: Type.Number() }),
        event_loop_delay_ms: Type.Object({ p50: Ms('Median.'), p99: Ms('99th percentile.') }),
      },
      { description: 'What this process uses.' },
    ),
    requests: Type.Record(Type.String(), ref(OperationStats), {
      description: 'Per operation, of this process only: latencies are not shared between replicas.',
    }),
    keys: Counts('Requests per key (API_KEYS) since the start of this process, refused ones not among them.'),
    analyses: Type.Object({
      total: Count('Analysis records.'),
      times: Count('Analyses asked for, repeats included.'),
      by_platform: Counts('Per platform.'),
      by_depth: Counts('Per depth.'),
      by_media_type: Counts('Per media type.'),
      by_engine: Counts('Per engine.'),
      cache_hits: Count('Work spared by this process because equal work was under way or kept.'),
    }),
    projects: Type.Object({ total: Count('Projects.') }),
    pages: Type.Object({
      total: Count('Page records.'),
      times: Count('Pages asked for, repeats included.'),
      by_framework: Counts('Per framework.'),
    }),
    captures: Type.Object({
      total: Count('Capture records.'),
      times: Count('Captures asked for, repeats included.'),
      by_format: Counts('Per output format.'),
    }),
    providers: Type.Record(Type.String(), Counts('Calls per outcome.'), {
      description: 'Vision-model providers that this process has called.',
    }),
    fetches: Type.Object({ refused: Count('Source addresses refused by this process.') }),
    storage: Type.Object({
      kind: Type.String({ description: 'Kind of database.' }),
      records: Count('Records of all kinds.'),
      bytes: Count('Size of the database.'),
    }),
  },
  { $id: 'Stats', description: 'Totals come from the store and survive a restart.' },
)
export type Stats = Static<typeof Stats>

export const StatsResponse = Type.Object({ stats: ref(Stats), timestamp: Timestamp }, { $id: 'StatsResponse' })

export const getStats = operation({
  method: 'GET',
  url: '/api/admin/stats',
  problems: ['forbidden'],
  schema: {
    operationId: 'getStats',
    tags: ['Admin'],
    summary: 'Return system statistics',
    description:
      'With ADMIN_TOKEN set it takes that bearer token; without one it answers only to the machine itself. The same figures come as Prometheus text from /api/admin/metrics, which is kept from others alike.',
    response: { 200: answer({ 'application/json': { schema: ref(StatsResponse) } }, 'The figures.') },
  },
})
