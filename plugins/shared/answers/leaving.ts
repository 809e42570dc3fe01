// Work for a client ends when the client is gone.
import type { FastifyReply } from 'fastify'
import { Problem } from '../../../src/errors.ts'

/**
 * A signal that aborts when the connection ends before the answer does, or together with another one. Fastify's own (`request.signal`) goes by the request, which in Node
 * closes as soon as its body is read.
 */
export const leavingOf = ({ raw }: FastifyReply, other: AbortSignal | undefined): AbortSignal => {
  const leaving = new AbortController()
  raw.once('close', () => {
    // Nobody reads it; the log does, and counts it as no fault of the service.
    if (!raw.writableFinished) leaving.abort(new Problem('source_unreachable', { detail: 'The client left.' }))
  })
  return AbortSignal.any([leaving.signal, other].filter(signal => signal !== undefined))
}
