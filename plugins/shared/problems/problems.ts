// Every failure of every layer becomes one problem document; so do addresses and methods that do not exist.
import fp from 'fastify-plugin'
import findMyWay from 'find-my-way'
import { Problem } from '../../../src/errors.ts'
import { pathOf } from '../path.ts'
import { sendProblem } from './send.ts'

export default fp(async app => {
  const methodsOf = new Map<string, Set<string>>()
  const routes = findMyWay()

  app.addHook('onRoute', ({ method, url }) => {
    // Preflights are answered everywhere; that makes nothing an address.
    if (url === '*') return
    const methods = methodsOf.get(url) ?? new Set()
    if (!methodsOf.has(url)) routes.on('GET', url, () => undefined, methods)
    methodsOf.set(url, methods)
    for (const name of [method].flat()) methods.add(name)
  })

  app.setErrorHandler(sendProblem)

  app.setNotFoundHandler((request, reply) => {
    const methods: unknown = routes.find('GET', pathOf(request.url))?.store
    if (!(methods instanceof Set)) throw new Problem('not_found')
    const allow = [...methods, 'OPTIONS'].join(', ')
    if (request.method === 'OPTIONS') return reply.code(204).header('allow', allow).send()
    throw new Problem('method_not_allowed', {
      headers: { allow },
      detail: `Send one of ${allow} instead of ${request.method}.`,
    })
  })
})
