// Headers of every answer: request id, what browsers must not do with it (OWASP REST security cheat sheet), and Connection: close while draining.
import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyServerOptions } from 'fastify'
import fp from 'fastify-plugin'
import { originOf } from '../../src/values/url.ts'

/** Policy of reports: inline styles, embedded images, no script, nothing from elsewhere. */
export const reportPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"

/** Policy of generated pages, as in their markup: inline styles, the linked sheets of frameworks, pictures, embedded fonts, no script. */
export const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline' https://cdn.jsdelivr.net; img-src data: https:; font-src data:; frame-ancestors 'none'"

/**
 * Headers of a page at an address of its own, whose policy they add to: an opaque origin, and no script. The sandbox itself allows
 * scripts, because without them Chromium runs no timer and no animation frame, which captures wait for. A document with a sandbox must
 * not set Cross-Origin-Opener-Policy: browsers show a network error instead (HTML, section 7.4.5).
 *
 * @param action of the form of the page, the only address that it may send to; a page without a form sends none.
 */
export function sandboxHeaders(action: string | undefined) {
  const sandbox =
    action === undefined
      ? 'sandbox allow-scripts'
      : `sandbox allow-scripts allow-forms; form-action ${originOf(action)}`
  return {
    'content-security-policy': `${sandbox}; script-src 'none'; frame-ancestors 'none'`,
    'cross-origin-opener-policy': 'unsafe-none',
  } as const
}

/** Pages override the Content-Security-Policy with their own. */
export const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
} as const

export default fp<{ readonly isDraining: () => boolean }>(
  async (app, { isDraining }) => {
    app.addHook('onRequest', (request, reply, done) => {
      reply.header('x-request-id', request.id).headers(securityHeaders)
      if (isDraining()) reply.header('connection', 'close')
      done()
    })

    app.addHook('onSend', ({ raw }, reply, _payload, done) => {
      if (!isDraining()) keepUnread(raw, reply)
      done()
    })
  },
  { name: 'security-headers' },
)

/**
 * Keeps the connection of a request that is answered before its body has arrived, as after a refusal: Node.js then reads and discards the rest.
 * A connection that is closed while bytes are unread is reset (RFC 9112 section 9.6), and a client that sends everything before it reads
 * loses the answer. Where the client asked for it, the connection is closed after the body; where Fastify did, because of the rest of the body,
 * it stays open: the client was not told, and its next request would fail.
 */
export function keepUnread(raw: IncomingMessage, reply: FastifyReply): void {
  const response = reply.raw
  if (raw.complete || !hasBody(raw.headers)) return
  const clientCloses = !response.shouldKeepAlive
  reply.removeHeader('connection')
  response.shouldKeepAlive = true
  if (clientCloses) closeAfterBody(raw, response)
}

/** Closes the connection once the response has been sent and the body has arrived. */
function closeAfterBody(raw: IncomingMessage, response: ServerResponse): void {
  const close = (): unknown => raw.socket.end()
  response.once('finish', () => (raw.closed ? close() : raw.once('close', close)))
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

const processId = randomBytes(5).toString('hex')
let requestCount = 0

/** The client's x-request-id if it is safe to repeat, otherwise a generated id. A counter is ten times cheaper than a UUID. */
export const genReqId: NonNullable<FastifyServerOptions['genReqId']> = ({ headers }) => {
  const sent = headers['x-request-id']
  if (typeof sent === 'string' && /^[\w.-]{1,64}$/.test(sent)) return sent
  requestCount += 1
  return `${processId}-${requestCount.toString(36)}`
}
