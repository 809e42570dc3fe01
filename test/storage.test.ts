// What storage promises: STORAGE_MAX_MB holds, the client that holds most loses records first, and a killed process loses no acknowledged record.
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { startEviction } from '../src/store/eviction.ts'
import { openStore } from '../src/store/open-store.ts'
import type { Store } from '../src/store/store.ts'
import { ignoreViews, kinds, openDatabase, startStore, type TestDatabase } from './helpers/databases.ts'
import { recordLog } from './helpers/log.ts'
import { start as startProcess } from './helpers/process.ts'
import { analysis, at, capture, page } from './helpers/records.ts'
import { whole } from './helpers/whole.ts'

// Threads and worker processes start faster without the coverage hooks of the test runner; sqlite.test.ts covers the threads.
delete process.env.NODE_OPTIONS

const mebibyte = 1024 * 1024

/** The records that `flood` saves at once, in one commit, of at most 2,500 bytes each. */
const commitBytes = 32 * 2500

async function idsIn(query: TestDatabase['query'], table: string): Promise<readonly string[]> {
  return (await query(`select id from ${table} order by id`)).map(({ id }) => String(id))
}

/** Records are evicted after the response. */
async function waitForEvictions(store: Store, records: number): Promise<void> {
  while ((await store.totals()).storage.evicted < records) await setTimeout(5)
}

async function waitForBound(store: Store, maxBytes: number): Promise<void> {
  while ((await store.totals()).storage.record_bytes > maxBytes) await setTimeout(5)
}

/** Each of 12 clients with a page, a capture and an analysis of its own. */
async function saveOrdinary(store: Store): Promise<void> {
  for (let i = 10; i < 22; i++) {
    const client = `ip:198.51.100.${i}`
    await store.savePage({ ...page(`own_${i}`, 'page_1'), client }, at(i))
    await store.saveCapture({ ...capture(`own_${i}`), client }, at(i))
    await store.saveAnalysis({ ...analysis(`own_${i}`), client }, at(i))
  }
}

/** Numbered records of one client, many at once. */
async function flood(stores: readonly Store[], from: number, to: number): Promise<void> {
  const client = 'ip:203.0.113.7'
  let next = from
  const save = async (store: Store): Promise<void> => {
    while (next < to) {
      const i = next++
      const id = `flood_${String(i).padStart(5, '0')}`
      if (i % 6 === 0) await store.saveAnalysis({ ...analysis(id), client }, at(1000 + i))
      else if (i % 6 === 1) await store.savePage({ ...page(`flood_${i % 18}`, id), client }, at(1000 + i))
      else await store.saveCapture({ ...capture(id), client }, at(1000 + i))
    }
  }
  await Promise.all(stores.flatMap(store => Array.from({ length: 32 }, () => save(store))))
}

const kills = whole ? 20 : 1

/** One client: sends one request after the other until the service is gone. */
async function send(base: string, name: string, acknowledge: (id: string) => void): Promise<void> {
  for (let i = 0; ; i++) {
    const [url, header, body] =
      i % 2 === 0
        ? ['capture-media', 'x-capture-id', { target_url: `https://example.com/${name}/${i}` }]
        : ['build-sparkpage', 'x-page-id', pageRequest(`${name} ${i}`)]
    const answer = await post(`${base}/api/v1/${url}`, body).catch(() => undefined)
    if (!answer) return
    // The response headers are sent after the commit: the record is acknowledged.
    if (answer.status !== 200) throw new Error(`Status ${answer.status}.`)
    acknowledge(String(answer.headers.get(header)))
    await answer.arrayBuffer().catch(() => undefined)
  }
}

function pageRequest(headline: string) {
  return { style_metadata: { colors: ['#6D28D9'] }, content: { headline, sub_headline: '', cta_button_text: '' } }
}

function post(url: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** Sends pages until some are evicted: each eviction is logged once; statistics and metrics report the bound and the evictions. */
async function testEvictionReports(t: Test, kind: string, log: Readable, base: string): Promise<void> {
  let out = ''
  log.on('data', chunk => {
    out += chunk
  })
  const read = async (url: string) => (await fetch(`${base}/api/admin/${url}`)).text()
  const readStorage = async () => JSON.parse(await read('stats')).stats.storage
  for (let round = 0; (await readStorage()).evicted === 0; round++) {
    const headlines = Array.from({ length: 50 }, (_, i) => `${round} ${i} ${'x'.repeat(4000)}`)
    const answers = await Promise.all(
      headlines.map(headline => post(`${base}/api/v1/build-sparkpage`, pageRequest(headline))),
    )
    for (const { status } of answers) if (status !== 200) throw new Error(`Status ${status}.`)
  }
  const logged = () => {
    const lines = out.split('\n').slice(0, -1)
    return lines.filter(line => line.includes('STORAGE_MAX_MB')).map(line => JSON.parse(line).eviction)
  }
  const records = () => logged().reduce((sum, { records }) => sum + records, 0)
  let storage = await readStorage()
  let metrics = ''
  let before: number
  // Evictions go on for a while: the metrics are those of two equal readings of the statistics.
  do {
    before = storage.evicted
    metrics = await read('metrics')
    storage = await readStorage()
  } while (storage.record_bytes > mebibyte || records() !== storage.evicted || storage.evicted !== before)
  t.equal(storage.max_bytes, mebibyte)
  t.match(metrics, `automation_service_storage_max_bytes{kind="${kind}"} ${mebibyte}`)
  t.match(metrics, `automation_service_storage_record_bytes{kind="${kind}"} ${storage.record_bytes}`)
  t.match(metrics, `automation_service_storage_evicted_records_total{kind="${kind}"} ${storage.evicted}`)
  t.match(logged()[0], { records: Number, bytes: Number, kinds: { analyses: 0, pages: Number, captures: 0 } })
}

for (const { name, kind, skip, start } of kinds)
  t.test(name, { skip }, async t => {
    const createDatabase = await start(t)

    t.test('records of one client that floods the store are evicted, those of other clients are kept', async t => {
      const { options, query } = await createDatabase(t)
      const maxBytes = mebibyte / 4
      const { log, lines } = recordLog()
      const store = await openStore({ ...options, maxBytes, log })
      await saveOrdinary(store)
      const sizes: number[] = []
      const files: number[] = []
      let isOver = false
      const watch = async (): Promise<void> => {
        while (!isOver) {
          sizes.push((await store.totals()).storage.record_bytes)
          await setTimeout(5)
        }
      }
      const watching = watch()
      for (let from = 0; from < 600; from += 150) {
        await flood([store], from, from + 150)
        files.push((await store.totals()).storage.bytes)
      }
      isOver = true
      await watching
      t.ok(Math.max(...sizes) > 0.9 * maxBytes, 'the bound was reached')
      t.ok(Math.max(...sizes) <= maxBytes + commitBytes, `${Math.max(...sizes)} bytes at most`)
      await waitForBound(store, maxBytes)
      const { storage } = await store.totals()
      t.match(storage, { kind, max_bytes: maxBytes })
      t.ok(storage.record_bytes <= maxBytes)
      t.ok(storage.evicted > 250)
      const ordinary = Array.from({ length: 12 }, (_, i) => `own_${i + 10}`)
      for (const table of ['captures', 'analyses', 'projects'])
        t.strictSame(
          (await idsIn(query, table)).filter(id => id.startsWith('own_')),
          ordinary,
          table,
        )
      const left = (await idsIn(query, 'captures')).filter(id => id.startsWith('flood_'))
      t.ok(
        left.length > 25 && (left[0] ?? '') > 'flood_00375',
        `${left.length} from ${left[0]} on: the newest are left`,
      )
      if (kind === 'sqlite') {
        const [, half = 0, , end = 0] = files
        t.ok(end <= 1.1 * half, `the file has ${half} bytes halfway and ${end} at the end`)
        t.ok(end < 2.5 * maxBytes)
      }
      await store.close()
      const [row] = await query('select evicted_records from storage')
      t.equal(
        lines().reduce((sum, { eviction }) => sum + eviction.records, 0),
        Number(row?.evicted_records),
        'each evicted record is reported once',
      )
    })

    t.test(
      'the least recently requested records of the largest client go first, and clients are cut to one level',
      async t => {
        const { options, query } = await createDatabase(t)
        const store = await openStore(options)
        const save = (id: string, client: string, ms: number) => store.saveCapture({ ...capture(id), client }, at(ms))
        for (let i = 0; i < 9; i++) await save(`a${i}`, 'key:a', i)
        for (let i = 0; i < 6; i++) await save(`b${i}`, 'key:b', i)
        for (let i = 0; i < 2; i++) await save(`c${i}`, 'key:c', i)
        await save('a0', 'key:c', 100)
        const { record_bytes } = (await store.totals()).storage
        await store.close()
        const { log, lines } = recordLog()
        const maxBytes = Math.ceil((record_bytes * 10.5) / 17)
        const bounded = await startStore(t, { ...options, maxBytes, log })
        while (lines().length === 0) await setTimeout(5)
        t.strictSame(await idsIn(query, 'captures'), ['a0', 'a6', 'a7', 'a8', 'b2', 'b3', 'b4', 'b5', 'c0', 'c1'])
        t.match(lines(), [{ level: 30, eviction: { records: 7, kinds: { captures: 7, pages: 0, analyses: 0 } } }])
        t.equal((await bounded.totals()).storage.evicted, 7)
      },
    )

    t.test('clients of equal size lose no more records than needed', async t => {
      const { options, query } = await createDatabase(t)
      const maxBytes = 50_000
      const store = await startStore(t, { ...options, maxBytes })
      const save = (i: number) => store.saveCapture({ ...capture(`cap_${i}`), client: `ip:192.0.2.${i}` }, at(i))
      await Promise.all(Array.from({ length: 100 }, (_, i) => save(i)))
      await waitForBound(store, maxBytes)
      const [{ bytes } = { bytes: 0 }] = await query('select min(stored_bytes) as bytes from captures')
      const left = (await idsIn(query, 'captures')).length
      t.ok(left <= maxBytes / Number(bytes) && left > maxBytes / Number(bytes) - 3, `${left} are left`)
    })

    t.test('many clients of one size lose equally many records', async t => {
      const { options, query } = await createDatabase(t)
      const store = await openStore(options)
      const save = (client: number, n: number) =>
        store.saveCapture({ ...capture(`cap_${client}_${n}`), client: `key:${client}` }, at(n))
      const clients = Array.from({ length: 300 }, (_, client) => client)
      for (let n = 0; n < 4; n++) await Promise.all(clients.map(client => save(client, n)))
      const { record_bytes } = (await store.totals()).storage
      await store.close()
      const maxBytes = Math.ceil(record_bytes * 0.55)
      const bounded = await startStore(t, { ...options, maxBytes })
      await waitForBound(bounded, maxBytes)
      const rows = await query('select count(*) as records from captures group by client')
      t.equal(rows.length, clients.length, 'no client loses all')
      const counts = new Set(rows.map(({ records }) => Number(records)))
      t.same([...counts].sort(), [2, 3], 'nor more than others')
    })

    t.test('deletes a project with its last page, and a record larger than the bound', async t => {
      const { options, query } = await createDatabase(t)
      const store = await startStore(t, { ...options, maxBytes: 40_000 })
      await store.savePage(page('small', 'page_1'), at(0))
      await store.savePage(page('small', 'page_2'), at(1))
      await store.savePage(page('large', 'page_1', 'x'.repeat(60_000)), at(2))
      await waitForEvictions(store, 3)
      t.strictSame(await idsIn(query, 'projects'), [])
      await store.saveCapture(capture('cap_1'), at(3))
      t.strictSame(await idsIn(query, 'captures'), ['cap_1'])
    })

    t.test('stores clients as hashes, which are the same in every process', async t => {
      const { options, query } = await createDatabase(t)
      const stores = [await openStore(options), await openStore(options)]
      for (const [i, store] of stores.entries())
        for (const client of ['key:secret-name', 'ip:192.0.2.77'])
          await store.saveCapture({ ...capture(`cap_${i}_${client.length}`), client }, at(0))
      for (const store of stores) await store.close()
      const rows = await query('select id, client from captures order by id')
      t.equal(new Set(rows.map(({ client }) => client)).size, 2)
      for (const { client } of rows) t.match(client, /^[0-9a-f]{32}$/)
      const all = [rows, await query('select * from clients'), await query('select * from storage')]
      t.notMatch(JSON.stringify(all), /secret-name|192\.0\.2/)
    })

    t.test('a page that is built again keeps the latest document, and its size is counted', async t => {
      const { options, query } = await createDatabase(t)
      const store = await startStore(t, options)
      await store.savePage(page('spring', 'page_1'), at(0))
      const bytes = async () => {
        const [row] = await query(
          'select (select sum(bytes) from clients) as counted, (select sum(stored_bytes) from pages) as bytes',
        )
        t.equal(Number(row?.counted), Number(row?.bytes))
        return Number(row?.bytes)
      }
      const before = await bytes()
      for (const document of ['x'.repeat(5000), 'y'.repeat(700), ''])
        await store.savePage({ ...page('spring', 'page_1'), document }, at(1))
      t.equal((await store.page('page_1'))?.document, 'y'.repeat(700), 'the latest')
      t.equal(await bytes(), before + 700)
      await Promise.all(
        ['a'.repeat(900), '', 'b'.repeat(300)].map(document =>
          store.savePage({ ...page('spring', 'page_1'), document }, at(2)),
        ),
      )
      t.equal(await bytes(), before + 300, 'in one commit, too')
      t.match(await store.totals(), { pages: { total: 1, times: 7 } })
      await store.deleteRecord('page_1')
      t.same(await query('select * from clients'), [])
    })

    t.test('pictures count for the bound, and pages go before the pictures that they show', async t => {
      const { options, query } = await createDatabase(t)
      const maxBytes = 60_000
      const store = await startStore(t, { ...options, maxBytes })
      const client = 'key:a'
      const save = (i: number) => {
        const picture = {
          id: `pic_${i}`,
          type: 'image/webp',
          width: 9,
          height: 9,
          data: 'x'.repeat(10_000),
          client,
        } as const
        return Promise.all([
          store.savePicture(picture, at(i)),
          store.savePage({ ...page(`project_${i}`, `page_${i}`), client }, at(i)),
        ])
      }
      for (let i = 0; i < 9; i++) await save(i)
      await waitForBound(store, maxBytes)
      const [pages, pictures] = [await idsIn(query, 'pages'), await idsIn(query, 'pictures')]
      t.ok(pages.includes('page_8') && !pages.includes('page_0'), pages.join())
      for (const id of pages) t.ok(pictures.includes(id.replace('page', 'pic')), `${id} has its picture`)
      t.match(await store.totals(), { pictures: { total: pictures.length }, storage: { max_bytes: maxBytes } })
      const shown = await store.pictures(['pic_8', 'pic_0', 'nothing', 'page_8'])
      t.strictSame([...shown], [['pic_8', { type: 'image/webp', width: 9, height: 9, data: 'x'.repeat(10_000) }]])
    })

    t.test('two stores on one database share the bound', async t => {
      const { options, query } = await createDatabase(t)
      const maxBytes = 150_000
      const stores = [await openStore({ ...options, maxBytes }), await openStore({ ...options, maxBytes })]
      const [first] = stores
      if (!first) return
      await flood(stores, 0, 300)
      await waitForBound(first, maxBytes)
      for (const store of stores) await store.close()
      const tables = ['captures', 'pages', 'analyses'].map(table => `select stored_bytes from ${table}`)
      const [row] = await query(
        `select count(*) as records, sum(stored_bytes) as bytes,
          (select sum(bytes) from clients) as counted, (select evicted_records from storage) as evicted
        from (${tables.join(' union all ')}) as records`,
      )
      t.equal(Number(row?.counted), Number(row?.bytes), 'the sizes of the clients are those of their records')
      t.equal(Number(row?.records) + Number(row?.evicted), 300, 'each evicted record is counted once')
      // Both stores may free the same excess, each by other records.
      t.ok(Number(row?.bytes) > 0.7 * maxBytes, `${row?.bytes} bytes are left`)
    })

    // PostgreSQL acknowledges through the same code, and postgres.test.ts restarts its server under load: `npm run verify` runs both.
    if (kind === 'sqlite' || whole)
      t.test('evictions are reported; killed with requests in flight: no acknowledged record is lost', async t => {
        const { options, query } = await createDatabase(t)
        const environment = {
          PORT: '0',
          LOG_LEVEL: 'info',
          DATA_DIR: options.dataDir,
          DATABASE_URL: options.databaseUrl ?? '',
        }
        const acknowledged: string[] = []
        for (let round = 0; round < kills; round++) {
          // Bounded at first, then without a bound, so that every record that is acknowledged from now on is kept.
          const service = startProcess(t, [], { ...environment, STORAGE_MAX_MB: round === 0 ? '1' : '0' })
          const base = await service.listening()
          if (round === 0) await testEvictionReports(t, kind, service.child.stdout, base)
          const enough = acknowledged.length + 60 + 37 * round
          const acknowledge = (id: string): void => {
            acknowledged.push(id)
            if (acknowledged.length === enough) service.child.kill('SIGKILL')
          }
          await Promise.all(Array.from({ length: 16 }, (_, i) => send(base, `${round}-${i}`, acknowledge)))
          t.match(await service.ended, { code: null, err: '' }, 'restarts without errors')
          t.ok(acknowledged.length >= enough)
        }
        const records = acknowledged.length.toLocaleString('en')
        t.comment(`cases: ${name}: ${kills} kills with 16 requests in flight, ${records} records acknowledged`)
        await (await openStore(options)).close()
        const captures = await query('select id, config as json from captures')
        const pages = await query(
          'select pages.id, inputs as json from pages join projects on projects.id = project_id',
        )
        const saved = [...captures, ...pages]
        const ids = new Set(saved.map(row => row.id))
        t.strictSame(
          acknowledged.filter(id => !ids.has(id)),
          [],
        )
        t.ok(
          saved.every(({ json }) => typeof JSON.parse(String(json)) === 'object'),
          'no record is partially written',
        )
        if (kind === 'sqlite') t.match(await query('pragma integrity_check'), [{ integrity_check: 'ok' }])
      })
  })

t.test('logs a failed eviction with its reason, and retries it after the next commit', async t => {
  const options = { dataDir: t.testdir() }
  const store = await startStore(t, options)
  for (let i = 0; i < 5; i++) await store.saveCapture(capture(`cap_${i}`), at(i))
  const [database, other] = [openDatabase(options), openDatabase(options)]
  await sql`begin immediate`.execute(other.writer)
  const { log, lines } = recordLog()
  const eviction = startEviction({ database, saveViews: ignoreViews, maxBytes: 2000, log })
  while (lines().length === 0) await setTimeout(20)
  t.match(lines(), [{ level: 50, err: { message: /database cannot be reached/, stack: /locked/ } }])
  await eviction.afterCommit(1)
  t.equal(lines().length, 1, 'a reason is logged once')
  t.equal(eviction.failures(), 2)
  t.equal((await store.totals()).captures.total, 5)
  await sql`rollback`.execute(other.writer)
  await eviction.afterCommit(1)
  t.equal((await store.totals()).captures.total, 1)
  await eviction.stop()
  for (const one of [database, other]) await one.close()
})
