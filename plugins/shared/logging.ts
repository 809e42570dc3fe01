// One log line a request: who asked for what, and what became of it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Problem } from '../../src/errors.ts'
import { clientOf } from './access/client.ts'
import { pathOf } from './path.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The problem document that was the answer. */
    problem: Problem | undefined
  }
}

const round = (value: number): number => Math.round(value * 1000) / 1000

/** Failures of the service are warnings. The cause of an internal error has a line of its own, with its stack. */
const levelOf = (problem: Problem | undefined) => (problem && problem.statusCode >= 500 ? 'warn' : 'info')

/** Logs an answer. The path comes without its query, which may hold a secret. */
export function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const { method, url, problem } = request
  const level = levelOf(problem)
  const line = {
    method,
    path: pathOf(url),
    status: reply.statusCode,
    ms: round(reply.elapsedTime),
    client: clientOf(request),
    code: problem?.code,
    ...(level === 'warn' && problem?.code !== 'internal_error' && { err: problem?.cause }),
  }
  request.log[level](line, 'answered')
}

export default fp(async app => {
  app.decorateRequest('problem', undefined)
  app.addHook('onResponse', (request, reply, done) => {
    logAnswer(request, reply)
    done()
  })
})
