// Renders as companies run them: two replicas of the service and a separate render process share PostgreSQL through PgBouncer in transaction mode.
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import t, { type Test } from 'tap'
import { serverProgram } from './helpers/bundle.ts'
import { pooledPostgres } from './helpers/databases.ts'
import { listen } from './helpers/loopback.ts'
import { watch } from './helpers/process.ts'
import { chromiumPath, needs, shellPath } from './helpers/tools.ts'
import { whole } from './helpers/whole.ts'

/** Of each of two clients. */
const count = whole ? 20 : 6
const clients = ['one', 'two'] as const
const viewport = { width: 320, height: 200, deviceScaleFactor: 1 }
const renderProgram = serverProgram.replace(/server\.js$/, 'render.js')

t.test(
  'two clients, two replicas and one render process',
  { skip: pooledPostgres.skip || needs('chromium').skip, timeout: 200_000 },
  async t => {
    const { options, query } = await (await pooledPostgres.start(t))(t)
    const environment = {
      ...{ PORT: '0', LOG_LEVEL: 'warn', DRAIN_MS: '0', DATABASE_URL: options.databaseUrl ?? '' },
      API_KEYS: ['zero', ...clients].map(name => `${name}:${keyOf(name)}`).join(),
      ...{ FETCH_ALLOW_CIDRS: '127.0.0.0/8', RENDER: 'on', RENDER_SANDBOX: '0', RENDER_CONCURRENCY: '1' },
    }
    // The replicas have no browser, so that they leave the renders to the other process.
    const replicas = clients.map(() => run(t, serverProgram, { ...environment, CHROMIUM_PATH: '/nothing' }))
    const [first = '', second = ''] = await Promise.all(replicas.map(replica => replica.listening()))
    const loaded: string[] = []
    const site = createServer(({ url = '' }, response) => {
      if (url !== '/favicon.ico') loaded.push(url)
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>${url}`)
    })
    const { url: origin } = await listen(t, site)
    const ask = (base: string, name: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${base}/api/v1/renders`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'x-api-key': keyOf(name), ...headers },
      })
    const pagesOf = (name: string) =>
      Array.from({ length: count }, (_, index) => ({ target_url: `${origin}/${name}/${index}`, viewport }))

    // It starts the browser, which takes as long as several renders.
    t.equal((await ask(first, 'zero', { target_url: `${origin}/zero`, viewport })).status, 202)
    const list = await ask(first, 'one', { captures: pagesOf('one') })
    t.equal(list.status, 202)
    const { renders } = Object(await list.json())
    const waiting = pagesOf('two').map(page => ask(second, 'two', page, { accept: 'image/png', prefer: 'wait=120' }))
    while (Number((await query('select count(*) as jobs from render_jobs'))[0]?.jobs) <= 2 * count)
      await new Promise(resolve => setTimeout(resolve, 20))
    t.same(loaded, [], 'no process has a browser yet')
    const renderer = run(t, renderProgram, { ...environment, CHROMIUM_PATH: shellPath ?? chromiumPath ?? '' })

    const answers = await Promise.all(waiting)
    t.same(
      answers.map(({ status, headers }) => [status, headers.get('content-type')]),
      answers.map(() => [200, 'image/png']),
    )
    const states = await Promise.all(
      Array.from<{ readonly id: string }>(renders).map(async ({ id }) => {
        const headers = { 'x-api-key': keyOf('one'), prefer: 'wait=120' }
        return Object(await (await fetch(`${second}/api/v1/renders/${id}`, { headers })).json()).render
      }),
    )
    t.match(
      states,
      states.map(() => ({ status: 'done' })),
      'each replica knows the renders of the other',
    )
    const [warmUp, ...turns] = loaded
    t.equal(warmUp, '/zero', 'the oldest is first')
    t.equal(new Set(turns).size, 2 * count, 'none is lost')
    t.equal(turns.length, 2 * count, 'none is done twice')
    const leads = turns.map((_, index) => {
      const own = turns.slice(0, index + 1).filter(path => path.startsWith('/one/')).length
      return Math.abs(2 * own - (index + 1))
    })
    // One after the other, the first client would be ahead by all of its pages; single renders differ in time.
    t.ok(Math.max(...leads) < count, `clients share the time: ${turns.join(' ')}`)
    t.same(await query('select status, count(*)::int as renders from renders group by status'), [
      { status: 'done', renders: 2 * count + 1 },
    ])
    t.same(await query('select id from render_jobs'), [])
    for (const { child } of [...replicas, renderer]) child.kill('SIGTERM')
    t.same(await Promise.all([...replicas, renderer].map(async ({ ended }) => (await ended).code)), [0, 0, 0])
  },
)

function keyOf(name: string): string {
  return `key-of-client-${name}-123456`
}

function run(t: Test, program: string, environment: Readonly<Record<string, string>>) {
  return watch(
    t,
    spawn('env', ['-u', 'NODE_OPTIONS', process.execPath, program], { env: { ...process.env, ...environment } }),
  )
}
