// Ties routes to the operations of schemas/: the service refuses to start when they differ.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { operations } from '../../schemas/index.ts'
import type { Operation } from '../../schemas/operation.ts'

export default fp(
  async app => {
    const documented = new Set(operations.map(({ method, url }) => routeName(method, url)))
    const mounted = new Set<string>()

    app.addHook('onRoute', ({ method, url, schema }) => {
      if (schema?.hide) return
      for (const one of [method].flat()) mounted.add(routeName(one, url))
    })

    app.addHook('onReady', async () => {
      const missing = [...documented].filter(name => !mounted.has(name))
      const unknown = [...mounted].filter(name => !documented.has(name))
      if (missing.length + unknown.length === 0) return
      throw new Error(
        `Routes and registry differ. Not mounted: ${missing.join(', ') || 'none'}. Not in the registry: ${unknown.join(', ') || 'none'}.`,
      )
    })
  },
  { name: 'operations' },
)

function routeName(method: string, url: string): string {
  return `${method === 'HEAD' ? 'GET' : method} ${url}`
}

/** Each route has the very schema object of its operation. */
const bySchema: ReadonlyMap<unknown, Operation> = new Map(operations.map(operation => [operation.schema, operation]))

/** The operation that a request calls; undefined for other routes (documents, health probes). */
export function operationOf({ routeOptions }: FastifyRequest): Operation | undefined {
  return bySchema.get(routeOptions.schema)
}

/** The URL of an operation within the prefix of a scope. */
export function urlWithin({ prefix }: FastifyInstance, { url }: Pick<Operation, 'url'>): string {
  return url.slice(prefix.length)
}
