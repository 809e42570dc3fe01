// Hostile addresses through analyze-vibe: all get the same answer, and no connection to a private address is tried.
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import type { LightMyRequestResponse as Answer } from 'fastify'
import t, { type Test } from 'tap'
import { examplePicture } from '../schemas/examples/pictures.ts'
import { createResolver } from '../src/fetch/resolver.ts'
import { recordConnectionAttempts } from './fixtures/network/connection-attempts.ts'
import * as corpus from './fixtures/network/hostile-addresses.ts'
import { serveNames } from './fixtures/network/name-server.ts'
import { freePort } from './helpers/free-port.ts'
import { listen } from './helpers/loopback.ts'
import { type Service, startService } from './helpers/service.ts'
import { sample, whole } from './helpers/whole.ts'

const picture = Buffer.from(examplePicture.replace(/.*,/, ''), 'base64')
const analyze = '/api/v1/analyze-vibe'
/** Represents the public internet: the only address that `publicService` may connect to. */
const publicHost = '127.0.0.7'

/** Targets on this machine that no request may reach. They stand for a private network. */
const answering = await listen(
  t,
  createHttpServer((_request, response) => response.writeHead(418).end()),
  '0.0.0.0',
)
const silent = await listen(t, createServer())
const closedPort = await freePort()
const connections = () => answering.sockets.length + silent.sockets.length
/** The error that shows that the target was reached. */
const reached = { code: 'source_http_error', detail: /status 418/ }

const { server, queries } = await serveNames(t, {
  ...corpus.names,
  'public.example': [[publicHost]],
  'flip.example': [[publicHost], ['127.0.0.1']],
  'rebind.example': [[publicHost], ['127.0.0.1']],
  'rebind6.example': [[publicHost], ['::1']],
  'rebind-mixed.example': [[publicHost], [publicHost, '10.0.0.1']],
  'rebind-alias.example': [['public.example'], ['metadata.example']],
  'rebind-late.example': [[publicHost], [publicHost], [publicHost], ['169.254.169.254']],
  'unbind.example': [['127.0.0.1'], [publicHost]],
})
const lookup = createResolver({ allowsPrivate: false, servers: [server] })
const environment = { FETCH_ALLOW_CIDRS: '', FETCH_TIMEOUT_MS: '3000' }
const service = await startService(t, { ...environment, HOST: '127.0.0.1', PORT: `${answering.port}` }, { lookup })
const publicService = await startService(t, { ...environment, FETCH_ALLOW_CIDRS: publicHost }, { lookup })
const attempts = recordConnectionAttempts(t)

const analyzeUrl = ({ post }: Service, source_url: string): Promise<Answer> => post(analyze, { source_url })

/** An answer without its date and request id. */
function withoutRequest({ statusCode, headers, payload }: Answer): string {
  const { 'x-request-id': id, 'content-length': _, date, ...others } = headers
  return JSON.stringify([statusCode, others, payload.replaceAll(String(id), '')])
}

const refusal = await analyzeUrl(service, 'http://10.0.0.1/')
let requests = 0

/** Sends each address. @returns those whose answer differs from the refusal */
async function notRefused(service: Service, addresses: readonly string[]): Promise<readonly string[]> {
  const others: string[] = []
  for (const address of addresses) {
    requests++
    const answer = await analyzeUrl(service, address)
    if (withoutRequest(answer) !== withoutRequest(refusal)) others.push(`${JSON.stringify(address)}: ${answer.payload}`)
  }
  return others
}

/** Runs a test during which no connection may be tried, except to the public host. */
function withoutConnections(t: Test, name: string, run: (t: Test) => Promise<unknown>) {
  return t.test(name, async t => {
    const before = connections()
    attempts()
    await run(t)
    t.same(
      attempts().filter(attempt => !attempt.startsWith(`${publicHost} `)),
      [],
      'no connection is tried',
    )
    t.equal(connections(), before, 'no connection arrives')
  })
}

const hosts = [
  ...Object.values(corpus.literals).flatMap(spellings => sample(spellings, 2)),
  ...sample(corpus.privateNames, 8),
  ...Object.keys(corpus.names),
  ...sample(corpus.spelledNames, 4),
]

t.test('a listed block is reached, and every connection is recorded', async t => {
  const open = await startService(t, { FETCH_ALLOW_CIDRS: '::ffff:127.0.0.1 ::1' }, { lookup })
  const before = connections()
  attempts()
  const codeOf = async (url: string) => (await analyzeUrl(open, url)).json().code
  t.match((await analyzeUrl(open, `http://127.0.0.1:${answering.port}/`)).json(), reached)
  t.match((await analyzeUrl(open, `http://loopback.example:${answering.port}/`)).json(), reached)
  t.equal(await codeOf(`https://127.0.0.1:${answering.port}/`), 'source_unreachable')
  t.equal(await codeOf(`http://both.example:${closedPort}/`), 'source_unreachable')
  const expected = [...Array(3).fill(`127.0.0.1 ${answering.port}`), `127.0.0.1 ${closedPort}`, `::1 ${closedPort}`]
  t.same(attempts(), expected)
  t.equal(connections(), before + 3)
})

withoutConnections(t, 'refuses hostile addresses at open and closed ports', async t => {
  t.match(refusal.json(), { status: 422, code: 'source_refused', title: 'source_url is not allowed' })
  t.notMatch(refusal.payload, /10\.0\.0\.1|private/)
  const portsOf = (at: number) => (whole ? [answering.port, closedPort] : [at % 2 === 0 ? answering.port : closedPort])
  const targets = hosts.flatMap((host, at) => portsOf(at).map(port => `http://${host}:${port}/secret?key=1`))
  t.same(await notRefused(service, [...targets, ...sample(corpus.disguised, 20)]), [])
  t.notOk(
    queries.some(query => corpus.privateNames.includes(query.split(' ')[0] ?? '')),
    'private names are not resolved',
  )
  const ports = sample(corpus.ports, 6).flatMap(port => [
    `http://127.0.0.1:${port}/`,
    `https://private.example:${port}/`,
  ])
  t.same(await notRefused(service, ports), [])
})

withoutConnections(t, 'answers an invalid address without revealing where it would lead', async t => {
  const harmless = ['http://8.8.8.8.8/', 'ftp://8.8.8.8/'].map(url => analyzeUrl(service, url))
  const answers = (await Promise.all(harmless)).map(withoutRequest)
  for (const hostile of sample(corpus.invalid, 30)) {
    requests++
    const answer = await analyzeUrl(service, hostile)
    t.match(answer.json(), { status: 422, code: 'source_invalid' }, hostile)
    t.ok(answers.includes(withoutRequest(answer)), hostile)
  }
})

withoutConnections(t, 'nothing in a request allows an address', async t => {
  const source_url = `http://127.0.0.1:${answering.port}/`
  const members = { allow: '127.0.0.1', FETCH_ALLOW_CIDRS: '0.0.0.0/0', allow_private: true, api_key: 'k', host: 'a' }
  const headers = {
    host: '127.0.0.1',
    'x-forwarded-for': '127.0.0.1',
    forwarded: 'for=127.0.0.1',
    via: '1.1 localhost',
  }
  const video = { media_type: 'video', analysis_depth: 'high' }
  for (const [body, sent] of [[members], [{}, headers], [video]] as const)
    t.equal((await service.post(analyze, { source_url, ...body }, sent)).json().code, 'source_refused')
})

withoutConnections(t, 'no block allows the metadata of a cloud, however wide', async t => {
  const wide =
    '0.0.0.0/0, ::/0, 169.254.0.0/16, 100.64.0.0/10, fd00::/8, fd00:ec2::/32, 169.254.169.254/31, 192.0.0.0/24'
  const open = await startService(t, { FETCH_ALLOW_CIDRS: wide }, { lookup })
  const embedded = ['2852039166', '0xa9fea9fe', '[64:ff9b:1::a9fe:a9fe]', '[::169.254.169.254]', '[fd00::a9fe:a9fe]']
  const names = Object.keys(corpus.names).filter(name => /metadata|azure|alibaba|alias-and/.test(name))
  const all = [...(corpus.literals.metadata ?? []), ...embedded, ...names]
  t.same(
    await notRefused(
      open,
      all.map(host => `http://${host}/latest/meta-data/`),
    ),
    [],
  )
})

t.test('redirects', async t => {
  const redirector = createHttpServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://host')
    const location = Buffer.from(searchParams.get('to') ?? '').toString('latin1')
    const code = Number(pathname.slice(1))
    if (code > 0) return response.writeHead(code, { location, connection: 'close' }).end('Moved')
    if (pathname === '/picture') return response.end(picture)
    const page = `<meta http-equiv="refresh" content="0;url=${location}"><script>location="${location}"</script>`
    const hints = { link: `<${location}>; rel=preload`, 'content-location': location, 'alt-svc': 'h2="127.0.0.1:80"' }
    return response.writeHead(200, { location, refresh: `0;url=${location}`, ...hints }).end(page)
  })
  const { port, sockets } = await listen(t, redirector, publicHost)
  const through = (code: number | string, location: string): string =>
    `http://${publicHost}:${port}/${code}?to=${encodeURIComponent(location)}`
  const codes = [301, 302, 303, 307, 308] as const

  t.test('a public host is fetched', async t => {
    for (const target of ['/picture', `http://public.example:${port}/picture`])
      t.equal((await analyzeUrl(publicService, through(302, target))).statusCode, 200)
  })

  withoutConnections(t, 'rejects a redirect to a private address and to another scheme', async t => {
    const targets = `http://127.0.0.1/ https://[::1]/ //localhost/ http://0x7f.1/ http://[64:ff9b::7f00:1]/
      http://169.254.169.254/latest/ //private.example/ \\\\10.0.0.1\\a`.split(/\s+/)
    // Control characters cannot be in a header, and `http:/path` is on the same host.
    const disguised = sample(corpus.disguised, 20).filter(address => !/[\0-\x08\n-\x1f]|^http:\/?\d/.test(address))
    const all = [...targets, ...corpus.otherSchemes, ...disguised]
    const urls = all.flatMap((location, at) =>
      (whole ? codes : [codes[at % 5] ?? 302]).map(code => through(code, location)),
    )
    const behind = sample(hosts, 30).map((host, at) =>
      through(codes[at % 5] ?? 302, `http://${host}:${answering.port}/`),
    )
    t.same(await notRefused(publicService, [...urls, ...behind]), [])
    const chain = through(301, through(302, through(303, through(307, `http://127.0.0.1:${answering.port}/`))))
    attempts()
    t.same(await notRefused(publicService, [chain]), [])
    t.equal(attempts().length, 4, 'a chain ends at a private address')
  })

  withoutConnections(t, 'does not follow other headers, statuses and pages', async t => {
    const location = `http://127.0.0.1:${answering.port}/`
    for (const [code, expected] of [
      ['page', 'source_not_picture'],
      ...[300, 304, 305, 306, 399, 401, 404, 503].map(code => [code, 'source_http_error'] as const),
      ...[201, 202, 206].map(code => [code, 'source_not_picture'] as const),
    ] as const)
      t.equal((await analyzeUrl(publicService, through(code, location))).json().code, expected, `${code}`)
  })

  const queriesFor = (name: string): number => queries.filter(query => query === `${name} 1`).length

  withoutConnections(t, 'connects to the checked address without a second lookup', async t => {
    t.equal((await analyzeUrl(publicService, `http://flip.example:${port}/picture`)).statusCode, 200)
    t.equal(queriesFor('flip.example'), 1)
    t.same(await notRefused(publicService, [`http://flip.example:${closedPort}/picture`]), [])
    t.equal(queriesFor('flip.example'), 2)
  })

  withoutConnections(t, 'refuses a name as soon as it resolves to a private address', async t => {
    for (const [name, hops] of [
      ['rebind.example', 1],
      ['rebind6.example', 1],
      ['rebind-mixed.example', 1],
      ['rebind-alias.example', 1],
      ['rebind-late.example', 3],
      ['unbind.example', 0],
    ] as const) {
      const before = sockets.length
      const self = (at: number): string =>
        `http://${name}:${port}/${at > 0 ? `302?to=${encodeURIComponent(self(at - 1))}` : 'picture'}`
      t.same(await notRefused(publicService, [self(4)]), [])
      t.equal(sockets.length, before + hops, name)
      t.equal(queriesFor(name), hops + 1, name)
    }
  })
})

withoutConnections(t, 'the time of a refusal does not reveal what is at the address', async t => {
  const targets = [
    `127.0.0.1:${answering.port}`,
    `127.0.0.1:${silent.port}`,
    `127.0.0.1:${closedPort}`,
    '10.255.255.1:81',
    `loopback.example:${answering.port}`,
    `loopback.example:${closedPort}`,
    `localhost:${answering.port}`,
    `unknown.internal:${closedPort}`,
  ]
  const rounds = whole ? 41 : 11
  const times = new Map<string, number[]>(targets.map(target => [target, []]))
  for (let round = 0; round < rounds; round++)
    for (const [target, list] of times) {
      const begin = performance.now()
      await analyzeUrl(service, `http://${target}/`)
      list.push(performance.now() - begin)
    }
  const medians = [...times.values()].map(list => list.toSorted((one, other) => one - other)[list.length >> 1] ?? 0)
  const difference = Math.max(...medians) - Math.min(...medians)
  t.ok(difference < 25, `medians of ${rounds} rounds differ by ${difference.toFixed(2)} ms`)
})

t.test('enough addresses', async t => {
  const direct = new Set([...hosts, ...corpus.disguised, ...corpus.invalid]).size
  t.ok(direct >= 200, `${direct} hostile addresses`)
  t.comment(`cases: ${direct} hostile addresses and ${corpus.ports.length} ports in ${requests} requests`)
})
