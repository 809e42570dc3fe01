// Failures before any hook runs, and before there is a request at all.
import type { Socket } from 'node:net'
import type { FastifyServerOptions } from 'fastify'
import { type ProblemCode, problemKinds } from '../../../schemas/problems.ts'
import { Problem } from '../../../src/problem.ts'
import type { Judge } from '../access/verdict.ts'
import { securityHeaders } from '../answers/security.ts'
import { mediaType, problemDocument } from './document.ts'
import { sendProblem } from './send.ts'

/** Faults found before any hook runs (undecodable addresses): an option of the Fastify constructor. Who may not ask is not told of them. */
export const frameworkErrors =
  (judge: Judge): NonNullable<FastifyServerOptions['frameworkErrors']> =>
  (error, request, reply) => {
    reply.header('x-request-id', request.id).headers(securityHeaders)
    sendProblem(judge(request)?.refusal ?? error, request, reply)
  }

const parserCodes: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Faults of the HTTP parser, where no request exists at all: the answer is written to the socket by hand. */
export const clientErrorHandler = (error: Error & { readonly code?: string }, socket: Socket): void => {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const problem = new Problem(parserCodes[String(error.code)] ?? 'malformed_request', { cause: error })
  const body = JSON.stringify(problemDocument(problem, '/', 'none'))
  socket.end(
    [
      `HTTP/1.1 ${problem.statusCode} ${problemKinds[problem.code].title}`,
      `content-type: ${mediaType}`,
      `content-length: ${Buffer.byteLength(body)}`,
      ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
