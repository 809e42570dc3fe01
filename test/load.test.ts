// Many large requests at once: nothing is lost, nothing is copied without need, and what finds no room is told to come back.
import { once } from 'node:events'
import { createServer } from 'node:http'
import fc from 'fast-check'
import sharp from 'sharp'
import t from 'tap'
import { parseWithoutDataUri } from '../plugins/shared/data-uri-body.ts'
import { decodeStrictBase64 } from '../src/fetch/source-url.ts'
import { sha256 } from '../src/image/decode.ts'
import { listen } from './helpers/loopback.ts'
import { runningChildren, startPool } from './helpers/pool.ts'
import { startService } from './helpers/service.ts'

const analyze = '/api/v1/analyze-vibe'

/** A PNG of one colour that does not compress, so that its data URI is long enough to be cut. */
const picture = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#C83232' } })
  .png({ compressionLevel: 0 })
  .toBuffer()
const base64 = picture.toString('base64')
const uri = `data:image/png;base64,${base64}`

const parse = async (body: Buffer): Promise<unknown> => JSON.parse(body.toString())
const cut = (body: string | Buffer) => parseWithoutDataUri(Buffer.from(body), parse)

t.test('a long data URI is cut out of its body and never becomes a string', async t => {
  const parsed = await cut(JSON.stringify({ analysis_depth: 'low', source_url: uri, api_key: 'k' }))
  t.same(parsed?.value, { analysis_depth: 'low', source_url: 'data:image/png;base64,', api_key: 'k' })
  t.same(parsed?.dataUri.bytes, picture)
})

for (const [name, body] of [
  ['a short one', JSON.stringify({ source_url: 'data:image/png;base64,AAAA' })],
  ['an address', JSON.stringify({ source_url: `https://example.com/;base64,${base64}` })],
  ['one in another member', JSON.stringify({ api_key: uri, source_url: 'https://example.com/' })],
  ['one further inside', `{"a":{"source_url":"${uri}"},"source_url":"data:image/png;base64,"}`],
  ['one that a later member replaces', `{"source_url":"${uri}","source_url":"data:image/png;base64,0"}`],
  ['one that an escaped name replaces', `{"source_url":"${uri}","source\\u005furl":"data:image/png;base64,1"}`],
  ['one in an array', `["${uri}"]`],
  ['a text', `"${uri}"`],
  ['escapes', `{"source_url":"data:image/png;base64,${base64.replaceAll('/', '\\/')}\\/AAA"}`],
  ['percent escapes', `{"source_url":"data:image/png;base64,${base64}%3D"}`],
  ['a comma before', `{"source_url":"data:image/png,;base64,${base64}"}`],
  ['capital letters', `{"source_url":"data:image/png;BASE64,${base64}"}`],
  ['white space', `{"source_url":"data:image/png;base64,${base64} "}`],
  ['the alphabet for addresses', `{"source_url":"data:image/png;base64,${base64}-_AA"}`],
  ['broken JSON behind', `{"source_url":"${uri}",}`],
  ['no end', `{"source_url":"${uri}`],
  [
    'bytes that are no UTF-8',
    Buffer.concat([Buffer.from(`{"source_url":"${uri}`), Buffer.from([0xff]), Buffer.from('"}')]),
  ],
] as const) {
  t.test(`a body with ${name} is parsed whole`, async t => {
    t.equal(await cut(body), undefined)
  })
}

t.test('clean Base64 gives its bytes, everything else is left to the strict reader', async t => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(0, 32_766), (tail, before) => {
      const bytes = Buffer.concat([Buffer.alloc(before, 7), tail])
      const text = bytes.toString('base64')
      const bare = Buffer.from(text.replace(/=+$/, ''))
      return [Buffer.from(text), bare].every(ascii => decodeStrictBase64(ascii)?.equals(bytes))
    }),
  )
  for (const text of [
    'A',
    'AAAAA',
    'AA=A',
    'AAA===',
    'AA A',
    'AA-A',
    'AA_A',
    'AA\u00e9',
    'A\u0141==',
    'AA\u0000A',
    'AA%3D',
  ])
    t.equal(decodeStrictBase64(Buffer.from(text)), undefined, JSON.stringify(text))
})

const service = await startService(t)

/** Everything of an answer that two equal requests share. */
const lasting = (text: string): unknown => {
  const body: unknown = JSON.parse(text)
  return typeof body === 'object' ? { ...body, timestamp: '', request_id: '' } : body
}

const long = 'A'.repeat(40_000)
for (const [name, body, status] of [
  ['good', `{"source_url":"${uri}","analysis_depth":"low"}`, 200],
  ['after other members', `{"analysis_depth":"low","source_url":"${uri}"}`, 200],
  ['with a wrong member', `{"source_url":"${uri}","analysis_depth":"deep","media_type":7}`, 400],
  ['with a forbidden name', `{"source_url":"${uri}","__proto__":{"a":1}}`, 400],
  ['with a forbidden name further inside', `{"source_url":"${uri}","x":{"constructor":1}}`, 400],
  ['with an unknown member', `{"source_url":"${uri}","analysis_depth":"low","sorce":1}`, 200],
  ['twice', `{"source_url":"${uri}","source_url":"data:image/png;base64,AAAA"}`, 422],
  ['with a wrong second', `{"source_url":"${uri}","source_url":7}`, 400],
  ['with broken JSON behind', `{"source_url":"${uri}",}`, 400],
  ['no picture', `{"source_url":"data:image/png;base64,${long}"}`, 422],
  ['no Base64', `{"source_url":"data:image/png;base64,${long}!"}`, 422],
  ['too much padding', `{"source_url":"data:image/png;base64,${long}==="}`, 422],
  ['of no type', `{"source_url":"data:;base64,${base64}","analysis_depth":"low"}`, 200],
  ['with a long type', `{"source_url":"data:${'x'.repeat(2000)};base64,${base64}"}`, 422],
  ['said to be a video', `{"source_url":"${uri}","media_type":"video","analysis_depth":"low"}`, 200],
] as const) {
  t.test(`a data URI ${name} is answered alike, cut or whole`, async t => {
    // Only the spelling that is searched for is cut.
    const [one, other] = [
      await service.post(analyze, body),
      await service.post(analyze, body.replaceAll(';base64,', ';BASE64,')),
    ]
    t.equal(one.statusCode, status)
    t.equal(other.statusCode, status)
    t.same(lasting(one.body), lasting(other.body))
    t.same(one.headers['x-warnings'], other.headers['x-warnings'])
  })
}

t.test('a body of pieces without a length is read like any other, and refused over the limit', async t => {
  const { app } = await startService(t, { BODY_LIMIT_BYTES: '200000' })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const ask = (size: number) => {
    const piece = Buffer.from(`{"source_url":"data:image/png;base64,${'A'.repeat(size)}"}`)
    const body = new ReadableStream({
      start: controller => {
        for (let at = 0; at < piece.length; at += 30_000) controller.enqueue(piece.subarray(at, at + 30_000))
        controller.close()
      },
    })
    return fetch(`${address}${analyze}`, {
      ...{ method: 'POST', body, duplex: 'half' },
      headers: { 'content-type': 'application/json' },
    })
  }
  t.match(await (await ask(150_000)).json(), { code: 'source_not_picture' })
  t.match(await (await ask(300_000)).json(), { code: 'body_too_large' })
})

t.test('of many at once each is answered or told when to come back, health answers all the while', async t => {
  const ask = async (level: number) => {
    const background = { r: level, g: 200, b: 100 }
    const bytes = await sharp({ create: { width: 900, height: 900, channels: 3, background } })
      .png()
      .toBuffer()
    const answer = await service.post(analyze, { source_url: `data:image/png;base64,${bytes.toString('base64')}` })
    return { level, answer }
  }
  const asking = Promise.all(Array.from({ length: 100 }, (_, level) => ask(level)))
  let over = false
  const health: number[] = []
  const watching = (async () => {
    while (!over) {
      health.push((await service.get('/api/health')).statusCode)
      await new Promise(resolve => setTimeout(resolve, 10))
    }
  })()
  const answers = await asking
  over = true
  await watching
  const good = answers.filter(({ answer }) => answer.statusCode === 200)
  const refused = answers.filter(({ answer }) => answer.statusCode === 503)
  t.equal(good.length + refused.length, 100)
  t.ok(good.length >= 50, `${good.length} were analysed`)
  for (const { level, answer } of good) {
    const hex = `#${level.toString(16).padStart(2, '0')}C864`.toUpperCase()
    t.same(answer.json().style_metadata.colors, [hex])
  }
  for (const { answer } of refused) t.match(answer.headers, { 'retry-after': /^\d+$/ })
  t.ok(health.length > 0 && health.every(status => status === 200))
})

const task = {
  depth: 'low',
  platform: 'web_16_9',
  mediaType: undefined,
  maxPixels: 50e6,
  ffmpegPath: '',
} as const

t.test('what waits is bounded; what finds no place is told when to come back', async t => {
  const pool = startPool(t, { maxWaiting: 1 })
  const work = () => pool.analyze({ ...task, bytes: picture }, { client: 'a' })
  const [first, second, third] = await Promise.allSettled([work(), work(), work()])
  t.match([first, second], [{ status: 'fulfilled' }, { status: 'fulfilled' }])
  t.match(third, { status: 'rejected', reason: { code: 'overloaded', headers: { 'retry-after': '2' } } })
  t.match(await work(), { colors: ['#C83232'] })
})

t.test('who left before its turn takes no worker', async t => {
  const pool = startPool(t)
  const before = runningChildren().length
  const gone = AbortSignal.abort(new Error('gone'))
  const ask = (signal: AbortSignal) => pool.analyze({ ...task, bytes: picture }, { client: 'a', signal })
  await t.rejects(ask(gone), { message: 'gone' })
  t.equal(runningChildren().length, before)
  const leave = new AbortController()
  const first = ask(new AbortController().signal)
  const waiting = ask(leave.signal)
  leave.abort(new Error('left'))
  await t.rejects(waiting, { message: 'left' })
  t.match(await first, { colors: ['#C83232'] })
})

t.test('a fetch for a client that left ends, and nothing of it is kept', async t => {
  const { app, store } = await startService(t)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const silent = createServer()
  const { url: source_url } = await listen(t, silent)
  const client = new AbortController()
  const asked = fetch(`${address}${analyze}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ source_url }),
    signal: client.signal,
  })
  const [request] = await once(silent, 'request')
  const ended = once(request.socket, 'close')
  client.abort()
  await t.rejects(asked)
  await ended
  t.match(await store.totals(), { analyses: { total: 0 } })
})

t.test(
  'fifty pictures of twelve megapixels in flight: each gets its own answer, health answers all the while',
  async t => {
    const flat = { create: { width: 4000, height: 3000, channels: 3, background: '#1E64C8' } } as const
    const jpeg = await sharp(flat).jpeg().toBuffer()
    const { app } = await startService(t)
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const ask = async (number: number) => {
      const bytes = Buffer.concat([jpeg, Buffer.from(`${number}`)]) // another file of the same picture
      const answer = await fetch(`${address}${analyze}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ source_url: `data:;base64,${bytes.toString('base64')}`, analysis_depth: 'low' }),
      })
      t.equal(answer.status, 200)
      t.match(await answer.json(), {
        style_metadata: { colors: [/^#1[DEF]6[345]C[789]$/], media: { sha256: sha256(bytes) } },
      })
    }
    let isOver = false
    const asking = Promise.all(Array.from({ length: 50 }, (_, number) => ask(number))).finally(() => {
      isOver = true
    })
    let asked = 0
    while (!isOver) {
      t.equal((await service.get('/api/health')).statusCode, 200)
      asked++
      await new Promise(resolve => setTimeout(resolve, 10))
    }
    await asking
    t.ok(asked > 0)
  },
)

t.test('a file stays with who sent it', async t => {
  const pool = startPool(t)
  const bytes = Buffer.from(new Uint8Array([...picture, 0]).buffer, 0, picture.length)
  await pool.analyze({ ...task, bytes }, { client: 'a' })
  t.same(bytes, picture)
})

t.test('a pool that closes fails what is under way, as work that may be asked for again', async t => {
  const pool = startPool(t)
  const asked = [1, 2].map(() => pool.analyze({ ...task, bytes: picture }, { client: 'a' }))
  const failed = Promise.all(asked.map(work => t.rejects(work, { code: 'overloaded' })))
  await pool.close()
  await failed
})
