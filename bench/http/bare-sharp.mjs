// A bare Fastify server that decodes a picture to 128 px with sharp, from a file, a form or a data URI, and answers with its size.
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import sharp from 'sharp'

const bodyLimit = 64 * 1024 * 1024

const app = Fastify({ bodyLimit })
await app.register(multipart, { limits: { fileSize: bodyLimit } })
app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
app.post('/api/v1/analyze-vibe', async request => {
  const { info } = await sharp(await pictureOf(request))
    .resize(128)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return info
})
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))

async function pictureOf(request) {
  if (request.isMultipart()) return (await request.file()).toBuffer()
  const { body } = request
  return body instanceof Buffer ? body : Buffer.from(body.source_url.split(',')[1], 'base64')
}
