// One log line per request.
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Problem } from '../../src/errors.ts'
import { pathOfUrl } from '../../src/values/url.ts'
import { clientOf } from './access/auth.ts'
import { isHealthCheck } from './access/load-shedding.ts'
import { isWarmUp } from './warm-up.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The error that was returned. */
    problem: Problem | undefined
  }
}

/** Maximum number of listeners of a response for one event; Node.js warns about more. */
const maxListeners = 20

export default fp(
  async app => {
    app.decorateRequest('problem', undefined)
    app.addHook('onRequest', (request, reply, done) => {
      // Hooks, streams and compression all wait for the end of the response: eleven listeners, which Node.js would report as a leak.
      reply.raw.setMaxListeners(maxListeners)
      let isAnswered = false
      reply.raw.once('finish', () => {
        isAnswered = true
      })
      reply.raw.once('close', () => {
        if (!isAnswered && !brokenConnections.has(request.raw.socket)) logDisconnect(request, reply)
      })
      done()
    })
    app.addHook('onResponse', (request, reply, done) => {
      if (!isWarmUp(request)) logAnswer(request, reply)
      done()
    })
  },
  { name: 'request-logging', dependencies: ['authentication'] },
)

/** The status that nginx logs for a client that closed its connection before its request was answered. Nothing is sent. */
const disconnected = { status: 499, code: 'client_disconnected' } as const

function logDisconnect(request: FastifyRequest, reply: FastifyReply): void {
  request.log.info({ ...lineOf(request, reply), ...disconnected }, 'client disconnected')
}

/** Connections answered by the parser error handler: no second line is logged for the request in progress. */
const brokenConnections = new WeakSet<Socket>()

/** Logs the response to a request that is not valid HTTP or did not arrive in time. */
export function logParserError(log: Pick<FastifyBaseLogger, 'info'>, socket: Socket, line: object): void {
  brokenConnections.add(socket)
  log.info(line, 'answered')
}

/** Errors of the service are warnings; probes, which never end, are logged for debugging unless they are refused. An internal error has a line of its own with its stack, so its cause is not repeated here. */
export function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const { problem } = request
  const level = levelOf(request)
  const cause = level === 'warn' && problem?.code !== 'internal_error' && { err: problem?.cause }
  request.log[level]({ ...lineOf(request, reply), code: problem?.code, ...cause }, 'answered')
}

function levelOf(request: FastifyRequest): 'warn' | 'info' | 'debug' {
  const { problem } = request
  if (problem && problem.statusCode >= 500) return 'warn'
  return !problem && isHealthCheck(request) ? 'debug' : 'info'
}

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  return {
    method: request.method,
    path: pathOfUrl(request.url),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 1000) / 1000,
    client: clientOf(request),
  }
}
