// A server on loopback that listens until the test ends.
import { once } from 'node:events'
import type { Server, Socket } from 'node:net'
import type { Test } from 'tap'

/** @returns its address, and every connection since the start */
export async function listen(t: Test, server: Server, host = '127.0.0.1') {
  const sockets: Socket[] = []
  server.on('connection', (socket: Socket) => sockets.push(socket.on('error', () => undefined)))
  server.listen(0, host)
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return { port: address.port, url: `http://127.0.0.1:${address.port}`, sockets }
}
