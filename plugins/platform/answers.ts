// What every answer carries: its request id, what a browser may not do with it, and while the process drains the wish to close the
// connection.
import { randomBytes } from 'node:crypto'
import type { FastifyServerOptions } from 'fastify'
import fp from 'fastify-plugin'

interface Options {
  readonly isDraining: () => boolean
}

const process = randomBytes(5).toString('hex')
let count = 0

/** The caller's x-request-id when it is harmless, else one of our own; a counter is ten times cheaper than a UUID. */
export const genReqId: NonNullable<FastifyServerOptions['genReqId']> = ({ headers }) => {
  const sent = headers['x-request-id']
  if (typeof sent === 'string' && /^[\w.-]{1,64}$/.test(sent)) return sent
  count += 1
  return `${process}-${count.toString(36)}`
}

/** A page of ours: styles inline, pictures inside, nothing from elsewhere, no script. */
export const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"

/** Pages of ours say themselves what they need beside this. */
const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
} as const

export default fp<Options>(async (app, { isDraining }) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).headers(securityHeaders)
    if (isDraining()) reply.header('connection', 'close')
  })
})
