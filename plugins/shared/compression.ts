// Compresses text answers with Brotli or gzip.
import compress from '@fastify/compress'
import fp from 'fastify-plugin'

/** Smaller responses are not compressed, bytes. */
const threshold = 1024

const compressible = /^text\/|[/+](?:json|yaml|xml|javascript)\b/

export default fp(
  async app => {
    app.addHook('onSend', (_request, reply, payload, done) => {
      const isShort = typeof payload === 'string' && payload.length < threshold
      // Also on uncompressed responses, so that caches do not serve them to every client.
      if (!isShort && compressible.test(String(reply.getHeader('content-type'))))
        reply.header('vary', [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', '))
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
