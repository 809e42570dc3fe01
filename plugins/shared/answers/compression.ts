// Text travels compressed to those who can read it.
import compress from '@fastify/compress'
import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'

/** Bytes below which compressing is not worth its header. */
const threshold = 1024

const compressible = /^text\/|[/+](?:json|yaml|xml|javascript)\b/

/** Caches are told that there are several forms, also along with the one that is not compressed. */
const vary = (reply: FastifyReply): void => {
  const told = reply.getHeader('vary')
  reply.header('vary', told === undefined ? 'accept-encoding' : `${String(told)}, accept-encoding`)
}

export default fp(async app => {
  app.addHook('onSend', (_request, reply, payload, done) => {
    const isShort = typeof payload === 'string' && payload.length < threshold
    if (!isShort && compressible.test(String(reply.getHeader('content-type')))) vary(reply)
    done(null, payload)
  })
  await app.register(compress, {
    global: true,
    threshold,
    encodings: ['br', 'gzip'],
    customTypes: compressible,
    globalDecompression: false,
  })
})
