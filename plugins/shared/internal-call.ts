// Requests that the service sends to itself on behalf of a client, whose own request is under way: limits count only that one.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest, LightMyRequestResponse } from 'fastify'
import type { OwnAnswer } from '../../src/renders/proxy.ts'
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
  /** Default: JSON. */
  readonly accept?: string
  /** A preference beside those of the client (RFC 7240). */
  readonly prefer?: string
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
  const headers = { ...sent, ...(host !== undefined && { host }) }
  return async ({ method, url, body, accept = 'application/json', prefer }) => {
    const id = randomUUID()
    calls.set(id, signal)
    const payload = body && { payload: body }
    try {
      return await request.server.inject({
        method,
        url,
        headers: {
          ...headers,
          accept,
          ...(prefer !== undefined && { prefer: [request.headers.prefer ?? [], prefer].flat().join(', ') }),
          [callHeader]: id,
        },
        remoteAddress,
        ...payload,
      })
    } finally {
      calls.delete(id)
    }
  }
}

/** Returns the response that a browser would get for a path, for renders: pages and pictures, which need no key. */
export async function readOwnPath(app: FastifyInstance, url: string): Promise<OwnAnswer> {
  const id = randomUUID()
  calls.set(id, new AbortController().signal)
  try {
    const headers = { host: 'localhost', [callHeader]: id }
    const { statusCode: status, headers: answered, rawPayload: body } = await app.inject({ url, headers })
    const shown = shownHeaders.flatMap(name => (answered[name] === undefined ? [] : [[name, String(answered[name])]]))
    return { status, headers: Object.fromEntries(shown), body }
  } finally {
    calls.delete(id)
  }
}

/** Headers that determine how a browser shows a response. */
const shownHeaders = ['content-type', 'content-security-policy', 'cross-origin-resource-policy'] as const

/** The signal that aborts an internal call; undefined for other requests. The one of `inject` has no effect once the body has been read. */
export function signalOfCall({ headers }: FastifyRequest): AbortSignal | undefined {
  return calls.get(String(headers[callHeader]))
}

export function isInternalCall(request: FastifyRequest): boolean {
  return signalOfCall(request) !== undefined
}
