// Ties the mounted routes to the registry: the service refuses to start when they differ.
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { operations } from '../../schemas/index.ts'
import type { Operation } from '../../schemas/operation.ts'

const keyOf = (method: string, url: string | undefined): string => `${method === 'HEAD' ? 'GET' : method} ${url}`

const registry = new Set(operations.map(({ method, url }) => keyOf(method, url)))

/** A route carries the very schema of its operation. */
const bySchema: ReadonlyMap<unknown, Operation> = new Map(operations.map(operation => [operation.schema, operation]))

/** The operation of a route; undefined outside the registry (documents, probes, unknown addresses). */
export const operationBy = (schema: unknown): Operation | undefined => bySchema.get(schema)

/** The operation that a request asks for. */
export const operationOf = ({ routeOptions }: FastifyRequest): Operation | undefined => operationBy(routeOptions.schema)

export default fp(async app => {
  const mounted = new Set<string>()

  app.addHook('onRoute', ({ method, url, schema }) => {
    if (schema?.hide) return
    for (const name of [method].flat()) mounted.add(keyOf(name, url))
  })

  app.addHook('onReady', async () => {
    const missing = [...registry].filter(key => !mounted.has(key))
    const unknown = [...mounted].filter(key => !registry.has(key))
    if (missing.length + unknown.length === 0) return
    throw new Error(
      `Routes and registry differ. Not mounted: ${missing.join(', ') || 'none'}. Not in the registry: ${unknown.join(', ') || 'none'}.`,
    )
  })
})
