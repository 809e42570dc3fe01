// Who asks: judged once a request, for all who count it, refuse it or tell of it.
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Judge, Verdict } from './verdict.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it may pass, and by which key. Undefined where anybody may ask. */
    authResult: Verdict | undefined
  }
}

/** The name of the key that a request brought; undefined when it brought none, or needed none. */
export const holderOf = ({ authResult }: FastifyRequest): string | undefined => authResult?.holder

/** Why a request may not pass; undefined when it may. */
export const refusalOf = ({ authResult }: FastifyRequest): Verdict['refusal'] => authResult?.refusal

export default fp<{ readonly judge: Judge }>(async (app, { judge }) => {
  app.decorateRequest('authResult', undefined)
  app.decorateRequest('client', '')
  app.addHook('onRequest', (request, _reply, done) => {
    request.authResult = judge(request)
    done()
  })
})
