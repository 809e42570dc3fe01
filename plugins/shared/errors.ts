// Turns every error of every layer into a problem document (RFC 9457), including unknown paths and methods.
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import fp from 'fastify-plugin'
import findMyWay from 'find-my-way'
import { type ProblemCode, problemKinds } from '../../schemas/problems.ts'
import { Problem } from '../../src/errors.ts'
import { mebibyte } from '../../src/values/units.ts'
import { pathOfUrl } from '../../src/values/url.ts'
import { networkOf } from './access/auth.ts'
import type { HostCheck } from './access/host-check.ts'
import { listErrors } from './input/field-errors.ts'
import type { PublicAddress } from './public-address.ts'
import { logAnswer, logParserError } from './request-logging.ts'
import { keepUnread, securityHeaders } from './security-headers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers 404, 405 or, for OPTIONS, 204 with Allow. Scopes with a prefix set it as their own, so that their hooks run before it. */
    handleUnmatched: (request: FastifyRequest, reply: FastifyReply) => FastifyReply
  }
}

/** The methods of all routes. OPTIONS is answered here, except for preflights, which @fastify/cors answers. */
const routeMethods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const

const problemJson = 'application/problem+json; charset=utf-8'

export default fp<Pick<PublicAddress, 'publicPath'>>(
  async (app, { publicPath }) => {
    const router = findMyWay({ ignoreTrailingSlash: true })

    app.addHook('onRoute', ({ method, url }) => {
      for (const name of routeMethods) if ([method].flat().includes(name)) router.on(name, url, () => undefined)
    })

    app.decorate('handleUnmatched', (request: FastifyRequest, reply: FastifyReply) => {
      const methods = routeMethods.filter(method => router.find(method, pathOfUrl(request.url)))
      // The wildcard route of static files also matches files that do not exist.
      if (methods.length === 0 || methods.some(method => method === request.method)) throw new Problem('not_found')
      const allow = [...methods, 'OPTIONS'].join(', ')
      if (request.method === 'OPTIONS') return reply.code(204).header('allow', allow).send()
      const detail = `Send one of ${allow} instead of ${request.method}.`
      throw new Problem('method_not_allowed', { headers: { allow }, detail })
    })

    app.setErrorHandler(createProblemSender(publicPath))
    app.setNotFoundHandler(app.handleUnmatched)
  },
  { name: 'errors' },
)

/** @returns a function that accepts any thrown value; anything but a Problem becomes `internal_error`, whose details are only logged. */
function createProblemSender(publicPath: PublicAddress['publicPath']) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (isAbandonedStream(error, reply)) return reply.hijack()
    const problem = toProblem(error, request)
    request.problem = problem
    if (problem.code === 'internal_error') request.log.error({ err: problem }, problem.message)
    else request.log.debug({ err: problem }, problem.message)
    return reply
      .code(problem.statusCode)
      .headers(problem.headers)
      .type(problemJson)
      .serializer(JSON.stringify)
      .send(problemDocument(problem, pathOfUrl(request.url), request.id, path => publicPath(request, path)))
  }
}

/** Fastify reports a client that disconnected during a streamed response as an error; the request log already has a line for it. */
function isAbandonedStream(error: unknown, { raw }: FastifyReply): boolean {
  return raw.destroyed && error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** Errors of Fastify by their code. */
const fastifyCodes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_BAD_URL: 'malformed_request',
  FST_ERR_MAX_PARAM_LENGTH: 'uri_too_long',
}

function toProblem(error: unknown, { routeOptions }: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  const { code, statusCode }: Partial<FastifyError> = error instanceof Error ? error : {}
  const known = fastifyCodes[String(code)]
  // Without its message, which may repeat the URL and a secret in its query.
  if (known === 'body_too_large') return tooLarge(routeOptions.bodyLimit)
  if (known) return new Problem(known)
  return new Problem(statusCode && statusCode < 500 ? 'malformed_request' : 'internal_error', { cause: error })
}

/** @param limit of the operation, bytes */
function tooLarge(limit: number): Problem {
  const { title, advice } = problemKinds.body_too_large
  const size = limit % mebibyte === 0 ? `${limit / mebibyte} MiB` : `${limit.toLocaleString('en')} bytes`
  return new Problem('body_too_large', { detail: `${title}: at most ${size} are allowed. ${advice}` })
}

/**
 * The body of a problem document. `type` has no host, so that it is the same behind any load balancer.
 *
 * @param publicPath the path that the client of a request uses; default: that of the service.
 */
export function problemDocument(problem: Problem, instance: string, requestId: string, publicPath = ownPath) {
  return {
    type: publicPath(`/problems/${problem.code}`),
    title: problemKinds[problem.code].title,
    status: problem.statusCode,
    detail: detailOf(problem),
    instance: publicPath(instance),
    success: false,
    code: problem.code,
    request_id: requestId,
    ...(problem.fieldErrors.length > 0 && {
      errors: listErrors({ errors: problem.fieldErrors, more: problem.moreFieldErrors }),
    }),
  }
}

function ownPath(path: string): string {
  return path
}

function detailOf({ message, fieldErrors, moreFieldErrors }: Problem): string {
  const [first, ...others] = fieldErrors
  if (!first) return message
  const more = others.length + moreFieldErrors
  return `${first.pointer || 'The body'}: ${first.message}${more > 0 ? ` And ${more} more.` : ''}`
}

/** Router errors before any hook runs, such as URLs that cannot be decoded: an option of the Fastify constructor. */
export function createFrameworkErrors(
  checkHost: HostCheck,
  { publicPath }: Pick<PublicAddress, 'publicPath'>,
): NonNullable<FastifyServerOptions['frameworkErrors']> {
  const sendProblem = createProblemSender(publicPath)
  return (error, request, reply) => {
    reply.raw.once('close', () => logAnswer(request, reply))
    keepUnread(request.raw, reply)
    reply.header('x-request-id', request.id).headers(securityHeaders)
    sendProblem(checkHost(request) ?? error, request, reply)
  }
}

const parserCodes: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Errors of the HTTP parser, for which there is no request: the response is written directly to the socket. */
export function clientErrorHandler(
  this: Pick<FastifyInstance, 'log'>,
  error: Error & { readonly code?: string },
  socket: Socket,
): void {
  // A client that ends its connection during a request has also disconnected.
  if (!socket.writable || error.code === 'ECONNRESET' || error.code === 'HPE_INVALID_EOF_STATE') {
    socket.destroy()
    return
  }
  const problem = new Problem(parserCodes[String(error.code)] ?? 'malformed_request', { cause: error })
  const { code, statusCode: status } = problem
  logParserError(this.log, socket, { status, client: `ip:${networkOf(socket.remoteAddress)}`, code })
  const body = JSON.stringify(problemDocument(problem, '/', 'none'))
  socket.end(
    [
      `HTTP/1.1 ${status} ${problemKinds[code].title}`,
      `content-type: ${problemJson}`,
      `content-length: ${Buffer.byteLength(body)}`,
      ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
