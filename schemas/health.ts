// The health check.
import { type Static, Type } from '@sinclair/typebox'
import responseExamples from './examples/responses.json' with { type: 'json' }
import { contentResponse, operation } from './operation.ts'
import { enumOf, ref, Timestamp } from './types.ts'

export const Health = Type.Object(
  {
    status: enumOf(['ok', 'draining'], { description: 'ok with 200; draining with 503 while the process shuts down.' }),
    service: Type.Literal('automation-service', { description: 'Name of the service.' }),
    version: Type.String({
      pattern: '^\\d+\\.\\d+\\.\\d+$',
      minLength: 5,
      maxLength: 32,
      description: 'Service version, major.minor.patch.',
      examples: ['1.0.0'],
    }),
    timestamp: Timestamp,
  },
  { $id: 'Health', description: 'State of this process.' },
)
export type Health = Static<typeof Health>

export const getHealth = operation({
  method: 'GET',
  url: '/api/health',
  problems: [],
  examples: {},
  responseExamples: { 200: responseExamples.getHealth, 503: { ...responseExamples.getHealth, status: 'draining' } },
  schema: {
    operationId: 'getHealth',
    tags: ['Health'],
    summary: 'Report service health',
    description:
      'Requires no key, has no rate limit and does not use the database. While the process shuts down, the status is `draining` with 503.',
    response: {
      200: contentResponse({ 'application/json': { schema: ref(Health) } }, 'The service is healthy.'),
      503: contentResponse({ 'application/json': { schema: ref(Health) } }, 'The process is shutting down.'),
    },
  },
})
