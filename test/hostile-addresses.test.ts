// Addresses of strangers that lead inside, through the operation itself: all refused, none dialled, nothing told. What is fetched all the
// same, and how, stands in net.test.ts.
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer, type Server } from 'node:net'
import type { LightMyRequestResponse as Answer } from 'fastify'
import t, { type Test } from 'tap'
import { examplePicture } from '../schemas/examples/pictures.ts'
import { createResolver } from '../src/fetch/resolver.ts'
import { countDials } from './fixtures/network/dials.ts'
import * as corpus from './fixtures/network/hostile-addresses.ts'
import { serveNames } from './fixtures/network/name-server.ts'
import { freePort } from './helpers/free-port.ts'
import { listen } from './helpers/loopback.ts'
import { type Service, startService } from './helpers/service.ts'

const analyze = '/api/v1/analyze-vibe'
const picture = Buffer.from(examplePicture.replace(/.*,/, ''), 'base64')

/** Stands for a public host: the only address that the services below may reach, where they may reach any. */
const publicHost = '127.0.0.7'
const publicOnly = { FETCH_ALLOW_CIDRS: `${publicHost}/32`, FETCH_TIMEOUT_MS: '3000' }

const serve = (t: Test, listener: RequestListener, host: string) => listen(t, createHttpServer(listener), host)

const silent = (): Server => createServer()

/** The inside: who dials any address of this machine at one of these ports is counted. */
const answering = await serve(t, (_request, response) => response.writeHead(418).end(), '0.0.0.0')
const inside = [
  answering,
  await listen(t, silent(), '127.0.0.1'),
  await serve(t, (_request, response) => response.writeHead(302, { location: '/' }).end(), '::'),
  await listen(t, silent(), '::1'),
] as const
const [, { port: silentPort }] = inside
const shutPort = await freePort()

const connections = (): number => inside.reduce((sum, { sockets }) => sum + sockets.length, 0)

/** How the answer tells that the inside was reached. */
const reached = { code: 'source_http_error', detail: /status 418/ }

const zone = {
  ...corpus.names,
  'public.example': [[publicHost]],
  'flip.example': [[publicHost], ['127.0.0.1']],
  'rebind.example': [[publicHost], ['127.0.0.1']],
  'rebind6.example': [[publicHost], ['::1']],
  'rebind-mixed.example': [[publicHost], [publicHost, '10.0.0.1']],
  'rebind-alias.example': [['public.example'], ['metadata.example']],
  'rebind-late.example': [[publicHost], [publicHost], [publicHost], ['169.254.169.254']],
  'unbind.example': [['127.0.0.1'], [publicHost]],
}
const { server, asked } = await serveNames(t, zone)
const lookup = createResolver({ allowsPrivate: false, servers: [server] })

/** Nothing is open here, as without any settings. */
const service = await startService(t, { FETCH_ALLOW_CIDRS: '', FETCH_TIMEOUT_MS: '3000' }, { lookup })
const withPublic = await startService(t, publicOnly, { lookup })
const dials = countDials(t)

const ask = ({ post }: Service, source_url: string): Promise<Answer> => post(analyze, { source_url })

/** Everything of an answer but the clock and the number of the request, whose length is part of the content's. */
const wordsOf = ({ statusCode, headers, payload }: Answer): string => {
  const { 'x-request-id': id, 'content-length': _, date, ...others } = headers
  return JSON.stringify([statusCode, others, payload.replaceAll(String(id), '')])
}

const refusal = await ask(service, 'http://10.0.0.1/')
t.match(refusal.json(), { status: 422, code: 'source_refused', title: 'source_url is not allowed' })
t.notMatch(refusal.payload, /10\.0\.0\.1|private/)
const refused = wordsOf(refusal)

let sent = 0

/** Addresses that are answered in any other way than by the one refusal. */
const unlike = async (service: Service, addresses: readonly string[], words = refused): Promise<readonly string[]> => {
  const others: string[] = []
  for (const address of addresses) {
    sent++
    const answer = await ask(service, address)
    if (wordsOf(answer) !== words) others.push(`${JSON.stringify(address)}: ${answer.payload}`)
  }
  return others
}

/** Runs the checks of a test, after which nothing may have been dialled. */
const untouchedIn = (t: Test, name: string, checks: (t: Test) => Promise<unknown>) =>
  t.test(name, async t => {
    const before = connections()
    dials()
    await checks(t)
    t.same(dials(), [], 'no dials')
    t.equal(connections(), before, 'no connections')
  })

const untouched = (name: string, checks: (t: Test) => Promise<unknown>) => untouchedIn(t, name, checks)

const hosts = [
  ...Object.values(corpus.literals).flat(),
  ...corpus.privateNames,
  ...Object.keys(corpus.names),
  ...corpus.spelledNames,
]

t.test('the counter of connections sees every one', async t => {
  const open = await startService(t, { FETCH_ALLOW_CIDRS: '127.0.0.0/8, ::1' }, { lookup })
  const before = connections()
  dials()
  t.match((await ask(open, `http://127.0.0.1:${answering.port}/`)).json(), reached)
  t.equal((await ask(open, `https://127.0.0.1:${answering.port}/`)).json().code, 'source_unreachable')
  t.equal((await ask(open, `http://[::1]:${shutPort}/`)).json().code, 'source_unreachable')
  t.equal((await ask(open, `http://both.example:${shutPort}/`)).json().code, 'source_unreachable')
  const shut = [`::1 ${shutPort}`, `127.0.0.1 ${shutPort}`, `::1 ${shutPort}`]
  t.same(dials(), [`127.0.0.1 ${answering.port}`, `127.0.0.1 ${answering.port}`, ...shut])
  t.equal(connections(), before + 2)
})

for (const [kind, spellings] of Object.entries(corpus.literals))
  untouched(`${kind}: ${spellings.length} spellings are refused at open and closed ports`, async t => {
    for (const port of [answering.port, shutPort])
      t.same(
        await unlike(
          service,
          spellings.map(host => `http://${host}:${port}/secret?key=1`),
        ),
        [],
      )
  })

untouched('private names are refused, and nobody is asked for them', async t => {
  const before = asked.length
  for (const port of [answering.port, shutPort])
    t.same(
      await unlike(
        service,
        corpus.privateNames.map(host => `http://${host}:${port}/`),
      ),
      [],
    )
  t.equal(asked.length, before)
})

untouched('names with one private address among their answers are refused', async t => {
  const spelled = [...Object.keys(corpus.names), ...corpus.spelledNames]
  for (const port of [answering.port, shutPort])
    t.same(
      await unlike(
        service,
        spelled.map(host => `http://${host}:${port}/`),
      ),
      [],
    )
})

untouched('addresses that hide where they lead are refused', async t =>
  t.same(await unlike(service, corpus.disguised), []),
)

untouched('ports make no difference', async t => {
  const targets = ['127.0.0.1', '[::1]', '10.0.0.1', 'localhost', 'private.example']
  const all = corpus.ports.flatMap(port => targets.map(host => `http://${host}:${port}/`))
  t.same(await unlike(service, [...all, ...all.slice(0, 25).map(url => url.replace('http', 'https'))]), [])
})

untouched('what is no web address is told so, in the same words wherever it would lead', async t => {
  for (const [hostile, harmless] of corpus.invalid) {
    sent++
    const answer = await ask(service, hostile)
    t.match(answer.json(), { status: 422, code: 'source_invalid' }, hostile)
    t.equal(wordsOf(answer), wordsOf(await ask(service, harmless)), hostile)
  }
})

t.test('redirects', async t => {
  const { port, sockets } = await serve(
    t,
    (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://host')
      const location = Buffer.from(searchParams.get('to') ?? '').toString('latin1')
      const code = Number(pathname.slice(1))
      if (code > 0) return response.writeHead(code, { location, connection: 'close' }).end('Moved')
      if (pathname === '/picture') return response.end(picture)
      const page = `<meta http-equiv="refresh" content="0;url=${location}"><script>location="${location}"</script>`
      const hints = { link: `<${location}>; rel=preload`, 'content-location': location, 'alt-svc': 'h2="127.0.0.1:80"' }
      return response.writeHead(200, { location, refresh: `0;url=${location}`, ...hints }).end(page)
    },
    publicHost,
  )
  const through = (code: number | string, location: string): string =>
    `http://${publicHost}:${port}/${code}?to=${encodeURIComponent(location)}`

  /** Of what was dialled, all that is not the host that may be. */
  const elsewhere = () => dials().filter(dial => dial !== `${publicHost} ${port}`)

  const codes = [301, 302, 303, 307, 308]
  const ends = ['http://127.0.0.1/', 'https://[::1]/', '//localhost/', 'http://2130706433/', 'http://0x7f.1/']
  const others = [
    'http://[64:ff9b::7f00:1]/',
    'http://169.254.169.254/latest/',
    '//private.example/',
    '\\\\10.0.0.1\\a',
  ]
  const far = [...ends, ...others, ...corpus.otherSchemes]

  t.test('the host that redirects may be fetched', async t => {
    t.equal((await ask(withPublic, through(302, '/picture'))).statusCode, 200)
    t.equal((await ask(withPublic, through(302, `http://public.example:${port}/picture`))).statusCode, 200)
  })
  elsewhere()

  for (const code of codes)
    t.test(`rejects a ${code} to a private address and to another scheme`, async t => {
      const before = connections()
      t.same(
        await unlike(
          withPublic,
          far.map(location => through(code, location)),
        ),
        [],
      )
      t.same(elsewhere(), [])
      t.equal(connections(), before)
    })

  t.test('refuses every hostile host behind a redirect as well', async t => {
    const before = connections()
    const urls = hosts.map((host, at) => through(codes[at % 5] ?? 302, `http://${host}:${answering.port}/`))
    t.same(await unlike(withPublic, urls), [])
    const hidden = corpus.disguised.filter(address => !/[\0-\x08\n-\x1f]|^http:\/?\d/.test(address)) // not in a header, and paths of the same host
    t.same(
      await unlike(
        withPublic,
        hidden.map((address, at) => through(codes[at % 5] ?? 302, address)),
      ),
      [],
    )
    t.same(elsewhere(), [])
    t.equal(connections(), before)
  })

  t.test('ends a redirect chain at a private address', async t => {
    const inward = through(307, `http://127.0.0.1:${answering.port}/`)
    const chain = through(301, through(302, through(303, inward)))
    t.same(await unlike(withPublic, [chain]), [])
    t.equal(dials().length, 4)
  })

  t.test('does not follow refresh headers and pages', async t => {
    const before = connections()
    for (const location of ends) {
      t.equal((await ask(withPublic, through('page', location))).json().code, 'source_not_picture')
      for (const code of [300, 304, 305, 306, 399, 401, 404, 503])
        t.equal((await ask(withPublic, through(code, location))).json().code, 'source_http_error')
      for (const code of [201, 202, 206]) t.equal((await ask(withPublic, through(code, location))).statusCode, 422)
    }
    t.same(elsewhere(), [])
    t.equal(connections(), before)
  })

  const questions = (name: string): number => asked.filter(question => question === `${name} 1`).length

  t.test('connects to the checked address without a second lookup', async t => {
    t.equal((await ask(withPublic, `http://flip.example:${port}/picture`)).statusCode, 200)
    t.equal(questions('flip.example'), 1)
    t.equal((await ask(withPublic, `http://flip.example:${shutPort}/picture`)).json().code, 'source_refused')
    t.equal(questions('flip.example'), 2)
    t.same(elsewhere(), [])
  })

  for (const [name, hops] of [
    ['rebind.example', 1],
    ['rebind6.example', 1],
    ['rebind-mixed.example', 1],
    ['rebind-alias.example', 1],
    ['rebind-late.example', 3],
    ['unbind.example', 0],
  ] as const)
    t.test(`refuses ${name} as soon as it resolves to a private address`, async t => {
      const before = sockets.length
      const self = (at: number): string =>
        `http://${name}:${port}/${at > 0 ? `302?to=${encodeURIComponent(self(at - 1))}` : 'picture'}`
      t.same(await unlike(withPublic, [self(4)]), [])
      t.equal(sockets.length, before + hops)
      t.equal(questions(name), hops + 1)
      t.same(elsewhere(), [])
    })
})

t.test('only FETCH_ALLOW_CIDRS allows private addresses', async t => {
  const target = `http://127.0.0.1:${answering.port}/`

  untouchedIn(t, 'nothing in a request opens one', async t => {
    const members = { allow: '127.0.0.1', FETCH_ALLOW_CIDRS: '0.0.0.0/0', allow_private: true, api_key: 'k', host: 'a' }
    const headers = {
      host: '127.0.0.1',
      'x-forwarded-for': '127.0.0.1',
      forwarded: 'for=127.0.0.1',
      via: '1.1 localhost',
    }
    const { post } = service
    t.equal((await post(analyze, { source_url: target, ...members })).json().code, 'source_refused')
    t.equal((await post(analyze, { source_url: target }, headers)).json().code, 'source_refused')
    const video = { source_url: target, media_type: 'video', analysis_depth: 'high' }
    t.equal((await post(analyze, video)).json().code, 'source_refused')
  })

  untouchedIn(t, 'no other setting opens one', async t => {
    const environment = { FETCH_ALLOW_CIDRS: '', HOST: '127.0.0.1', PORT: `${answering.port}`, ADMIN_TOKEN: 'token' }
    const proxies = { http_proxy: target, HTTP_PROXY: target, NO_PROXY: '*', NODE_ENV: 'development' }
    const other = await startService(t, { ...environment, ...proxies }, { lookup })
    t.same(await unlike(other, [target]), [])
  })

  t.test('an entry allows what it names', async t => {
    for (const list of ['127.0.0.0/8', '127.0.0.1', '10.0.0.0/8 127.0.0.1/32', '::ffff:127.0.0.1']) {
      const open = await startService(t, { FETCH_ALLOW_CIDRS: list }, { lookup })
      t.match((await ask(open, target)).json(), reached, list)
      t.match((await ask(open, `http://loopback.example:${answering.port}/`)).json(), reached, list)
    }
    dials()
  })

  untouchedIn(t, 'and nothing else', async t => {
    const other = await startService(t, { FETCH_ALLOW_CIDRS: '127.0.0.9, 10.0.0.0/8, fd00::/8' }, { lookup })
    const urls = ['127.0.0.1', '[::1]', 'both.example', '192.168.0.1', 'mixed.example', '[64:ff9b::a00:1]']
    t.same(
      await unlike(
        other,
        urls.map(host => `http://${host}:${answering.port}/`),
      ),
      [],
    )
  })

  untouchedIn(t, 'no block opens the metadata of a cloud, however wide', async t => {
    const wide =
      '0.0.0.0/0, ::/0, 169.254.0.0/16, 100.64.0.0/10, fd00::/8, fd00:ec2::/32, 169.254.169.254/31, 192.0.0.0/24'
    const other = await startService(t, { FETCH_ALLOW_CIDRS: wide }, { lookup })
    const hidden = [
      '2852039166',
      '0xa9fea9fe',
      '[64:ff9b:1::a9fe:a9fe]',
      '[::169.254.169.254]',
      '[fd00::169.254.169.254]',
    ]
    const names = [
      'metadata.example',
      'metadata6.example',
      'azure.example',
      'alibaba.example',
      'mixed-metadata.example',
    ]
    const all = [...(corpus.literals.metadata ?? []), ...hidden, ...names, 'alias-and-address.example']
    t.same(
      await unlike(
        other,
        all.map(host => `http://${host}/latest/meta-data/`),
      ),
      [],
    )
  })
})

t.test('the time of a refusal reveals nothing', async t => {
  const blackHole = 'http://10.255.255.1:81/'
  const targets = {
    'an open port that answers': `http://127.0.0.1:${answering.port}/`,
    'an open port that is silent': `http://127.0.0.1:${silentPort}/`,
    'a closed port': `http://127.0.0.1:${shutPort}/`,
    'no host at all': blackHole,
    'an open port by name': `http://loopback.example:${answering.port}/`,
    'a silent port by name': `http://loopback.example:${silentPort}/`,
    'a closed port by name': `http://loopback.example:${shutPort}/`,
    'a private name': `http://localhost:${answering.port}/`,
    'a private name that does not exist': `http://unknown.internal:${shutPort}/`,
  }
  const times = new Map<string, number[]>(Object.keys(targets).map(name => [name, []]))
  for (let round = 0; round < 41; round++)
    for (const [name, url] of Object.entries(targets)) {
      const begin = performance.now()
      await ask(service, url)
      times.get(name)?.push(performance.now() - begin)
    }
  const median = (list: readonly number[]): number => list.toSorted((one, other) => one - other)[list.length >> 1] ?? 0
  const medians = [...times].map(([name, list]) => [name, median(list)] as const)
  for (const [name, ms] of medians) t.comment(`${name}: ${ms.toFixed(2)} ms`)
  const all = medians.map(([, ms]) => ms)
  const apart = Math.max(...all) - Math.min(...all)
  t.ok(apart < 25, `medians of 41 rounds are ${apart.toFixed(2)} ms apart`)
  t.same(dials(), [])
})

t.test('the count', async t => {
  const direct = new Set([...hosts, ...corpus.disguised, ...corpus.invalid.map(([hostile]) => hostile)]).size
  t.ok(direct >= 300, `${direct} hostile addresses`)
  const requests = sent.toLocaleString('en')
  t.comment(`cases: ${direct} hostile addresses and ${corpus.ports.length} ports in ${requests} requests`)
})
