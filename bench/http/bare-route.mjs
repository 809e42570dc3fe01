// A bare Fastify server that parses JSON bodies and sends the bytes of the given texts: no validation, no store, no log. The parent sends
// the routes.
import { once } from 'node:events'
import Fastify from 'fastify'

const [routes] = await once(process, 'message')
// The channel does not keep the process alive.
process.channel?.unref()

const app = Fastify()
for (const { method, url, type, text } of routes) {
  const bytes = Buffer.from(text)
  app.route({ method, url, handler: async (_request, reply) => reply.type(type).send(bytes) })
}
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
