// Pages about problems: `type` of every problem document leads here.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Fault } from '../schemas/fault.ts'
import { operations } from '../schemas/index.ts'
import type { Operation } from '../schemas/operation.ts'
import { type ProblemCode, problemCodes } from '../schemas/problems.ts'
import { Problem } from '../src/errors.ts'
import { problemPagePolicy, renderProblemIndex, renderProblemPage } from '../src/problem-pages.ts'
import { problemDocument } from './shared/problems/document.ts'

const exampleId = '5f0c9d1e-7b52-4a43-9f2c-0d1f6f3b8a10'

const exampleFaults: readonly Fault[] = [
  { pointer: '/target_url', code: 'required', message: 'Send target_url: it is required.' },
  { pointer: '/viewport/width', code: 'out_of_range', message: 'Send a number from 16 to 16384.' },
]

/** The first operation that answers so is asked in the example; where none is, an address that does not exist. */
const pageOf = (code: ProblemCode): string => {
  const all: readonly Operation[] = operations
  const known = all.filter(({ problems }) => problems.includes(code))
  const asked = code === 'invalid_request' ? '/api/v1/capture-media' : known[0]?.url
  const problem = new Problem(code, { faults: code === 'invalid_request' ? exampleFaults : [] })
  return renderProblemPage({
    code,
    sample: problemDocument(problem, asked ?? '/api/v1/somewhere', exampleId),
    operations: known,
  })
}

const advice: FastifyPluginAsyncTypebox = async app => {
  const pages: ReadonlyMap<string, string> = new Map([
    ['', renderProblemIndex()],
    ...problemCodes.map((code): [string, string] => [code, pageOf(code)]),
  ])

  const show = (name: string) => {
    const page = pages.get(name)
    if (page === undefined) throw new Problem('not_found')
    return page
  }
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': problemPagePolicy,
    'cache-control': 'public, max-age=3600',
  }

  app.get('/problems', { schema: { hide: true } }, async (_request, reply) => reply.redirect('problems/', 308))
  app.get('/problems/', { schema: { hide: true } }, async (_request, reply) => reply.headers(headers).send(show('')))
  app.get<{ Params: { readonly code: string } }>(
    '/problems/:code',
    { schema: { hide: true } },
    async ({ params }, reply) => reply.headers(headers).send(show(params.code)),
  )
}

export default advice
