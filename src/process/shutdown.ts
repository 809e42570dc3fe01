// Graceful shutdown: its time limits, and what happens to the connections that remain.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'

/**
 * Milliseconds, counted from the end of the drain. Fetches and providers time out after 15 and 12 s by default, so requests in progress
 * get 20 s before their connections are closed by force; 5 s later the process exits in any case.
 */
export const shutdownTimeouts = { answersMs: 20_000, exitMs: 25_000 } as const

const idleCheckIntervalMs = 50

/** On a new connection the first request may still be on its way. */
const silentConnectionMs = 1000

/**
 * Closes each connection of a closing server as soon as it is idle: after its last answer, or when it has not sent anything for a second.
 * Node.js alone waits indefinitely for connections without a request, for incomplete requests, and for those whose last answer ended
 * after the closing began: all of them count as active when `server.close` checks.
 *
 * @returns a function to call when the server begins to close. After `timeoutMs` it closes all remaining connections and logs how
 *   many there were.
 */
export function createConnectionCloser(server: Server) {
  const open = new Set<Socket>()
  server.on('connection', socket => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return (timeoutMs: number, log: Pick<FastifyBaseLogger, 'warn'>): void => {
    const closeSilent = (): void => {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    }
    const closeAll = (): void => {
      log.warn({ connections: open.size }, 'force-closed remaining connections')
      server.closeAllConnections()
    }
    const timers = [
      setInterval(() => server.closeIdleConnections(), idleCheckIntervalMs),
      setTimeout(closeSilent, silentConnectionMs),
      setTimeout(closeAll, timeoutMs),
    ]
    for (const timer of timers) timer.unref()
    server.once('close', () => timers.forEach(clearTimeout))
  }
}
