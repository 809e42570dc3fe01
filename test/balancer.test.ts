// Two replicas behind the nginx.conf that is shipped: they act as one, and restarting them fails no request.
import { createServer } from 'node:http'
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { type Question, startClients } from './helpers/clients.ts'
import { freePort } from './helpers/free-port.ts'
import { listen } from './helpers/loopback.ts'
import { nginxConf, startNginx } from './helpers/nginx.ts'
import { type Replica, startReplicas } from './helpers/replicas.ts'
import { stripes } from './helpers/service.ts'
import { needs } from './helpers/tools.ts'
import { whole } from './helpers/whole.ts'

const tools = needs('nginx', 'postgres')

const settings = { DRAIN_MS: '500', LOG_LEVEL: 'warn', ADMIN_TOKEN: 'token', FETCH_ALLOW_CIDRS: '127.0.0.0/8' }
const authorization = 'Bearer token'

const picture = await stripes(['#C83232', '#1E64C8'], 40, 40)
/** The same picture as another file. */
const pictureOf = (number: number): string => {
  const bytes = Buffer.concat([Buffer.from(picture.replace(/^.*,/, ''), 'base64'), Buffer.from(`${number}`)])
  return `data:image/png;base64,${bytes.toString('base64')}`
}

/** A host whose pictures take longer than a drain. */
const startSlowHost = async (t: Test): Promise<string> => {
  const bytes = Buffer.from(picture.replace(/^.*,/, ''), 'base64')
  const server = createServer((_, response) => void setTimeout(2000).then(() => response.end(bytes)))
  return (await listen(t, server)).url
}

const style = { colors: ['#6D28D9', '#FBBF24'] }
const content = (number: number) => ({ headline: `Headline ${number}`, sub_headline: 'Sub', cta_button_text: 'Go' })

/** What clients ask: every second makes a record, one in a hundred takes longer than a drain, one in a hundred lists all there is. */
const questions =
  (slowHost: string) =>
  (number: number): Question => {
    if (number % 100 === 50) return { path: '/api/v1/analyze-vibe', body: { source_url: `${slowHost}/${number}` } }
    if (number % 100 === 0) return { path: '/api/v1/export/txt/projects' }
    const kinds: readonly Question[] = [
      { path: '/api/v1/capture-media', body: { target_url: `https://example.com/${number}` } },
      { path: '/api/v1/export/txt/api-spec' },
      { path: '/api/v1/build-sparkpage', body: { style_metadata: style, content: content(number) } },
      { path: '/openapi.json' },
      { path: '/api/v1/analyze-vibe', body: { source_url: pictureOf(number), analysis_depth: 'low' } },
      { path: '/api/v1/export/pdf/analysis?limit=20' },
    ]
    return kinds[number % kinds.length] ?? { path: '/openapi.json' }
  }

const isHealth = (number: number): boolean => number % 20 === 7
/** Health belongs to what the balancer passes on to the other replica, so it is asked where it may do so. */
const withHealth =
  (other: (number: number) => Question) =>
  (number: number): Question =>
    isHealth(number) ? { path: '/api/health' } : other(number)

/** Restarts both, one after the other, again and again. @returns the codes they ended with */
const restartAll = async (replicas: readonly Replica[], signal: 'SIGTERM' | 'SIGKILL', isEnough: () => boolean) => {
  const codes: (number | null)[] = []
  do
    for (const replica of replicas) {
      codes.push(await replica.restart(signal))
      // compose.yaml looks every 5 s. Without a pause /api/health, refused by one, may meet the other when it drains already.
      await setTimeout(250)
    }
  while (!isEnough())
  return codes
}

interface Trial {
  readonly conf?: string
  readonly signal: 'SIGTERM' | 'SIGKILL'
  readonly least: number
  readonly questionOf: (slowHost: string) => (number: number) => Question
}

const roll = async (t: Test, { conf = nginxConf, signal, least, questionOf }: Trial) => {
  const slowHost = await startSlowHost(t)
  const { replicas, query } = await startReplicas(t, settings)
  const { address } = await startNginx(t, { replicas: [replicas[0].port, replicas[1].port], conf })
  const clients = startClients({ address, clients: 24, questionOf: questionOf(slowHost) })
  const codes = await restartAll(replicas, signal, () => clients.count() >= least)
  const result = await clients.stop()
  const share = ((100 * result.failures.length) / result.count).toFixed(3)
  const said = conf === nginxConf ? 'nginx.conf as shipped' : 'another nginx.conf'
  const asked = result.count.toLocaleString('en')
  t.comment(`cases: ${asked} requests over ${codes.length} restarts by ${signal}, ${said}: ${share} % failed`)
  for (const failure of result.failures.slice(0, 5)) t.comment(failure)
  return { ...result, codes, query }
}

t.test('a rolling restart fails no request and loses no record', tools, async t => {
  const least = whole ? 20_000 : 2000
  const questionOf = (slowHost: string) => withHealth(questions(slowHost))
  const { count, failures, made, codes, query } = await roll(t, { signal: 'SIGTERM', least, questionOf })
  t.ok(count >= least, `${count} requests`)
  t.same(failures, [])
  t.ok(
    codes.every(code => code === 0),
    `each of ${codes.length} processes ended with 0`,
  )
  for (const [kind, ids] of Object.entries(made)) {
    const kept = new Set((await query(`select id from ${kind}`)).map(({ id }) => id))
    t.ok(ids.size > 0)
    t.same(
      [...ids].filter(id => !kept.has(id)),
      [],
      `all ${ids.size} ${kind} that were acknowledged are there`,
    )
  }
})

/** The shipped file, but no request goes to the other replica. */
const withoutSecond = nginxConf
  .replaceAll(/ @second;$/gm, ' "";')
  .replace('X-Accel-Redirect @second', 'X-Accel-Redirect ""')

const controls = [
  {
    what: 'without the second replica hardly a request fails',
    signal: 'SIGTERM',
    least: 10_000,
    isRight: (share: number) => share < 0.003,
  },
  {
    what: 'processes that end at once fail many, where nginx asks nobody else',
    signal: 'SIGKILL',
    least: 5000,
    isRight: (share: number) => share > 0.01,
  },
] as const

/** What the second replica and the drain are for: part of `npm run verify`. */
for (const { what, signal, least, isRight } of whole ? controls : [])
  t.test(what, tools, async t => {
    t.not(withoutSecond, nginxConf)
    const { count, failures } = await roll(t, { conf: withoutSecond, signal, least, questionOf: questions })
    t.ok(isRight(failures.length / count), `${failures.length} of ${count}`)
  })

t.test('two replicas act as one', tools, async t => {
  const { replicas, query } = await startReplicas(t, settings)
  const addresses = replicas.map(({ port }) => `http://127.0.0.1:${port}`)
  const { address, log } = await startNginx(t, { replicas: [replicas[0].port, replicas[1].port] })
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    t.equal(answer.status, 200)
    const { timestamp, ...others } = await answer.json()
    const ids = ['x-analysis-id', 'x-project-id', 'x-page-id', 'x-capture-id'].map(name => answer.headers.get(name))
    return JSON.stringify({ others, ids })
  }
  const same: readonly (readonly [string, unknown])[] = [
    ['/api/v1/analyze-vibe', { source_url: picture }],
    ['/api/v1/build-sparkpage', { style_metadata: style, content: content(1) }],
    ['/api/v1/capture-media', { target_url: 'https://example.com/' }],
  ]
  for (const [path, body] of same) {
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(path, body)))
    t.equal(new Set(answers).size, 1, `${path}: the same answer from both`)
  }
  const lines = log()
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  t.same(
    [...new Set(lines.map(({ replicas }) => basename(replicas)))].sort(),
    ['replica-1.sock', 'replica-2.sock'],
    'both were asked',
  )
  for (const table of ['analyses', 'pages', 'captures'])
    t.match(
      await query(`select times::int from ${table}`),
      [{ times: 8 }],
      `${table}: one record, asked for eight times`,
    )

  for (const path of ['txt/projects', 'txt/analysis', 'pdf/projects', 'pdf/analysis', 'txt/api-spec']) {
    const [one, other] = await Promise.all(
      addresses.map(async base => {
        const answer = await fetch(`${base}/api/v1/export/${path}`)
        return { tag: answer.headers.get('etag'), text: (await answer.text()).replaceAll(/\d\d:\d\d(:\d\d)?/g, 'time') }
      }),
    )
    t.same(one, other, `${path}: the same listing from both`)
  }

  const [one, other] = await Promise.all(
    addresses.map(async base => {
      const { stats } = await (await fetch(`${base}/api/admin/stats`, { headers: { authorization } })).json()
      const { analyses, projects, pages, captures, storage } = stats
      return { analyses: analyses.total, projects, pages, captures, storage }
    }),
  )
  t.same(one, other, 'the same totals from both')
  t.match(one, { analyses: 1, captures: { total: 1 } })
})

t.test('what nginx says itself', tools, async t => {
  const nobody = [await freePort(), await freePort()] as const
  const { address } = await startNginx(t, { replicas: nobody })
  const headers = { 'content-type': 'application/json', 'x-request-id': 'mine' }
  const large = await fetch(`${address}/api/v1/analyze-vibe`, {
    method: 'POST',
    headers,
    body: Buffer.alloc(32 * 1024 * 1024 + 1),
  })
  t.equal(large.status, 413)
  t.equal(large.headers.get('content-type'), 'application/problem+json; charset=utf-8')
  t.match(await large.json(), { code: 'body_too_large', request_id: 'mine', instance: '/api/v1/analyze-vibe' })
  const away = await fetch(`${address}/api/health?"`, { headers: { 'x-request-id': 'not "mine"' } })
  t.equal(away.status, 503)
  t.equal(away.headers.get('retry-after'), '5')
  const { request_id, ...others } = await away.json()
  t.match(others, { code: 'overloaded', instance: '/api/health' })
  t.match(request_id, /^[\da-f]{32}$/)
  t.equal(away.headers.get('x-request-id'), request_id)
})
