// Every failure of every layer becomes one RFC 9457 problem document.
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import fp from 'fastify-plugin'
import findMyWay from 'find-my-way'
import { type ProblemCode, problemKinds } from '../../../schemas/problems.ts'
import { Problem } from '../../../src/problem.ts'
import type { Refuse } from '../access/access.ts'
import { isStrict, unread } from '../leniency/leniency.ts'
import { pathOf } from '../path.ts'
import { securityHeaders } from '../answers/security.ts'
import { laterFaults } from '../validation/validation.ts'

const mediaType = 'application/problem+json; charset=utf-8'

/** Fastify's own failures, by its code. */
const fastifyCodes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_BAD_URL: 'malformed_request',
  FST_ERR_MAX_PARAM_LENGTH: 'uri_too_long',
}

const toProblem = (error: unknown): Problem => {
  if (error instanceof Problem) return error
  const { code, statusCode }: Partial<FastifyError> = error instanceof Error ? error : {}
  const known = fastifyCodes[String(code)]
  // Its code says it all; its message may repeat the address, whose query may hold a secret.
  if (known) return new Problem(known)
  return new Problem(statusCode && statusCode < 500 ? 'malformed_request' : 'internal_error', { cause: error })
}

/** A failed validation, completed by the faults that Fastify did not get to. */
const withAllFaults = (problem: Problem, request: FastifyRequest): Problem => {
  if (problem.code !== 'invalid_request' || !('validationContext' in problem)) return problem
  const part = String(problem.validationContext)
  const faults = [...problem.faults, ...laterFaults(request, part), ...(isStrict(request) ? unread(request) : [])]
  return new Problem('invalid_request', { faults })
}

const detailOf = ({ message, faults }: Problem): string => {
  const [first, ...others] = faults
  if (!first) return message
  return `${first.pointer || 'The body'}: ${first.message}${others.length > 0 ? ` And ${others.length} more in errors.` : ''}`
}

/** The body of a problem document. `type` is relative, so that it holds behind any balancer. */
export const problemDocument = (problem: Problem, instance: string, requestId: string) => ({
  type: `/problems/${problem.code}`,
  title: problemKinds[problem.code].title,
  status: problem.statusCode,
  detail: detailOf(problem),
  instance,
  success: false,
  code: problem.code,
  request_id: requestId,
  ...(problem.faults.length > 0 && { errors: problem.faults.slice(0, 100) }),
})

const sendProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const problem = withAllFaults(toProblem(error), request)
  if (problem.statusCode >= 500) request.log.error({ err: problem }, problem.message)
  else request.log.debug({ err: problem }, problem.message)
  return reply
    .code(problem.statusCode)
    .headers(problem.headers)
    .type(mediaType)
    .serializer(JSON.stringify)
    .send(problemDocument(problem, pathOf(request.url), request.id))
}

/** Faults found before any hook runs (undecodable addresses): an option of the Fastify constructor. Who may not ask is not told of them. */
export const frameworkErrors =
  (refuse: Refuse): NonNullable<FastifyServerOptions['frameworkErrors']> =>
  (error, request, reply) => {
    reply.header('x-request-id', request.id).headers(securityHeaders)
    sendProblem(refuse(request) ?? error, request, reply)
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

export default fp(async app => {
  const methodsOf = new Map<string, Set<string>>()
  const routes = findMyWay()

  app.addHook('onRoute', ({ method, url }) => {
    // Preflights are answered everywhere; that makes nothing an address.
    if (url === '*') return
    const methods = methodsOf.get(url) ?? new Set()
    if (!methodsOf.has(url)) routes.on('GET', url, () => undefined, methods)
    methodsOf.set(url, methods)
    for (const name of [method].flat()) methods.add(name)
  })

  app.setErrorHandler(sendProblem)

  app.setNotFoundHandler((request, reply) => {
    const methods: unknown = routes.find('GET', pathOf(request.url))?.store
    if (!(methods instanceof Set)) throw new Problem('not_found')
    const allow = [...methods, 'OPTIONS'].join(', ')
    if (request.method === 'OPTIONS') return reply.code(204).header('allow', allow).send()
    throw new Problem('method_not_allowed', {
      headers: { allow },
      detail: `Send one of ${allow} instead of ${request.method}.`,
    })
  })
})
