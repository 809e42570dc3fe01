// Ties routes to the operations of schemas/: the service refuses to start when they differ.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { operations } from '../../schemas/index.ts'
import type { Operation } from '../../schemas/operation.ts'

export default fp(
  async app => {
    const unknown: string[] = []

    app.addHook('onRoute', ({ method, url, schema }) => {
      const isKnown = operations.some(known => known.url === url && ['HEAD', known.method].includes(String(method)))
      if (!schema?.hide && !isKnown) unknown.push(`${method} ${url}`)
    })

    app.addHook('onReady', async () => {
      const missing = operations.filter(({ method, url }) => !app.hasRoute({ method, url }))
      if (missing.length + unknown.length === 0) return
      const names = missing.map(({ method, url }) => `${method} ${url}`)
      throw new Error(
        `Routes and registry differ. Not mounted: ${names.join(', ') || 'none'}. Not in the registry: ${unknown.join(', ') || 'none'}.`,
      )
    })
  },
  { name: 'operations' },
)

/** Each route has the same schema object as its operation. */
const bySchema: ReadonlyMap<unknown, Operation> = new Map(operations.map(operation => [operation.schema, operation]))

/** The operation that a request calls; undefined for other routes (documents, health probes). */
export function operationOf({ routeOptions }: FastifyRequest): Operation | undefined {
  return bySchema.get(routeOptions.schema)
}

/** The route of an operation, whose URL is absolute, within the prefix of a scope. */
export function routeIn<O extends { readonly url: string }>({ prefix }: FastifyInstance, operation: O): O {
  return { ...operation, url: operation.url.slice(prefix.length) }
}
