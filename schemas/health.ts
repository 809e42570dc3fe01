// Whether the service runs.
import { type Static, Type } from '@sinclair/typebox'
import { answers } from './examples/answers.ts'
import { answer, operation } from './operation.ts'
import { oneOf, ref, Timestamp } from './types.ts'

export const Health = Type.Object(
  {
    status: oneOf(['ok', 'draining'], { description: 'ok with 200; draining with 503 while the process shuts down.' }),
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
  answers: { 200: answers.getHealth, 503: { ...answers.getHealth, status: 'draining' } },
  schema: {
    operationId: 'getHealth',
    tags: ['Health'],
    summary: 'Report service health',
    description:
      'Answers as long as the process does: no key, no rate limit, no database on its path. While the process drains it answers 503 with status `draining`.',
    response: {
      200: answer({ 'application/json': { schema: ref(Health) } }, 'The service runs.'),
      503: answer({ 'application/json': { schema: ref(Health) } }, 'The process is shutting down.'),
    },
  },
})
