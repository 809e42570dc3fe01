// Connections of a server that closes. Node alone waits for ever for those that never asked anything, for those that stopped in the middle
// of a request, and for those whose last answer ended after the closing began: all of them count as active when `server.close` looks.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How often connections are looked at while the server closes, ms. */
const every = 50

/** A request may still be on its way on a connection that was made last, ms. */
const quiet = 1000

/**
 * Ends a connection of the closing server as soon as it rests: after its last answer, or when nothing has come for a second.
 *
 * @returns a function to be called as the server begins to close. After `patience` ms it cuts whatever is left, and hands its number to `cut`.
 */
export const hangUp = (server: Server) => {
  const open = new Set<Socket>()
  server.on('connection', socket => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return (patience: number, cut: (connections: number) => void): void => {
    const endSilent = (): void => {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    }
    const endAll = (): void => {
      cut(open.size)
      server.closeAllConnections()
    }
    const timers = [
      setInterval(() => server.closeIdleConnections(), every),
      setTimeout(endSilent, quiet),
      setTimeout(endAll, patience),
    ]
    for (const timer of timers) timer.unref()
    server.once('close', () => timers.forEach(clearTimeout))
  }
}
