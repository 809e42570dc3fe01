// SQLite: folders, permissions, locks, full disks, and database files that are moved.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, copyFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { sql } from 'kysely'
import t from 'tap'
import { toSqlValue } from '../src/store/database.ts'
import { createGroupCommit } from '../src/store/group-commit.ts'
import { openStore } from '../src/store/open-store.ts'
import { captureRecord, insertPlan } from '../src/store/records.ts'
import { startRetention } from '../src/store/retention.ts'
import { createSqliteThread, openSqlite } from '../src/store/sqlite.ts'
import { sqliteFile as file, ignoreViews, openDatabase, startStore } from './helpers/databases.ts'
import { disks, mountDisk } from './helpers/disk.ts'
import { recordLog } from './helpers/log.ts'
import { analysis, at, capture, page } from './helpers/records.ts'
import { ownProcess } from './helpers/tools.ts'

const unavailable = { name: 'Problem', code: 'overloaded', statusCode: 503, headers: { 'retry-after': '5' } }

t.test('converts every type of value', async t => {
  const cases = [
    [true, 1],
    [false, 0],
    [undefined, null],
    [null, null],
    [1.5, 1.5],
    [2n, 2n],
    ['text', 'text'],
    ['a\0b\ud800c😀', 'a\uFFFDb\uFFFDc😀'],
    [at(0), '2026-01-31T12:00:00.000Z'],
  ] as const
  for (const [value, expected] of cases) t.equal(toSqlValue(value), expected, String(value))
  for (const value of [{}, [], () => 1, Symbol('x')]) t.throws(() => toSqlValue(value), TypeError)
})

t.test('openStore fails for an unusable folder, and names it', async t => {
  const dir = t.testdir({ plain: 'a file', notes: { [file]: 'this is a text and not a database at all. '.repeat(40) } })
  mkdirSync(join(dir, 'taken', file), { recursive: true })
  const cases = [
    ['it is a file', join(dir, 'plain')],
    ['its parent is a file', join(dir, 'plain', 'below')],
    ['a folder has the name of the database', join(dir, 'taken')],
    ['the file is not a database', join(dir, 'notes')],
    ['the system refuses it', '/proc/automation-service'],
  ] as const
  for (const [name, dataDir] of cases) {
    const message = new RegExp(`^cannot open the database DATA_DIR \\(${dataDir}\\): \\w+`)
    await t.rejects(openStore({ dataDir }), { message }, name)
  }
})

t.test('openStore names what cannot be written, and the setting', disks, async t => {
  const folder = mountDisk(t, 32)
  const [empty, used] = [join(folder, 'empty'), join(folder, 'used')]
  mkdirSync(empty)
  await (await openStore({ dataDir: used })).close()
  execFileSync('mount', ['-o', 'remount,ro', folder])
  for (const dataDir of [empty, used]) {
    const reason = `${dataDir} cannot be written \\(EROFS\\)\\. Make it writable .*, or set DATA_DIR to a writable folder`
    await t.rejects(openStore({ dataDir }), {
      message: new RegExp(`^cannot open the database DATA_DIR \\(${dataDir}\\): ${reason}`),
    })
  }
})

t.test('an error that ends a transaction by itself, as a full disk does, is reported', async t => {
  const database = openDatabase({ dataDir: t.testdir() })
  const create = sql`create table numbers (number integer primary key)`
  const insert = sql`insert or rollback into numbers values (1)`
  const failed = database.exclusiveTransaction(async db => {
    for (const statement of [create, insert, insert]) await statement.execute(db)
  })
  await t.rejects(failed, { message: /UNIQUE constraint failed/ })
  await database.exclusiveTransaction(db => create.execute(db).then(() => undefined))
  await database.close()
})

t.test('commits are flushed to disk', async t => {
  const database = openDatabase({ dataDir: t.testdir() })
  const { rows } = await sql`select * from pragma_journal_mode, pragma_synchronous`.execute(database.writer)
  t.strictSame(rows, [{ journal_mode: 'wal', synchronous: 2 }])
  await database.close()
})

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)
const files = [file, `${file}-wal`, `${file}-shm`]
const modesIn = (dataDir: string): readonly string[] => files.map(name => modeOf(join(dataDir, name)))

t.test('creates the folder and its parents, readable only by the owner under any umask', async t => {
  const before = process.umask()
  t.teardown(() => process.umask(before))
  for (const umask of [0o000, 0o777]) {
    process.umask(before)
    const folder = t.testdir()
    process.umask(umask)
    const dataDir = join(folder, `${umask}`, 'data')
    const store = await openStore({ dataDir, retentionDays: 36_500 })
    await store.saveCapture(capture('cap_1'), at(0))
    const name = `umask ${umask.toString(8)}`
    t.equal(modeOf(dataDir), '700', name)
    t.equal(modeOf(join(folder, `${umask}`)), '700', name)
    t.strictSame(modesIn(dataDir), ['600', '600', '600'], name)
    await store.close()
  }
})

t.test(
  'restricts the mode of an existing database, not that of an existing folder or of files of another owner',
  async t => {
    const dataDir = t.testdir()
    chmodSync(dataDir, 0o755)
    const first = await openStore({ dataDir })
    await first.saveCapture(capture('cap_1'), at(0))
    for (const name of files) chmodSync(join(dataDir, name), 0o644)
    const second = await openStore({ dataDir })
    t.strictSame(modesIn(dataDir), ['600', '600', '600'])
    t.equal(modeOf(dataDir), '755')
    await second.close()
    await first.close()
    if (process.getuid?.() !== 0) return
    chownSync(join(dataDir, file), 12_345, 0)
    chmodSync(join(dataDir, file), 0o660)
    await (await openStore({ dataDir })).close()
    t.equal(modeOf(join(dataDir, file)), '660')
  },
)

t.test('truncates the log after a large commit', async t => {
  const dataDir = t.testdir()
  const database = openDatabase({ dataDir })
  await sql`create table large (value blob)`.execute(database.writer)
  await sql`insert into large values (zeroblob(30000000))`.execute(database.writer)
  const log = join(dataDir, `${file}-wal`)
  t.ok(statSync(log).size > 30_000_000)
  for (let i = 0; i < 3; i++) await sql`insert into large values (zeroblob(1000))`.execute(database.writer)
  t.ok(statSync(log).size <= 8 * 1024 * 1024, `${statSync(log).size} bytes`)
  await database.close()
})

t.test('a locked database is unavailable until it is unlocked', async t => {
  const dataDir = t.testdir()
  const store = await openStore({ dataDir, busyMs: 20 })
  const other = new DatabaseSync(join(dataDir, file))
  other.exec('begin immediate')
  const saves = [1, 2, 3].map(i => store.savePage(page('p', `page_${i}`), at(0)))
  for (const save of saves) await t.rejects(save, unavailable)
  t.match(await store.totals(), { pages: { total: 0 } }, 'reads do not wait for writes')
  t.ok(await store.answers())
  other.exec('rollback')
  other.close()
  await store.savePage(page('p', 'page_1'), at(0))
  t.match(await store.totals(), { projects: { total: 1 }, pages: { total: 1, times: 1 } })
  await store.close()
  t.notOk(await store.answers())
  await t.rejects(store.totals(), /closed/)
  await t.rejects(store.saveCapture(capture('cap_1'), at(0)), /closed/)
})

t.test('a database that was moved away is unavailable until it is back', async t => {
  const folder = t.testdir()
  const dataDir = join(folder, 'data')
  const store = await startStore(t, { dataDir })
  await store.saveAnalysis(analysis('ana_1'), at(0))
  renameSync(join(dataDir, file), join(dataDir, 'elsewhere'))
  await t.rejects(store.totals(), unavailable, 'the first read creates no file')
  renameSync(join(dataDir, 'elsewhere'), join(dataDir, file))
  t.match(await store.totals(), { analyses: { total: 1 } })

  renameSync(dataDir, join(folder, 'elsewhere'))
  await t.rejects(store.saveAnalysis(analysis('ana_2'), at(1)), unavailable)
  await t.rejects(store.saveAnalysis(analysis('ana_2'), at(1)), unavailable, 'no new file is created')
  await t.rejects(store.analyses({}), unavailable)
  await t.rejects(store.totals(), unavailable)
  t.notOk(await store.answers())
  renameSync(join(folder, 'elsewhere'), dataDir)
  t.ok(await store.answers())
  await store.saveAnalysis(analysis('ana_3'), at(2))
  t.match(await store.totals(), { analyses: { total: 2 } })
})

t.test('opens a file that replaced the database, such as a backup', async t => {
  const folder = t.testdir({ backup: {} })
  const dataDir = join(folder, 'data')
  const first = await openStore({ dataDir })
  await first.saveAnalysis(analysis('ana_1'), at(0))
  await first.close()
  copyFileSync(join(dataDir, file), join(folder, 'backup', file))
  const store = await startStore(t, { dataDir })
  await store.saveAnalysis(analysis('ana_2'), at(0))
  t.match(await store.totals(), { analyses: { total: 2 } })
  renameSync(dataDir, join(folder, 'elsewhere'))
  renameSync(join(folder, 'backup'), dataDir)
  t.match(await store.totals(), { analyses: { total: 1 } })
  await store.saveAnalysis(analysis('ana_3'), at(0))
  t.match(await store.totals(), { analyses: { total: 2 } })
})

/** A process that saves a capture for every line of its input, and prints the outcome. */
const startSaver = (dataDir: string) => {
  const code = `import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
    import { openStore } from './src/store/open-store.ts'
    const store = await openStore({ dataDir: ${JSON.stringify(dataDir)} })
    console.log('open')
    for await (const id of createInterface({ input: process.stdin })) {
      const config = { output_format: 'png', target_url: '', pad: 'x'.repeat(100_000) }
      console.log(await store.saveCapture({ id, config, client: '' }, new Date(0)).then(() => 'saved', ({ code }) => code))
    }
    await store.close()`
  return spawn(ownProcess.command, [...ownProcess.words, '--input-type=module', '-e', code], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

/** Limits the size of the files that a process writes. */
const limitFileSize = (pid: number | undefined, bytes: number | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`])

t.test('a full disk is unavailable until space is freed, and two processes can share a database', async t => {
  const dataDir = t.testdir()
  const child = startSaver(dataDir)
  t.teardown(() => child.kill('SIGKILL'))
  const { stdin, stdout } = child
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]()
  const next = async () => (await lines.next()).value
  const save = (id: string) => {
    stdin.write(`${id}\n`)
    return next()
  }

  t.equal(await next(), 'open')
  t.equal(await save('cap_1'), 'saved')
  limitFileSize(child.pid, 100_000)
  t.equal(await save('cap_2'), 'overloaded')
  t.equal(await save('cap_3'), 'overloaded')
  limitFileSize(child.pid, 'unlimited')
  t.equal(await save('cap_4'), 'saved')
  const store = await startStore(t, { dataDir })
  await Promise.all([save('cap_5'), store.saveCapture(capture('cap_6'), at(0))])
  stdin.end()
  await once(child, 'exit')
  const database = new DatabaseSync(join(dataDir, file))
  const rows = database.prepare('select id from captures order by id').all()
  t.match(database.prepare('pragma integrity_check').all(), [{ integrity_check: 'ok' }])
  database.close()
  t.strictSame(
    rows.map(({ id }) => id),
    ['cap_1', 'cap_4', 'cap_5', 'cap_6'],
  )
})

t.test('a record that cannot be inserted fails alone, and nothing of its commit is left behind', async t => {
  const dataDir = t.testdir()
  const store = await startStore(t, { dataDir })
  const other = new DatabaseSync(join(dataDir, file))
  other.exec('alter table captures rename to hidden')
  const saves = [store.saveAnalysis(analysis('ana_1'), at(0)), store.saveCapture(capture('cap_1'), at(0))]
  t.match(await Promise.allSettled(saves), [{ status: 'fulfilled' }, { status: 'rejected' }])
  t.same(other.prepare('select id from analyses').all(), [{ id: 'ana_1' }])
  other.exec('alter table hidden rename to captures')
  other.close()
  await store.saveCapture(capture('cap_1'), at(1))
  t.equal((await store.totals()).captures.total, 1)
})

t.test('every request to a thread that cannot start fails', async t => {
  const thread = createSqliteThread(JSON.parse('null'))
  const requests = [1, 2].map(() => thread.request({ kind: 'close' }))
  for (const request of requests) await t.rejects(request, TypeError)
  await t.rejects(thread.request({ kind: 'close' }), TypeError)
  await thread.close()
})

t.test('limits the pending records, and counts equal ones once', async t => {
  const database = openSqlite({ path: join(t.testdir(), file), busyMs: 100 })
  const { save, idle } = createGroupCommit({
    commit: batch => database.commit(insertPlan(database.writer, batch)),
    afterCommit: async () => undefined,
    maxPendingCharacters: 1,
    maxBatchCharacters: 1,
  })
  const saves = ['cap_1', 'cap_1', 'cap_2'].map(id => save(captureRecord(capture(id), at(0))))
  const [first, equal, other] = await Promise.allSettled(saves)
  t.match([first, equal], [{ reason: /no such table/ }, { reason: /no such table/ }], 'equal records count once')
  t.match(other, { reason: unavailable })
  await idle()
  await t.rejects(save(captureRecord(capture('cap_3'), at(0))), /no such table/, 'accepts records again')
  await database.close()
})

t.test('retention runs at intervals, also after an error', async t => {
  const dataDir = t.testdir()
  const store = await startStore(t, { dataDir })
  const database = openDatabase({ dataDir })
  let day = 0
  const now = () => at(86_400_000 * day)
  const { log, lines } = recordLog()
  const retention = startRetention({ database, saveViews: ignoreViews, days: 2, now, intervalMs: 10, log })
  await store.saveCapture(capture('cap_1'), at(0))
  const other = new DatabaseSync(join(dataDir, file))
  other.exec('begin immediate')
  day = 3
  while (lines().length === 0) await setTimeout(10)
  t.match(lines()[0], { level: 50, err: { stack: /locked/ } })
  t.equal(retention.failures(), 1)
  t.match(await store.totals(), { captures: { total: 1 } })
  other.exec('rollback')
  other.close()
  while ((await store.totals()).captures.total > 0) await setTimeout(10)
  await retention.stop()
  t.match(lines().at(-1), { level: 30, retention: { records: 1, kinds: { captures: 1 } } })
  await database.close()
})
