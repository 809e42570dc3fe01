// A render as shown in responses and webhooks.
import type { ProblemCode } from '../../schemas/problems.ts'
import { problemKinds } from '../../schemas/problems.ts'
import type { Render } from '../../schemas/render.ts'
import type { RenderState } from '../store/render-records.ts'

/** @param serviceUrl address of the service as the client knows it, without a final slash */
export function describeRender(id: string, state: RenderState | undefined, serviceUrl: string): Render {
  const url = `${serviceUrl}/api/v1/renders/${id}`
  // A render that was deleted in the meantime also counts as failed.
  if (!state) return { id, status: 'failed', url, problem: problemOf(serviceUrl, 'record_not_found') }
  const { status } = state
  if (status === 'done') return { id, status, url, ...state.facts }
  if (status === 'failed') return { id, status, url, problem: problemOf(serviceUrl, state.code, state.detail) }
  return { id, status, url, ...(state.progress > 0 && { progress: state.progress }) }
}

function problemOf(serviceUrl: string, code: ProblemCode, detail?: string) {
  const { title, status, cause } = problemKinds[code]
  const type = new URL(`${serviceUrl}/problems/${code}`).pathname
  return { type, title, status, code, detail: detail ?? cause }
}
