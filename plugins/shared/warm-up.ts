// Asks for every document and listing once before the service reports ready: their first answer takes ten times as long as the next.
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Connections never come from this address. */
const warmUpAddress = '0.0.0.0'

const warmUpPaths = [
  '/',
  '/docs/',
  '/openapi.json',
  '/openapi.yaml',
  '/api/v1/export/txt/api-spec',
  '/api/v1/export/txt/projects?limit=1',
  '/api/v1/export/txt/analysis?limit=1',
  '/api/v1/export/pdf/projects?limit=1',
  '/api/v1/export/pdf/analysis?limit=1',
] as const

/** Longest time, ms; an unavailable database must not keep the service from starting. */
const timeoutMs = 3000

/** @param key an API key, where the service has some. */
export async function warmUpRoutes(app: FastifyInstance, key: string | undefined): Promise<void> {
  const headers = { host: 'localhost', 'accept-encoding': 'br', ...(key !== undefined && { 'x-api-key': key }) }
  const work = async () => {
    for (const url of warmUpPaths) await app.inject({ url, headers, remoteAddress: warmUpAddress })
  }
  const timeout = new Promise(resolve => setTimeout(resolve, timeoutMs).unref())
  await Promise.race([work(), timeout])
}

/** Whether the service itself asks: neither logged nor counted. */
export function isWarmUp({ socket }: FastifyRequest): boolean {
  return socket.remoteAddress === warmUpAddress
}
