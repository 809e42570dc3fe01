// Requests that the service sends to itself on behalf of a client, whose own request is under way: limits count only that one.
import { randomUUID } from 'node:crypto'
import type { FastifyRequest, LightMyRequestResponse } from 'fastify'
import { requestedAuthority } from './public-address.ts'

const callHeader = 'x-internal-call'

/** Signals of the calls in progress, by the random values of their header. */
const calls = new Map<string, AbortSignal>()

/** Headers that identify the client, its rights and the address that it uses. */
const forwardedHeaders = [
  'authorization',
  'origin',
  'prefer',
  'sec-fetch-site',
  'x-api-key',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-prefix',
  'x-forwarded-proto',
  'x-vision-key',
  'x-vision-provider',
] as const

export interface InternalCall {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly body?: object
}

export type InternalCaller = (call: InternalCall) => Promise<LightMyRequestResponse>

/**
 * @param signal aborts the requests.
 * @returns a function that sends requests in the name of the client of `request`.
 */
export function createInternalCaller(request: FastifyRequest, signal: AbortSignal): InternalCaller {
  const entries = forwardedHeaders.map(name => [name, request.headers[name]] as const)
  const sent = Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  const remoteAddress = String(request.socket.remoteAddress)
  const host = requestedAuthority(request)
  const headers = { ...sent, ...(host !== undefined && { host }), accept: 'application/json' }
  return async ({ method, url, body }) => {
    const id = randomUUID()
    calls.set(id, signal)
    const payload = body && { payload: body }
    try {
      return await request.server.inject({
        method,
        url,
        headers: { ...headers, [callHeader]: id },
        remoteAddress,
        ...payload,
      })
    } finally {
      calls.delete(id)
    }
  }
}

/** The signal that aborts an internal call; undefined for other requests. The one of `inject` has no effect once the body has been read. */
export function signalOfCall({ headers }: FastifyRequest): AbortSignal | undefined {
  return calls.get(String(headers[callHeader]))
}

export function isInternalCall(request: FastifyRequest): boolean {
  return signalOfCall(request) !== undefined
}
