// Compresses text answers with Brotli or gzip.
import compress from '@fastify/compress'
import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'

/** Shorter answers are sent as they are, bytes. */
const threshold = 1024

const compressible = /^text\/|[/+](?:json|yaml|xml|javascript)\b/

export default fp(
  async app => {
    app.addHook('onSend', (_request, reply, payload, done) => {
      const isShort = typeof payload === 'string' && payload.length < threshold
      if (!isShort && compressible.test(String(reply.getHeader('content-type')))) varyByEncoding(reply)
      done(null, payload)
    })
    await app.register(compress, {
      global: true,
      threshold,
      encodings: ['br', 'gzip'],
      customTypes: compressible,
      globalDecompression: false,
    })
  },
  { name: 'compression' },
)

/** Set on uncompressed answers too, so that caches do not serve them to every client. */
function varyByEncoding(reply: FastifyReply): void {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`)
}
