// The room src/fetch against real loopback servers: what is fetched, what is refused, and what a client is told. Hostile addresses and bodies in
// number, through the operation itself, have files of their own.
import type { LookupAddress } from 'node:dns'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { Problem } from '../src/errors.ts'
import { isAllowed, parseCidr, parseCidrs } from '../src/fetch/ip-policy.ts'
import { createResolver, isPrivateHostname } from '../src/fetch/resolver.ts'
import { createSourceReader } from '../src/fetch/source.ts'
import { decodeDataUri, isDataUri } from '../src/fetch/source-url.ts'
import { parseUrl } from '../src/url.ts'
import { serveNames } from './fixtures/network/name-server.ts'
import { listen } from './helpers/loopback.ts'

const loopback = parseCidrs('127.0.0.0/8, ::1')
const picture = Buffer.from('89504e470d0a1a0a', 'hex')

type ReaderOptions = Parameters<typeof createSourceReader>[0]

const reader = (options: Partial<ReaderOptions> = {}) =>
  createSourceReader({ allow: loopback, timeoutMs: 5_000, maxBytes: 1_000, ...options })

const problemOf = async (work: Promise<unknown>): Promise<Problem> => {
  const outcome = await work.catch((error: unknown) => error)
  if (outcome instanceof Problem) return outcome
  throw new Error(`Expected a Problem, got ${outcome}`)
}

const thrownBy = (work: () => unknown): Promise<Problem> => problemOf(Promise.resolve().then(work))

const serve = (test: Test, listener: RequestListener, host = '127.0.0.1') =>
  listen(test, createHttpServer(listener), host)

/** A server below HTTP: it waits for the request, then does as it likes. */
const serveRaw = (test: Test, answer: (socket: Socket) => void) =>
  listen(
    test,
    createTcpServer(socket => socket.once('data', () => answer(socket))),
    '127.0.0.1',
  )

/** Not `once`, which fails when a reset comes before the close. */
const closeOf = (socket: Socket) => new Promise(resolve => socket.once('close', resolve))

const names =
  (table: Readonly<Record<string, readonly string[]>>) =>
  async (hostname: string): Promise<readonly LookupAddress[]> => {
    const addresses = table[hostname]
    if (!addresses) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' })
    return addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))
  }

const nowhere = names({})

t.test('addresses', async t => {
  const open = `1.0.0.1 1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
    168.63.129.15 168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 192.88.98.255
    192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255 203.0.114.0 223.255.255.255
    2001:200::1 2001:4860:4860::8888 2001:db7:ffff::1 2001:db9::1 2003::1 2606:4700::1111 2a00:1450:4001:81b::200e
    3ffe:ffff::1 3fff:1000::1 ::ffff:8.8.8.8 ::ffff:808:808 64:ff9b::8.8.8.8 64:ff9b::808:808`.split(/\s+/)
  for (const address of open) t.test(`${address} is public`, async t => t.equal(isAllowed(address, []), true))

  const text = [
    '',
    'localhost',
    '010.0.0.1',
    '8.8.8',
    '8.8.8.8/8',
    '8.8.8.8.',
    '0x8.8.8.8',
    '[2606:4700::1111]',
    ' 8.8.8.8',
  ]
  for (const address of text)
    t.test(`rejects "${address}", which is not an address`, async t =>
      t.equal(isAllowed(address, parseCidrs('0.0.0.0/0,::/0')), false),
    )

  const listed = [
    ['10.1.2.3', '10.0.0.0/8', true],
    ['10.1.2.3', '192.168.0.0/16 10.1.2.3', true],
    ['11.1.2.3', '10.0.0.0/8', true],
    ['172.16.0.1', '10.0.0.0/8', false],
    ['::ffff:10.1.2.3', '10.0.0.0/8', true],
    ['10.1.2.3', '::ffff:10.0.0.0/104', true],
    ['64:ff9b::a01:203', '10.0.0.0/8', false],
    ['fd12::1', 'fd00::/8', true],
    ['fe80::1%eth0', 'fe80::/10', true],
    ['::1', '0.0.0.0/0', false],
    ['127.0.0.1', '::/0', false],
    ['127.0.0.1', '0.0.0.0/0', true],
    ['169.254.1.1', '169.254.0.0/16', true],
    ['169.254.169.254', '169.254.0.0/16', false],
    ['169.254.169.254', '0.0.0.0/0', false],
    ['169.254.169.254', '169.254.0.0/16, 169.254.169.254', true],
    ['168.63.129.16', '168.63.129.16/32', true],
    ['fd00:ec2::254', 'fd00::/8', false],
    ['fd00:ec2::254', 'fd00:ec2::254/128', true],
    ['64:ff9b::a9fe:a9fe', '::/0', false],
    ['fd00::a9fe:a9fe', 'fd00::/8', false],
    ['fd00::a9fe:a9fe', 'fd00::a9fe:a9fe', true],
    ['2606:4700::a9fe:a9fe', '', true],
  ] as const
  for (const [address, list, allowed] of listed)
    t.test(`${address} is ${allowed ? 'allowed' : 'refused'} when ${list} is listed`, async t =>
      t.equal(isAllowed(address, parseCidrs(list)), allowed),
    )
})

t.test('ranges', async t => {
  t.test('an empty setting is an empty list', async t => t.same(parseCidrs(' ,\n'), []))

  for (const entry of [
    '10.0.0.0/33',
    '::/129',
    'localhost',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0/8',
    '10.0.0.0/-1',
    '1.2.3.4/ab',
  ])
    t.test(`${entry} is named as the bad entry`, async t =>
      t.throws(() => parseCidrs(`127.0.0.1, ${entry}`), { message: `"${entry}" is not a range` }),
    )

  t.test('every notation of an IPv6 address has the bits of the canonical one', async () =>
    fc.assert(
      fc.property(fc.ipV6(), text => {
        const canonical = new URL(`http://[${text}]`).hostname.slice(1, -1)
        const bits = parseCidr(text)?.bits
        return bits !== undefined && bits === parseCidr(canonical)?.bits && /^(?:[01]{32}|[01]{128})$/.test(bits)
      }),
    ),
  )

  t.test('the bits of an address are its number', async t => {
    const dotted = fc.array(fc.nat(255), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(dotted, octets => {
        const number = octets.reduce((sum, octet) => sum * 256 + octet, 0)
        return Number.parseInt(parseCidr(octets.join('.'))?.bits ?? '', 2) === number
      }),
    )
    t.equal(BigInt(`0b${parseCidr('2001:db8::ff00:42:8329')?.bits}`), 0x20010db8000000000000ff0000428329n)
  })
})

t.test('private names', async t => {
  const hidden = [
    'localhost',
    'LOCALHOST.',
    'db',
    'db.',
    'a.localhost',
    'printer.local',
    'vault.internal.',
    'nas.home.arpa',
  ]
  for (const name of hidden) t.test(`${name} is private`, async t => t.equal(isPrivateHostname(name), true))
  for (const name of ['example.com', 'local.example', 'mylocal.test', 'localhost.example.'])
    t.test(`${name} is not private`, async t => t.equal(isPrivateHostname(name), false))
})

t.test('refusals', async t => {
  const source = reader({ allow: [], lookup: names({ 'mixed.example': ['8.8.8.8', '127.0.0.1'] }) })
  const plain = await problemOf(source.read('http://10.0.0.1/'))
  t.match(plain, { code: 'source_refused', statusCode: 422, fieldErrors: [], headers: {} })

  t.test('the reason is in the cause, for the log only', async t => {
    for (const [url, message] of [
      ['http://mixed.example/', 'mixed.example leads to 127.0.0.1'],
      ['http://2130706433/', '127.0.0.1 is not allowed'],
      ['http://app.internal/', 'app.internal is a private name'],
    ] as const)
      t.match(await problemOf(source.read(url)), { message: plain.message, cause: { message } })
  })

  t.test('a user name is refused', async t => {
    t.match(await problemOf(source.read('http://user@example.com/')), { code: 'source_refused' })
  })

  t.test('counts every refusal', async t => t.equal(source.refused(), 5))

  t.test('with private blocks allowed, resolves private names and does not reveal whether they exist', async t => {
    const partly = reader({ lookup: names({ 'app.internal': ['10.9.8.7'] }) })
    for (const name of ['app.internal', 'unknown.internal'])
      t.match(await problemOf(partly.read(`http://${name}/`)), { code: 'source_refused', message: plain.message })
  })
})

t.test('names', async t => {
  const { server, asked } = await serveNames(t, {
    'four.example': [['127.0.0.1']],
    'six.example': [['::1']],
    'both.example': [['::1', '127.0.0.1']],
    'nothing.example': [[]],
  })
  const shut = createResolver({ allowsPrivate: false, servers: [server] })
  const open = createResolver({ allowsPrivate: true, servers: [server] })
  const four = { address: '127.0.0.1', family: 4 }
  const six = { address: '::1', family: 6 }

  t.test('requests both families and returns IPv4 first', async t => {
    t.same(await shut('four.example'), [four])
    t.same(await shut('six.example'), [six])
    t.same(await shut('both.example'), [four, six])
    t.same(asked.splice(0).length, 6)
  })

  t.test('rejects an unknown name and one without addresses', async t => {
    await t.rejects(shut('unknown.example'), { code: 'ENOTFOUND' })
    await t.rejects(shut('nothing.example'), { code: 'ENODATA' })
    await t.rejects(shut('a..b'), { code: 'EBADNAME' })
    asked.splice(0)
  })

  t.test(
    'asks the system only with private blocks allowed: at once for private names, after DNS for others',
    async t => {
      const bare = createResolver({ allowsPrivate: true, servers: [server], hostsFile: 'none' })
      t.match(await bare('localhost'), [{ address: /^(?:127\.0\.0\.1|::1)$/ }])
      t.same(asked, [])
      // The system takes this for a short spelling of an address.
      t.match(await open('127.1'), [four])
      t.equal(asked.splice(0).length, 2)
      await t.rejects(shut('127.1'), { code: 'ENOTFOUND' })
      await t.rejects(open('a..b'), { code: 'EBADNAME' })
      t.same(await open('both.example'), [four, six])
      asked.splice(0)
    },
  )

  t.test('reads the hosts file first', async t => {
    const folder = t.testdir({
      hosts: '# ours\n10.0.0.9\tfour.example  Other.Example # a comment\n::1 four.example\nnonsense line\n',
    })
    for (const isOpen of [false, true]) {
      const resolve = createResolver({ allowsPrivate: isOpen, servers: [server], hostsFile: join(folder, 'hosts') })
      const [ten, own] = [
        { address: '10.0.0.9', family: 4 },
        { address: '::1', family: 6 },
      ]
      t.same(await resolve('four.example'), [ten, own])
      t.same(await resolve('OTHER.example.'), [ten])
      t.same(asked, [])
      t.same(await resolve('six.example'), [six])
      t.equal(asked.splice(0).length, 2)
    }
    t.same(
      await createResolver({ allowsPrivate: false, servers: [server], hostsFile: join(folder, 'none') })(
        'four.example',
      ),
      [four],
    )
  })

  t.test('names with unresponsive servers do not delay other names', async t => {
    const silent = Promise.allSettled(Array.from({ length: 40 }, (_, at) => shut(`silent${at}.example`)))
    const first = await Promise.race([silent, shut('four.example')])
    t.same(first, [four])
    const codes = (await silent).map(({ status, ...rest }) => ('reason' in rest ? rest.reason.code : status))
    t.same(new Set(codes), new Set(['ETIMEOUT']))
  })
})

t.test('accepts a name with an umlaut every time', async t => {
  // More often than a function is called before it is compiled.
  let wrong = 0
  for (let round = 0; round < 50_000; round++)
    if (parseUrl('http://b\u00fccher.example/')?.hostname !== 'xn--bcher-kva.example') wrong++
  t.equal(wrong, 0)
})

t.test('texts that are no address', async t => {
  // Not `http://xn--a/`: the URL standard took it for an address of no host until 2024, and Node 24 for one of a name nobody has.
  const texts = `http:// https:/// http://? http://# http://:80/ http://a%00b/ http://exa<mple.com/ picture.png
    example.com/a.png`.split(/\s+/)
  const source = reader({ allow: [], lookup: nowhere })
  for (const text of [
    '',
    ' ',
    '\0',
    'da\nta:image/png;base64,AAAA',
    `http://example.com/${'a'.repeat(8_192)}`,
    ...texts,
  ])
    t.test(`${JSON.stringify(text.slice(0, 60))} is invalid, and the error says what to send`, async t => {
      const problem = await problemOf(source.read(text))
      t.equal(problem.code, 'source_invalid')
      t.match(problem.message, 'Send an http or https address, or data:image/…;base64,…')
    })
})

t.test('good answers', async t => {
  const asked: unknown[] = []
  const { url, port } = await serve(t, (request, response) => {
    asked.push([request.method, request.url, request.headers])
    response.end(picture)
  })
  const source = reader({
    lookup: names({
      'cdn.example': ['127.0.0.1'],
      'xn--bcher-kva.example': ['127.0.0.1'],
      localhost: ['::1', '127.0.0.1'],
    }),
  })
  const addresses = [
    [`${url}/a.png`, `${url}/a.png`],
    [`  ${url}/a.png?token=secret#top\n`, `${url}/a.png`],
    [`HTTP://127.1:${port}`, `${url}/`],
    [`http://[::ffff:127.0.0.1]:${port}/a`, `http://[::ffff:7f00:1]:${port}/a`],
    [`http://cdn.example:${port}/ä b`, `http://cdn.example:${port}/%C3%A4%20b`],
    [`http://Bücher.example:${port}/`, `http://xn--bcher-kva.example:${port}/`],
    [`http://localhost:${port}/`, `http://localhost:${port}/`],
  ] as const
  for (const [address, origin] of addresses)
    t.test(`${JSON.stringify(address)} is read`, async t =>
      t.same(await source.read(address), { bytes: picture, origin }),
    )

  t.test('reads a data URI without a request', async t =>
    t.same(await source.read(`data:image/png;base64,${picture.toString('base64')}`), {
      bytes: picture,
      origin: 'data:image/png',
    }),
  )

  t.test('the request has a User-Agent and accepts no compression', async t => {
    t.match(asked[0], [
      'GET',
      '/a.png',
      {
        'user-agent': 'automation-service/1.0 (+style analysis)',
        accept: /^image\/\*/,
        'accept-encoding': 'identity',
      },
    ])
    t.match(asked[1], ['GET', '/a.png?token=secret'])
  })

  t.test('concurrent reads share nothing', async t => {
    const warnings: Error[] = []
    const onWarning = (warning: Error) => warnings.push(warning)
    process.on('warning', onWarning)
    t.teardown(() => process.off('warning', onWarning))
    const reads = Array.from({ length: 30 }, () => source.read(url))
    t.equal((await Promise.all(reads)).length, 30)
    t.same(warnings, [])
  })

  t.test('resolves names of the system by default', async t =>
    t.same((await reader().read(`http://localhost:${port}/`)).bytes, picture),
  )
})

t.test('redirects', async t => {
  const { url, port } = await serve(t, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://host')
    const [, code, hops] = pathname.split('/')
    if (pathname === '/picture' || pathname === '/%C3%A9') return response.end(picture)
    if (searchParams.has('bare')) return response.writeHead(302).end()
    const location = searchParams.get('to') ?? (Number(hops) > 1 ? `/${code}/${Number(hops) - 1}` : '/picture')
    return response.writeHead(Number(code), { location: Buffer.from(location).toString('latin1') }).end('Moved')
  })
  const source = reader({ lookup: names({ 'a.example': ['127.0.0.1'], 'private.example': ['10.0.0.1'] }) })
  const to = (location: string) => `${url}/302?to=${encodeURIComponent(location)}`

  for (const code of [301, 302, 303, 307, 308])
    t.test(`${code} is followed, five times and no more`, async t => {
      t.same(await source.read(`${url}/${code}/1`), { bytes: picture, origin: `${url}/${code}/1` })
      t.same((await source.read(`${url}/${code}/5`)).bytes, picture)
      t.match(await problemOf(source.read(`${url}/${code}/6`)), {
        code: 'source_http_error',
        message: /more than 5 times/,
      })
    })

  for (const code of [300, 304, 305, 306, 399])
    t.test(`${code} is not a redirect`, async t =>
      t.match(await problemOf(source.read(`${url}/${code}/1`)), {
        code: 'source_http_error',
        message: RegExp(`${code}`),
      }),
    )

  t.test('ends a redirect loop', async t =>
    t.equal((await problemOf(source.read(`${url}/302?to=/302/9`))).code, 'source_http_error'),
  )

  t.test('the number of redirects is an option', async t => {
    const strict = reader({ maxRedirects: 0 })
    t.match(await problemOf(strict.read(`${url}/302/1`)), { message: /more than 0 times/ })
  })

  for (const location of [
    `//127.0.0.1:${port}/picture`,
    `http://a.example:${port}/picture`,
    'picture',
    '?to=/picture',
    '/é',
  ])
    t.test(`follows a redirect to ${location}`, async t => t.same((await source.read(to(location))).bytes, picture))

  t.test('rejects a redirect without Location', async t =>
    t.match(await problemOf(source.read(`${url}/302?bare`)), { code: 'source_http_error', message: /302/ }),
  )

  for (const location of ['http://', 'http://[::1', ''])
    t.test(`rejects a redirect to "${location}"`, async t =>
      t.match(await problemOf(source.read(to(location))), { code: 'source_http_error', message: /302/ }),
    )

  const plain = await problemOf(source.read('http://10.0.0.1/'))
  const forbidden = ['http://10.0.0.1/', '//private.example/', 'ftp://a.example/', 'http://user@a.example/']
  for (const location of forbidden)
    t.test(`refuses ${location} with the same text as any other refusal`, async t => {
      const refused = source.refused()
      const problem = await problemOf(source.read(to(location)))
      t.match(problem, { code: 'source_refused', message: plain.message })
      t.equal(source.refused(), refused + 1)
    })
})

t.test('a redirect with a body takes one connection per hop, and none is left open', async t => {
  const { url, sockets } = await serveRaw(t, socket => socket.end('HTTP/1.1 302 Found\r\nlocation: ?\r\n\r\nnever'))
  const closed: Promise<unknown>[] = []
  const source = reader()
  t.equal((await problemOf(source.read(url))).code, 'source_http_error')
  t.equal(sockets.length, 6)
  for (const socket of sockets) if (!socket.destroyed) closed.push(closeOf(socket))
  await Promise.all(closed)
})

t.test('reports the length of every piece of a body, and can be aborted while it reads', async t => {
  const { url } = await serveRaw(t, socket => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 600\r\n\r\n')
    socket.write('a'.repeat(400), () => setTimeout(() => socket.write('b'.repeat(200)), 50))
  })
  let kept = 0
  const keep = (bytes: number): void => {
    kept += bytes
  }
  t.equal((await reader().read(url, { onBytes: keep })).bytes.length, 600)
  t.equal(kept, 600)
  const stop = new AbortController()
  const stopped = reader().read(url, { onBytes: () => stop.abort(new Problem('overloaded')), signal: stop.signal })
  await t.rejects(stopped, { code: 'overloaded' })
})

t.test('responses without an image', async t => {
  const { url } = await serve(t, (request, response) => {
    const status = Number(request.url?.slice(1))
    if (status > 0) return response.writeHead(status).end(status < 300 ? '' : 'a page about it')
    if (request.url === '/empty') return response.end()
    if (request.url === '/identity') return response.writeHead(200, { 'content-encoding': 'Identity' }).end(picture)
    return response.writeHead(200, { 'content-encoding': request.url?.slice(2) }).end(picture)
  })
  for (const status of [400, 401, 403, 404, 410, 429, 500, 503, 599])
    t.test(`reports status ${status} by its number`, async t =>
      t.match(await problemOf(reader().read(`${url}/${status}`)), {
        code: 'source_http_error',
        statusCode: 422,
        message: RegExp(`status ${status}`),
      }),
    )
  for (const path of ['/204', '/205', '/empty'])
    t.test(`${path} is empty`, async t =>
      t.equal((await problemOf(reader().read(url + path))).code, 'source_not_picture'),
    )
  for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'gzip, identity'])
    t.test(`rejects a body compressed with ${encoding}`, async t =>
      t.match(await problemOf(reader().read(`${url}/-${encoding}`)), {
        code: 'source_unsupported',
        message: /compressed/,
      }),
    )
  t.test('accepts the encoding identity', async t => t.same((await reader().read(`${url}/identity`)).bytes, picture))
})

t.test('size', async t => {
  const { url, sockets } = await serve(t, (request, response) => {
    const length = Number(request.url?.slice(2))
    if (request.url === '/endless') {
      const more = () => {
        while (response.write(Buffer.alloc(65_536)));
      }
      response.on('drain', more)
      more()
    } else if (request.url?.startsWith('/d'))
      response.writeHead(200, { 'content-length': length }).end(Buffer.alloc(length))
    else if (request.url?.startsWith('/c')) {
      response.write(Buffer.alloc(length - 1))
      response.end('x')
    } else response.writeHead(200, { 'content-length': 1_001 }).flushHeaders()
  })
  for (const kind of ['d', 'c']) {
    const how = kind === 'd' ? 'declared' : 'chunked'
    t.test(`a ${how} body may be as large as the limit`, async t =>
      t.equal((await reader().read(`${url}/${kind}1000`)).bytes.length, 1_000),
    )
    t.test(`refuses a ${how} body one byte larger and names the limit`, async t =>
      t.match(await problemOf(reader().read(`${url}/${kind}1001`)), {
        code: 'source_too_large',
        message: /1000 bytes/,
      }),
    )
  }
  t.test('refuses a declared size before reading the body', async t =>
    t.equal((await problemOf(reader().read(`${url}/headers-only`))).code, 'source_too_large'),
  )
  t.test('aborts an endless body and closes the connection', async t => {
    t.equal((await problemOf(reader({ maxBytes: 1_000_000 }).read(`${url}/endless`))).code, 'source_too_large')
    const open = [...sockets].filter(socket => !socket.destroyed)
    await Promise.all(open.map(closeOf))
    t.pass('every connection is closed')
  })
})

t.test('hosts that fail', async t => {
  const unreachable = await problemOf(reader({ lookup: nowhere }).read('http://unknown.example/'))
  t.match(unreachable, { code: 'source_unreachable', statusCode: 422, cause: { code: 'ENOTFOUND' } })
  t.notMatch(unreachable.message, /unknown|ENOTFOUND|getaddrinfo/)

  const http = 'HTTP/1.1 200 OK\r\n'
  const raw: Readonly<Record<string, (socket: Socket) => void>> = {
    'a reset': socket => socket.resetAndDestroy(),
    'a reset in the body': socket =>
      socket.write(`${http}content-length: 9\r\n\r\nabc`, () => socket.resetAndDestroy()),
    'a body shorter than declared': socket => socket.end(`${http}content-length: 9\r\n\r\nabc`),
    'a chunk that never ends': socket => socket.end(`${http}transfer-encoding: chunked\r\n\r\n9\r\nabc`),
    'a length that is no number': socket => socket.end(`${http}content-length: nine\r\n\r\nabc`),
    'two lengths': socket => socket.end(`${http}content-length: 3\r\ncontent-length: 4\r\n\r\nabcd`),
    'no HTTP': socket => socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
    'endless headers': socket => socket.end(`${http}${'x-filler: y\r\n'.repeat(9_999)}\r\n`),
    'an upgrade nobody asked for': socket =>
      socket.end('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    nothing: socket => socket.end(),
  }
  for (const [name, answer] of Object.entries(raw))
    t.test(`${name} is unreachable`, async t => {
      const { url } = await serveRaw(t, answer)
      const problem = await problemOf(reader().read(url))
      t.equal(problem.code, 'source_unreachable')
      t.equal(problem.message, unreachable.message)
    })

  t.test('a body without a length ends with its connection', async t => {
    const { url } = await serveRaw(t, socket => socket.end(`${http}\r\nabc`))
    t.same((await reader().read(url)).bytes, Buffer.from('abc'))
  })

  t.test('a body longer than declared is cut to its length', async t => {
    const { url } = await serveRaw(t, socket => socket.end(`${http}content-length: 3\r\n\r\nabcdef`))
    t.same((await reader().read(url)).bytes, Buffer.from('abc'))
  })

  t.test('a closed port, TLS against plain HTTP and a name without addresses are unreachable', async t => {
    const { port } = await serve(t, (_, response) => response.end(picture))
    const source = reader({ lookup: names({ 'empty.example': [], 'two.example': ['127.0.0.1', '::1'] }) })
    for (const url of [
      'http://127.0.0.1:1/',
      'http://two.example:1/',
      `https://127.0.0.1:${port}/`,
      'http://empty.example/',
    ])
      t.equal((await problemOf(source.read(url))).message, unreachable.message, url)
  })
})

t.test('time', async t => {
  const silent = new Promise<never>(() => undefined)
  const write = (socket: Socket, text: string) => socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n${text}`)

  t.test('times out on an unresponsive host', async t => {
    const { url } = await serveRaw(t, () => undefined)
    t.equal((await problemOf(reader({ timeoutMs: 60 }).read(url))).code, 'source_timeout')
  })

  t.test('times out on an unresponsive resolver', async t => {
    const source = reader({ timeoutMs: 60, lookup: () => silent })
    t.equal((await problemOf(source.read('http://slow.example/'))).code, 'source_timeout')
  })

  t.test('times out on a slow body', async t => {
    const { url } = await serveRaw(t, socket => {
      write(socket, '')
      const drip = setInterval(() => socket.write('.'), 10)
      socket.on('close', () => clearInterval(drip))
    })
    const problem = await problemOf(reader({ timeoutMs: 300 }).read(url))
    t.match(problem, { code: 'source_timeout', cause: undefined })
  })

  t.test('redirects do not restart the timeout', async t => {
    const { url } = await serve(t, (_, response) => {
      setTimeout(() => response.writeHead(302, { location: '/' }).end(), 40)
    })
    t.equal((await problemOf(reader({ timeoutMs: 100 }).read(url))).code, 'source_timeout')
  })

  t.test('a pause in the body times out before the whole timeout', async t => {
    const { url } = await serveRaw(t, socket => write(socket, 'abc'))
    const problem = await problemOf(reader({ timeoutMs: 4_500 }).read(url))
    t.match(problem, { code: 'source_timeout', cause: { code: 'UND_ERR_BODY_TIMEOUT' } })
  })

  t.test('a client that disconnects aborts its download', async t => {
    const leave = new AbortController()
    const { url, sockets } = await serveRaw(t, socket => write(socket, 'abc'))
    const reading = reader().read(url, { signal: leave.signal })
    while (sockets.length === 0) await new Promise(setImmediate)
    const closed = Promise.all([...sockets].map(closeOf))
    leave.abort(new Error('gone'))
    await t.rejects(reading, { message: 'gone' })
    await closed
  })

  t.test('a client that disconnects during the lookup aborts the read', async t => {
    const leave = new AbortController()
    const reading = reader({ lookup: () => silent }).read('http://slow.example/', { signal: leave.signal })
    leave.abort(new Error('gone'))
    await t.rejects(reading, { message: 'gone' })
  })

  t.test('rejects when the signal was aborted before', async t => {
    const { url, sockets } = await serve(t, (_, response) => response.end(picture))
    await t.rejects(reader().read(url, { signal: AbortSignal.abort(new Error('gone')) }), { message: 'gone' })
    t.equal(sockets.length, 0)
  })

  t.test('closing aborts reads in progress and rejects later ones', async t => {
    const { url, sockets } = await serveRaw(t, () => undefined)
    const source = reader()
    const reading = problemOf(source.read(url))
    while (sockets.length === 0) await new Promise(setImmediate)
    await source.close()
    t.match(await reading, { code: 'overloaded', headers: { 'retry-after': '1' } })
    t.equal((await problemOf(source.read(url))).code, 'overloaded')
  })
})

t.test('data URIs', async t => {
  const good = {
    'data:image/png;base64,iVBORw0KGgo=': 'data:image/png',
    'data:image/png;base64,iVBORw0KGgo': 'data:image/png',
    ' \n DATA:IMAGE/PNG;BASE64,iVBORw0KGgo=\n': 'data:image/png',
    'data:image/svg+xml;charset=utf-8;base64,iVBORw0KGgo=': 'data:image/svg+xml',
    'data:image/png;name=a.png ; base64,iVBO\r\nRw0K\tGg o\n=': 'data:image/png',
    'data:image/png;base64,iVBORw0KGgo%3D': 'data:image/png',
    'data:image/png;base64,iVBO%52w0KGgo%3d%0A': 'data:image/png',
    'data:video/mp4;base64,iVBORw0KGgo=': 'data:video/mp4',
    'data:;base64,iVBORw0KGgo=': 'data:',
    'data:<script>;base64,iVBORw0KGgo=': 'data:',
  }
  for (const [text, origin] of Object.entries(good))
    t.test(`${JSON.stringify(text)} is read`, async t => {
      t.equal(isDataUri(text), true)
      t.same(decodeDataUri(text, 8), { bytes: picture, origin })
    })

  t.test('decodes every byte, escaped or not', async () =>
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), bytes => {
        const base64 = Buffer.from(bytes).toString('base64')
        return [base64, encodeURIComponent(base64), base64.replace(/=+$/, '')].every(
          text => Buffer.compare(decodeDataUri(`data:image/png;base64,${text}`, 1_000).bytes, bytes) === 0,
        )
      }),
    ),
  )

  const bad =
    `data: data:, data:image/png data:image/png;base64 data:image/png;base64, data:image/png;base64,%20 data:image/png;base64,=
    data:image/png;base64,A data:image/png,iVBORw0KGgo= data:image/svg+xml,%3Csvg%3E data:image/svg+xml;utf8,<svg/>
    data:image/png;base64,iVBO* data:image/png;base64,iVBO=Rw0K data:image/png;base64,iVBORw0K=== data:image/png;base64,iVB-
    data:image/png;base64,iVB_ data:image/png;base64,iVB%ZZ data:image/png;base64,iVB%F8%80 data:image/png;base64,iVB%
    data:image/png;base64,ŁŁŁŁ data:image/png;base64,iVBO# data:image/png;xbase64,iVBO data:image/png;base64,data:image/png`.split(
      /\s+/,
    )
  for (const text of [...bad, `data:image/png;${'x'.repeat(2_000)};base64,iVBO`])
    t.test(`${text.slice(0, 60)} is invalid, and the error says what to send`, async t => {
      const problem = await thrownBy(() => decodeDataUri(text, 1_000))
      t.match(problem, { code: 'source_invalid', message: 'Send data:image/…;base64,…' })
    })

  t.test('refuses one byte above the limit', async t => {
    t.match(await thrownBy(() => decodeDataUri('data:image/png;base64,iVBORw0KGgo=', 7)), {
      code: 'source_too_large',
      message: /7 bytes/,
    })
  })

  const long = 30_000_000
  const heavy = [
    ['letters', 'A'.repeat(long), 'source_too_large'],
    ['white space', ' '.repeat(long), 'source_invalid'],
    ['letters and white space', 'A\n'.repeat(long / 2), 'source_too_large'],
    ['escapes', '%41'.repeat(long / 3), 'source_too_large'],
    ['padding', '='.repeat(long), 'source_invalid'],
    ['one wrong letter at the end', `${'A'.repeat(long)}*`, 'source_invalid'],
  ] as const
  for (const [name, text, code] of heavy)
    t.test(`rejects 30 MB of ${name} without a stack overflow`, async t =>
      t.equal((await thrownBy(() => decodeDataUri(`data:image/png;base64,${text}`, 1_000))).code, code),
    )

  for (const text of ['http://a/data:', 'dat', '', ' '.repeat(long)])
    t.test(`"${text.slice(0, 20)}" is not a data URI`, async t => t.equal(isDataUri(text), false))
})
