// One log line per request.
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Problem } from '../../src/errors.ts'
import { clientOf } from './auth.ts'
import { isWarmUp } from './warm-up.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The error that the request was answered with. */
    problem: Problem | undefined
  }
}

export default fp(
  async app => {
    app.decorateRequest('problem', undefined)
    app.addHook('onResponse', (request, reply, done) => {
      if (!isWarmUp(request)) logAnswer(request, reply)
      done()
    })
  },
  { name: 'request-logging', dependencies: ['authentication'] },
)

/** Errors of the service are warnings. An internal error has a line of its own with its stack, so its cause is not repeated here. */
export function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const { method, url, problem } = request
  const level = problem && problem.statusCode >= 500 ? 'warn' : 'info'
  const line = {
    method,
    path: pathOf(url),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 1000) / 1000,
    client: clientOf(request),
    code: problem?.code,
    ...(level === 'warn' && problem?.code !== 'internal_error' && { err: problem?.cause }),
  }
  request.log[level](line, 'answered')
}

/**
 * The path of a request target, without query and authority, which may contain secrets.
 * @param url in origin or absolute form (RFC 9112 section 3.2)
 */
export function pathOf(url: string): string {
  const target = url.startsWith('/') ? url : url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '')
  const end = target.indexOf('?')
  return end < 0 ? target : target.slice(0, end)
}
