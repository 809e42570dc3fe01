// A failure as its client sees it: a problem document (RFC 9457).
import { problemKinds } from '../../../schemas/problems.ts'
import type { Problem } from '../../../src/errors.ts'
import { listFaults } from '../validation/fault-list.ts'

export const mediaType = 'application/problem+json; charset=utf-8'

const detailOf = ({ message, faults, moreFaults }: Problem): string => {
  const [first, ...others] = faults
  if (!first) return message
  const more = others.length + moreFaults
  return `${first.pointer || 'The body'}: ${first.message}${more > 0 ? ` And ${more} more.` : ''}`
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
  ...(problem.faults.length > 0 && { errors: listFaults({ faults: problem.faults, more: problem.moreFaults }) }),
})
