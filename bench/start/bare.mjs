// A bare Fastify server that decodes a picture with sharp and answers with its size: what a start costs at least.
import Fastify from 'fastify'
import sharp from 'sharp'

const app = Fastify({ bodyLimit: 32 * 1024 * 1024 })
app.addContentTypeParser('image/jpeg', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
app.post('/api/v1/analyze-vibe', async ({ body }) => {
  const { info } = await sharp(body).resize(128, 128, { fit: 'inside' }).raw().toBuffer({ resolveWithObject: true })
  return info
})
process.on('SIGTERM', () => process.exit(0))
const address = await app.listen({ port: 0, host: '127.0.0.1' })
console.log(JSON.stringify({ pid: process.pid, msg: `listens on ${address};` }))
