// Lets a client read an answer that is sent before its whole body has arrived: what is left of the body is read and discarded.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import fp from 'fastify-plugin'

/** For this long, ms, and up to this many bytes: twice the default BODY_LIMIT_BYTES. Then the connection is closed. */
const [lingerMs, lingerBytes] = [15_000, 67_108_864]

export default fp(
  async app => {
    app.addHook('onSend', (request, _reply, _payload, done) => {
      discardBody(request.raw)
      done()
    })
  },
  { name: 'lingering-close' },
)

/**
 * Discards what is left of the body of a request that is being answered.
 *
 * A connection that is closed while bytes are unread is reset (RFC 9112 section 9.6), and its client, which is still sending, loses the
 * answer. Node.js closes one by `destroySoon` as soon as an answer with `Connection: close` has been sent; that waits for the body here. The
 * connection of any other answer stays open for the next request.
 */
export function discardBody(request: IncomingMessage): void {
  const { complete, headers, socket } = request
  // `app.inject` has no connection.
  if (complete || !hasBody(headers) || !(socket instanceof Socket)) return
  const { destroySoon } = socket
  let bytes = 0
  const timer = closeLater(socket)
  socket.destroySoon = () => socket.end()
  request.on('data', ({ length }: Buffer) => {
    bytes += length
    if (bytes > lingerBytes) socket.destroy()
  })
  request.once('end', () => {
    clearTimeout(timer)
    socket.destroySoon = destroySoon
    if (socket.writableEnded) socket.destroySoon()
  })
  request.resume()
}

/** Whether a request announces a body (RFC 9112 section 6.3). */
function hasBody({ 'content-length': length, 'transfer-encoding': coding }: IncomingHttpHeaders): boolean {
  return Number(length) > 0 || coding !== undefined
}

/** Closes a connection whose client may still be sending, after the time that it has to read the answer. */
export function closeLater(socket: Socket): NodeJS.Timeout {
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(timer))
  return timer
}
