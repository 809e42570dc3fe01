// Failures before any hook runs, and before there is a request at all.
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import { type ProblemCode, problemKinds } from '../../../schemas/problems.ts'
import { Problem } from '../../../src/errors.ts'
import { networkOf } from '../access/client.ts'
import { securityHeaders } from '../answers/security.ts'
import { logAnswer } from '../logging.ts'
import { mediaType, problemDocument } from './document.ts'
import { sendProblem } from './send.ts'

/**
 * Faults found before any hook runs (undecodable addresses): an option of the Fastify constructor.
 * @param refusalOf why a request may not pass: who may not ask is not told of the fault
 */
export const frameworkErrors =
  (refusalOf: (request: FastifyRequest) => Problem | undefined): NonNullable<FastifyServerOptions['frameworkErrors']> =>
  (error, request, reply) => {
    reply.raw.once('close', () => logAnswer(request, reply))
    reply.header('x-request-id', request.id).headers(securityHeaders)
    sendProblem(refusalOf(request) ?? error, request, reply)
  }

const parserCodes: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Faults of the HTTP parser, where no request exists at all: the answer is written to the socket by hand. */
export function clientErrorHandler(
  this: Pick<FastifyInstance, 'log'>,
  error: Error & { readonly code?: string },
  socket: Socket,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const problem = new Problem(parserCodes[String(error.code)] ?? 'malformed_request', { cause: error })
  const { code, statusCode: status } = problem
  this.log.info({ status, client: `ip:${networkOf(socket.remoteAddress)}`, code }, 'answered')
  const body = JSON.stringify(problemDocument(problem, '/', 'none'))
  socket.end(
    [
      `HTTP/1.1 ${status} ${problemKinds[code].title}`,
      `content-type: ${mediaType}`,
      `content-length: ${Buffer.byteLength(body)}`,
      ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
