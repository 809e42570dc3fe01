// Pages about errors at /problems/: `type` of every problem document links to one of them.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { operations } from '../schemas/index.ts'
import type { Operation } from '../schemas/operation.ts'
import type { FieldError } from '../schemas/problem-document.ts'
import { type ProblemCode, problemCodes } from '../schemas/problems.ts'
import { Problem } from '../src/errors.ts'
import { problemPagePolicy, renderProblemIndex, renderProblemPage } from '../src/reports/problem-pages.ts'
import { pathOfUrl } from '../src/values/url.ts'
import { problemDocument } from './shared/errors.ts'

const problemPages: FastifyPluginAsyncTypebox = async app => {
  const index = renderProblemIndex()
  const pages: ReadonlyMap<string, string> = new Map(problemCodes.map(code => [code, problemPageOf(code)]))
  const hidden = { schema: { hide: true } }
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': problemPagePolicy,
    'cache-control': 'public, max-age=3600',
  }

  // The links of the pages are relative, so that they work behind any path prefix; each page has one address.
  app.get('/problems', hidden, async (request, reply) => {
    if (!hasTrailingSlash(request)) return reply.redirect('problems/', 308)
    return reply.headers(headers).send(index)
  })
  app.get<{ Params: { readonly code: string } }>('/problems/:code', hidden, async (request, reply) => {
    const { code } = request.params
    const page = pages.get(code)
    if (page === undefined) throw new Problem('not_found')
    if (hasTrailingSlash(request)) return reply.redirect(`../${code}`, 308)
    return reply.headers(headers).send(page)
  })
}

export default problemPages

function hasTrailingSlash({ url }: FastifyRequest): boolean {
  return pathOfUrl(url).endsWith('/')
}

const exampleRequestId = '5f0c9d1e-7b52-4a43-9f2c-0d1f6f3b8a10'

const exampleErrors: readonly FieldError[] = [
  { pointer: '/target_url', code: 'required', message: 'Send target_url, which is required.' },
  { pointer: '/viewport/width', code: 'out_of_range', message: 'Send a number from 16 to 16384.' },
]

/** The example is a response of the first operation with this error, otherwise of a path that does not exist. */
function problemPageOf(code: ProblemCode): string {
  const all: readonly Operation[] = operations
  const affected = all.filter(({ problems }) => problems.includes(code))
  const isInvalid = code === 'invalid_request'
  const url = isInvalid ? '/api/v1/capture-media' : affected[0]?.url
  const problem = new Problem(code, { fieldErrors: isInvalid ? exampleErrors : [] })
  const sample = problemDocument(problem, url ?? '/api/v1/somewhere', exampleRequestId)
  return renderProblemPage({ code, sample, operations: affected })
}
