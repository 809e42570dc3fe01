// Load shedding: limits the requests in progress.
import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { FairQueue, Lease } from '../../../src/limits/fair-queue.ts'
import { isInternalCall } from '../internal-call.ts'
import { clientOf } from './auth.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A health check, which is never limited. */
    readonly isHealthCheck?: boolean
  }
  interface FastifyRequest {
    /** The slot among the requests in progress; undefined for health checks and internal calls. */
    slot: Lease | undefined
  }
}

export default fp<{ readonly requests: FairQueue }>(
  async (app, { requests }) => {
    app.decorateRequest('slot', undefined)

    app.addHook('onRequest', ({ raw }, { raw: answer }, done) => {
      if (answer.socket === null) endWithConnection(answer, raw.socket)
      done()
    })

    app.addHook('onRequest', (request, { raw }, done) => {
      if (isHealthCheck(request) || isInternalCall(request)) return done()
      const slot = requests.acquireRevocable(clientOf(request), 1)
      request.slot = slot
      raw.once('close', slot.release)
      done()
    })

    // A request that has arrived completely keeps its slot; one whose body is still arriving may lose it to another client.
    app.addHook('preValidation', ({ slot }, _reply, done) => {
      slot?.makeIrrevocable()
      done()
    })
  },
  { name: 'load-shedding', dependencies: ['authentication'] },
)

/**
 * Closes a pipelined answer with its connection. While it waits for an earlier one it has no socket, and Node.js (20.20.2) does not tell it
 * that the connection was closed; a socket that is destroyed already does.
 */
function endWithConnection(answer: ServerResponse, connection: Socket): void {
  const end = (): void => answer.destroy().assignSocket(new Socket())
  // As many listeners as the client sends requests at once, which Node.js would report as a leak.
  connection.setMaxListeners(0)
  connection.once('close', end)
  answer.once('socket', () => connection.off('close', end))
}

export function isHealthCheck({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config?.isHealthCheck === true
}
