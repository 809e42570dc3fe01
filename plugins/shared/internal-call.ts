// Requests that the service sends to itself on behalf of a client, whose own request is under way: limits count only that one.
import { randomUUID } from 'node:crypto'
import type { FastifyRequest, LightMyRequestResponse } from 'fastify'
import { requestedAuthority } from './host-check.ts'

/** Known to this process alone. */
const token = randomUUID()
const tokenHeader = 'x-internal-call'

/** Headers that identify the client, its rights and the address that it uses. */
const forwardedHeaders = [
  'authorization',
  'origin',
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
  readonly accept?: string
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
  return ({ method, url, body, accept = 'application/json' }) => {
    const headers = { ...sent, host: String(requestedAuthority(request)), accept, [tokenHeader]: token }
    return request.server.inject({ method, url, headers, remoteAddress, signal, ...(body && { payload: body }) })
  }
}

export function isInternalCall({ headers }: FastifyRequest): boolean {
  return headers[tokenHeader] === token
}
