// The store on every database: records are saved, merged, listed, counted and deleted.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import t from 'tap'
import { openStore, type StoreOptions } from '../src/store/open-store.ts'
import { kinds, openDatabase } from './helpers/databases.ts'
import { analysis, at, capture, ids, list, page } from './helpers/records.ts'
import { ownProcess } from './helpers/tools.ts'

/** Another process that opens a store on the same database and runs the given lines. */
const child = (options: StoreOptions, lines: string): ChildProcess => {
  const code = `import { openStore } from './src/store/open-store.ts'
    const store = await openStore(${JSON.stringify(options)})
    ${lines}`
  return spawn(ownProcess.command, [...ownProcess.words, '--input-type=module', '-e', code], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

for (const { name, kind, skip, start } of kinds)
  t.test(name, { skip }, async t => {
    const createDatabase = await start(t)

    t.test('an empty store lists nothing and counts zero', async t => {
      const store = await openStore((await createDatabase(t)).options)
      const analyses = await store.analyses({})
      const projects = await store.projects({ limit: 10 })
      t.match(analyses.summary, { count: 0, total: 0, times: 0, newest: null, lastAt: null, platforms: [], colors: [] })
      t.match(projects.summary, { count: 0, total: 0, pages: 0, newest: null, lastAt: null, longestId: 0 })
      t.same(await list(analyses.pages), [])
      t.same(await list(projects.pages), [])
      const { storage, ...totals } = await store.totals()
      t.match(totals, { analyses: { total: 0 }, projects: { total: 0 }, pages: { total: 0 }, captures: { total: 0 } })
      t.match(storage, { kind, records: 0 })
      t.ok(storage.bytes > 0)
      await store.close()
    })

    t.test('records survive reopening, and a repeated id only updates times and last_at', async t => {
      const { options } = await createDatabase(t)
      const first = await openStore(options)
      await first.saveAnalysis(analysis('ana_1'), at(0))
      await first.savePage(page('spring', 'page_1'), at(1))
      await first.saveCapture(capture('cap_1'), at(2))
      await first.close()

      const store = await openStore(options)
      await store.saveAnalysis({ ...analysis('ana_1'), source: 'https://elsewhere.example/' }, at(5000))
      await store.savePage(page('spring', 'page_1'), at(6000))
      await store.saveCapture(capture('cap_1'), at(7000))
      const analyses = await store.analyses({})
      const { source, durationMs } = analysis('ana_1')
      const facts = { sha256: 'a'.repeat(64), bytes: 100, platform: 'web_16_9', depth: 'medium', mediaType: 'image' }
      const record = { id: 'ana_1', source, ...facts, engine: 'builtin', durationMs }
      const stamps = { createdAt: at(0).toISOString(), lastAt: at(5000).toISOString() }
      t.strictSame(await list(analyses.pages), [{ ...record, ...stamps, times: 2, colors: ['#6D28D9', '#F59E0B'] }])
      t.match(analyses.summary, { count: 1, times: 2, newest: stamps.createdAt, lastAt: stamps.lastAt })
      const projects = await store.projects({})
      t.strictSame(await list(projects.pages), [
        {
          id: 'spring',
          createdAt: at(1).toISOString(),
          lastAt: at(6000).toISOString(),
          headline: 'Hello',
          pages: 1,
          frameworks: ['none'],
        },
      ])
      t.match(projects.summary, { count: 1, pages: 1, times: 2, longestId: 6 })
      t.match(await store.totals(), {
        analyses: {
          total: 1,
          times: 2,
          by_platform: { web_16_9: 1 },
          by_depth: { medium: 1 },
          by_media_type: { image: 1 },
          by_engine: { builtin: 1 },
        },
        projects: { total: 1 },
        pages: { total: 1, times: 2, by_framework: { none: 1 } },
        captures: { total: 1, times: 2, by_format: { png: 1 } },
        storage: { records: 4 },
      })
      await store.close()
    })

    t.test('a project lists its pages, and equal page ids of two projects are two pages', async t => {
      const store = await openStore((await createDatabase(t)).options)
      await store.savePage(page('a', 'page_1', 'First'), at(0))
      await store.savePage(page('b', 'page_1', 'Other'), at(1))
      await store.savePage(page('a', 'page_2', 'Second', 'tailwind'), at(2))
      await store.savePage(page('a', 'page_3', 'Third', 'tailwind'), at(3))
      await store.savePage(page('a', 'page_1', 'First'), at(4))
      const { summary, pages } = await store.projects({})
      t.match(await list(pages), [
        { id: 'b', pages: 1, frameworks: ['none'], headline: 'Other' },
        { id: 'a', pages: 3, frameworks: ['tailwind', 'none'], headline: 'Third', lastAt: at(4).toISOString() },
      ])
      t.match(summary, { count: 2, total: 2, pages: 4, times: 5 })
      t.strictSame(summary.frameworks, [
        { name: 'none', count: 2 },
        { name: 'tailwind', count: 2 },
      ])
      t.strictSame(summary.responsiveTypes, [{ name: 'fluid', count: 4 }])
      const one = await store.projects({ projectId: 'a' })
      t.match(one.summary, { count: 1, total: 1, pages: 3 })
      t.strictSame(await ids(one.pages), ['a'])
      await store.close()
    })

    t.test('lists a project whose pages were deleted', async t => {
      const { options, query } = await createDatabase(t)
      const store = await openStore(options)
      await store.savePage(page('a', 'page_1'), at(0))
      await query('delete from pages')
      const { summary, pages } = await store.projects({})
      t.match(summary, { count: 1, pages: 0, frameworks: [] })
      t.match(await list(pages), [{ id: 'a', pages: 0, frameworks: [], headline: '' }])
      await store.close()
    })

    t.test('filters apply to the rows and to the summary', async t => {
      const store = await openStore((await createDatabase(t)).options)
      const words = [
        ['web_16_9', 'red'],
        ['youtube_shorts', 'red'],
        ['web_16_9', 'teal'],
        ['web_16_9', 'navy'],
      ] as const
      for (const [i, [platform, name]] of words.entries()) {
        await store.saveAnalysis(analysis(`ana_${i}`, { platform, name }), at(i))
        await store.savePage(page(`p${i}`, 'page'), at(i))
      }
      const cases = [
        { filter: {}, shown: [3, 2, 1, 0], total: 4 },
        { filter: { since: at(1) }, shown: [3, 2, 1], total: 3 },
        { filter: { until: at(2) }, shown: [1, 0], total: 2 },
        { filter: { since: at(1), until: at(3) }, shown: [2, 1], total: 2 },
        { filter: { since: at(3), until: at(1) }, shown: [], total: 0 },
        { filter: { limit: 2 }, shown: [3, 2], total: 4 },
        { filter: { limit: 1, until: at(2) }, shown: [1], total: 2 },
        { filter: { limit: 1_000_000_000 }, shown: [3, 2, 1, 0], total: 4 },
        { filter: { since: new Date(Date.UTC(10_000, 0)) }, shown: [], total: 0 },
        { filter: { since: new Date(Date.UTC(-1, 0)) }, shown: [3, 2, 1, 0], total: 4 },
      ]
      for (const { filter, shown, total } of cases) {
        const analyses = await store.analyses(filter)
        const projects = await store.projects(filter)
        const name = JSON.stringify(filter)
        t.strictSame(
          await ids(analyses.pages),
          shown.map(i => `ana_${i}`),
          `analyses ${name}`,
        )
        t.strictSame(
          await ids(projects.pages),
          shown.map(i => `p${i}`),
          `projects ${name}`,
        )
        t.match(analyses.summary, { count: shown.length, total }, `summary of analyses ${name}`)
        t.match(projects.summary, { count: shown.length, total, pages: shown.length }, `summary of projects ${name}`)
      }
      const { summary } = await store.analyses({ limit: 3 })
      t.strictSame(summary.platforms, [
        { name: 'web_16_9', count: 2 },
        { name: 'youtube_shorts', count: 1 },
      ])
      t.strictSame(
        summary.colors.map(({ name }) => name),
        ['navy', 'red', 'teal'],
      )
      t.equal((await store.analyses({ projectId: 'p1' })).summary.count, 4, 'projectId is ignored for analyses')
      await store.close()
    })

    t.test('pagination skips and repeats no row, even among equal timestamps', async t => {
      const store = await openStore((await createDatabase(t)).options)
      const id = (i: number) => `ana_${String(i).padStart(4, '0')}`
      const insert = async (from: number, to: number) => {
        for (let i = from; i < to; i++) await store.saveAnalysis(analysis(id(i)), at(Math.floor(i / 600)))
      }
      const newestFirst = (count: number) => Array.from({ length: count }, (_, i) => id(count - 1 - i))
      let saved = 0
      for (const count of [499, 500, 501, 1000, 1001]) {
        await insert(saved, count)
        saved = count
        t.strictSame(await ids((await store.analyses({})).pages), newestFirst(count), `${count} rows`)
      }
      const { pages } = await store.analyses({ limit: 700 })
      t.strictSame(await ids(pages), newestFirst(1001).slice(0, 700))
      t.strictSame(await ids(pages), newestFirst(1001).slice(0, 700), 'the rows can be read again')
      await store.close()
    })

    t.test('a listing does not contain records that are saved while it is read', async t => {
      const store = await openStore((await createDatabase(t)).options)
      await store.saveAnalysis(analysis('ana_1'), at(0))
      await store.savePage(page('a', 'page_1'), at(0))
      const analyses = await store.analyses({})
      const projects = await store.projects({})
      await store.saveAnalysis(analysis('ana_2'), at(1))
      await store.savePage(page('b', 'page_1'), at(1))
      t.strictSame(await ids(analyses.pages), ['ana_1'])
      t.strictSame(await ids(projects.pages), ['a'])
      await store.close()
    })

    t.test('stores NUL and lone surrogates', async t => {
      const { options, query } = await createDatabase(t)
      const store = await openStore(options)
      const hostile = 'a\0b\ud800c\u2028"\'; drop table pages; -- 😀'
      await store.savePage(page('p', 'page_1', hostile), at(0))
      await store.saveAnalysis({ ...analysis('ana_1', { colors: [] }), source: hostile }, at(0))
      const readable = hostile.replace('\0', '\uFFFD').replace('\ud800', '\uFFFD')
      t.equal((await list((await store.projects({})).pages))[0]?.headline, readable)
      t.match(await list((await store.analyses({})).pages), [{ source: readable, colors: [] }])
      await store.close()
      const [row] = await query('select inputs from pages')
      t.equal(JSON.parse(String(row?.inputs)).content.headline, hostile, 'the JSON contains them')
    })

    t.test('several processes can open one new database at the same time', async t => {
      const { options } = await createDatabase(t)
      const save = (i: number) =>
        `await store.saveCapture({ id: 'cap_${i}', config: { output_format: 'png', target_url: '' }, client: '' }, new Date(0))`
      const children = [1, 2, 3].map(i => child(options, save(i)))
      const codes = await Promise.all(children.map(one => once(one, 'exit')))
      t.strictSame(
        codes.map(([code]) => code),
        [0, 0, 0],
      )
      const store = await openStore(options)
      t.equal((await store.totals()).captures.total, 3)
      await store.close()
    })

    t.test('openStore rejects a database of a later release', async t => {
      const { options, query } = await createDatabase(t)
      await (await openStore(options)).close()
      await query("insert into kysely_migration values ('2999-01-01 later', '2999-01-01')")
      await t.rejects(openStore(options), { message: /^DATA(?:_DIR|BASE_URL) .*2999-01-01 later/ })
    })

    t.test('counts concurrent saves', async t => {
      const store = await openStore((await createDatabase(t)).options)
      await Promise.all([
        ...Array.from({ length: 20 }, (_, i) => store.savePage(page(`p${i % 4}`, `page_${i}`), at(i))),
        ...Array.from({ length: 20 }, () => store.saveCapture(capture('cap_1'), at(0))),
      ])
      t.match(await store.totals(), {
        projects: { total: 4 },
        pages: { total: 20 },
        captures: { total: 1, times: 20 },
      })
      await store.close()
    })

    t.test('orders equal timestamps by the bytes of the id, whatever the collation of the database', async t => {
      const store = await openStore((await createDatabase(t)).options)
      const names = ['-', '.', '10', '9', 'A', 'Z', '_', 'a', 'ab', 'a_', 'b', 'z']
      for (const name of names) {
        await store.saveAnalysis(analysis(name), at(0))
        await store.savePage(page(name, 'page_1'), at(0))
      }
      const expected = [...names].sort().reverse()
      t.strictSame(await ids((await store.analyses({})).pages), expected)
      t.strictSame(await ids((await store.projects({})).pages), expected)
      await store.close()
    })

    t.test('a record that cannot be inserted fails alone, and the rest of its batch is saved', async t => {
      const store = await openStore((await createDatabase(t)).options)
      const saves = Array.from({ length: 20 }, (_, i) => {
        return store.saveAnalysis(analysis(`ana_${i}`, { bytes: i === 7 ? Number.NaN : i }), at(i))
      })
      const outcomes = await Promise.allSettled(saves)
      t.strictSame(
        outcomes.flatMap(({ status }, i) => (status === 'rejected' ? [i] : [])),
        [7],
      )
      t.equal((await store.totals()).analyses.total, 19)
      await store.close()
    })

    t.test('counts many concurrent and repeated saves in any order', async t => {
      const store = await openStore((await createDatabase(t)).options)
      await Promise.all([
        ...Array.from({ length: 900 }, (_, i) => store.savePage(page(`p${i % 300}`, `page_${i % 450}`), at(900 - i))),
        ...Array.from({ length: 50 }, (_, i) => store.saveAnalysis(analysis('ana_1'), at((i * 7 + 10) % 50))),
      ])
      t.match(await store.totals(), {
        projects: { total: 300 },
        pages: { total: 900, times: 900 },
        analyses: { total: 1, times: 50 },
      })
      const [row] = await list((await store.analyses({})).pages)
      t.match(row, { createdAt: at(0).toISOString(), lastAt: at(49).toISOString(), times: 50 })
      await store.saveAnalysis(analysis('ana_1'), at(20))
      const [again] = await list((await store.analyses({})).pages)
      t.match(again, { lastAt: at(49).toISOString(), times: 51 }, 'last_at never moves back')
      await store.close()
    })

    t.test('stores hostile strings', async t => {
      const { options, query } = await createDatabase(t)
      const store = await openStore(options)
      const kept = [
        "'; drop table pages; --",
        '$1 ? :a @b \\ \\x00 \\0 %s {}',
        '\u202Eright to left',
        '\uFFFF\uFFFE\u0001\u001B[31m',
        '👩‍👩‍👧 e\u0301 ﷽ 漢字',
        'x'.repeat(100_000),
        '',
      ]
      for (const [i, text] of kept.entries()) {
        await store.savePage(page(`p${i}`, 'page_1', text), at(i))
        await store.saveAnalysis({ ...analysis(`ana_${i}`), source: text }, at(i))
      }
      const newest = [...kept].reverse()
      t.strictSame(
        (await list((await store.projects({})).pages)).map(row => row.headline),
        newest,
      )
      t.strictSame(
        (await list((await store.analyses({})).pages)).map(row => row.source),
        newest,
      )
      const rows = await query('select inputs from pages order by created_at desc')
      t.strictSame(
        rows.map(row => JSON.parse(String(row.inputs)).content.headline),
        newest,
      )
      await store.close()
    })

    t.test('retention deletes old records, and a project with its last page', async t => {
      const { options } = await createDatabase(t)
      const day = 86_400_000
      const first = await openStore(options)
      await Promise.all(Array.from({ length: 450 }, (_, i) => first.saveCapture(capture(`cap_${i}`), at(0))))
      await first.saveAnalysis(analysis('ana_old'), at(0))
      await first.saveAnalysis(analysis('ana_used'), at(0))
      await first.saveAnalysis(analysis('ana_used'), at(5 * day))
      await first.savePage(page('gone', 'page_1'), at(0))
      await first.savePage(page('kept', 'page_1'), at(0))
      await first.savePage(page('kept', 'page_2'), at(5 * day))
      await first.close()
      const store = await openStore({ ...options, retentionDays: 30, now: () => at(32 * day) })
      while ((await store.totals()).storage.records > 3) await setTimeout(20)
      t.match(await store.totals(), {
        analyses: { total: 1 },
        projects: { total: 1 },
        pages: { total: 1 },
        captures: { total: 0 },
      })
      t.strictSame(await ids((await store.analyses({})).pages), ['ana_used'])
      t.strictSame(await ids((await store.projects({})).pages), ['kept'])
      await store.close()
    })

    t.test(
      'an exclusive transaction is rolled back after an error; the dialect streams and refuses transactions of Kysely',
      async t => {
        const database = openDatabase((await createDatabase(t)).options)
        const failed = database.exclusiveTransaction(async db => {
          await db.schema.createTable('captures').addColumn('id', 'text').execute()
          throw new Error('halfway')
        })
        await t.rejects(failed, { message: 'halfway' })
        await t.rejects(database.reader.selectFrom('captures').select('id').execute(), /captures/, 'it was rolled back')
        await database.exclusiveTransaction(db => db.schema.createTable('captures').addColumn('id', 'text').execute())
        await database.writer.insertInto('captures').columns(['id']).expression(sql`select 'cap_1'`).execute()
        const names: string[] = []
        for await (const { id } of database.reader.selectFrom('captures').select('id').stream()) names.push(id)
        t.strictSame(names, ['cap_1'])
        await t.rejects(
          database.writer.transaction().execute(async () => undefined),
          /not supported/,
        )
        await database.close()
        await t.rejects(database.reader.selectFrom('captures').select('id').execute())
      },
    )
  })
