// A bare Fastify that gives the same answers: no validation, no store, no headers of its own. The answers arrive from the parent.
import { once } from 'node:events'
import Fastify from 'fastify'

const [answers] = await once(process, 'message')
// The channel keeps nobody alive.
process.channel?.unref()

const app = Fastify({ bodyLimit: 256 * 1024 * 1024 })
for (const { method, url, type, body } of answers) {
  app.route({ method, url, handler: async (_request, reply) => reply.type(type).send(body) })
}
process.on('SIGTERM', () => process.exit(0))
const address = await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
console.log(`listens on ${address}`)
