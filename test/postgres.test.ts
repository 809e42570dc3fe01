// Failures of PostgreSQL: a server that is stopped, hangs or is locked and recovers, and databases that cannot be used.
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { examplePicture } from '../schemas/examples/pictures.ts'
import { openStore } from '../src/store/open-store.ts'
import { openPostgres } from '../src/store/postgres.ts'
import { type Cluster, startCluster } from './helpers/postgres.ts'
import { analysis, at, capture, page } from './helpers/records.ts'
import { startService } from './helpers/service.ts'
import { needs } from './helpers/tools.ts'

const { skip } = needs('postgres')
const unavailable = { name: 'Problem', code: 'overloaded', headers: { 'retry-after': '5' } }

const clusterFor = async (t: Test): Promise<Cluster> => {
  const cluster = await startCluster()
  t.teardown(() => cluster.remove())
  return cluster
}

const posts = (number: number) => [
  ['/api/v1/analyze-vibe', { source_url: examplePicture }] as const,
  [
    '/api/v1/build-sparkpage',
    {
      style_metadata: { colors: ['#6D28D9'] },
      content: { headline: `Headline ${number}`, sub_headline: '', cta_button_text: '' },
    },
  ] as const,
  ['/api/v1/capture-media', { target_url: `https://example.com/${number}` }] as const,
]
const listings = ['txt/projects', 'txt/analysis', 'pdf/projects', 'pdf/analysis'].map(type => `/api/v1/export/${type}`)
const dependent = [...listings, '/api/admin/stats']
const independent = [
  '/api/health',
  '/livez',
  '/readyz',
  '/docs/',
  '/openapi.json',
  '/openapi.yaml',
  '/api/v1/export/txt/api-spec',
]

t.test('a restart of the server under load fails requests, and loses no acknowledged record', { skip }, async t => {
  const cluster = await clusterFor(t)
  const databaseUrl = await cluster.create('records')
  const { get, post, store, listen } = await startService(t, { DATABASE_URL: databaseUrl })
  await listen()
  const acknowledged: string[] = []
  const statuses = new Set<number>()
  let number = 0
  let isOver = false
  const client = async (): Promise<void> => {
    while (!isOver) {
      number += 1
      const answer = await post('/api/v1/capture-media', { target_url: `https://example.com/load/${number}` })
      statuses.add(answer.statusCode)
      if (answer.statusCode === 200) acknowledged.push(String(answer.headers['x-capture-id']))
      else t.ok(answer.headers['retry-after'] || t.fail('no Retry-After'))
    }
  }
  const load = Promise.all([1, 2, 3, 4].map(client))
  const until = async (count: number) => {
    while (acknowledged.length < count) await new Promise(resolve => setTimeout(resolve, 10))
  }
  await until(100)

  // Leaves idle connections, whose errors belong to no request.
  for (const url of dependent) t.equal((await get(url)).statusCode, 200, url)
  await cluster.stop('immediate')
  for (const [url, body] of posts(0))
    t.match(await post(url, body), { statusCode: 503, headers: { 'retry-after': '5' } }, url)
  for (const url of dependent) t.match(await get(url), { statusCode: 503, headers: { 'retry-after': '5' } }, url)
  for (const url of independent) t.equal((await get(url)).statusCode, 200, url)
  t.equal(store.ready(), false)
  t.match((await get('/readyz')).json(), { status: 'ok', store: 'away' })

  const seen = acknowledged.length
  const started = Date.now()
  await cluster.start()
  await until(seen + 100)
  t.ok(Date.now() - started < 15_000, 'it recovers by itself')
  for (const [url, body] of posts(1)) t.equal((await post(url, body)).statusCode, 200, url)
  for (const url of dependent) t.equal((await get(url)).statusCode, 200, url)
  isOver = true
  await load
  t.strictSame([...statuses].sort(), [200, 503], 'no other status')
  const saved = new Set((await cluster.query(databaseUrl, 'select id from captures')).map(row => row.id))
  t.strictSame(
    acknowledged.filter(id => !saved.has(id)),
    [],
    'no acknowledged record is lost',
  )
})

t.test('a server that hangs or is locked is unavailable', { skip }, async t => {
  const cluster = await clusterFor(t)
  const databaseUrl = await cluster.create('records')
  const store = await openStore({ dataDir: '', databaseUrl })
  await store.saveCapture(capture('cap_1'), at(0))
  const ours = "select pid from pg_stat_activity where application_name = 'automation-service'"
  const pids = (await cluster.query(databaseUrl, ours)).map(row => Number(row.pid))
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  await t.rejects(store.saveCapture(capture('cap_2'), at(0)), unavailable, 'hanging')
  t.equal(store.ready(), false)
  await store.saveCapture(capture('cap_3'), at(0))
  t.equal(store.ready(), true, 'another connection is used')
  for (const pid of pids) process.kill(pid, 'SIGCONT')

  const lock = cluster.query(databaseUrl, 'begin; lock table pages; select pg_sleep(7)')
  await new Promise(resolve => setTimeout(resolve, 300))
  await t.rejects(store.savePage(page('p', 'page_1'), at(0)), unavailable, 'locked')
  await lock
  await store.savePage(page('p', 'page_1'), at(0))
  await store.close()
})

t.test('openStore waits for the migration of another process', { skip }, async t => {
  const cluster = await clusterFor(t)
  const databaseUrl = await cluster.create('records')
  const lock = cluster.query(databaseUrl, 'begin; select pg_advisory_xact_lock(7342190); select pg_sleep(6.5)')
  await new Promise(resolve => setTimeout(resolve, 300))
  const store = await openStore({ dataDir: '', databaseUrl })
  await lock
  await store.close()
})

t.test('commits are flushed to disk, whatever the server is set to', { skip }, async t => {
  const cluster = await clusterFor(t)
  const databaseUrl = await cluster.create('records')
  await cluster.query(databaseUrl, 'alter database records set synchronous_commit = off')
  const database = openPostgres(databaseUrl)
  const { rows } = await sql`show synchronous_commit`.execute(database.writer)
  t.strictSame(rows, [{ synchronous_commit: 'on' }])
  await database.close()
})

t.test('a consumer that stops reading leaves no transaction open', { skip }, async t => {
  const cluster = await clusterFor(t)
  const databaseUrl = await cluster.create('records')
  const store = await openStore({ dataDir: '', databaseUrl })
  await Promise.all(Array.from({ length: 1200 }, (_, i) => store.saveAnalysis(analysis(`ana_${i}`), at(i))))
  const { pages } = await store.analyses({})
  const reader = pages[Symbol.asyncIterator]()
  for (let i = 0; i < 700; i++) await reader.next()
  const ours = "select state, xact_start from pg_stat_activity where application_name = 'automation-service'"
  const sessions = await cluster.query(databaseUrl, ours)
  t.ok(sessions.length > 0)
  for (const session of sessions) t.match(session, { state: 'idle', xact_start: null })
  await store.close()
})

t.test('openStore fails for an unusable database, and names it without its password', { skip }, async t => {
  const cluster = await clusterFor(t)
  const databaseUrl = await cluster.create('records')
  await cluster.query(
    databaseUrl,
    "create database latin template template0 encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'",
  )
  const other = (change: (url: URL) => void): string => {
    const url = new URL(databaseUrl)
    change(url)
    return url.href
  }
  const cases = [
    [other(url => Object.assign(url, { pathname: '/missing' })), /"missing" does not exist/],
    [other(url => Object.assign(url, { pathname: '/latin' })), /its encoding is LATIN1, not UTF8/],
    [other(url => Object.assign(url, { port: '1' })), /ECONNREFUSED/],
    [other(url => Object.assign(url, { username: 'nobody' })), /"nobody" does not exist/],
    [other(url => Object.assign(url, { search: '?sslmode=require' })), /SSL/],
  ] as const
  for (const [url, why] of cases) {
    const message = await openStore({ dataDir: '', databaseUrl: url }).then(
      () => 'open',
      ({ message }) => String(message),
    )
    t.match(message, /^DATABASE_URL \(postgres:\/\/\w+@127\.0\.0\.1:\d+\/\w+\) cannot hold the records: /, url)
    t.match(message, why)
    t.notMatch(message, /secret/)
  }
})
