// Hosts that answer a fetch with something that never ends, never comes or is far too much: data and the few lines that send it.
import { createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Test } from 'tap'
import type { ProblemCode } from '../../schemas/problems.ts'
import { listen } from '../loopback.ts'

type Act = (socket: Socket) => void

const ok = 'HTTP/1.1 200 OK\r\n'
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`
const mebibyte = 1024 * 1024
const block = Buffer.alloc(65_536, 'a')

/** Sends a head, then the same piece again and again, as fast as it is taken, `most` bytes of it. */
const flood =
  (head: string, piece: Buffer | string, most = Number.POSITIVE_INFINITY, ends = true): Act =>
  socket => {
    const bytes = Buffer.from(piece)
    const more = (): void => {
      while (!socket.destroyed && socket.bytesWritten < most && socket.write(bytes));
      if (ends && socket.bytesWritten >= most) socket.end()
    }
    socket.on('drain', more)
    socket.write(head)
    more()
  }

/** Sends a head, then the same piece once every so many milliseconds. */
const drip =
  (head: string, piece: string, ms: number): Act =>
  socket => {
    socket.write(head)
    const clock = setInterval(() => socket.write(piece), ms)
    socket.on('close', () => clearInterval(clock))
  }

const say =
  (text: string | Buffer): Act =>
  socket =>
    socket.end(text)

const redirect = (location: string, more = ''): string => `HTTP/1.1 302 Found\r\nlocation: ${location}\r\n${more}\r\n`

const wait =
  (ms: number, act: Act): Act =>
  socket =>
    setTimeout(() => act(socket), ms)

/** A thousandth of what it unpacks to, and that is 200 MB. */
const bomb = gzipSync(Buffer.alloc(200 * mebibyte), { level: 9 })
const packed = (encoding: string): Act =>
  say(
    Buffer.concat([Buffer.from(`${ok}content-encoding: ${encoding}\r\ncontent-length: ${bomb.length}\r\n\r\n`), bomb]),
  )

const lines = (line: string): string => line.repeat(Math.ceil(65_536 / line.length))

/** By what they do: how, and the code of the answer; where two stand, a fast machine gets further before the time is over. */
export const hosts: Readonly<Record<string, readonly [act: Act, ...codes: ProblemCode[]]>> = {
  'an endless body that announces its length': [
    flood(`${ok}content-length: 9007199254740991\r\n\r\n`, block),
    'source_too_large',
  ],
  'an endless body in chunks': [flood(chunked, `10000\r\n${block}\r\n`), 'source_too_large'],
  'an endless body until the connection ends': [flood(`${ok}\r\n`, block), 'source_too_large'],
  '500 MB, announced': [flood(`${ok}content-length: 524288000\r\n\r\n`, block, 500 * mebibyte), 'source_too_large'],
  '500 MB, announced and never sent': [
    socket => socket.write(`${ok}content-length: 524288000\r\n\r\n`),
    'source_too_large',
  ],
  '500 MB, not announced': [flood(chunked, `10000\r\n${block}\r\n`, 500 * mebibyte), 'source_too_large'],
  'a length that is no number a machine knows': [
    flood(`${ok}content-length: ${'9'.repeat(40)}\r\n\r\n`, block),
    'source_unreachable',
  ],
  'an endless body in chunks of one byte': [flood(chunked, lines('1\r\na\r\n')), 'source_timeout', 'source_too_large'],
  'a byte now and then': [drip(`${ok}content-length: 1000\r\n\r\n`, 'a', 50), 'source_timeout'],
  'a byte just before its silence is too long': [drip(`${ok}content-length: 1000\r\n\r\n`, 'a', 600), 'source_timeout'],
  'a chunk now and then': [drip(chunked, '1\r\na\r\n', 50), 'source_timeout'],
  'a body that never begins': [socket => socket.write(`${ok}content-length: 9\r\n\r\n`), 'source_timeout'],
  'nothing at all': [() => undefined, 'source_timeout'],
  'a header now and then': [drip(ok, 'a: b\r\n', 50), 'source_timeout'],
  'a letter of a header now and then': [drip(`${ok}a: `, 'a', 50), 'source_timeout'],
  'headers that never end': [flood(ok, lines('a: b\r\n')), 'source_unreachable'],
  'a header that never ends': [flood(`${ok}a: `, block), 'source_unreachable'],
  'a name of a header that never ends': [flood(ok, block), 'source_unreachable'],
  'a reason that never ends': [flood('HTTP/1.1 200 ', block), 'source_timeout'],
  'early hints that never end': [flood('', lines('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n')), 'source_timeout'],
  'trailers that never end': [flood(`${chunked}1\r\na\r\n0\r\n`, lines('a: b\r\n')), 'source_unreachable'],
  'a chunk whose extension never ends': [flood(`${chunked}1;`, block), 'source_timeout'],
  'a chunk whose size never ends': [flood(chunked, '0'.repeat(65_536)), 'source_timeout'],
  'a chunk larger than any file': [flood(`${chunked}fffffffffffffff\r\n`, block), 'source_too_large'],
  'a gzip bomb': [packed('gzip'), 'source_unsupported'],
  'a gzip bomb by its old name': [packed('X-GZIP'), 'source_unsupported'],
  'a deflate bomb': [packed('deflate'), 'source_unsupported'],
  'a brotli bomb': [packed('br'), 'source_unsupported'],
  'a zstd bomb': [packed('zstd'), 'source_unsupported'],
  'a bomb packed ten times': [packed(Array(10).fill('gzip').join(', ')), 'source_unsupported'],
  'a gzip bomb that does not say so': [say(Buffer.concat([Buffer.from(`${ok}\r\n`), bomb])), 'source_unsupported'],
  'a gzip bomb in its transfer': [
    say(Buffer.concat([Buffer.from(`${ok}transfer-encoding: gzip\r\n\r\n`), bomb])),
    'source_unsupported',
  ],
  'a redirect to itself': [say(redirect('?')), 'source_http_error'],
  'a redirect with an endless body': [
    flood(redirect('?', 'transfer-encoding: chunked\r\n'), `10000\r\n${block}\r\n`),
    'source_http_error',
  ],
  'a redirect that takes its time': [wait(700, say(redirect('?'))), 'source_timeout'],
  'an endless error page': [flood('HTTP/1.1 404 Not Found\r\n\r\n', block), 'source_http_error'],
}

/** A host that sends nearly as much as is allowed, and then nothing. */
export const holding = 'nearly everything'

const almost: Act = socket =>
  flood(`${ok}content-length: ${24 * mebibyte}\r\n\r\n`, block, 23 * mebibyte, false)(socket)

/** Starts all of them on loopback. `sent` tells how many bytes the operating system took since the start. */
export const serveHosts = async (t: Test) => {
  const acts: Readonly<Record<string, readonly [Act, ...unknown[]]>> = { ...hosts, [holding]: [almost] }
  const names = Object.keys(acts)
  const sockets = new Set<Socket>()
  let gone = 0
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => {
      gone += socket.bytesWritten
      sockets.delete(socket)
    })
    socket.on('data', head => {
      const name = names[Number(/\d+/.exec(String(head))?.[0])] ?? ''
      acts[name]?.[0](socket)
    })
  })
  const { url } = await listen(t, server)
  return {
    urlOf: (name: string) => `${url}/${names.indexOf(name)}`,
    sent: () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, gone),
    open: () => sockets.size,
  }
}
