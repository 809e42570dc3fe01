// A bare server, which receives and hashes bodies: what every service spends on them.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'

createServer((request, response) => {
  const hash = createHash('sha256')
  request.on('data', piece => hash.update(piece))
  request.on('end', () => response.end(hash.digest('hex')))
}).listen(Number(process.env.PORT), '127.0.0.1')
