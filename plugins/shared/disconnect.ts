// Clients that disconnect before their response has been sent.
import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Problem } from '../../src/errors.ts'
import { signalOfCall } from './internal-call.ts'

/**
 * A signal that aborts when the client disconnects before the answer has been sent, or together with `other`. Fastify's own signal
 * (`request.signal`) follows the request, which Node.js closes as soon as its body has been read.
 */
export function abortSignal({ raw, request }: FastifyReply, other?: AbortSignal): AbortSignal {
  const disconnected = new AbortController()
  // A connection that was closed while the body was parsed emits no further event, but is reported here.
  finished(raw, error => {
    if (error) disconnected.abort(clientDisconnected())
  })
  return AbortSignal.any([disconnected.signal, other, signalOfCall(request)].filter(signal => signal !== undefined))
}

/** Never sent; only the debug log shows it. As a 4xx it is not counted as a failure of the service. */
export function clientDisconnected(): Problem {
  return new Problem('malformed_request', { detail: 'The client disconnected.' })
}
