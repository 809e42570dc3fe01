// The store on every database: records are saved, merged, listed, counted and deleted; listings hold nothing for a stalled client.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { platforms } from '../schemas/platform.ts'
import { depths } from '../schemas/provenance.ts'
import { frameworks } from '../schemas/sparkpage.ts'
import { reportAnalyses } from '../src/reports/listings.ts'
import { renderPrintPage } from '../src/reports/print.ts'
import { renderTxt } from '../src/reports/txt.ts'
import { openStore } from '../src/store/open-store.ts'
import { type CreateDatabase, kinds, openDatabase, startStore, type TestDatabase } from './helpers/databases.ts'
import { hostileMarkup, hostileTargets } from './helpers/hostile-texts.ts'
import { analysis, at, capture, ids, list, page } from './helpers/records.ts'
import { analysisReport } from './helpers/reports.ts'
import { startService, stripes } from './helpers/service.ts'
import { sample, whole } from './helpers/whole.ts'

// Threads and worker processes start faster without the coverage hooks of the test runner; sqlite.test.ts covers the threads.
delete process.env.NODE_OPTIONS

const hostileTexts = [
  "'; drop table pages; --",
  '$1 ? :a @b \\ \\x00 \\0 %s {}',
  'NUL \0 inside',
  '\ud800 lone \udfff',
  '\u202eright to left \u2028',
  '\uffff\ufffe\u001b[31mred\u001b[0m\u009b2J',
  '👩‍👩‍👧 e\u0301 ﷽ 漢字 ｶﾞ',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞',
  'A long text. '.repeat(8000).slice(0, 100_000),
  '',
]

interface Outcome {
  readonly answers: readonly unknown[]
  readonly listings: readonly string[]
  readonly totals: object
}

/** What the first database returned, which the others must return too. */
const first: { listings?: readonly unknown[]; outcome?: Outcome } = {}

for (const { name, kind, skip, start } of kinds)
  t.test(name, { skip }, async t => {
    const createDatabase = await start(t)
    testRecords(t, createDatabase, kind)
    testListings(t, createDatabase)
    testDeletion(t, createDatabase)
    testMigrations(t, createDatabase)

    t.test('lists the same rows and summaries as other databases', async t => {
      const store = await startStore(t, (await createDatabase(t)).options)
      const count = 520
      const saves = Array.from({ length: count }, (_, i) => {
        // Few timestamps, so that most rows are ordered by their ids.
        const when = at(-Math.floor(i / 40) * 60_000)
        const text = itemAt(hostileTexts, i)
        const record = analysis(`ana_${(i * 7919) % count}`, {
          platform: itemAt(platforms, i),
          depth: itemAt(depths, i),
          name: itemAt(['teal', 'navy', 'Ä', ''], i),
          colors: ['#6D28D9', '#F59E0B', '#0F172A'].slice(i % 3),
          bytes: i ** 2,
        })
        return [
          store.saveAnalysis({ ...record, source: text.slice(0, 1000), durationMs: i / 8 }, when),
          store.savePage(page(`Project-${i % 510}`, `page_${i}`, text.slice(0, 1000), itemAt(frameworks, i)), when),
        ]
      })
      await Promise.all(saves.flat())
      const filters = [
        {},
        { limit: 501 },
        { since: at(-7 * 60_000), until: at(-60_000) },
        { since: at(-7 * 60_000), until: at(-60_000), limit: 7 },
        { projectId: 'Project-7' },
        { since: at(1) },
      ]
      const listings: unknown[] = []
      for (const filter of filters) {
        const analyses = await store.analyses(filter)
        const projects = await store.projects(filter)
        listings.push({ summary: analyses.summary, rows: await list(analyses.pages) })
        listings.push({ summary: projects.summary, rows: await list(projects.pages) })
      }
      t.match(listings[0], { summary: { count }, rows: { length: count } })
      first.listings ??= listings
      t.strictSame(listings, first.listings)
    })

    t.test('the service accepts, stores and lists the same hostile strings as on other databases', async t => {
      const database = await createDatabase(t)
      const { answers, accepted, ...outcome } = await sendHostileTexts(t, database)
      t.comment(`cases: ${name}: ${answers.length.toLocaleString('en')} requests with hostile strings`)
      first.outcome ??= { answers, ...outcome }
      t.strictSame({ answers, ...outcome }, first.outcome)

      const inputs = (await database.query('select inputs from pages')).map(row => JSON.parse(String(row.inputs)))
      const configs = (await database.query('select config from captures')).map(row => JSON.parse(String(row.config)))
      const headlines = new Set(inputs.map(({ content }) => content.headline))
      const targets = new Set(configs.map(config => config.target_url))
      t.ok(accepted('headline').length > texts.length * 0.7 && accepted('target_url').length > 0)
      t.strictSame(
        accepted('headline').filter(text => !headlines.has(text)),
        [],
        'headlines are stored as sent',
      )
      t.strictSame(
        accepted('target_url').filter(text => !targets.has(text)),
        [],
        'addresses are stored as sent',
      )
      t.ok(accepted('style_metadata').length > texts.length * 0.7)
      t.ok(
        inputs.every(({ style_metadata: style }) => !('summary' in style || 'note' in style)),
        'unknown members are not stored',
      )
    })

    t.test('clients that stop reading hold no resources', async t => {
      const database = await createDatabase(t)
      await testStalledClients(t, database)
    })
  })

function itemAt<T>(items: readonly T[], i: number): T {
  const [item] = items.slice(i % items.length)
  if (item === undefined) throw new Error('The list is empty.')
  return item
}

function testRecords(t: Test, createDatabase: CreateDatabase, kind: string): void {
  t.test('an empty store lists nothing and counts zero', async t => {
    const store = await startStore(t, (await createDatabase(t)).options)
    const analyses = await store.analyses({})
    const projects = await store.projects({ limit: 10 })
    t.match(analyses.summary, {
      count: 0,
      total: 0,
      times: 0,
      newest: null,
      lastAtSums: [0, 0],
      platforms: [],
      colors: [],
    })
    t.match(projects.summary, { count: 0, total: 0, pages: 0, newest: null, lastAtSums: [0, 0], longestId: 0 })
    t.same(await list(analyses.pages), [])
    t.same(await list(projects.pages), [])
    const { storage, ...totals } = await store.totals()
    t.match(totals, { analyses: { total: 0 }, projects: { total: 0 }, pages: { total: 0 }, captures: { total: 0 } })
    t.match(storage, { kind, records: 0, max_bytes: null, evicted: 0 })
    t.ok(storage.bytes > 0)
  })

  t.test('records survive reopening, and a repeated id only updates times and last_at', async t => {
    const { options } = await createDatabase(t)
    const earlier = await openStore(options)
    await earlier.saveAnalysis(analysis('ana_1'), at(0))
    await earlier.savePage(page('spring', 'page_1'), at(1))
    await earlier.saveCapture(capture('cap_1'), at(2))
    await earlier.close()

    const store = await startStore(t, options)
    await store.saveAnalysis({ ...analysis('ana_1'), source: 'https://elsewhere.example/' }, at(5000))
    await store.savePage(page('spring', 'page_1'), at(6000))
    await store.saveCapture(capture('cap_1'), at(7000))
    const analyses = await store.analyses({})
    const { source, durationMs } = analysis('ana_1')
    const facts = { sha256: 'a'.repeat(64), bytes: 100, platform: 'web_16_9', depth: 'medium', mediaType: 'image' }
    const record = { id: 'ana_1', source, ...facts, engine: 'builtin', durationMs }
    const stamps = { createdAt: at(0).toISOString(), lastAt: at(5000).toISOString() }
    t.strictSame(await list(analyses.pages), [{ ...record, ...stamps, times: 2, colors: ['#6D28D9', '#F59E0B'] }])
    t.match(analyses.summary, { count: 1, times: 2, newest: stamps.createdAt, lastAtSums: [20_260_131, 120_005_000] })
    const projects = await store.projects({})
    const projectStamps = { createdAt: at(1).toISOString(), lastAt: at(6000).toISOString() }
    t.strictSame(await list(projects.pages), [
      { id: 'spring', ...projectStamps, headline: 'Hello', thumbnail: '', pages: 1, frameworks: ['none'] },
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
  })

  t.test('counts concurrent and repeated saves', async t => {
    const store = await startStore(t, (await createDatabase(t)).options)
    await Promise.all([
      ...Array.from({ length: 600 }, (_, i) =>
        store.savePage(page(`p${(i % 300) % 200}`, `page_${i % 300}`), at(900 - i)),
      ),
      ...Array.from({ length: 50 }, (_, i) => store.saveAnalysis(analysis('ana_1'), at((i * 7 + 10) % 50))),
      ...Array.from({ length: 20 }, () => store.saveCapture(capture('cap_1'), at(0))),
    ])
    t.match(await store.totals(), {
      projects: { total: 200 },
      pages: { total: 300, times: 600 },
      analyses: { total: 1, times: 50 },
      captures: { total: 1, times: 20 },
    })
  })

  t.test('a record that cannot be inserted fails alone, and the rest of its batch is saved', async t => {
    const store = await startStore(t, (await createDatabase(t)).options)
    const saves = Array.from({ length: 20 }, (_, i) =>
      store.saveAnalysis(analysis(`ana_${i}`, { bytes: i === 7 ? Number.NaN : i }), at(i)),
    )
    const outcomes = await Promise.allSettled(saves)
    t.strictSame(
      outcomes.flatMap(({ status }, i) => (status === 'rejected' ? [i] : [])),
      [7],
    )
    t.equal((await store.totals()).analyses.total, 19)
  })

  t.test('stores hostile strings', async t => {
    const { options, query } = await createDatabase(t)
    const store = await startStore(t, options)
    for (const [i, text] of hostileTexts.entries()) {
      await store.savePage(page(`p${i}`, 'page_1', text), at(i))
      await store.saveAnalysis({ ...analysis(`ana_${i}`, { colors: [] }), source: text }, at(i))
    }
    const newest = hostileTexts.toReversed()
    const readable = newest.map(text => text.replaceAll('\0', '\ufffd').toWellFormed())
    const projects = await list((await store.projects({})).pages)
    const analyses = await list((await store.analyses({})).pages)
    t.strictSame(
      projects.map(row => row.headline),
      readable,
    )
    t.strictSame(
      analyses.map(row => row.source),
      readable,
    )
    const rows = await query('select inputs from pages order by created_at desc')
    t.strictSame(
      rows.map(row => JSON.parse(String(row.inputs)).content.headline),
      newest,
      'the JSON contains NUL and lone surrogates',
    )
  })
}

function testListings(t: Test, createDatabase: CreateDatabase): void {
  t.test('a project lists its pages, and equal page ids of two projects are two pages', async t => {
    const { options, query } = await createDatabase(t)
    const store = await startStore(t, options)
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
    t.strictSame(summary.responsiveTypes, [{ name: 'fixed', count: 4 }])
    const one = await store.projects({ projectId: 'a' })
    t.match(one.summary, { count: 1, total: 1, pages: 3 })
    t.strictSame(await ids(one.pages), ['a'])
    // As it is between two queries of a listing, when its last page is deleted meanwhile.
    await query(`insert into projects values ('c', '${at(5).toISOString()}', '${at(5).toISOString()}')`)
    const empty = await store.projects({ projectId: 'c' })
    t.match(empty.summary, { count: 1, pages: 0, frameworks: [] })
    t.match(await list(empty.pages), [{ id: 'c', pages: 0, frameworks: [], headline: '' }])
  })

  t.test('a summary or the version of the pictures changes with every row', async t => {
    const { options, query } = await createDatabase(t)
    const store = await startStore(t, options)
    const picture = { type: 'image/webp', width: 9, height: 9, data: 'x', client: 'key:a' } as const
    await store.saveAnalysis(analysis('ana_1'), at(0))
    await store.saveAnalysis(analysis('ana_2'), at(5000))
    for (const n of [1, 2]) {
      await store.savePage({ ...page(`prj_${n}`, `page_${n}`), pictureId: `pic_${n}` }, at(n))
      await store.savePicture({ id: `pic_${n}`, ...picture }, at(n))
    }
    const readVersions = async () => {
      const [analyses, projects] = [await store.analyses({ limit: 9 }), await store.projects({ limit: 9 })]
      t.equal(analyses.readPictureVersion, undefined)
      return [analyses.summary, projects.summary, await projects.readPictureVersion?.()].map(value =>
        JSON.stringify(value),
      )
    }
    let before = await readVersions()
    const checkChanged = async (expected: readonly boolean[], message: string): Promise<void> => {
      const after = await readVersions()
      t.same(
        after.map((version, i) => version !== before[i]),
        expected,
        message,
      )
      before = after
    }
    await checkChanged([false, false, false], 'nothing')
    await query(`update analyses set last_at = '${at(1).toISOString()}' where id = 'ana_1'`)
    await checkChanged([true, false, false], 'a view, by a millisecond')
    await query(`update projects set last_at = '${at(86_400_001).toISOString()}' where id = 'prj_1'`)
    await checkChanged([false, true, false], 'a build on the next day')
    await store.deleteRecord('pic_2')
    await checkChanged([false, false, true], 'a deleted picture')
    await store.savePicture({ id: 'pic_2', ...picture }, at(3))
    await store.deleteRecord('pic_1')
    await checkChanged([false, false, true], 'a picture that is back, and another that was deleted')
    await store.savePicture({ id: 'pic_3', ...picture }, at(9))
    await checkChanged([false, false, false], 'a picture of no row')
    t.same(await (await store.projects({ projectId: 'none' })).readPictureVersion?.(), [0, 0, 0])
  })

  t.test('filters apply to the rows and to the summary', async t => {
    const store = await startStore(t, (await createDatabase(t)).options)
    const records = [
      { platform: 'web_16_9', name: 'red' },
      { platform: 'youtube_shorts', name: 'red' },
      { platform: 'web_16_9', name: 'teal' },
      { platform: 'web_16_9', name: 'navy' },
    ] as const
    for (const [i, record] of records.entries()) {
      await store.saveAnalysis(analysis(`ana_${i}`, record), at(i))
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
      const numbers = async (pages: typeof analyses.pages | typeof projects.pages) =>
        (await ids(pages)).map(id => Number(id.slice(-1)))
      t.strictSame(await numbers(analyses.pages), shown, `analyses ${name}`)
      t.strictSame(await numbers(projects.pages), shown, `projects ${name}`)
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
  })

  t.test('pagination skips and repeats no row, even among equal timestamps', async t => {
    const { options, query } = await createDatabase(t)
    const store = await startStore(t, options)
    const id = (i: number) => `ana_${String(i).padStart(4, '0')}`
    const newestFirst = (count: number) => Array.from({ length: count }, (_, i) => id(count - 1 - i))
    let saved = 0
    for (const count of [499, 500, 501, 1001]) {
      const added = Array.from({ length: count - saved }, (_, i) => saved + i)
      await Promise.all(added.map(i => store.saveAnalysis(analysis(id(i)), at(Math.floor(i / 600)))))
      saved = count
      t.strictSame(await ids((await store.analyses({})).pages), newestFirst(count), `${count} rows`)
    }
    const { pages } = await store.analyses({ limit: 700 })
    t.strictSame(await ids(pages), newestFirst(1001).slice(0, 700))
    t.strictSame(await ids(pages), newestFirst(1001).slice(0, 700), 'the rows can be read again')
    await query('delete from analyses')
    t.strictSame(await list(pages), [], 'rows that were deleted meanwhile are left out')
    for (const name of ['a', 'b']) await store.savePage(page(name, 'page_1'), at(0))
    const projects = await store.projects({})
    await query('delete from pages')
    await query('delete from projects')
    t.strictSame(await list(projects.pages), [], 'also of projects')
  })

  t.test('a listing does not contain records that are saved while it is read', async t => {
    const store = await startStore(t, (await createDatabase(t)).options)
    await store.saveAnalysis(analysis('ana_1'), at(0))
    await store.savePage(page('a', 'page_1'), at(0))
    const analyses = await store.analyses({})
    const projects = await store.projects({})
    await store.saveAnalysis(analysis('ana_2'), at(1))
    await store.savePage(page('b', 'page_1'), at(1))
    t.strictSame(await ids(analyses.pages), ['ana_1'])
    t.strictSame(await ids(projects.pages), ['a'])
  })

  t.test('orders equal timestamps by the bytes of the id, whatever the collation of the database', async t => {
    const store = await startStore(t, (await createDatabase(t)).options)
    const names = ['-', '.', '10', '9', 'A', 'Z', '_', 'a', 'ab', 'a_', 'b', 'z']
    for (const name of names) {
      await store.saveAnalysis(analysis(name), at(0))
      await store.savePage(page(name, 'page_1'), at(0))
    }
    const expected = names.toSorted().toReversed()
    t.strictSame(await ids((await store.analyses({})).pages), expected)
    t.strictSame(await ids((await store.projects({})).pages), expected)
  })
}

function testDeletion(t: Test, createDatabase: CreateDatabase): void {
  t.test('retention deletes old records, and a project with its last page', async t => {
    const { options } = await createDatabase(t)
    const day = 86_400_000
    const earlier = await openStore(options)
    await Promise.all(Array.from({ length: 450 }, (_, i) => earlier.saveCapture(capture(`cap_${i}`), at(0))))
    await earlier.saveAnalysis(analysis('ana_old'), at(0))
    await earlier.saveAnalysis(analysis('ana_repeated'), at(0))
    await earlier.saveAnalysis(analysis('ana_repeated'), at(5 * day))
    await earlier.savePage(page('old', 'page_1'), at(0))
    await earlier.savePage(page('recent', 'page_1'), at(0))
    await earlier.savePage(page('recent', 'page_2'), at(5 * day))
    await earlier.close()
    const store = await startStore(t, { ...options, retentionDays: 30, now: () => at(32 * day) })
    while ((await store.totals()).storage.records > 3) await setTimeout(20)
    t.match(await store.totals(), { pages: { total: 1 }, captures: { total: 0 } })
    t.strictSame(await ids((await store.analyses({})).pages), ['ana_repeated'])
    t.strictSame(await ids((await store.projects({})).pages), ['recent'])
  })

  t.test(
    'the statement that deletes the last page deletes its project, so that no crash can leave it empty',
    async t => {
      const { options, query } = await createDatabase(t)
      const store = await startStore(t, options)
      for (const [project, id] of [
        ['first', 'page_1'],
        ['second', 'page_2'],
        ['second', 'page_3'],
      ] as const)
        await store.savePage(page(project, id), at(0))
      await query("delete from pages where id in ('page_1', 'page_2')")
      t.strictSame(await ids((await store.projects({})).pages), ['second'])
      await query('delete from pages')
      t.strictSame(await ids((await store.projects({})).pages), [])
    },
  )

  t.test('a project ends with its last page, whichever processes delete and save its pages at once', async t => {
    const { options, query } = await createDatabase(t)
    const [one, other] = [await startStore(t, options), await startStore(t, options)]
    const projects = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    for (let round = 0; round < 5; round++) {
      for (const name of projects)
        await Promise.all(['1', '2'].map(n => one.savePage(page(name, `${name}_${n}`), at(0))))
      const saved = projects.slice(4)
      await Promise.all([
        ...projects.map(name => one.deleteRecord(`${name}_1`)),
        ...projects.map(name => other.deleteRecord(`${name}_2`)),
        ...saved.map(name => other.savePage(page(name, `${name}_3`), at(round))),
      ])
      t.same(
        (await query('select id from projects order by id')).map(({ id }) => id),
        saved,
      )
      for (const name of saved) await one.deleteRecord(`${name}_3`)
    }
    t.match(await one.totals(), { projects: { total: 0 }, pages: { total: 0 } })
  })
}

function testMigrations(t: Test, createDatabase: CreateDatabase): void {
  t.test('several stores can open one new database at the same time', async t => {
    const { options } = await createDatabase(t)
    // On a busy machine one waits longer than the default for the migrations of the two others.
    const stores = await Promise.all([1, 2, 3].map(() => startStore(t, { ...options, busyMs: 30_000 })))
    await Promise.all(stores.map((store, i) => store.saveCapture(capture(`cap_${i}`), at(0))))
    for (const store of stores) t.equal((await store.totals()).captures.total, 3)
  })

  t.test('openStore rejects a database of a later version, and says what to do', async t => {
    const { options, query } = await createDatabase(t)
    await (await openStore(options)).close()
    await query("insert into kysely_migration values ('2999-01-01 later', '2999-01-01')")
    const advice =
      / database DATA(?:_DIR|BASE_URL) .* a later version of the service wrote this database\. Start that version or /
    await t.rejects(openStore(options), { message: advice })
    await query("delete from kysely_migration where name = '2999-01-01 later'")
    await (await openStore(options)).close()
  })

  t.test('an exclusive transaction is rolled back after an error; transactions of Kysely are rejected', async t => {
    const database = openDatabase((await createDatabase(t)).options)
    const failed = database.exclusiveTransaction(async db => {
      await db.schema.createTable('captures').addColumn('id', 'text').execute()
      throw new Error('halfway')
    })
    await t.rejects(failed, { message: 'halfway' })
    const query = database.reader.selectFrom('captures').select('id')
    await t.rejects(query.execute(), /captures/, 'it was rolled back')
    await database.exclusiveTransaction(db => db.schema.createTable('captures').addColumn('id', 'text').execute())
    await database.writer.insertInto('captures').columns(['id']).expression(sql`select 'cap_1'`).execute()
    const rows: unknown[] = []
    for await (const row of query.stream()) rows.push(row)
    t.match(rows, [{ id: 'cap_1' }])
    await t.rejects(
      database.writer.transaction().execute(async () => undefined),
      /not supported/,
    )
    await database.close()
    await t.rejects(query.execute())
  })
}

/** `stores hostile strings` stores all of the last ones. */
const texts = [...sample(hostileMarkup, 3), ...sample(hostileTargets, 3), ...sample(hostileTexts, 5)]
const picture = await stripes(['#6D28D9', '#F59E0B'])

/** Every member of a request that may contain free text. */
function requestsWith(text: string): readonly (readonly [member: string, url: string, body: object])[] {
  const content = { headline: 'Hello', sub_headline: 'there', cta_button_text: 'Go' }
  const page = { style_metadata: { colors: ['#6D28D9'] }, content }
  const build = '/api/v1/build-sparkpage'
  return [
    ['project_id', build, { ...page, project_id: text }],
    ['headline', build, { ...page, content: { ...content, headline: text } }],
    ['sub_headline', build, { ...page, content: { ...content, sub_headline: text } }],
    ['cta_button_text', build, { ...page, content: { ...content, cta_button_text: text } }],
    ['cta_url', build, { ...page, content: { ...content, cta_url: text } }],
    ['colors', build, { ...page, style_metadata: { colors: [text] } }],
    ['style_metadata', build, { ...page, style_metadata: { colors: ['#6D28D9'], summary: text, note: [text] } }],
    ['framework', build, { ...page, export_settings: { framework: text } }],
    ['target_url', '/api/v1/capture-media', { target_url: text }],
    ['source_url', '/api/v1/analyze-vibe', { source_url: text }],
    // An analysis starts a worker process.
    ...(whole ? ([['api_key', '/api/v1/analyze-vibe', { source_url: picture, api_key: text }]] as const) : []),
  ]
}

/** The responses to all requests, and the listings and totals afterwards. */
async function sendHostileTexts(t: Test, { options: { databaseUrl = '' } }: TestDatabase) {
  let seconds = 0
  // The same times on every database.
  const now = () => {
    seconds += 1
    return at(seconds * 1000)
  }
  const environment = { DATABASE_URL: databaseUrl, FETCH_ALLOW_CIDRS: '' }
  const { get, post, store } = await startService(t, environment, { now })
  const answers: { readonly member: string; readonly text: string; readonly status: number; readonly id: unknown }[] =
    []
  for (const text of texts)
    for (const [member, url, body] of requestsWith(text)) {
      const { statusCode: status, headers } = await post(url, body)
      t.ok([200, 400, 422].includes(status) || t.fail(`${member}: ${status}`))
      const id = headers['x-page-id'] ?? headers['x-capture-id'] ?? headers['x-analysis-id']
      answers.push({ member, text, status, id })
    }
  const listings: string[] = []
  for (const type of ['txt/projects', 'txt/analysis', 'pdf/projects', 'pdf/analysis'])
    listings.push((await get(`/api/v1/export/${type}`)).body)
  const { storage, ...totals } = await store.totals()
  const accepted = (member: string) =>
    answers.filter(answer => answer.member === member && answer.status === 200).map(({ text }) => text)
  return { answers, accepted, listings, totals: { ...totals, records: storage.records } }
}

/** Their text is longer than what the system buffers for a connection. */
const rows = 40_000
const stalled = 3
/** All with one timestamp, and inserted directly, which is faster. */
const insertRows = `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${rows - 1})
  insert into analyses (id, created_at, last_at, times, source, sha256, bytes, platform, depth, media_type, engine,
    duration_ms, color_name, colors, style_metadata)
  select 'ana_' || cast(1000000 + i as text), '2026-01-31T12:00:00.000Z', '2026-01-31T12:00:00.000Z', 1,
    'https://example.com/pictures/${'x'.repeat(800)}/' || cast(i as text) || '.png', 'sha', 100, 'web_16_9', 'medium',
    'image', 'builtin', 12.5, 'teal', '#008080 #FFFFFF #000000 #6D28D9 #F59E0B #0F172A', '{}' from n`

/** Connections of the service with an open statement or transaction; on SQLite, whether a reader blocks the write-ahead log. */
async function heldResources({ options, query }: TestDatabase): Promise<readonly unknown[]> {
  if (!options.databaseUrl) return (await query('pragma wal_checkpoint(truncate)')).filter(row => row.busy !== 0)
  return query(`select state, query from pg_stat_activity
    where datname = current_database() and application_name = 'automation-service' and (state <> 'idle' or xact_start is not null)`)
}

async function until(t: Test, what: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (await isTrue()) return
    await setTimeout(100)
  }
  t.fail(`timed out: ${what}`)
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

function usedMegabytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 / 1024
}

async function testStalledClients(t: Test, database: TestDatabase): Promise<void> {
  const { dataDir, databaseUrl = '' } = database.options
  const { app } = await startService(t, databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: dataDir })
  await database.query(insertRows)
  const sockets: Socket[] = []
  app.server.on('connection', socket => sockets.push(socket))
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const url = new URL('/api/v1/export/txt/analysis', address)
  const readAll = async (): Promise<void> => {
    const answer = await fetch(url, { headers: { connection: 'close' } })
    let tail = ''
    // Only the end is held, because the text would count as memory in use.
    for await (const chunk of answer.body ?? []) tail = (tail + Buffer.from(chunk).toString()).slice(-60)
    t.match(tail, /\n\nEnd of report: 40,000 analyses\.\n$/)
  }
  await (await fetch(`${url}?limit=1000`, { headers: { connection: 'close' } })).text()
  sockets.length = 0
  const before = usedMegabytes()
  const clients = await Promise.all(
    Array.from({ length: stalled }, async () => {
      const client = connect(Number(address.port), address.hostname).on('error', () => undefined)
      await once(client, 'connect')
      client.write(`GET ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\n\r\n`)
      return client
    }),
  )
  let sent = -1
  await until(t, 'all responses wait for their clients', async () => {
    const now = sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0)
    const isStalled = now === sent && sockets.length === stalled && sockets.every(socket => socket.writableNeedDrain)
    sent = now
    return isStalled
  })
  await until(t, 'no resource is held', async () => (await heldResources(database)).length === 0)
  const grown = usedMegabytes() - before
  const buffered = Math.max(...sockets.map(({ writableLength }) => writableLength))
  t.ok(buffered < 256 * 1024, `at most ${buffered} bytes are buffered for a client`)
  t.ok(grown < 4 * stalled, `${stalled} clients take ${grown.toFixed(0)} MB`)
  await readAll()
  for (const client of clients) client.destroy()
  const connections = () => new Promise<number>(resolve => app.server.getConnections((_, count) => resolve(count)))
  await until(t, 'the connections are released', async () => (await connections()) === 0)
  t.strictSame(await heldResources(database), [])
}

t.test('reports stop reading rows when the client stops reading', async t => {
  for (const print of [false, true]) {
    let isOver = false
    const report = analysisReport(1)
    async function* pages() {
      try {
        for (;;) for await (const page of report.pages) yield Array.from({ length: 1000 }, () => page).flat()
      } finally {
        isOver = true
      }
    }
    const endless = reportAnalyses({ ...report, pages: pages() })
    const chunks = print ? renderPrintPage(endless, 'a4') : renderTxt(endless)
    await chunks.next()
    t.notOk(isOver)
    await chunks.return()
    t.ok(isOver)
  }
})
