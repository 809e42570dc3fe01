// PostgreSQL: a server that is stopped, hangs or is locked and recovers, databases that cannot be used, and TLS.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import t from 'tap'
import { examplePicture } from '../schemas/examples/pictures.ts'
import { openStore } from '../src/store/open-store.ts'
import { openPostgres } from '../src/store/postgres.ts'
import { startStore } from './helpers/databases.ts'
import { disks, fillDisk, freeDisk, mountDisk } from './helpers/disk.ts'
import { listen } from './helpers/loopback.ts'
import { startCluster, startPgBouncer } from './helpers/postgres.ts'
import { at, capture, page } from './helpers/records.ts'
import { startService } from './helpers/service.ts'
import { needs, opensslPath } from './helpers/tools.ts'

/** The worker process starts without the coverage hooks of the test runner, which take longer than it does. */
delete process.env.NODE_OPTIONS

const unavailable = { name: 'Problem', code: 'overloaded', headers: { 'retry-after': '5' } }

const posts = [
  ['/api/v1/analyze-vibe', { source_url: examplePicture }],
  [
    '/api/v1/build-sparkpage',
    {
      style_metadata: { colors: ['#6D28D9'] },
      content: { headline: 'Headline', sub_headline: '', cta_button_text: '' },
    },
  ],
  ['/api/v1/capture-media', { target_url: 'https://example.com/' }],
] as const
const listings = ['txt/projects', 'txt/analysis', 'pdf/projects', 'pdf/analysis'].map(type => `/api/v1/export/${type}`)
const dependent = [...listings, '/api/admin/stats']
const independent = ['/api/health', '/livez', '/readyz', '/docs/', '/openapi.json', '/api/v1/export/txt/api-spec']

t.test('PostgreSQL', needs('postgres'), async t => {
  const cluster = await startCluster()
  t.teardown(() => cluster.remove())

  // These mostly wait for timeouts, so they run at the same time.
  await t.test('unavailable and unusable databases', { jobs: 6 }, async t => {
    t.test('a server that hangs is unavailable', { buffered: true }, async t => {
      const databaseUrl = await cluster.create('hanging')
      const store = await startStore(t, { dataDir: '', databaseUrl })
      await store.saveCapture(capture('cap_1'), at(0))
      const ours =
        "select pid from pg_stat_activity where datname = 'hanging' and application_name = 'automation-service'"
      const pids = (await cluster.query(databaseUrl, ours)).map(row => Number(row.pid))
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      await t.rejects(store.saveCapture(capture('cap_2'), at(0)), unavailable)
      await store.saveCapture(capture('cap_3'), at(0))
      t.ok(await store.answers(), 'another connection is used')
      for (const pid of pids) process.kill(pid, 'SIGCONT')
    })

    t.test('a locked table is unavailable until it is unlocked', { buffered: true }, async t => {
      const databaseUrl = await cluster.create('locked')
      const store = await startStore(t, { dataDir: '', databaseUrl })
      const lock = cluster.query(databaseUrl, 'begin; lock table pages; select pg_sleep(7)')
      await setTimeout(300)
      await t.rejects(store.savePage(page('p', 'page_1'), at(0)), unavailable)
      await lock
      await store.savePage(page('p', 'page_1'), at(0))
    })

    t.test('openStore waits for the migration of another process', { buffered: true }, async t => {
      const databaseUrl = await cluster.create('migrating')
      const lock = cluster.query(databaseUrl, 'begin; select pg_advisory_xact_lock(7342190); select pg_sleep(6.5)')
      await setTimeout(300)
      await startStore(t, { dataDir: '', databaseUrl })
      await lock
    })

    t.test('openStore tries again when the server does not answer at once', { buffered: true }, async t => {
      const databaseUrl = await cluster.create('late')
      const target = Number(new URL(databaseUrl).port)
      const { port, sockets } = await listen(
        t,
        createServer(socket => {
          if (sockets.length === 1) socket.destroy()
          else socket.pipe(connect(target, '127.0.0.1').on('error', () => socket.destroy())).pipe(socket)
        }),
      )
      const { href } = Object.assign(new URL(databaseUrl), { port })
      const store = await startStore(t, { dataDir: '', databaseUrl: href, log: pino({ enabled: false }) })
      await store.saveCapture(capture('cap_1'), at(0))
      t.ok(sockets.length > 1)
    })

    t.test(
      'openStore fails for an unusable database, and names it without its password',
      { buffered: true },
      async t => {
        const databaseUrl = await cluster.create('usable')
        const latin = "create database latin template template0 encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'"
        await cluster.query(databaseUrl, latin)
        const cases = [
          { change: { pathname: '/missing' }, reason: /"missing" does not exist/ },
          { change: { pathname: '/latin' }, reason: /its encoding is LATIN1, not UTF8/ },
          { change: { port: '1' }, reason: /ECONNREFUSED/ },
          { change: { username: 'unknown' }, reason: /"unknown" does not exist/ },
          { change: { search: '?sslmode=require' }, reason: /SSL/ },
        ]
        for (const { change, reason } of cases) {
          const { href } = Object.assign(new URL(databaseUrl), change)
          const message = await openStore({ dataDir: '', databaseUrl: href }).then(
            () => 'open',
            ({ message }) => String(message),
          )
          t.match(message, /^cannot open the database DATABASE_URL \(postgres:\/\/\w+@127\.0\.0\.1:\d+\/\w+\): /, href)
          t.match(message, reason)
          t.notMatch(message, /secret/)
        }
      },
    )

    t.test('a statement that the server ends because of a deadlock runs again', { buffered: true }, async t => {
      const database = openPostgres(await cluster.create('deadlock'))
      t.teardown(() => database.close())
      const lock = (one: number, other: number) =>
        sql`select pg_advisory_xact_lock(${sql.lit(one)}), pg_sleep(0.5), pg_advisory_xact_lock(${sql.lit(other)})`
      const both = [lock(1, 2).execute(database.writer), lock(2, 1).execute(database.writer)]
      const results = await Promise.all(both)
      t.same(
        results.map(({ rows }) => rows.length),
        [1, 1],
      )
    })

    t.test('PgBouncer in transaction mode', { ...needs('pgbouncer'), buffered: true }, async t => {
      const databaseUrl = await startPgBouncer(t, await cluster.create('pooled'))
      const store = await startStore(t, { dataDir: '', databaseUrl, databaseConnections: 3 })
      const numbers = Array.from({ length: 50 }, (_, n) => n)
      await Promise.all(numbers.map(n => store.saveCapture(capture(`cap_${n}`), at(n))))
      const configs = await Promise.all(numbers.map(n => store.capture(`cap_${n}`)))
      t.equal(configs.filter(config => config !== undefined).length, numbers.length)
      t.match(await store.totals(), { captures: { total: numbers.length } })
      t.ok(await store.deleteRecord('cap_1'))

      const database = openPostgres(databaseUrl)
      t.teardown(() => database.close())
      const { rows } = await sql`show statement_timeout`.execute(database.reader)
      t.strictSame(rows, [{ statement_timeout: '15s' }])
      t.strictSame(
        await cluster.query(databaseUrl, 'show statement_timeout'),
        [{ statement_timeout: '0' }],
        'not passed on',
      )
      await t.rejects(sql`select 1/0`.execute(database.reader), /division by zero/)
      const lock = cluster.query(databaseUrl, 'begin; lock table pages; select pg_sleep(7)')
      await setTimeout(300)
      await t.rejects(store.savePage(page('p', 'page_1'), at(0)), unavailable)
      await lock
      await store.savePage(page('p', 'page_1'), at(0))
    })

    t.test('commits are flushed to disk, whatever the server is set to', { buffered: true }, async t => {
      const databaseUrl = await cluster.create('flushed')
      await cluster.query(databaseUrl, 'alter database flushed set synchronous_commit = off')
      const database = openPostgres(databaseUrl)
      t.teardown(() => database.close())
      const { rows } = await sql`show synchronous_commit`.execute(database.writer)
      t.strictSame(rows, [{ synchronous_commit: 'on' }])
    })
  })

  await t.test('a restart of the server under load fails requests, and loses no acknowledged record', async t => {
    const databaseUrl = await cluster.create('restarted')
    const { get, post, store, listen } = await startService(t, { DATABASE_URL: databaseUrl })
    await listen()
    const acknowledged: string[] = []
    const statuses = new Set<number>()
    let sent = 0
    let isOver = false
    const client = async (): Promise<void> => {
      while (!isOver) {
        sent += 1
        const answer = await post('/api/v1/capture-media', { target_url: `https://example.com/load/${sent}` })
        statuses.add(answer.statusCode)
        if (answer.statusCode === 200) acknowledged.push(String(answer.headers['x-capture-id']))
        else t.ok(answer.headers['retry-after'] || t.fail('no Retry-After'))
      }
    }
    const load = Promise.all([1, 2, 3, 4].map(client))
    const until = async (count: number) => {
      while (acknowledged.length < count) await setTimeout(10)
    }
    await until(50)

    // Leaves idle connections, whose errors belong to no request.
    for (const url of dependent) t.equal((await get(url)).statusCode, 200, url)
    await cluster.stop()
    for (const [url, body] of posts)
      t.match(await post(url, body), { statusCode: 503, headers: { 'retry-after': '5' } }, url)
    for (const url of dependent) t.match(await get(url), { statusCode: 503, headers: { 'retry-after': '5' } }, url)
    for (const url of independent) t.equal((await get(url)).statusCode, 200, url)
    t.match((await get('/readyz')).json(), { status: 'ok', store: 'away' })

    const seen = acknowledged.length
    const started = Date.now()
    await cluster.start()
    while (!(await store.answers())) await setTimeout(10)
    await until(seen + 50)
    t.ok(Date.now() - started < 15_000, 'it recovers by itself')
    for (const [url, body] of posts) t.equal((await post(url, body)).statusCode, 200, url)
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

  await t.test(
    'a full disk refuses records until it has space, and records can be read and deleted',
    disks,
    async t => {
      const folder = mountDisk(t, 32)
      const databaseUrl = await cluster.create('filled')
      const administrate = (text: string) => cluster.query(`${cluster.address}postgres`, text)
      const [{ data_directory: data } = {}] = await administrate('show data_directory')
      const { uid, gid } = statSync(String(data))
      chownSync(folder, uid, gid)
      await administrate(`create tablespace small location '${folder}'`)
      await administrate('alter database filled set tablespace small')
      t.teardown(async () => {
        await administrate('drop database filled with (force)')
        await administrate('drop tablespace small')
      })
      const store = await startStore(t, { dataDir: '', databaseUrl })
      // A text that the server cannot compress.
      const save = (n: number) => store.savePage(page('p', `page_${n}`, randomBytes(20_000).toString('base64')), at(n))
      await save(0)
      fillDisk(folder)
      let saved = 1
      const full = { name: 'Problem', code: 'storage_full', statusCode: 503, headers: { 'retry-after': '60' } }
      const saveUntilRefused = async () => {
        for (; saved < 1000; saved++) await save(saved)
      }
      await t.rejects(saveUntilRefused(), full)
      t.ok(await store.answers())
      t.match(await store.totals(), { pages: { total: saved }, storage: { full: true } })
      t.ok(await store.deleteRecord('page_0'))
      freeDisk(folder)
      await save(saved)
      t.match(await store.totals(), { pages: { total: saved }, storage: { full: false } })
    },
  )

  await t.test('TLS', needs('openssl'), async t => {
    const databaseUrl = await cluster.create('encrypted')
    const folder = mkdtempSync(join(tmpdir(), 'certificates-'))
    t.teardown(() => rmSync(folder, { recursive: true, force: true }))
    chmodSync(folder, 0o755)
    createCertificates(folder)
    const [{ data_directory: data } = {}] = await cluster.query(databaseUrl, 'show data_directory')
    const { uid, gid } = statSync(String(data))
    chownSync(join(folder, 'server.key'), uid, gid)
    for (const setting of [
      `ssl_cert_file = '${folder}/server.crt'`,
      `ssl_key_file = '${folder}/server.key'`,
      'ssl = on',
    ])
      await cluster.query(databaseUrl, `alter system set ${setting}`)
    await cluster.query(databaseUrl, 'select pg_reload_conf()')

    const cases = [
      { ca: 'ca.crt', host: 'localhost', outcome: /^open$/ },
      {
        ca: 'other.crt',
        host: 'localhost',
        outcome: /^cannot open the database .*: unable to verify the first certificate/,
      },
      { ca: 'ca.crt', host: '127.0.0.1', outcome: /^cannot open the database .*: Hostname\/IP does not match/ },
      { ca: 'missing.crt', host: 'localhost', outcome: /^cannot open the database .*: ENOENT/ },
    ] as const
    for (const { ca, host, outcome } of cases) {
      const url = Object.assign(new URL(databaseUrl), { hostname: host })
      url.search = String(new URLSearchParams({ sslmode: 'verify-full', sslrootcert: join(folder, ca) }))
      const opened = openStore({ dataDir: '', databaseUrl: url.href }).then(async store => {
        await store.saveCapture(capture('cap_1'), at(0))
        await store.close()
        return 'open'
      })
      t.match(await opened.catch(({ message }) => String(message)), outcome, `${ca}, ${host}`)
    }
  })
})

/** A CA, a certificate that it signed for localhost, and another CA. */
function createCertificates(folder: string): void {
  const openssl = (...args: readonly string[]) =>
    execFileSync(opensslPath ?? '', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const key = (name: string) => ['-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`]
  for (const name of ['ca', 'other'])
    openssl('req', '-x509', ...key(name), '-out', `${name}.crt`, '-days', '2', '-subj', `/CN=${name}`)
  openssl('req', ...key('server'), '-out', 'server.csr', '-subj', '/CN=localhost')
  writeFileSync(join(folder, 'extensions'), 'subjectAltName=DNS:localhost')
  const signer = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'extensions']
  openssl('x509', '-req', '-in', 'server.csr', ...signer, '-out', 'server.crt', '-days', '2')
}
