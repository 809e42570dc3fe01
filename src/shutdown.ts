// How the process ends: how long it may take, and what becomes of the connections that are left.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Milliseconds, counted from the end of the drain. Fetch and provider give up after 15 and 12 s by default, so that an answer that was
 * under way is worth 20; then its connection is cut, and whatever still stands ends the process 5 s later.
 */
export const patience = { answers: 20_000, all: 25_000 } as const

/** How often connections are looked at while the server closes, ms. */
const every = 50

/** A request may still be on its way on a connection that was made last, ms. */
const quiet = 1000

/**
 * Ends a connection of the closing server as soon as it rests: after its last answer, or when nothing has come for a second. Node alone
 * waits for ever for those that never asked anything, for those that stopped in the middle of a request, and for those whose last answer
 * ended after the closing began: all of them count as active when `server.close` looks.
 *
 * @returns a function to be called as the server begins to close. After `wait` ms it cuts whatever is left, and hands its number to `cut`.
 */
export const hangUp = (server: Server) => {
  const open = new Set<Socket>()
  server.on('connection', socket => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return (wait: number, cut: (connections: number) => void): void => {
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
      setTimeout(endAll, wait),
    ]
    for (const timer of timers) timer.unref()
    server.once('close', () => timers.forEach(clearTimeout))
  }
}
