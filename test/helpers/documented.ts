// What the documents promise of every answer: its status stands beside its operation.
import { operations } from '../../schemas/index.ts'
import type { Operation } from '../../schemas/operation.ts'
import { problemCodes, problemKinds } from '../../schemas/problems.ts'

const all: readonly Operation[] = operations

const shapeOf = (url: string): RegExp => new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`)
const shapes = all.map(operation => ({ operation, shape: shapeOf(operation.url) }))

/** The operation that a request asks for. */
const asked = (method: string, url: string): Operation | undefined => {
  const path = url.replace(/\?.*/s, '')
  return shapes.find(({ operation, shape }) => operation.method === method && shape.test(path))?.operation
}

/** Statuses of problems that belong to HTTP itself: no operation lists them. */
const ofHttp: ReadonlySet<number> = new Set(
  problemCodes
    .filter(code => !all.some(({ problems }) => problems.includes(code)))
    .map(code => problemKinds[code].status),
)

/** Every status that stands in the documents: operationId and status. */
export const documented: readonly string[] = all.flatMap(({ schema }) =>
  Object.keys(schema.response).map(status => `${schema.operationId} ${status}`),
)

/** How a test tells of an answer; undefined when it is none of an operation. */
export const seenAs = (method: string, url: string, status: number): string | undefined => {
  const operation = asked(method, url)
  return operation && !ofHttp.has(status) ? `${operation.schema.operationId} ${status}` : undefined
}

/** Throws when an operation answers with a status that its documents do not name. */
export const hold = (method: string, url: string, status: number): void => {
  const seen = seenAs(method, url, status)
  if (seen !== undefined && !documented.includes(seen)) throw new Error(`${seen} is not documented`)
}
