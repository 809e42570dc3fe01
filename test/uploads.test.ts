// Upload addresses of /mcp, on every database: one picture each, for ten minutes, in the name of the client that called the tool, by any replica.
import { once } from 'node:events'
import { connect } from 'node:net'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { openStore } from '../src/store/open-store.ts'
import { kinds, pooledPostgres, startStore, type TestDatabase } from './helpers/databases.ts'
import { photographPath } from './helpers/playground.ts'
import { startService } from './helpers/service.ts'

const texts = { headline: 'Ship', sub_headline: 'From one picture.', cta_button_text: 'Start' }
const minuteMs = 60_000
const start = new Date('2026-11-30T12:00:00.000Z')
const after = (milliseconds: number): Date => new Date(start.getTime() + milliseconds)

const photograph = await sharp(photographPath('landscape-sunset-by-the-pier'))
  .resize(1200)
  .withMetadata({ exif: { IFD0: { Copyright: 'Someone' } } })
  .jpeg({ quality: 95 })
  .toBuffer()
/** A page would show this file as it is. */
const clean = await sharp(photograph).resize(640).webp().toBuffer()

type Settings = Readonly<Record<string, string>>

async function startReplica(t: Test, { options }: TestDatabase, settings: Settings = {}, now?: () => Date) {
  const { dataDir, databaseUrl = '' } = options
  const database = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
  const service = await startService(t, { RENDER: 'off', ...database, ...settings }, now && { now })
  const address = await service.listen()
  return { ...service, address }
}

async function openClient(t: Test, address: string, headers: Settings = {}) {
  const client = new Client({ name: 'test', version: '1' })
  t.teardown(() => client.close())
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', address), { requestInit: { headers } }))
  return async (name: string, sent: object = {}) => {
    const { isError = false, content } = Object(await client.callTool({ name, arguments: { ...sent } }))
    return { isError, ...JSON.parse(content[0].text) }
  }
}

async function upload(url: string, body: Uint8Array | string, headers: Settings = {}) {
  const answer = await fetch(url, {
    method: 'PUT',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers,
  })
  return { status: answer.status, headers: answer.headers, ...(await answer.json()) }
}

for (const kind of [...kinds, pooledPostgres])
  t.test(kind.name, { skip: kind.skip }, async t => {
    const create = await kind.start(t)

    t.test('a picture from disk becomes an analysis and a page, and is stored re-encoded', async t => {
      const service = await startReplica(t, await create(t))
      const call = await openClient(t, service.address)
      for (const file of [photograph, clean]) {
        const { isError, upload: given } = await call('create_upload')
        t.equal(isError, false)
        t.match(given.url, RegExp(`^${service.address}/api/v1/uploads/[0-9a-f]{32}$`))
        const sent = await upload(given.url, file)
        t.match(sent, { status: 200, success: true, picture: { id: /^pic_/, type: 'image/webp' } })
        const { id, url, width, height } = sent.picture
        t.equal(sent.headers.get('x-picture-id'), id)
        const stored = Buffer.from(await (await fetch(url)).arrayBuffer())
        t.notOk(stored.equals(file), 'never the file itself')
        const metadata = await sharp(stored).metadata()
        t.match(metadata, { format: 'webp', width, height })
        t.equal(metadata.exif, undefined)

        const style = await call('analyze_style', { source_url: id })
        t.match(style, { isError: false, analysis: { id: /^ana_/ } })
        const image = { src: url, alt: 'The pier' }
        const page = await call('build_page', { ...texts, analysis_id: style.analysis.id, image })
        t.match(page, { isError: false, page: { id: /^page_/ } })
        const html = await (await fetch(page.page.url)).text()
        t.match(html, 'alt="The pier"')
      }
      t.match(await call('analyze_style', { source_url: `pic_${'0'.repeat(32)}` }), {
        isError: true,
        detail: /^\/source_url: No stored picture has this id\./,
      })
    })

    t.test('an address takes one picture, also of two that are sent at the same time to two replicas', async t => {
      const database = await create(t)
      const replicas = [await startReplica(t, database)]
      // One process per folder of SQLite.
      if (kind.kind === 'postgresql') replicas.push(await startReplica(t, database))
      const [first] = replicas
      if (!first) return
      const call = await openClient(t, first.address)
      const { pathname } = new URL((await call('create_upload')).upload.url)
      const others = await Promise.all(
        [1, 2, 3].map(turn =>
          sharp(photograph)
            .rotate(90 * turn)
            .webp()
            .toBuffer(),
        ),
      )
      const answers = await Promise.all(
        [photograph, ...others].map((file, index) =>
          upload(`${replicas[index % replicas.length]?.address}${pathname}`, file),
        ),
      )
      t.same(answers.map(({ status }) => status).sort(), [200, 410, 410, 410])
      for (const { status, code } of answers) if (status === 410) t.equal(code, 'upload_used')
      t.match(await upload(first.address + pathname, photograph), { status: 410, code: 'upload_used' })
      t.same(await database.query('select count(*) as pictures from pictures'), [
        { pictures: kind.kind === 'sqlite' ? 1 : '1' },
      ])
    })

    t.test('an address survives a restart, and ends after ten minutes', async t => {
      const database = await create(t)
      const store = await openStore(database.options)
      const early = await store.uploads.create('ip:192.0.2.1', start)
      const late = await store.uploads.create('ip:192.0.2.1', start)
      t.same(early.expiresAt, after(10 * minuteMs))
      t.not(early.token, late.token)
      await store.close()
      let time = after(10 * minuteMs - 1)
      const service = await startReplica(t, database, {}, () => time)
      t.match(await upload(`${service.address}/api/v1/uploads/${early.token}`, photograph), { status: 200 })
      time = after(10 * minuteMs)
      const expired = await upload(`${service.address}/api/v1/uploads/${late.token}`, photograph)
      t.match(expired, { status: 410, code: 'upload_expired', detail: /has expired/ })
      await service.store.uploads.create('ip:192.0.2.1', after(71 * minuteMs))
      t.equal((await database.query('select id from uploads')).length, 1, 'addresses that expired an hour ago are gone')
    })

    t.test('whoever sends the file, the budget is that of the client that has the address', async t => {
      const database = await create(t)
      const keys = { API_KEYS: 'agent:key-of-an-agent-123,other:key-of-another-1' }
      const service = await startReplica(t, database, keys)
      const call = await openClient(t, service.address, { 'x-api-key': 'key-of-an-agent-123' })
      const { analysis } = await call('analyze_style', { data: clean.toString('base64') })
      t.match(analysis, { id: /^ana_/ })
      const owners = () => database.query('select distinct client from analyses union select client from pictures')
      const [owner] = await owners()
      for (const headers of [{}, { 'x-api-key': 'key-of-another-1' }, { 'x-api-key': 'wrong' }]) {
        const { url } = (await call('create_upload')).upload
        const file = await sharp(photograph)
          .resize(900 + Object.keys(headers).length)
          .webp()
          .toBuffer()
        t.match(await upload(url, file, headers), { status: 200 }, JSON.stringify(headers))
      }
      t.same(await owners(), [owner])
      t.notMatch(JSON.stringify(await database.query('select * from uploads')), /agent|[0-9a-f]{32}"[^}]*token/)
    })

    t.test('a client cannot open any number of addresses', async t => {
      const store = await startStore(t, (await create(t)).options)
      const tokens: string[] = []
      for (let count = 0; count < 100; count++) tokens.push((await store.uploads.create('ip:192.0.2.1', start)).token)
      await t.rejects(store.uploads.create('ip:192.0.2.1', start), { code: 'overloaded' })
      t.ok(await store.uploads.create('ip:192.0.2.2', start))
      t.match(await store.uploads.claim(tokens[0] ?? '', start), { status: 'claimed', client: 'ip:192.0.2.1' })
      t.ok(await store.uploads.create('ip:192.0.2.1', start), 'one that is used makes room')
      t.ok(await store.uploads.create('ip:192.0.2.1', after(10 * minuteMs)), 'and so do those that have expired')
    })
  })

t.test('an upload that fails says why, and its address can be used again', async t => {
  const [sqlite] = kinds
  const database = await (await sqlite?.start(t))?.(t)
  if (!database) return
  const service = await startReplica(t, database, {
    BODY_LIMIT_BYTES: '600000',
    FETCH_MAX_BYTES: '500000',
    MAX_PIXELS: '4000000',
  })
  const call = await openClient(t, service.address)
  const { url } = (await call('create_upload')).upload
  const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\0\0\0\0isommp42')])
  const noise = {
    create: {
      width: 600,
      height: 300,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
      background: '#000',
    },
  } as const
  const large = await sharp(noise).png().toBuffer()
  const wide = await sharp({ create: { width: 2500, height: 2000, channels: 3, background: '#C83232' } })
    .png()
    .toBuffer()
  t.ok(large.length > 500_000 && large.length <= 600_000, `${large.length} bytes`)
  const cases = [
    ['', 422, 'source_invalid', /empty/],
    ['no picture', 422, 'source_not_picture', /Send JPEG/],
    ['{"source_url": "https://example.com/"}', 422, 'source_not_picture', /Send JPEG/],
    [film, 422, 'source_not_picture', /MP4.*not an image/],
    [Buffer.from('89504e470d0a1a0a00', 'hex'), 422, 'source_not_picture', /./],
    [large, 422, 'source_too_large', /500000 bytes/],
    [Buffer.alloc(600_001), 413, 'body_too_large', /./],
    [wide, 422, 'source_too_many_pixels', /2500 × 2000/],
  ] as const
  for (const [body, status, code, detail] of cases)
    t.match(await upload(url, body), { status, code, detail }, `${status} ${code}`)
  t.match(await upload(url, clean, { 'content-encoding': 'zstd' }), { status: 415 })
  t.match(await upload(url, clean, { 'content-encoding': 'gzip' }), { status: 400, code: 'malformed_request' })
  const { port, pathname } = new URL(url)
  const leaving = connect(Number(port), '127.0.0.1')
  await once(leaving, 'connect')
  leaving.write(`PUT ${pathname} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4000\r\n\r\nhalf`)
  while ((await database.query('select used from uploads where used = 1')).length === 0)
    await new Promise(resolve => setTimeout(resolve, 10))
  t.match(await upload(url, clean), { status: 410, code: 'upload_used' }, 'meanwhile')
  leaving.destroy()
  while ((await database.query('select used from uploads where used = 1')).length > 0)
    await new Promise(resolve => setTimeout(resolve, 10))
  for (const type of ['image/webp', 'application/json', 'text/plain', '']) {
    const address = (await call('create_upload')).upload.url
    t.match(await upload(address, clean, { 'content-type': type }), { status: 200 }, type)
  }
  t.match(await upload(url, clean), { status: 200 })
  const unknown = `${service.address}/api/v1/uploads/${'0'.repeat(32)}`
  t.match(await upload(unknown, clean), { status: 404, code: 'record_not_found', detail: /create_upload/ })
})
