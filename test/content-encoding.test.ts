// Content-Encoding of requests: every kind of body is read in gzip, deflate and Brotli, within its limit and the memory budget.
import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import t from 'tap'
import { codingOf, codingProblem, decodeBody } from '../plugins/shared/bodies/content-encoding.ts'
import { startService } from './helpers/service.ts'
import { samplePairs } from './helpers/whole.ts'

const url = '/api/v1/analyze-vibe?analysis_depth=low'
const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#C83232' } })
  .png({ compressionLevel: 0 })
  .toBuffer()
const source_url = `data:image/png;base64,${picture.toString('base64')}`

const form = new FormData()
form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'a.png')
const encodedForm = new Response(form)

/** The same picture as every kind of body, by its Content-Type. */
const bodies: Readonly<Record<string, Buffer>> = {
  'application/json': Buffer.from(JSON.stringify({ source_url })),
  'application/json; large': Buffer.from(JSON.stringify({ source_url, ignored: 'é'.repeat(70_000) })),
  'text/plain': Buffer.from(JSON.stringify({ source_url })),
  'image/png': picture,
  'application/octet-stream': picture,
  [String(encodedForm.headers.get('content-type'))]: Buffer.from(await encodedForm.arrayBuffer()),
}

const encoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: gzipSync,
  'X-GZip': gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  'identity, gzip': gzipSync,
  identity: body => body,
  '': body => body,
}

const { post } = await startService(t)

t.test('each kind of body is read in each coding', async t => {
  const expected = (await post(url, { source_url })).headers['x-analysis-id']
  t.ok(expected)
  for (const [[type, body], [coding, encode]] of samplePairs(Object.entries(bodies), Object.entries(encoders))) {
    const headers = { 'content-type': type, 'content-encoding': coding }
    const answer = await post(url, encode(body), headers)
    t.match(answer, { statusCode: 200, headers: { 'x-analysis-id': expected } }, `${type} in ${coding}`)
  }
})

t.test('several codings and unknown ones are 415, which names those that are read', async t => {
  for (const coding of ['gzip, gzip', 'br, gzip', 'zstd', 'compress', 'utf-8'])
    for (const [type, body] of Object.entries(bodies)) {
      const { headers, payload } = await post(url, body, { 'content-type': type, 'content-encoding': coding })
      t.match(JSON.parse(payload), { status: 415, detail: /gzip, deflate and br/ }, `${type} in ${coding}`)
      t.equal(headers['accept-encoding'], 'gzip, deflate, br')
    }
})

t.test('a body that is not in its coding is a malformed request', async t => {
  for (const [type, body] of Object.entries(bodies))
    for (const [coding, damaged] of [
      ['gzip', body],
      ['gzip', gzipSync(body).subarray(0, -9)],
      ['deflate', gzipSync(body)],
      ['br', Buffer.alloc(99, 255)],
    ] as const) {
      const answer = await post(url, damaged, { 'content-type': type, 'content-encoding': coding })
      t.match(answer.json(), { status: 400, code: 'malformed_request', detail: /Content-Encoding/ }, type)
    }
})

t.test('the limit of a body holds for what it is decoded to', async t => {
  const { post } = await startService(t, { BODY_LIMIT_BYTES: '100000' })
  for (const [type, body] of Object.entries(bodies))
    for (const coding of ['gzip', 'deflate', 'br']) {
      const padded = Buffer.concat([body, Buffer.alloc(100_000, ' ')])
      const headers = { 'content-type': type, 'content-encoding': coding }
      const answer = await post(url, (encoders[coding] ?? gzipSync)(padded), headers)
      t.match(answer.json(), { status: 413, code: 'body_too_large' }, `${type} in ${coding}`)
    }
})

t.test('a bomb is refused before it has arrived, and its rest is discarded', async t => {
  const { listen } = await startService(t, { BODY_LIMIT_BYTES: '1000000' })
  const address = new URL(await listen())
  const bomb = gzipSync(Buffer.alloc(20_000_000, ' '))
  const types = Object.keys(bodies).filter(type => !type.includes('large'))
  for (const type of types) {
    const socket = connect(Number(address.port), address.hostname)
    socket.write(
      `POST ${url} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`,
    )
    socket.write(bomb.subarray(0, bomb.length / 2))
    const [answer] = await once(socket, 'data')
    t.match(String(answer), /^HTTP\/1\.1 413 /, type)
    socket.write(bomb.subarray(bomb.length / 2))
    // Without an error: the rest has been read.
    await once(socket.resume(), 'close')
  }
})

/** Decodes a body that arrives in pieces. */
async function decode(coding: string, pieces: Iterable<Buffer>, limit: number, signal = new AbortController().signal) {
  const known = codingOf({ headers: { 'content-encoding': coding } })
  if (!known) throw new Error('no coding')
  const held: number[] = [0]
  const memory = { grow: (bytes: number) => void held.push((held.at(-1) ?? 0) + bytes) }
  const raw = Readable.from(pieces)
  const decoder = decodeBody(raw, known, { limit, memory, signal })
  let length = 0
  decoder.on('data', (piece: Buffer) => {
    length += piece.length
  })
  const error = await once(decoder, 'end').then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!decoder.closed) await once(decoder, 'close')
  return { error, length, maxHeld: Math.max(...held), lastHeld: held.at(-1) }
}

t.test('a decoder gives no more than the limit, counts its memory, and gives it back', async t => {
  const body = Buffer.alloc(10_000_000)
  for (const [coding, encoded, windowBytes] of [
    ['gzip', gzipSync(body), 32_768],
    ['br', brotliCompressSync(body), 2_000_000],
  ] as const) {
    const over = await decode(coding, [encoded], 2_000_000)
    t.match(over.error, { code: 'FST_ERR_CTP_BODY_TOO_LARGE' })
    t.ok(over.length < 2_000_000 + 2 * 65_536, `${over.length} bytes`)
    t.ok(over.maxHeld >= windowBytes, `${over.maxHeld} bytes`)
    t.equal(over.lastHeld, 0)
    const within = await decode(coding, [encoded], body.length)
    t.match(within, { error: undefined, length: body.length, lastHeld: 0 })
  }
})

t.test('pieces that decode to nothing are limited, too', async t => {
  const empty = gzipSync('')
  const result = await decode('gzip', Array(2000).fill(empty), 30_000)
  t.match(result.error, { code: 'FST_ERR_CTP_BODY_TOO_LARGE' })
})

t.test('a client that leaves ends the decoding', async t => {
  const left = AbortSignal.timeout(50)
  async function* forever() {
    while (!left.aborted) {
      yield gzipSync('x')
      await new Promise(resolve => setTimeout(resolve, 5))
    }
  }
  const raw = Readable.from(forever())
  const known = codingOf({ headers: { 'content-encoding': 'gzip' } })
  if (!known) throw new Error('no coding')
  const decoder = decodeBody(raw, known, { limit: 1e9, memory: { grow: () => undefined }, signal: left })
  decoder.resume()
  const [error] = await once(decoder, 'error')
  t.match(error, { name: 'TimeoutError' })
  t.equal(codingProblem(error), error)
  raw.destroy()
})
