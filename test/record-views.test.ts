// Views of records: they count as use for eviction and retention, are written in batches, and never fail a request.
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { timestamp } from '../src/store/database.ts'
import { openStore, type StoreOptions } from '../src/store/open-store.ts'
import { startViews } from '../src/store/record-views.ts'
import type { Store } from '../src/store/store.ts'
import { kinds, openDatabase, startStore, type TestDatabase } from './helpers/databases.ts'
import { recordLog } from './helpers/log.ts'
import { analysis, at, capture, page } from './helpers/records.ts'

const minute = 60_000
const day = 24 * 60 * minute

const client = 'key:a'
const picture = (id: string) =>
  ({ id, type: 'image/webp', width: 9, height: 9, data: 'x'.repeat(2000), client }) as const

/** Two records of each kind, the first of which is viewed. The picture `pic_main_n` appears in listings only. */
async function saveAll(store: Store): Promise<void> {
  for (const n of [1, 2]) {
    for (const name of ['main', 'page', 'analysis']) await store.savePicture(picture(`pic_${name}_${n}`), at(n))
    await store.savePage({ ...page(`prj_${n}`, `page_${n}`), pictureId: `pic_main_${n}`, client }, at(n))
    await store.saveAnalysis({ ...analysis(`ana_${n}`), pictureId: `pic_analysis_${n}`, client }, at(n))
    await store.saveCapture({ ...capture(`cap_${n}`), client }, at(n))
  }
}

async function viewAll(store: Store): Promise<void> {
  await Promise.all([store.page('page_1'), store.pictures(['pic_page_1', 'pic_unknown'])])
  await Promise.all([store.analysis('ana_1'), store.capture('cap_1')])
  for (const id of ['ana_3', 'page_3', 'cap_3'])
    await Promise.all([store.analysis(id), store.page(id), store.capture(id)])
}

const viewed = ['ana_1', 'cap_1', 'page_1', 'pic_analysis_1', 'pic_main_1', 'pic_page_1', 'prj_1']

async function readIds(query: TestDatabase['query']): Promise<readonly string[]> {
  const tables = ['analyses', 'captures', 'pages', 'pictures', 'projects']
  const rows = await query(tables.map(table => `select id from ${table}`).join(' union all '))
  return rows.map(({ id }) => String(id)).sort()
}

async function lastUse(query: TestDatabase['query'], id: string) {
  const [row] = await query(`select last_at, times from captures where id = '${id}'`)
  return { last_at: row?.last_at, times: Number(row?.times) }
}

/** Views of captures of the time 0. The interval is too long for a test by default. */
async function startTest(t: Test, options: StoreOptions, ids: readonly string[], intervalMs = 1e6) {
  const store = await startStore(t, options)
  for (const id of ids) await store.saveCapture(capture(id), at(0))
  const database = openDatabase(options)
  const clock = { ms: 0 }
  const { log, lines } = recordLog()
  const views = startViews({ database, now: () => at(clock.ms), intervalMs, log })
  const close = async (): Promise<void> => {
    await views.stop()
    await database.close()
  }
  return { store, clock, views, lines, close }
}

for (const { name, skip, start } of kinds)
  t.test(name, { skip }, async t => {
    const createDatabase = await start(t)

    t.test('eviction keeps viewed records with their pictures, and deletes others of their age', async t => {
      const { options, query } = await createDatabase(t)
      const store = await openStore(options)
      await saveAll(store)
      const { record_bytes } = (await store.totals()).storage
      await store.close()
      const maxBytes = record_bytes + 5000
      const bounded = await startStore(t, { ...options, maxBytes })
      await viewAll(bounded)
      const flood = async (from: number): Promise<void> => {
        for (let i = from; i < from + 10; i++)
          await bounded.saveCapture({ ...capture(`flood_${i}`), client }, at(10 + i))
      }
      for (let i = 0; (await readIds(query)).some(id => id.endsWith('_2') && !id.startsWith('flood')); i += 10)
        await flood(i)
      t.strictSame(
        (await readIds(query)).filter(id => !id.startsWith('flood')),
        viewed,
      )
      const times = await query('select times from pages union all select times from pictures')
      t.ok(
        times.every(row => Number(row.times) === 1),
        'a view is not a request',
      )
    })

    t.test('retention keeps viewed records, also those that were viewed before a restart', async t => {
      const { options, query } = await createDatabase(t)
      const first = await openStore({ ...options, now: () => at(20 * day) })
      await saveAll(first)
      await viewAll(first)
      await first.close()
      const store = await startStore(t, { ...options, retentionDays: 30, now: () => at(31 * day) })
      while ((await store.totals()).storage.expired < viewed.length - 1) await setTimeout(5)
      while ((await readIds(query)).length > viewed.length) await setTimeout(5)
      t.strictSame(await readIds(query), viewed)
    })

    t.test('writes nothing for a record that was used within a minute', async t => {
      const { options, query } = await createDatabase(t)
      const { clock, views, close } = await startTest(t, options, ['cap_1', 'cap_2'], 20)
      clock.ms = minute
      views.note('captures', 'cap_1')
      await setTimeout(100)
      t.strictSame(await lastUse(query, 'cap_1'), { last_at: timestamp(at(0)), times: 1 })
      clock.ms = day
      views.note('captures', 'cap_1')
      while ((await lastUse(query, 'cap_1')).last_at === timestamp(at(0))) await setTimeout(5)
      t.strictSame(await lastUse(query, 'cap_1'), { last_at: timestamp(at(day - minute)), times: 1 })
      clock.ms = 2 * minute
      views.note('captures', 'cap_1')
      await views.save()
      t.strictSame((await lastUse(query, 'cap_1')).last_at, timestamp(at(day - minute)), 'never moves back')
      t.strictSame((await lastUse(query, 'cap_2')).last_at, timestamp(at(0)))
      await close()
    })

    t.test('counts many views at once, up to a bound', async t => {
      const { options, query } = await createDatabase(t)
      const ids = Array.from({ length: 450 }, (_, i) => `cap_${i}`)
      const { store, clock, views, close } = await startTest(t, options, ids.slice(0, 1))
      await Promise.all(ids.map(id => store.saveCapture(capture(id), at(0))))
      clock.ms = day
      for (const id of ids) views.note('captures', id)
      await views.save()
      const used = (ms: number) => query(`select id from captures where last_at = '${timestamp(at(ms))}'`)
      t.equal((await used(day)).length, ids.length)
      clock.ms = 2 * day
      for (let i = 1; i < 10_000; i++) views.note('captures', `unknown_${i}`)
      for (const id of ids) views.note('captures', id)
      await views.save()
      t.equal((await used(2 * day)).length, 1)
      await close()
    })
  })

t.test('logs once that views cannot be written, and writes them later', async t => {
  const options = { dataDir: t.testdir() }
  const { store, clock, views, lines, close } = await startTest(t, options, ['cap_1'])
  const other = openDatabase(options)
  clock.ms = day
  for (const isSecond of [false, true]) {
    await sql`begin immediate`.execute(other.writer)
    views.note('captures', 'cap_1')
    await views.save()
    await views.save()
    t.equal(lines().length, isSecond ? 2 : 1, 'a reason is logged once')
    t.match(lines().at(-1), { level: 50, err: { stack: /locked/ }, msg: /views of records/ })
    t.ok(await store.capture('cap_1'), 'records are read')
    await sql`rollback`.execute(other.writer)
    await views.save()
    const [row] = await other.reader.selectFrom('captures').select('last_at').execute()
    t.equal(row?.last_at, timestamp(at(clock.ms)))
    clock.ms += day
  }
  await close()
  await other.close()
})
