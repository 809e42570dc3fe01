// What every answer carries: its request id, what a browser may not do with it, and while the process drains the wish to close the
// connection.
import { randomBytes } from 'node:crypto'
import type { FastifyServerOptions } from 'fastify'
import fp from 'fastify-plugin'
import { securityHeaders } from './security.ts'

interface Options {
  readonly isDraining: () => boolean
}

const boot = randomBytes(5).toString('hex')
let count = 0

/** The caller's x-request-id when it is harmless, else one of our own; a counter is ten times cheaper than a UUID. */
export const genReqId: NonNullable<FastifyServerOptions['genReqId']> = ({ headers }) => {
  const sent = headers['x-request-id']
  if (typeof sent === 'string' && /^[\w.-]{1,64}$/.test(sent)) return sent
  count += 1
  return `${boot}-${count.toString(36)}`
}

export default fp<Options>(async (app, { isDraining }) => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(securityHeaders)
    if (isDraining()) reply.header('connection', 'close')
    done()
  })
})
