// A bare Fastify that gives the same bodies: no validation, no store, no log. Under /dressed their headers come too, and nothing else.
// The answers arrive from the parent.
import { once } from 'node:events'
import Fastify from 'fastify'

const [answers] = await once(process, 'message')
// The channel does not keep the process alive.
process.channel?.unref()

const app = Fastify({ bodyLimit: 256 * 1024 * 1024 })
for (const { method, url, type, headers, body } of answers) {
  app.route({ method, url, handler: async (_request, reply) => reply.type(type).send(body) })
  app.route({ method, url: `/dressed${url}`, handler: async (_request, reply) => reply.headers(headers).send(body) })
}
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
const address = await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
console.log(`listens on ${address}`)
