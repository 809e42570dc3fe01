// The statuses that the OpenAPI document names for each operation; tests fail when the service answers with another one.
import { operations } from '../../schemas/index.ts'
import type { Operation } from '../../schemas/operation.ts'
import { problemCodes, problemKinds } from '../../schemas/problems.ts'

const all: readonly Operation[] = operations

const routes = all.map(operation => ({
  operation,
  path: new RegExp(`^${operation.url.replace(/:\w+/g, '[^/]+')}$`),
}))

/** Statuses of problems that belong to HTTP itself, which no operation lists; 404 is also that of a missing record. */
const protocolStatuses: ReadonlySet<number> = new Set(
  problemCodes
    .filter(code => !all.some(({ problems }) => problems.includes(code)))
    .map(code => problemKinds[code].status),
)

/** Every documented answer as `operationId status`. */
export const documentedAnswers: readonly string[] = all.flatMap(({ schema }) =>
  Object.keys(schema.response).map(status => `${schema.operationId} ${status}`),
)

/** An answer as `operationId status`; undefined when it does not belong to an operation. */
export function answerKey(method: string, url: string, status: number): string | undefined {
  const pathname = url.replace(/\?.*/s, '')
  const route = routes.find(({ operation, path }) => operation.method === method && path.test(pathname))
  if (!route) return undefined
  const { operationId, response } = route.operation.schema
  return status in response || !protocolStatuses.has(status) ? `${operationId} ${status}` : undefined
}

/** @throws when an operation answers with a status that the document does not name */
export function assertDocumented(method: string, url: string, status: number): void {
  const key = answerKey(method, url, status)
  if (key !== undefined && !documentedAnswers.includes(key)) throw new Error(`${key} is not documented`)
}
