// Answers any failure with its problem document, and tells the log what the client is not told.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemCode } from '../../../schemas/problems.ts'
import { Problem } from '../../../src/errors.ts'
import { refused } from '../leniency/unread.ts'
import { pathOf } from '../path.ts'
import { joinFaults } from '../validation/fault-list.ts'
import { laterFaults } from '../validation/validation.ts'
import { mediaType, problemDocument } from './document.ts'

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
  const found = { faults: [...problem.faults, ...laterFaults(request, part)], more: 0 }
  const { faults, more } = joinFaults(found, refused(request))
  return new Problem('invalid_request', { faults, moreFaults: more })
}

/** @param error anything that was thrown; what is no Problem becomes `internal_error`, and only the log tells more. */
export const sendProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const problem = withAllFaults(toProblem(error), request)
  request.problem = problem
  if (problem.code === 'internal_error') request.log.error({ err: problem }, problem.message)
  else request.log.debug({ err: problem }, problem.message)
  return reply
    .code(problem.statusCode)
    .headers(problem.headers)
    .type(mediaType)
    .serializer(JSON.stringify)
    .send(problemDocument(problem, pathOf(request.url), request.id))
}
