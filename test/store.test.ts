// The store on real files: what goes in comes out, in order, and nothing acknowledged is ever lost.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from '@photostructure/sqlite'
import t from 'tap'
import type { CaptureConfig } from '../schemas/capture.ts'
import type { Framework } from '../schemas/sparkpage.ts'
import type { Platform, StyleMetadata } from '../schemas/style.ts'
import { bindable } from '../src/store/bindable.ts'
import { openStore } from '../src/store/open-store.ts'
import { openSqlite } from '../src/store/sqlite.ts'
import type { AnalysisRecord, CaptureRecord, PageRecord } from '../src/store/store.ts'
import { ownProcess } from './tools.ts'

const file = 'automation-service.db'
const at = (ms: number): Date => new Date(Date.UTC(2026, 0, 31, 12) + ms)
const box = { x: 0, y: 0, width: 8, height: 8 }
const size = { width: 8, height: 8 }

const style = (colors: string[], name: string): StyleMetadata => ({
  colors,
  palette: colors.map(hex => ({
    hex,
    share: 0.5,
    oklch: { l: 0.5, c: 0.1, h: 290 },
    role: 'primary',
    name,
    contrast_white: 7,
    contrast_black: 3,
  })),
  roles: {
    background: '#FFFFFF',
    surface: '#FFFFFF',
    text: '#000000',
    primary: '#6D28D9',
    on_primary: '#FFFFFF',
    secondary: '#6D28D9',
    accent: '#6D28D9',
    on_accent: '#FFFFFF',
  },
  brightness: 0.5,
  contrast: 0.2,
  colorfulness: { value: 20, label: 'slight' },
  saturation: 0.3,
  temperature: { value: 0, label: 'neutral' },
  scheme: 'light',
  transparency: 0,
  media: {
    type: 'image',
    format: 'png',
    ...size,
    bytes: 100,
    frames: 1,
    alpha: false,
    orientation: 1,
    color_space: 'srgb',
    sha256: 'a'.repeat(64),
  },
  platform: {
    name: 'web_16_9',
    canvas: size,
    aspect_match: false,
    min_resolution_ok: false,
    crop: box,
    safe_area: box,
    focal_in_safe_area: true,
    advice: [],
  },
  analysis: {
    id: `ana_${'0'.repeat(32)}`,
    engine: 'builtin',
    depth: 'medium',
    sampled: size,
    version: '1',
    warnings: [],
  },
})

const analysis = (id: string, platform: Platform = 'web_16_9', name = 'rebeccapurple'): AnalysisRecord => ({
  id,
  source: `https://example.com/${id}.png`,
  sha256: 'a'.repeat(64),
  bytes: 100,
  platform,
  depth: 'medium',
  mediaType: 'image',
  engine: 'builtin',
  style: style(['#6D28D9', '#F59E0B'], name),
  durationMs: 12.5,
})

const page = (projectId: string, id: string, headline = 'Hello', framework: Framework = 'none'): PageRecord => ({
  id,
  projectId,
  framework,
  responsiveType: 'fluid',
  inputs: {
    project_id: projectId,
    style_metadata: { colors: ['#6D28D9'] },
    content: { headline, sub_headline: '', cta_button_text: '' },
  },
})

const captureConfig: CaptureConfig = {
  target_url: 'http://localhost:3000/',
  output_format: 'png',
  output_file: 'capture.png',
  viewport: { ...size, deviceScaleFactor: 2 },
  output_size: size,
  wait_until: 'load',
  record_duration: null,
  timeouts: { launch_ms: 1, navigation_ms: 1, idle_ms: 1, settle_ms: 1 },
  video: null,
  script: { file_name: 'capture.mjs', language: 'javascript', node: '>=20', requires: [], sha256: '', version: '1' },
  warnings: [],
  options: {
    full_page: false,
    hide_selectors: [],
    color_scheme: null,
    reduced_motion: null,
    wait_for_selector: null,
    extra_wait_ms: 0,
  },
}
const capture = (id: string): CaptureRecord => ({ id, config: captureConfig })

const list = async <R>(rows: AsyncIterable<R>): Promise<readonly R[]> => {
  const all: R[] = []
  for await (const row of rows) all.push(row)
  return all
}
const ids = async (rows: AsyncIterable<{ readonly id: string }>): Promise<readonly string[]> =>
  (await list(rows)).map(row => row.id)

/** Another process with an open store in the same folder, running the given lines. */
const child = (dataDir: string, lines: string): ChildProcess => {
  const code = `import { openStore } from './src/store/open-store.ts'
    const store = await openStore({ dataDir: ${JSON.stringify(dataDir)} })
    ${lines}`
  return spawn(ownProcess.command, [...ownProcess.words, '--input-type=module', '-e', code], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

t.test('an empty store has nothing to list and counts zero', async t => {
  const store = await openStore({ dataDir: join(t.testdir(), 'made', 'on', 'the', 'way') })
  const analyses = await store.analyses({})
  const projects = await store.projects({ limit: 10 })
  t.match(analyses.summary, { count: 0, total: 0, times: 0, newest: null, lastAt: null, platforms: [], colors: [] })
  t.match(projects.summary, { count: 0, total: 0, pages: 0, newest: null, lastAt: null, longestId: 0 })
  t.same(await list(analyses.rows), [])
  t.same(await list(projects.rows), [])
  const { storage, ...totals } = await store.totals()
  t.match(totals, { analyses: { total: 0 }, projects: { total: 0 }, pages: { total: 0 }, captures: { total: 0 } })
  t.match(storage, { kind: 'sqlite', records: 0 })
  t.ok(storage.bytes > 0)
  await store.close()
})

t.test('records survive reopening, and a repeated id moves times and last_at only', async t => {
  const dataDir = t.testdir()
  const first = await openStore({ dataDir })
  await first.saveAnalysis(analysis('ana_1'), at(0))
  await first.savePage(page('spring', 'page_1'), at(1))
  await first.saveCapture(capture('cap_1'), at(2))
  await first.close()

  const store = await openStore({ dataDir })
  await store.saveAnalysis({ ...analysis('ana_1'), source: 'https://elsewhere.example/' }, at(5000))
  await store.savePage(page('spring', 'page_1'), at(6000))
  await store.saveCapture(capture('cap_1'), at(7000))
  const analyses = await store.analyses({})
  const { style: _, ...record } = analysis('ana_1')
  const stamps = { createdAt: at(0).toISOString(), lastAt: at(5000).toISOString() }
  t.strictSame(await list(analyses.rows), [{ ...record, ...stamps, times: 2, colors: ['#6D28D9', '#F59E0B'] }])
  t.match(analyses.summary, { count: 1, times: 2, newest: stamps.createdAt, lastAt: stamps.lastAt })
  const projects = await store.projects({})
  t.strictSame(await list(projects.rows), [
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

t.test('a project gathers its pages, and equal page ids of two projects are two pages', async t => {
  const store = await openStore({ dataDir: t.testdir() })
  await store.savePage(page('a', 'page_1', 'First'), at(0))
  await store.savePage(page('b', 'page_1', 'Other'), at(1))
  await store.savePage(page('a', 'page_2', 'Second', 'tailwind'), at(2))
  await store.savePage(page('a', 'page_3', 'Third', 'tailwind'), at(3))
  await store.savePage(page('a', 'page_1', 'First'), at(4))
  const { summary, rows } = await store.projects({})
  t.match(await list(rows), [
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
  t.strictSame(await ids(one.rows), ['a'])
  await store.close()
})

t.test('filters bound what is listed, and the summary speaks of exactly that', async t => {
  const store = await openStore({ dataDir: t.testdir() })
  const words = [
    ['web_16_9', 'red'],
    ['youtube_shorts', 'red'],
    ['web_16_9', 'teal'],
    ['web_16_9', 'navy'],
  ] as const
  for (const [i, [platform, name]] of words.entries()) {
    await store.saveAnalysis(analysis(`ana_${i}`, platform, name), at(i))
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
      await ids(analyses.rows),
      shown.map(i => `ana_${i}`),
      `analyses ${name}`,
    )
    t.strictSame(
      await ids(projects.rows),
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
  t.equal((await store.analyses({ projectId: 'p1' })).summary.count, 4, 'a project says nothing about analyses')
  await store.close()
})

t.test('paging drops and doubles nothing at its borders, even among equal instants', async t => {
  const store = await openStore({ dataDir: t.testdir() })
  const id = (i: number) => `ana_${String(i).padStart(4, '0')}`
  const insert = async (from: number, to: number) => {
    for (let i = from; i < to; i++) await store.saveAnalysis(analysis(id(i)), at(Math.floor(i / 600)))
  }
  const newestFirst = (count: number) => Array.from({ length: count }, (_, i) => id(count - 1 - i))
  let saved = 0
  for (const count of [499, 500, 501, 1000, 1001]) {
    await insert(saved, count)
    saved = count
    t.strictSame(await ids((await store.analyses({})).rows), newestFirst(count), `${count} rows`)
  }
  const { rows } = await store.analyses({ limit: 700 })
  t.strictSame(await ids(rows), newestFirst(1001).slice(0, 700))
  t.strictSame(await ids(rows), newestFirst(1001).slice(0, 700), 'the rows can be read again')
  await store.close()
})

t.test('what is saved while a listing is read stays out of it', async t => {
  const store = await openStore({ dataDir: t.testdir() })
  await store.saveAnalysis(analysis('ana_1'), at(0))
  await store.savePage(page('a', 'page_1'), at(0))
  const analyses = await store.analyses({})
  const projects = await store.projects({})
  await store.saveAnalysis(analysis('ana_2'), at(1))
  await store.savePage(page('b', 'page_1'), at(1))
  t.strictSame(await ids(analyses.rows), ['ana_1'])
  t.strictSame(await ids(projects.rows), ['a'])
  await store.close()
})

t.test('NUL, lone surrogates and every other character are stored without error', async t => {
  const dataDir = t.testdir()
  const store = await openStore({ dataDir })
  const hostile = 'a\0b\ud800c\u2028"\'; drop table pages; -- 😀'
  await store.savePage(page('p', 'page_1', hostile), at(0))
  await store.saveAnalysis({ ...analysis('ana_1'), source: hostile, style: style([], '') }, at(0))
  const readable = hostile.replace('\0', '\uFFFD').replace('\ud800', '\uFFFD')
  t.equal((await list((await store.projects({})).rows))[0]?.headline, readable)
  t.match(await list((await store.analyses({})).rows), [{ source: readable, colors: [] }])
  await store.close()
  const database = new DatabaseSync(join(dataDir, file))
  const { inputs } = database.prepare('select inputs from pages').get()
  database.close()
  t.equal(JSON.parse(inputs).content.headline, hostile, 'the JSON keeps them all')
})

t.test('every kind of value is bound alike', async t => {
  const cases = [
    [true, 1],
    [false, 0],
    [undefined, null],
    [null, null],
    [1.5, 1.5],
    ['text', 'text'],
    [at(0), '2026-01-31T12:00:00.000Z'],
  ] as const
  for (const [value, bound] of cases) t.equal(bindable(value), bound, String(value))
})

t.test('the driver serves every door of the dialect', async t => {
  const database = openSqlite({ path: join(t.testdir(), file), busyMs: 100 })
  const names: string[] = []
  const failed = database.alone(async db => {
    await db.schema.createTable('captures').addColumn('id', 'text').execute()
    throw new Error('halfway')
  })
  await t.rejects(failed, { message: 'halfway' })
  await t.rejects(database.db.selectFrom('captures').select('id').execute(), /no such table/, 'nothing is left of it')
  await database.alone(db => db.schema.createTable('captures').addColumn('id', 'text').execute())
  await database.alone(async db => {
    for await (const { id } of db.selectFrom('captures').select('id').stream()) names.push(id)
  })
  t.strictSame(names, [])
  await database.close()
})

t.test('several processes that start at once on one new folder all come up', async t => {
  const dataDir = join(t.testdir(), 'new')
  const save = (i: number) =>
    `await store.saveCapture({ id: 'cap_${i}', config: { output_format: 'png', target_url: '' } }, new Date(0))`
  const children = [1, 2, 3].map(i => child(dataDir, save(i)))
  const codes = await Promise.all(children.map(one => once(one, 'exit')))
  t.strictSame(
    codes.map(([code]) => code),
    [0, 0, 0],
  )
  const store = await openStore({ dataDir })
  t.equal((await store.totals()).captures.total, 3)
  await store.close()
})

t.test('nothing acknowledged is lost when the process is killed while writing', async t => {
  const dataDir = t.testdir()
  const acknowledged: string[] = []
  for (let round = 0; round < 3; round++) {
    const writer = child(
      dataDir,
      `for (let i = 0; ; i++) {
        const id = 'cap_${round}_' + i
        await store.saveCapture({ id, config: { output_format: 'png', target_url: '', pad: 'x'.repeat(2000) } }, new Date(0))
        process.stdout.write(id + '\\n')
      }`,
    )
    const enough = 40 + 37 * round
    let seen = 0
    if (writer.stdout) {
      for await (const line of createInterface({ input: writer.stdout })) {
        acknowledged.push(line)
        if (++seen === enough) writer.kill('SIGKILL')
      }
    }
    t.ok(seen >= enough)
  }
  const store = await openStore({ dataDir })
  await store.close()
  const database = new DatabaseSync(join(dataDir, file))
  const saved = new Set(
    database
      .prepare('select id from captures')
      .all()
      .map(row => row.id),
  )
  const [check] = database.prepare('pragma integrity_check').all()
  database.close()
  t.strictSame(
    acknowledged.filter(id => !saved.has(id)),
    [],
  )
  t.match(check, { integrity_check: 'ok' })
})

t.test('a folder that cannot hold the database stops the start and is named', async t => {
  const dir = t.testdir({ plain: 'a file', notes: { [file]: 'this is a text and not a database at all. '.repeat(40) } })
  mkdirSync(join(dir, 'taken', file), { recursive: true })
  const cases = [
    { name: 'it is a file', dataDir: join(dir, 'plain') },
    { name: 'it lies below a file', dataDir: join(dir, 'plain', 'below') },
    { name: 'a folder has the name of the database', dataDir: join(dir, 'taken') },
    { name: 'another kind of file has that name', dataDir: join(dir, 'notes') },
    { name: 'the system refuses it', dataDir: '/proc/automation-service' },
  ]
  for (const { name, dataDir } of cases) {
    await t.rejects(openStore({ dataDir }), { message: /^DATA_DIR \(.+\) cannot hold the records: \w+/ }, name)
    await t.rejects(openStore({ dataDir }), { message: new RegExp(`DATA_DIR \\(${dataDir}\\)`) }, name)
  }
})

t.test('a database written by a later release is left alone', async t => {
  const dataDir = t.testdir()
  await (await openStore({ dataDir })).close()
  const database = new DatabaseSync(join(dataDir, file))
  database.exec("insert into kysely_migration values ('2999-01-01 later', '2999-01-01')")
  database.close()
  await t.rejects(openStore({ dataDir }), { message: /DATA_DIR .*2999-01-01 later/ })
})

t.test('a database out of reach answers with a problem to try again, and is ready afterwards', async t => {
  const dataDir = t.testdir()
  const store = await openStore({ dataDir, busyMs: 20 })
  t.ok(store.ready())
  const other = new DatabaseSync(join(dataDir, file))
  other.exec('begin immediate')
  const busy = { name: 'Problem', code: 'overloaded', headers: { 'retry-after': '5' } }
  await t.rejects(store.savePage(page('p', 'page_1'), at(0)), busy)
  t.notOk(store.ready())
  other.exec('rollback')
  other.close()
  await store.savePage(page('p', 'page_1'), at(0))
  t.ok(store.ready())
  t.match(await store.totals(), { projects: { total: 1 }, pages: { total: 1, times: 1 } })
  await store.close()
  t.notOk(store.ready())
  await t.rejects(store.totals())
})

t.test('saves that run at once are all counted', async t => {
  const store = await openStore({ dataDir: t.testdir() })
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
