// Who asks: judged once a request, for all who count it, refuse it or tell of it.
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Judge, Verdict } from './verdict.ts'

const verdicts = new WeakMap<FastifyRequest, Verdict>()

/** The name of the key that a request brought; undefined when it brought none, or needed none. */
export const holderOf = (request: FastifyRequest): string | undefined => verdicts.get(request)?.holder

/** Why a request may not pass; undefined when it may. */
export const refusalOf = (request: FastifyRequest): Verdict['refusal'] => verdicts.get(request)?.refusal

export default fp<{ readonly judge: Judge }>(async (app, { judge }) => {
  app.decorateRequest('client', '')
  app.addHook('onRequest', (request, _reply, done) => {
    const verdict = judge(request)
    if (verdict) verdicts.set(request, verdict)
    done()
  })
})
