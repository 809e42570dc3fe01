// Listings on every database: the same bytes, and no resources held for a client that stops reading.
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t, { type Test } from 'tap'
import { platforms } from '../schemas/platform.ts'
import { depths } from '../schemas/provenance.ts'
import type { Filter } from '../schemas/records.ts'
import { frameworks } from '../schemas/sparkpage.ts'
import { listAnalyses, listProjects } from '../src/reports/listings.ts'
import { renderPrintPage } from '../src/reports/print.ts'
import { renderTxt } from '../src/reports/txt.ts'
import { openStore } from '../src/store/open-store.ts'
import type { Store } from '../src/store/store.ts'
import { kinds, type TestDatabase } from './helpers/databases.ts'
import { analysis, at, ids, list, page } from './helpers/records.ts'
import { hostile, madeAt, whole } from './helpers/reports.ts'
import { startService } from './helpers/service.ts'

const pick = <T>(values: readonly [T, ...T[]] | readonly T[], i: number, other: T): T =>
  values[i % values.length] ?? other
/** The separator of cells in a packed page, and its escape sequence. */
const separators = ['a\x1fb', '\x1e1', '\x1e\x1f\x1e0\x1f', '\x1f', '\x1e'] as const
const texts = [...hostile, ...separators]

/** More than a page of each, with few timestamps, so that most are ordered by their ids. */
const fill = async (store: Store): Promise<void> => {
  const saves = Array.from({ length: 1300 }, (_, i) => {
    const when = at(-Math.floor(i / 40) * 60_000)
    const text = pick(texts, i, '')
    const record = analysis(`ana_${(i * 7919) % 1300}`, {
      platform: pick(platforms, i, 'web_16_9'),
      depth: pick(depths, i, 'low'),
      name: pick(['teal', 'navy', 'Ä'], i, ''),
      colors: ['#6D28D9', '#F59E0B', '#0F172A'].slice(i % 3),
      bytes: i ** 2,
    })
    return [
      store.saveAnalysis({ ...record, source: text, durationMs: i / 8 }, when),
      store.savePage(page(`Project-${i % 1200}`, `page_${i}`, text, pick(frameworks, i, 'none')), when),
    ]
  })
  await Promise.all(saves.flat())
}

const filters: Readonly<Record<string, Filter>> = {
  whole: {},
  'the newest': { limit: 1001 },
  'a span': { since: at(-20 * 60_000), until: at(-60_000) },
  'the newest of a span': { since: at(-20 * 60_000), until: at(-60_000), limit: 7 },
  'one project': { projectId: 'Project-7' },
  nothing: { since: at(1) },
}

/** Every form of every listing. */
const written = async (store: Store, filter: Filter): Promise<readonly string[]> => {
  const analyses = async () => listAnalyses({ ...(await store.analyses(filter)), filter, madeAt })
  const projects = async () => listProjects({ ...(await store.projects(filter)), filter, madeAt })
  return [
    await whole(renderTxt(await analyses())),
    await whole(renderPrintPage(await analyses(), 'a4')),
    await whole(renderTxt(await projects())),
    await whole(renderPrintPage(await projects(), 'letter')),
  ]
}

const first = new Map<string, readonly string[]>()
for (const { name, skip, start } of kinds)
  t.test(`lists the same bytes on ${name}`, { skip }, async t => {
    const placeOf = await start(t)
    const place = await placeOf(t)
    const store = await openStore(place.options)
    await fill(store)
    for (const [what, filter] of Object.entries(filters)) {
      const reports = await written(store, filter)
      t.match(reports[0], what === 'nothing' ? /No analysis was made/ : /End of report: [\d,]+ analyses/)
      const expected = first.get(what) ?? reports
      first.set(what, reports)
      for (const [i, report] of reports.entries()) t.ok(report === expected[i], `${what}, form ${i}`)
    }
    const sources = (await list((await store.analyses({})).pages)).map(({ source }) => source)
    for (const separator of separators) t.ok(sources.includes(separator), 'separators come back as they were')
    t.equal(new Set(await ids((await store.analyses({})).pages)).size, 1300, 'every row once')
    const { pages } = await store.analyses({})
    await place.query('delete from analyses')
    t.strictSame(await list(pages), [], 'what was forgotten meanwhile is no fault')
    await store.close()
  })

const rows = 100_000
/** All with one timestamp, and not through the store, which would take longer. */
const insert = `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${rows - 1})
  insert into analyses (id, created_at, last_at, times, source, sha256, bytes, platform, depth, media_type, engine,
    duration_ms, color_name, colors, style_metadata)
  select 'ana_' || cast(1000000 + i as text), '2026-01-31T12:00:00.000Z', '2026-01-31T12:00:00.000Z', 1,
    'https://example.com/pictures/' || cast(i as text) || '.png', 'sha', 100, 'web_16_9', 'medium', 'image', 'builtin',
    12.5, 'teal', '#008080 #FFFFFF #000000 #6D28D9 #F59E0B #0F172A', '{}' from n`

/** Our connections with an open statement or transaction; for SQLite, whether a reader holds the write-ahead log. */
const held = async ({ options, query }: TestDatabase): Promise<readonly unknown[]> => {
  if (!options.databaseUrl) return (await query('pragma wal_checkpoint(truncate)')).filter(row => row.busy !== 0)
  return query(`select state, query from pg_stat_activity
    where application_name = 'automation-service' and (state <> 'idle' or xact_start is not null)`)
}

const until = async (t: Test, what: string, holds: () => Promise<boolean>): Promise<void> => {
  for (let look = 0; look < 300; look++) {
    if (await holds()) return
    await setTimeout(100)
  }
  t.fail(`never: ${what}`)
}

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Memory in use after garbage collection. */
const megabytes = (): number => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 / 1024
}

for (const { name, skip, start } of kinds.slice(0, 2))
  t.test(`clients that stop reading hold no resources on ${name}`, { skip }, async t => {
    const place = await (await start(t))(t)
    const { dataDir, databaseUrl = '' } = place.options
    const { app } = await startService(t, databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: dataDir })
    await place.query(insert)
    const sockets: {
      readonly bytesWritten: number
      readonly writableLength: number
      readonly writableNeedDrain: boolean
    }[] = []
    app.server.on('connection', socket => sockets.push(socket))
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const url = new URL('/api/v1/export/txt/analysis', address)
    const complete = async (): Promise<void> => {
      const answer = await fetch(url, { headers: { connection: 'close' } })
      let tail = ''
      // The test keeps nothing of it, since that would count as memory in use.
      for await (const chunk of answer.body ?? []) tail = (tail + Buffer.from(chunk).toString()).slice(-60)
      t.match(tail, /\n\nEnd of report: 100,000 analyses\.\n$/, 'other exports go on')
    }
    await complete()
    await complete()
    sockets.length = 0
    const before = megabytes()
    const stalled = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const client = connect(Number(address.port), address.hostname)
        client.on('error', () => undefined)
        await once(client, 'connect')
        client.write(`GET ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\n\r\n`)
        return client
      }),
    )
    let sent = -1
    await until(t, 'nothing more is sent', async () => {
      const now = sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0)
      const rests = now === sent && sockets.length === 12 && sockets.every(socket => socket.writableNeedDrain)
      sent = now
      return rests
    })
    await until(t, 'nothing is held', async () => (await held(place)).length === 0)
    const grown = megabytes() - before
    const waiting = Math.max(...sockets.map(({ writableLength }) => writableLength))
    t.ok(waiting < 256 * 1024, `no more than ${waiting} bytes wait for any of them`)
    t.ok(grown < 36, `twelve of them take ${grown.toFixed(0)} MB`)
    await complete()
    for (const client of stalled) client.destroy()
    const open = () => new Promise<number>(resolve => app.server.getConnections((_, count) => resolve(count)))
    await until(t, 'their connections are released', async () => (await open()) === 0)
    t.strictSame(await held(place), [])
    await complete()
  })

t.test('stops reading rows when the client stops reading', async t => {
  for (const form of [renderTxt, <R>(listing: Parameters<typeof renderTxt<R>>[0]) => renderPrintPage(listing, 'a4')]) {
    const store = await openStore({ dataDir: t.testdir() })
    await store.saveAnalysis(analysis('ana_1'), at(0))
    const { summary, pages: saved } = await store.analyses({})
    const rows = await list(saved)
    await store.close()
    let isOver = false
    async function* pages() {
      try {
        for (;;) yield Array.from({ length: 1000 }, () => rows).flat()
      } finally {
        isOver = true
      }
    }
    const chunks = form(listAnalyses({ summary, pages: pages(), filter: {}, madeAt }))
    await chunks.next()
    t.notOk(isOver)
    await chunks.return()
    t.ok(isOver)
  }
})
