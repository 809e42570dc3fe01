// Downloads of source_url: IP policy, name resolution, limits and data URIs. hostile-addresses.test.ts covers the operation.
import type { LookupAddress } from 'node:dns'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import zlib, { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { examplePicture } from '../schemas/examples/pictures.ts'
import type { ProblemCode } from '../schemas/problems.ts'
import { Problem } from '../src/errors.ts'
import { decodeDataUri, isDataUri } from '../src/fetch/data-uri.ts'
import { isAllowed, parseCidr, parseCidrs } from '../src/fetch/ip-policy.ts'
import { createResolver, isPrivateHostname } from '../src/fetch/resolver.ts'
import { createSourceReader } from '../src/fetch/source.ts'
import { sha256 as hashOf } from '../src/values/hash.ts'
import { parseUrl } from '../src/values/url.ts'
import * as corpus from './fixtures/network/hostile-addresses.ts'
import { serveNames } from './fixtures/network/name-server.ts'
import { listen } from './helpers/loopback.ts'

const picture = Buffer.from(examplePicture.replace(/.*,/, ''), 'base64')
const sha256 = hashOf(picture)
const refusedMessage = new Problem('source_refused').message
const never = new Promise<never>(() => undefined)

type ReaderOptions = Parameters<typeof createSourceReader>[0]

function openReader(options: Partial<ReaderOptions> = {}) {
  return createSourceReader({
    allow: parseCidrs('127.0.0.0/8, ::1'),
    timeoutMs: 5_000,
    maxBytes: 1_000,
    maxBytesOf: beginning => (beginning[0] === 's'.charCodeAt(0) ? 500 : 1_000),
    lookup: lookupIn({}),
    ...options,
  })
}

function lookupIn(table: Readonly<Record<string, readonly string[]>>) {
  return async (hostname: string): Promise<readonly LookupAddress[]> => {
    const addresses = table[hostname]
    if (!addresses) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' })
    return addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
}

function serve(t: Test, listener: RequestListener) {
  return listen(t, createHttpServer(listener))
}

/** A TCP server that waits for the head of a request and then calls `respond`. */
function serveRaw(t: Test, respond: (socket: Socket, path: string) => void) {
  return listen(
    t,
    createServer(socket => socket.once('data', head => respond(socket, String(head).split(' ')[1] ?? ''))),
  )
}

/** `once` of node:events would reject when a reset comes before the close. */
function closeOf(socket: Socket): Promise<unknown> {
  return new Promise(resolve => (socket.destroyed ? resolve(undefined) : socket.once('close', resolve)))
}

t.test('allows public addresses and listed blocks', async t => {
  const open = `1.0.0.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
    168.63.129.15 168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 192.88.98.255
    192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255 203.0.114.0 223.255.255.255
    2001:200::1 2001:4860:4860::8888 2001:db7:ffff::1 2001:db9::1 2003::1 2606:4700::1111 2606:4700::a9fe:a9fe
    3ffe:ffff::1 3fff:1000::1 ::ffff:8.8.8.8 ::ffff:808:808 64:ff9b::8.8.8.8 64:ff9b::808:808`.split(/\s+/)
  for (const address of open) t.equal(isAllowed(address, []), true, address)
  const everything = parseCidrs('0.0.0.0/0,::/0')
  for (const text of [
    '',
    'localhost',
    '010.0.0.1',
    '8.8.8',
    '8.8.8.8/8',
    '8.8.8.8.',
    '0x8.8.8.8',
    '[2606::1]',
    ' 8.8.8.8',
  ])
    t.equal(isAllowed(text, everything), false, `"${text}" is not an address`)
  for (const [address, list, allowed] of [
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
    // The metadata address of a cloud needs an entry of its own.
    ['169.254.169.254', '169.254.0.0/16', false],
    ['169.254.169.254', '0.0.0.0/0', false],
    ['169.254.169.254', '169.254.0.0/16, 169.254.169.254', true],
    ['168.63.129.16', '168.63.129.16/32', true],
    ['fd00:ec2::254', 'fd00::/8', false],
    ['fd00:ec2::254', 'fd00:ec2::254/128', true],
    ['64:ff9b::a9fe:a9fe', '::/0', false],
    ['fd00::a9fe:a9fe', 'fd00::/8', false],
    ['fd00::a9fe:a9fe', 'fd00::a9fe:a9fe', true],
  ] as const)
    t.equal(isAllowed(address, parseCidrs(list)), allowed, `${address} when ${list} is listed`)
  for (const [notation, hosts] of Object.entries(corpus.literals))
    for (const host of hosts) {
      const address = parseUrl(`http://${host}/`)?.hostname.replace(/^\[|\]$|\.$/g, '') ?? ''
      t.equal(isAllowed(address, []), false, `${notation}: ${host}`)
    }
})

t.test('parses CIDR blocks', async t => {
  t.same(parseCidrs(' ,\n'), [])
  for (const entry of '10.0.0.0/33 ::/129 localhost 10.0.0.0/ 10.0.0.0/8/8 10.0.0/8 10.0.0.0/-1 1.2.3.4/ab'.split(' '))
    t.throws(() => parseCidrs(`127.0.0.1, ${entry}`), { message: `"${entry}" is not an address or a range` }, entry)
  fc.assert(
    fc.property(fc.ipV6(), text => {
      const bits = parseCidr(text)?.bits ?? ''
      const canonical = new URL(`http://[${text}]`).hostname.slice(1, -1)
      return bits === parseCidr(canonical)?.bits && /^(?:[01]{32}|[01]{128})$/.test(bits)
    }),
  )
  fc.assert(
    fc.property(fc.nat(0xffffffff), number => {
      const octets = [24, 16, 8, 0].map(shift => (number >>> shift) & 255)
      return Number.parseInt(parseCidr(octets.join('.'))?.bits ?? '', 2) === number
    }),
  )
  t.equal(BigInt(`0b${parseCidr('2001:db8::ff00:42:8329')?.bits}`), 0x20010db8000000000000ff0000428329n)
})

t.test('recognizes private host names', async t => {
  for (const name of 'localhost LOCALHOST. db db. a.localhost printer.local vault.internal. nas.home.arpa'.split(' '))
    t.equal(isPrivateHostname(name), true, name)
  for (const name of 'example.com local.example mylocal.test localhost.example.'.split(' '))
    t.equal(isPrivateHostname(name), false, name)
})

const { server: nameServer, queries: resolverQueries } = await serveNames(t, {
  'four.example': [['127.0.0.1']],
  'six.example': [['::1']],
  'both.example': [['::1', '127.0.0.1']],
  'empty.example': [[]],
})
const publicResolver = createResolver({ allowsPrivate: false, servers: [nameServer] })
/** They take 5 s to fail, while the other tests run. */
const unresponsive = Promise.allSettled(
  Array.from({ length: 40 }, (_, at) => publicResolver(`unresponsive${at}.example`)),
)

t.test('resolves names', async t => {
  const ipv4 = { address: '127.0.0.1', family: 4 }
  const ipv6 = { address: '::1', family: 6 }
  const resolve = publicResolver
  const privateResolver = createResolver({ allowsPrivate: true, servers: [nameServer] })
  const queryCount = () => resolverQueries.splice(0).length

  t.test('requests both families and returns IPv4 first, whatever other names wait for', async t => {
    t.same(await Promise.race([unresponsive, resolve('four.example')]), [ipv4])
    t.same(await resolve('six.example'), [ipv6])
    t.same(await resolve('both.example'), [ipv4, ipv6])
    t.equal(queryCount(), 6)
    for (const [name, code] of [
      ['unknown.example', 'ENOTFOUND'],
      ['empty.example', 'ENODATA'],
      ['a..b', 'EBADNAME'],
    ] as const)
      await t.rejects(resolve(name), { code }, name)
    queryCount()
  })

  t.test(
    'uses the system resolver only with private blocks: first for private names, after DNS for others',
    async t => {
      const withoutHosts = createResolver({ allowsPrivate: true, servers: [nameServer], hostsFile: 'none' })
      t.match(await withoutHosts('localhost'), [{ address: /^(?:127\.0\.0\.1|::1)$/ }])
      t.equal(queryCount(), 0)
      // The system reads this as a short form of 127.0.0.1.
      t.match(await privateResolver('127.1'), [ipv4])
      t.equal(queryCount(), 2)
      await t.rejects(resolve('127.1'), { code: 'ENOTFOUND' })
      await t.rejects(privateResolver('a..b'), { code: 'EBADNAME' })
      t.same(await privateResolver('both.example'), [ipv4, ipv6])
      queryCount()
    },
  )

  t.test('reads the hosts file first', async t => {
    const hosts = '# comment\n10.0.0.9\tfour.example  Other.Example # comment\n::1 four.example\ninvalid line\n'
    const hostsFile = join(t.testdir({ hosts }), 'hosts')
    const listed = { address: '10.0.0.9', family: 4 }
    for (const allowsPrivate of [false, true]) {
      const resolve = createResolver({ allowsPrivate, servers: [nameServer], hostsFile })
      t.same(await resolve('four.example'), [listed, ipv6])
      t.same(await resolve('OTHER.example.'), [listed])
      t.equal(queryCount(), 0)
      t.same(await resolve('six.example'), [ipv6])
      t.equal(queryCount(), 2)
    }
  })
})

t.test('parses source_url', async t => {
  // Not `http://xn--a/`: the URL standard rejected it until 2024, and Node 24 accepts it.
  const invalid = `http:// https:/// http://? http://# http://:80/ http://a%00b/ http://exa<mple.com/ picture.png
    example.com/a.png`.split(/\s+/)
  const tooLong = `http://example.com/${'a'.repeat(8_192)}`
  for (const text of ['', ' ', '\0', 'da\nta:image/png;base64,AAAA', tooLong, ...invalid])
    await t.rejects(
      openReader().read(text),
      { code: 'source_invalid', message: 'Send an http or https URL, or data:image/…;base64,…' },
      JSON.stringify(text.slice(0, 60)),
    )
  // URL.canParse of Node 20 returns a wrong result once the function is compiled.
  let wrong = 0
  for (let round = 0; round < 50_000; round++)
    if (parseUrl('http://b\u00fccher.example/')?.hostname !== 'xn--bcher-kva.example') wrong++
  t.equal(wrong, 0, 'accepts a name with an umlaut every time')
})

t.test('refuses private addresses with one text; only the cause has the reason', async t => {
  const reader = openReader({ allow: [], lookup: lookupIn({ 'mixed.example': ['8.8.8.8', '127.0.0.1'] }) })
  for (const [url, reason] of [
    ['http://10.0.0.1/', '10.0.0.1 is not allowed'],
    ['http://mixed.example/', 'mixed.example resolves to 127.0.0.1'],
    ['http://2130706433/', '127.0.0.1 is not allowed'],
    ['http://app.internal/', 'app.internal is a private name'],
    ['http://user@example.com/', 'A user name or password'],
  ] as const)
    await t.rejects(
      reader.read(url),
      { code: 'source_refused', statusCode: 422, message: refusedMessage, headers: {}, cause: { message: reason } },
      url,
    )
  t.equal(reader.refused(), 5)
  // With private blocks allowed, private names are resolved: an answer must not reveal whether they exist.
  const withPrivate = openReader({ lookup: lookupIn({ 'app.internal': ['10.9.8.7'] }) })
  for (const name of ['app.internal', 'unknown.internal'])
    await t.rejects(withPrivate.read(`http://${name}/`), { code: 'source_refused', message: refusedMessage }, name)
})

t.test('downloads from every notation of an address', async t => {
  const requests: unknown[] = []
  const { url, port } = await serve(t, (request, response) => {
    requests.push([request.method, request.url, request.headers])
    response.end(picture)
  })
  const local = ['127.0.0.1']
  const lookup = lookupIn({ 'cdn.example': local, 'xn--bcher-kva.example': local, localhost: ['::1', ...local] })
  const reader = openReader({ lookup })
  for (const [address, origin] of [
    [`${url}/a.png`, `${url}/a.png`],
    [`  ${url}/a.png?token=secret#top\n`, `${url}/a.png`],
    [`HTTP://127.1:${port}`, `${url}/`],
    [`http://[::ffff:127.0.0.1]:${port}/a`, `http://[::ffff:7f00:1]:${port}/a`],
    [`http://cdn.example:${port}/ä b`, `http://cdn.example:${port}/%C3%A4%20b`],
    [`http://Bücher.example:${port}/`, `http://xn--bcher-kva.example:${port}/`],
    [`http://localhost:${port}/`, `http://localhost:${port}/`],
    [examplePicture, 'data:image/png'],
  ] as const)
    t.same(await reader.read(address), { bytes: picture, sha256, origin }, address)
  const headers = { 'user-agent': 'automation-service/1.0.0 (+style analysis)', accept: /^image\/\*/ }
  t.match(requests[0], ['GET', '/a.png', { ...headers, 'accept-encoding': 'identity' }])
  t.match(requests[1], ['GET', '/a.png?token=secret'])

  const warnings = t.capture(process, 'emitWarning')
  await Promise.all(Array.from({ length: 30 }, () => reader.read(url)))
  t.same(warnings(), [], 'no MaxListenersExceededWarning')

  const withSystem = createSourceReader({ allow: parseCidrs('127.0.0.0/8 ::1'), timeoutMs: 5_000, maxBytes: 1_000 })
  t.same((await withSystem.read(`http://localhost:${port}/`)).bytes, picture, 'resolves names by default')
})

t.test('follows redirects, five at most', async t => {
  const { url, port } = await serve(t, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://host')
    const [, code, hops] = pathname.split('/')
    if (/^\/(?:picture|%C3%A9|%e9)$/i.test(pathname)) return response.end(picture)
    if (searchParams.has('latin1')) return response.writeHead(302, { location: '/é' }).end()
    if (searchParams.has('bare')) return response.writeHead(302).end()
    const location = searchParams.get('to') ?? (Number(hops) > 1 ? `/${code}/${Number(hops) - 1}` : '/picture')
    return response.writeHead(Number(code), { location: Buffer.from(location).toString('latin1') }).end('Moved')
  })
  const reader = openReader({ lookup: lookupIn({ 'a.example': ['127.0.0.1'] }) })
  const to = (location: string) => `${url}/302?to=${encodeURIComponent(location)}`

  for (const code of [301, 302, 303, 307, 308]) {
    t.same(await reader.read(`${url}/${code}/1`), { bytes: picture, sha256, origin: `${url}/${code}/1` })
    t.same((await reader.read(`${url}/${code}/5`)).bytes, picture)
    await t.rejects(reader.read(`${url}/${code}/6`), { code: 'source_http_error', message: /more than 5 times/ })
  }
  for (const location of [
    `//127.0.0.1:${port}/picture`,
    `http://a.example:${port}/picture`,
    'picture',
    '?to=/picture',
    '/é',
  ])
    t.same((await reader.read(to(location))).bytes, picture, location)
  t.same((await reader.read(`${url}/302?latin1`)).bytes, picture, 'a location in Latin-1')
  for (const path of ['/302?bare', '/302?to=http://', '/302?to=http://[::1', '/302?to='])
    await t.rejects(reader.read(url + path), { code: 'source_http_error', message: /302/ }, path)
  await t.rejects(reader.read(`${url}/302?to=/302/9`), { code: 'source_http_error' }, 'a loop')
  await t.rejects(reader.read(`${url}/302/6`), { message: /more than 5 times/ })
  await t.rejects(reader.read(to('ftp://a.example/')), { code: 'source_refused', message: refusedMessage })
  t.equal(reader.refused(), 1)
})

const ok = 'HTTP/1.1 200 OK\r\n'

const zeros = Buffer.alloc(900)
const encoded = {
  gzip: gzipSync(zeros),
  'X-GZIP': gzipSync(zeros),
  deflate: deflateSync(zeros),
  'deflate ': deflateRawSync(zeros),
  br: brotliCompressSync(zeros),
  'gzip, aws-chunked': gzipSync(zeros),
  'deflate, gzip': gzipSync(deflateSync(zeros)),
}
const zstdOfNothing = Buffer.from('28b52ffd2000010000', 'hex')

function respondEncoded(coding: string, bytes: Buffer) {
  return (socket: Socket) => socket.end(Buffer.concat([Buffer.from(`${ok}content-encoding: ${coding}\r\n\r\n`), bytes]))
}

/** What a host sends, and the outcome: the length of the picture, or an error code and its text. */
const responses: Readonly<
  Record<string, readonly [respond: string | ((socket: Socket) => void), outcome: number | ProblemCode, text?: RegExp]>
> = {
  'the status 204': ['HTTP/1.1 204 No Content\r\n\r\n', 'source_not_picture'],
  'an empty body': [`${ok}content-length: 0\r\n\r\n`, 'source_not_picture'],
  'a redirect with a body': ['HTTP/1.1 302 Found\r\nlocation: ?\r\n\r\nbody', 'source_http_error', /more than 5/],
  'the encoding identity': [`${ok}content-encoding: Identity\r\n\r\nabc`, 3],
  'a body as large as the limit': [`${ok}content-length: 1000\r\n\r\n${'a'.repeat(1000)}`, 1000],
  'a body above the limit': [`${ok}content-length: 1001\r\n\r\n${'a'.repeat(1001)}`, 'source_too_large', /1000 bytes/],
  'a declared length above the limit': [
    socket => socket.write(`${ok}content-length: 1001\r\n\r\n${'a'.repeat(400)}`),
    'source_too_large',
    /1000 bytes/,
  ],
  'a declared length above the limit of its kind': [
    socket => socket.write(`${ok}content-length: 501\r\n\r\n${'s'.repeat(400)}`),
    'source_too_large',
    /500 bytes/,
  ],
  'a body above the limit of its kind, in small pieces': [
    socket => {
      socket.write(`${ok}\r\n`)
      for (let piece = 0; piece < 3; piece++) setTimeout(() => socket.write('s'.repeat(200)), piece * 50)
    },
    'source_too_large',
    /500 bytes/,
  ],
  'a body as large as the limit of its kind': [`${ok}content-length: 500\r\n\r\n${'s'.repeat(500)}`, 500],
  'an encoded body above the limit of its kind': [
    respondEncoded('gzip', gzipSync('s'.repeat(501))),
    'source_too_large',
    /500 bytes/,
  ],
  'chunks as large as the limit': [
    `${ok}transfer-encoding: chunked\r\n\r\n3e8\r\n${'a'.repeat(1000)}\r\n0\r\n\r\n`,
    1000,
  ],
  'chunks above the limit': [
    `${ok}transfer-encoding: chunked\r\n\r\n3e8\r\n${'a'.repeat(1000)}\r\n1\r\na\r\n0\r\n\r\n`,
    'source_too_large',
    /1000 bytes/,
  ],
  'an endless body': [
    socket => {
      const send = () => {
        while (socket.writable && socket.write(Buffer.alloc(65_536)));
      }
      socket.on('drain', send).write(`${ok}\r\n`)
      send()
    },
    'source_too_large',
  ],
  'a body without a length': [`${ok}\r\nabc`, 3],
  'a body longer than declared, which is cut': [`${ok}content-length: 3\r\n\r\nabcdef`, 3],
  'a reset': [socket => socket.resetAndDestroy(), 'source_unreachable', /closed the connection/],
  'a reset in the body': [
    socket => socket.write(`${ok}content-length: 9\r\n\r\nabc`, () => socket.resetAndDestroy()),
    'source_unreachable',
  ],
  'a body shorter than declared': [`${ok}content-length: 9\r\n\r\nabc`, 'source_unreachable', /before the whole file/],
  'an incomplete chunk': [`${ok}transfer-encoding: chunked\r\n\r\n9\r\nabc`, 'source_unreachable'],
  'a length that is not a number': [`${ok}content-length: nine\r\n\r\nabc`, 'source_unreachable'],
  'two lengths': [`${ok}content-length: 3\r\ncontent-length: 4\r\n\r\nabcd`, 'source_unreachable'],
  'another protocol': ['SSH-2.0-OpenSSH_9.2\r\n', 'source_unreachable', /not valid HTTP/],
  'headers of 60 KB': [`${ok}${'x-filler: y\r\n'.repeat(4_600)}content-length: 3\r\n\r\nabc`, 3],
  'endless headers': [`${ok}${'x-filler: y\r\n'.repeat(9_999)}\r\n`, 'source_unreachable', /64 KiB of headers/],
  'an unrequested upgrade': [
    'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    'source_unreachable',
  ],
  nothing: ['', 'source_unreachable'],
  ...Object.fromEntries(
    [300, 304, 305, 306, 399, 400, 401, 404, 429, 500, 503, 599].map(status => [
      `the status ${status}`,
      [`HTTP/1.1 ${status} Text\r\nlocation: /\r\n\r\n`, 'source_http_error', RegExp(`status ${status}`)] as const,
    ]),
  ),
  ...Object.fromEntries(
    ['base64', 'aws-chunked', 'UTF-8', 'undefined', '', 'gzip', 'x-gzip, identity', 'zstd'].map(coding => [
      `the encoding ${coding} of a file that is not encoded`,
      [`${ok}content-encoding: ${coding}\r\n\r\nabc`, 3] as const,
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(encoded).map(
      ([coding, bytes]) => [`the encoding ${coding}`, [respondEncoded(coding, bytes), 900]] as const,
    ),
  ),
  'an empty body with an encoding': [`${ok}content-encoding: gzip\r\n\r\n`, 'source_not_picture', /empty body/],
  'half of an encoded body': [
    respondEncoded('gzip', gzipSync(picture).subarray(0, 40)),
    'source_not_picture',
    /gzip.*is incomplete/,
  ],
  'an encoded body that is damaged': [respondEncoded('br', Buffer.from('abc')), 'source_not_picture', /not valid br/],
  'an encoded body above the limit': [
    respondEncoded('deflate', deflateSync(Buffer.alloc(1001))),
    'source_too_large',
    /1000 bytes/,
  ],
  'an encoded body of which more than the limit is nothing': [
    respondEncoded('deflate', Buffer.alloc(1005, Buffer.from([0, 0, 0, 255, 255]))),
    'source_too_large',
  ],
  'a connection that breaks off in an encoded body': [
    socket =>
      socket.end(
        Buffer.concat([
          Buffer.from(`${ok}content-encoding: gzip\r\ncontent-length: 99\r\n\r\n`),
          gzipSync(picture).subarray(0, 40),
        ]),
      ),
    'source_unreachable',
    /before the whole file/,
  ],
  'three encodings': [respondEncoded('gzip, br, gzip', picture), 'source_unsupported', /3 content codings/],
  ...('createZstdDecompress' in zlib
    ? {}
    : {
        'an encoding of newer versions': [respondEncoded('zstd', zstdOfNothing), 'source_unsupported', /zstd/] as const,
      }),
}

t.test('turns every response into a picture or an error, and leaves no connection open', async t => {
  const names = Object.keys(responses)
  const { url, sockets } = await serveRaw(t, (socket, path) => {
    const [respond = ''] = responses[names[Number(/\d+/.exec(path)?.[0])] ?? ''] ?? []
    if (typeof respond === 'string') socket.end(respond)
    else respond(socket)
  })
  for (const [at, [name, [, outcome, text]]] of Object.entries(responses).entries()) {
    const reading = openReader().read(`${url}/${at}`)
    if (typeof outcome === 'number') t.equal((await reading).bytes.length, outcome, name)
    else await t.rejects(reading, { code: outcome, statusCode: 422, ...(text && { message: text }) }, name)
  }
  t.equal(sockets.length, names.length + 5, 'one connection for each hop')
  await Promise.all(sockets.map(closeOf))

  const lookup = lookupIn({ 'empty.example': [], 'two.example': ['127.0.0.1', '::1'] })
  for (const [target, message] of [
    ['http://127.0.0.1:1/', /refuses connections/],
    ['http://two.example:1/', /refuses connections/],
    ['http://unknown.example/', /no address/],
    ['http://empty.example/', /could not be reached/],
    [url.replace('http', 'https'), /TLS/],
  ] as const)
    await t.rejects(openReader({ lookup }).read(target), { code: 'source_unreachable', message }, target)
})

t.test('reports the length of every piece of a body', async t => {
  const { url } = await serveRaw(t, socket => {
    socket.write(`${ok}content-length: 600\r\n\r\n`)
    socket.write('a'.repeat(400), () => setTimeout(() => socket.write('b'.repeat(200)), 50))
  })
  let received = 0
  const onBytes = (bytes: number): void => {
    received += bytes
  }
  t.equal((await openReader().read(url, { onBytes })).bytes.length, 600)
  t.equal(received, 600)
})

t.test('times out', async t => {
  const { url } = await serveRaw(t, (socket, path) => {
    if (path === '/silent') return
    if (path === '/redirect') return setTimeout(() => socket.end('HTTP/1.1 302 Found\r\nlocation: ?\r\n\r\n'), 40)
    socket.write(`${ok}content-length: 999\r\n\r\nabc`)
    if (path === '/pause') return
    const drip = setInterval(() => socket.write('.'), 10)
    socket.on('close', () => clearInterval(drip))
  })
  const cases: readonly (readonly [name: string, url: string, ms: number, cause?: object])[] = [
    ['an unresponsive host', `${url}/silent`, 60],
    ['an unresponsive resolver', 'http://slow.example/', 60],
    ['a slow body', `${url}/drip`, 300],
    ['slow redirects, which do not restart the timeout', `${url}/redirect`, 100],
    ['a pause in the body, before the whole timeout', `${url}/pause`, 4_500, { code: 'UND_ERR_BODY_TIMEOUT' }],
  ]
  await Promise.all(
    cases.map(([name, url, timeoutMs, cause]) =>
      t.rejects(openReader({ timeoutMs, lookup: () => never }).read(url), { code: 'source_timeout', cause }, name),
    ),
  )
})

t.test('a read that is given up at any moment leaves no connection open', async t => {
  const { url, sockets } = await serveRaw(t, () => undefined)
  const reader = openReader()
  for (let turns = 0; turns < 120; turns++) {
    const client = new AbortController()
    const reading = reader.read(url, { signal: client.signal })
    for (let turn = 0; turn < turns; turn++) await Promise.resolve()
    client.abort(new Error('gone'))
    await t.rejects(reading, { message: 'gone' })
  }
  await delay(100)
  t.same(
    sockets.filter(({ closed }) => !closed),
    [],
  )
})

t.test('aborts reads with their client, and all when it closes', async t => {
  const { url, sockets } = await serveRaw(t, socket => socket.write(`${ok}content-length: 999\r\n\r\nabc`))
  const reader = openReader({ lookup: () => never })
  const gone = { message: 'gone' }
  await t.rejects(reader.read(url, { signal: AbortSignal.abort(new Error('gone')) }), gone, 'before the request')
  t.equal(sockets.length, 0)
  const duringLookup = new AbortController()
  const looking = reader.read('http://slow.example/', { signal: duringLookup.signal })
  duringLookup.abort(new Error('gone'))
  await t.rejects(looking, gone, 'during the lookup')
  const duringBody = new AbortController()
  const onBytes = () => duringBody.abort(new Error('gone'))
  await t.rejects(reader.read(url, { signal: duringBody.signal, onBytes }), gone, 'during the body')
  await Promise.all(sockets.splice(0).map(closeOf))

  const reading = t.rejects(reader.read(url), { code: 'overloaded', headers: { 'retry-after': '1' } })
  while (sockets.length === 0) await new Promise(setImmediate)
  await reader.close()
  await reading
  await t.rejects(reader.read(url), { code: 'overloaded' })
})

t.test('decodes data URIs', async t => {
  const bytes = Buffer.from('89504e470d0a1a0a', 'hex')
  for (const [text, origin] of Object.entries({
    'data:image/png;base64,iVBORw0KGgo=': 'data:image/png',
    'data:image/png;base64,iVBORw0KGgo': 'data:image/png',
    ' \n DATA:IMAGE/PNG;BASE64,iVBORw0KGgo=\n': 'data:image/png',
    'data:image/svg+xml;charset=utf-8;base64,iVBORw0KGgo=': 'data:image/svg+xml',
    'data:image/png;name=a.png ; base64,iVBO\r\nRw0K\tGg\fo\n=': 'data:image/png',
    'data:image/png;base64,iVBORw0KGgo%3D': 'data:image/png',
    'data:image/png;base64,iVBO%52w0KGgo%3d%0A': 'data:image/png',
    'data:video/mp4;base64,iVBORw0KGgo=': 'data:video/mp4',
    'data:;base64,iVBORw0KGgo=': 'data:',
    'data:<script>;base64,iVBORw0KGgo=': 'data:',
  })) {
    t.equal(isDataUri(text), true)
    t.same(decodeDataUri(text, 8), { bytes, sha256: hashOf(bytes), origin }, text)
  }
  const drawing = Buffer.from(
    `<svg xmlns='http://www.w3.org/2000/svg' width='100%'><text fill='#f00'>a+b é😀</text></svg>`,
  )
  const text = String(drawing)
  for (const [head, data] of [
    ['data:image/svg+xml,', encodeURIComponent(text)],
    ['data:image/svg+xml;charset=utf-8,', encodeURI(text)],
    ['data:image/svg+xml;utf8,', text],
    ['data:image/svg+xml;utf8,', `${text}#icon`],
    ['DATA:IMAGE/SVG+XML,', text.replaceAll(/[<>#]/g, escape)],
    ['data:,', text],
  ] as const) {
    const type = head.toLowerCase().replace(/[;,].*/, '')
    t.same(decodeDataUri(head + data, 1_000), { bytes: drawing, sha256: hashOf(drawing), origin: type }, head + data)
  }
  const long = `<svg>${'%é😀#'.repeat(20_000)}</svg>`
  t.equal(String(decodeDataUri(`data:image/svg+xml,${long}`, 1e6).bytes), long, 'a text of several pieces')
  t.equal(String(decodeDataUri(`data:image/svg+xml,<svg>%`, 1e6).bytes), '<svg>%')
  t.same(decodeDataUri(`data:image/png,%89PNG%0d%0a%1A%0A`, 8).bytes, bytes, 'bytes in percent escapes')
  t.equal(String(decodeDataUri('data:;base64,PDw_Pz8-Pg==', 9).bytes), '<<???>>', 'the alphabet for URLs')
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), bytes => {
      const base64 = Buffer.from(bytes).toString('base64')
      return [base64, encodeURIComponent(base64), base64.replace(/=+$/, '')].every(
        text => Buffer.compare(decodeDataUri(`data:image/png;base64,${text}`, 1_000).bytes, bytes) === 0,
      )
    }),
  )
  const data = `iVBO* iVBO=Rw0K iVBORw0K=== iVB%ZZ iVB%F8%80 iVB% ŁŁŁŁ iVBO# A = %20 data:image/png`.split(' ')
  const heads = `data: data:, data:image/png data:image/png;base64 data:image/png,iVBORw0KGgo=
    data:image/png;xbase64,iVBO data:image/png;base64,`.split(/\s+/)
  const tooLong = `data:image/png;${'x'.repeat(2_000)};base64,iVBO`
  for (const text of [...heads, tooLong, ...data.map(invalid => `data:image/png;base64,${invalid}`)])
    t.throws(
      () => decodeDataUri(text, 1_000),
      { code: 'source_invalid', message: 'Send data:image/…;base64,…' },
      text.slice(0, 60),
    )
  const noise = Buffer.from(Array.from({ length: 400 }, (_, at) => (at * at * 7 + at * 251) & 255)).toString('base64')
  const lines = (length: number, separator: string): string =>
    noise.replaceAll('+', '-').replaceAll(RegExp(`.{${length}}(?!$)`, 'g'), `$&${separator}`)
  t.match(noise, /\+.*\+/)
  for (const spaces of [
    noise.replaceAll('+', ' '),
    noise.replaceAll('+', '%20'),
    'AAAA AA BBB=',
    'AAAA BBBBBBBB',
    'AAAA  AAAA',
    'AAA AAAA',
  ])
    t.throws(
      () => decodeDataUri(`data:image/png;base64,${spaces}`, 1_000),
      { code: 'source_invalid', message: /spaces instead of \+.*%2B/ },
      spaces.slice(0, 60),
    )
  const same = decodeDataUri(`data:image/png;base64,${noise}`, 1_000)
  for (const text of [
    lines(76, ' '),
    lines(64, '\n'),
    lines(76, '\r\n '),
    ` ${noise} `,
    noise.replace('+', '+ '),
    lines(5, '\n'),
  ])
    t.same(decodeDataUri(`data:image/png;base64,${text}`, 1_000), same, 'white space between lines, and beside +')
  t.throws(() => decodeDataUri('data:image/png;base64,iVBORw0KGgo=', 7), {
    code: 'source_too_large',
    message: /7 bytes/,
  })

  const length = 30_000_000
  for (const [name, text, code] of [
    ['letters', 'A'.repeat(length), 'source_too_large'],
    ['white space', ' '.repeat(length), 'source_invalid'],
    ['letters and white space', 'A\n'.repeat(length / 2), 'source_too_large'],
    ['escapes', '%41'.repeat(length / 3), 'source_too_large'],
    ['padding', '='.repeat(length), 'source_invalid'],
    ['one wrong letter at the end', `${'A'.repeat(length)}*`, 'source_invalid'],
  ] as const)
    t.throws(() => decodeDataUri(`data:image/png;base64,${text}`, 1_000), { code }, `30 MB of ${name}`)
  for (const text of ['http://a/data:', 'dat', '', ' '.repeat(length)]) t.equal(isDataUri(text), false)
})

t.test('names of unresponsive name servers time out', async t => {
  const codes = (await unresponsive).map(result => (result.status === 'rejected' ? result.reason.code : result.status))
  t.same(new Set(codes), new Set(['ETIMEOUT']))
})
