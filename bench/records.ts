// The store on both databases: saves one by one and many at once, the event loop meanwhile, and 100,000 analyses read as an
// export reads them against a bare cursor over the same rows in the same process, in turns.
// `npm run bench:records` prints the tables, `-- --write` puts them in docs/benchmarks.md, `-- --part saves` or `reads` makes one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { listAnalyses } from '../src/reports/listings.ts'
import { renderTxt } from '../src/reports/txt.ts'
import { openStore } from '../src/store/open-store.ts'
import type { Store } from '../src/store/store.ts'
import { startCluster } from '../test/postgres.ts'
import { analysis, capture, page } from '../test/records.ts'
import { keep } from './keep.ts'
import { median } from './style/speed.ts'

const { values: options } = parseArgs({
  options: { write: { type: 'boolean', default: false }, part: { type: 'string' } },
})

const atOnce = 64
const analyses = 100_000
const rounds = 7
const file = 'automation-service.db'
const columns =
  'id, created_at, last_at, times, source, sha256, bytes, platform, depth, media_type, engine, duration_ms, colors'
const query = `select ${columns} from analyses order by created_at desc, id desc`

interface Subject {
  readonly name: string
  readonly store: Store
  /** Reads every row by the driver's own cursor, and tells when the first one is there. */
  readonly bare: (first: () => void) => Promise<void>
  /** Connections that have something open on the server, if there is one. */
  readonly open: () => Promise<string>
  readonly close: () => Promise<void>
}

const overSqlite = async (): Promise<Subject> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  const store = await openStore({ dataDir })
  const database = new DatabaseSync(join(dataDir, file))
  return {
    name: 'SQLite',
    store,
    bare: async first => {
      for (const _ of database.prepare(query).iterate()) first()
    },
    open: async () => {
      // Only what no reader stands in the way of can be folded back into the file.
      const [row] = database.prepare('pragma wal_checkpoint(truncate)').all()
      return row.busy === 0 ? 'nothing' : 'a reader'
    },
    close: async () => {
      await store.close()
      database.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

const overPostgres = async (): Promise<Subject> => {
  const cluster = await startCluster()
  const databaseUrl = await cluster.create('records')
  const store = await openStore({ dataDir: '', databaseUrl })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return {
    name: 'PostgreSQL',
    store,
    bare: async first => {
      const cursor = client.query(new Cursor(query))
      let rows = await cursor.read(500)
      first()
      while (rows.length > 0) rows = await cursor.read(500)
      await cursor.close()
    },
    open: async () => {
      const busy =
        "select state from pg_stat_activity where application_name = 'automation-service' and state <> 'idle'"
      const { rows } = await client.query(busy)
      return rows.length === 0 ? 'nothing' : rows.map(({ state }) => state).join(', ')
    },
    close: async () => {
      await store.close()
      await client.end()
      await cluster.remove()
    },
  }
}

interface Pace {
  readonly perSecond: number
  /** CPU of this process, its threads with it, microseconds per save. */
  readonly cpu: number
  /** Delay of the event loop, ms. */
  readonly delay: { readonly p99: number; readonly longest: number }
}

/** So many saves, so many of them in flight at any time. */
const paceOf = async (count: number, inFlight: number, save: (index: number) => Promise<void>): Promise<Pace> => {
  let next = 0
  const client = async (): Promise<void> => {
    while (next < count) await save(next++)
  }
  const watch = monitorEventLoopDelay({ resolution: 1 })
  watch.enable()
  const [begin, before] = [performance.now(), process.cpuUsage()]
  await Promise.all(Array.from({ length: inFlight }, client))
  const seconds = (performance.now() - begin) / 1000
  const { user, system } = process.cpuUsage(before)
  watch.disable()
  return {
    perSecond: count / seconds,
    cpu: (user + system) / count,
    delay: { p99: watch.percentile(99) / 1e6, longest: watch.max / 1e6 },
  }
}

let fresh = 0
const now = new Date()
const savePage = (store: Store) => () => {
  fresh += 1
  return store.savePage(page(`p${fresh}`, `page_${fresh}`, `Ship your story ${fresh}`), now)
}
const saveCapture = (store: Store) => () => {
  fresh += 1
  return store.saveCapture(capture(`cap_${fresh}`), now)
}

const rounded = (value: number): string => Math.round(value).toLocaleString('en')
const shownDelay = ({ delay }: Pace): string => `${delay.p99.toFixed(1)} / ${delay.longest.toFixed(1)}`

const saves = async ({ name, store }: Subject): Promise<readonly (readonly string[])[]> => {
  const works = {
    'builds, every one another': savePage(store),
    'captures, every one another': saveCapture(store),
    'one capture again and again': () => store.saveCapture(capture('cap_same'), now),
  }
  const rows: string[][] = []
  for (const [work, save] of Object.entries(works)) {
    const pairs: { readonly alone: Pace; readonly together: Pace }[] = []
    for (let round = 0; round < rounds; round++)
      pairs.push({ alone: await paceOf(400, 1, save), together: await paceOf(8000, atOnce, save) })
    const counted = pairs.slice(2)
    const of = (pick: (pair: (typeof pairs)[number]) => number): number => median(counted.map(pick))
    const last = counted.at(-1)
    if (last === undefined) continue
    rows.push([
      `${name}, ${work}`,
      rounded(of(({ alone }) => alone.perSecond)),
      rounded(of(({ together }) => together.perSecond)),
      of(({ alone, together }) => together.perSecond / alone.perSecond).toFixed(1),
      of(({ alone }) => alone.cpu).toFixed(0),
      of(({ together }) => together.cpu).toFixed(0),
      shownDelay(last.together),
    ])
  }
  return rows
}

/** What a disk that takes its time does to the event loop: the file is locked for a while, and saves wait. */
const locked = async (): Promise<string> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  const store = await openStore({ dataDir })
  const own = new DatabaseSync(join(dataDir, file), { timeout: 5000 })
  const heldFor = 300
  /** Another process holds the lock, since this one's event loop is what is looked at. */
  const during = async (save: () => Promise<unknown>): Promise<number> => {
    const code = `const { DatabaseSync } = require('@photostructure/sqlite')
      const database = new DatabaseSync(${JSON.stringify(join(dataDir, file))}, { timeout: 5000 })
      database.exec('begin immediate'); console.log('held'); setTimeout(() => database.exec('rollback'), ${heldFor})`
    const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(child, 'exit')
    await once(child.stdout, 'data')
    const watch = monitorEventLoopDelay({ resolution: 1 })
    watch.enable()
    // The first beat is what the next is measured from.
    await setTimeout(20)
    await save()
    await setTimeout(20)
    watch.disable()
    await ended
    return watch.max / 1e6
  }
  await during(saveCapture(store))
  const ours = await during(saveCapture(store))
  const here = await during(async () => own.exec("insert into projects values ('here', '', '')"))
  await store.close()
  own.close()
  await rm(dataDir, { recursive: true })
  return `Longest delay of the event loop while the file is locked for ${heldFor} ms: ${ours.toFixed(1)} ms with the store, ${here.toFixed(1)} ms with the driver on the event loop.`
}

const fill = async (store: Store): Promise<void> => {
  for (let from = 0; from < analyses; from += 500) {
    const some = Array.from({ length: 500 }, (_, i) => {
      const id = `ana_${String(((from + i) * 7919) % analyses).padStart(32, '0')}`
      const source = `https://example.com/pictures/${id}.png`
      return store.saveAnalysis({ ...analysis(id), source }, new Date(now.getTime() - (from + i) * 977))
    })
    await Promise.all(some)
  }
}

interface Reading {
  readonly seconds: number
  /** CPU of this process, its threads with it. */
  readonly cpuSeconds: number
  /** Until the first row, or the first byte, ms. */
  readonly first: number
}

const timed = async (work: (first: () => void) => Promise<void>): Promise<Reading> => {
  const [begin, before] = [performance.now(), process.cpuUsage()]
  let first: number | undefined
  await work(() => {
    first ??= performance.now() - begin
  })
  const { user, system } = process.cpuUsage(before)
  return { seconds: (performance.now() - begin) / 1000, cpuSeconds: (user + system) / 1e6, first: first ?? 0 }
}

const throughStore = ({ store }: Subject) =>
  timed(async first => {
    const { pages } = await store.analyses({})
    for await (const _ of pages) first()
  })

const throughText = ({ store }: Subject) =>
  timed(async first => {
    const listing = await store.analyses({})
    for await (const _ of renderTxt(listAnalyses({ ...listing, filter: {}, madeAt: now }))) first()
  })

const bareCursor = ({ bare }: Subject) => timed(bare)

/** How far the memory of the process rises above what it was, MB, while something is read over and over. */
const growth = async (work: () => Promise<unknown>): Promise<number> => {
  await work()
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 5)
  for (let round = 0; round < 3; round++) await work()
  clearInterval(look)
  return (most - before) / 1024 / 1024
}

const reads = async (subject: Subject): Promise<readonly string[]> => {
  await fill(subject.store)
  const turns: { readonly bare: Reading; readonly store: Reading; readonly text: Reading }[] = []
  for (let round = 0; round < rounds; round++)
    turns.push({
      bare: await bareCursor(subject),
      store: await throughStore(subject),
      text: await throughText(subject),
    })
  const counted = turns.slice(2)
  const of = (pick: (turn: (typeof turns)[number]) => number): number => median(counted.map(pick))
  const stalled = (await subject.store.analyses({})).pages[Symbol.asyncIterator]()
  await stalled.next()
  return [
    subject.name,
    rounded(of(({ bare }) => analyses / bare.seconds)),
    rounded(of(({ store }) => analyses / store.seconds)),
    of(({ bare, store }) => bare.seconds / store.seconds).toFixed(2),
    of(({ bare, store }) => bare.cpuSeconds / store.cpuSeconds).toFixed(2),
    of(({ bare, text }) => bare.seconds / text.seconds).toFixed(2),
    [of(({ bare }) => bare.first), of(({ store }) => store.first), of(({ text }) => text.first)]
      .map(ms => ms.toFixed(0))
      .join(' / '),
    (await growth(() => throughText(subject))).toFixed(0),
    await subject.open(),
  ]
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, column) => (column === 0 ? '---' : '--:')), ...rows]
    .map(row => `| ${row.join(' | ')} |`)
    .join('\n')

const saveHead = [
  'saves',
  'a second, one by one',
  `a second, ${atOnce} at once`,
  'ratio',
  'CPU µs, one by one',
  `CPU µs, ${atOnce} at once`,
  'event-loop delay p99 / max, ms',
]
const readHead = [
  `${analyses.toLocaleString('en')} analyses`,
  'bare cursor, rows a second',
  'store, rows a second',
  'store ÷ bare',
  'the same by CPU',
  'whole text export ÷ bare',
  'first row: bare / store / text, ms',
  'memory growth, MB',
  'left open by a client that stopped',
]

const saved: (readonly string[])[] = []
const read: (readonly string[])[] = []
for (const start of [overSqlite, overPostgres]) {
  const subject = await start()
  if (options.part !== 'reads') saved.push(...(await saves(subject)))
  if (options.part !== 'saves') read.push(await reads(subject))
  await subject.close()
}
const report = [table(saveHead, saved), await locked(), table(readHead, read)].join('\n\n')
console.log(report)
if (options.write) await keep('bench:records', report)
