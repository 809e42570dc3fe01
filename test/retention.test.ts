// Retention: what it deletes and logs, and what it refuses to delete after a jump of the clock.
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { timestamp } from '../src/store/database.ts'
import { startRetention } from '../src/store/retention.ts'
import { kinds, openDatabase, startStore } from './helpers/databases.ts'
import { recordLog } from './helpers/log.ts'
import { at, capture, page } from './helpers/records.ts'

const hour = 3_600_000
const day = 24 * hour
const minute = 60_000

/** One run, after the clocks were set. */
interface Step {
  /** Time of day since the first record, ms. */
  readonly wall: number
  /** Time since the start of the process, ms; absent: the process starts now. */
  readonly passed?: number
  readonly left: number
  readonly isRefused?: boolean
}

const firstRun: Step = { wall: 39.5 * day, left: 29 }

/** Forty records, one a day, are kept for 30 days after their last request. */
const cases: Readonly<Record<string, readonly Step[]>> = {
  'a clock that runs as it should': [
    firstRun,
    { wall: 40.5 * day, passed: day, left: 28 },
    { wall: 90 * day, passed: 50.5 * day, left: 0 },
  ],
  'the first run of all': [{ wall: 400 * day, left: 0 }],
  'a jump of 400 days, and back': [
    firstRun,
    { wall: 439 * day, passed: hour, left: 29, isRefused: true },
    { wall: 439 * day + hour, passed: 2 * hour, left: 29, isRefused: true },
    { wall: firstRun.wall + 3 * hour, passed: 3 * hour, left: 29 },
    { wall: 439 * day, passed: 4 * hour, left: 29, isRefused: true },
  ],
  'a jump, which a restart confirms after a minute': [
    firstRun,
    { wall: 439 * day, passed: hour, left: 29, isRefused: true },
    { wall: 439 * day + 30_000, left: 29, isRefused: true },
    { wall: 439 * day + 2 * minute, left: 0 },
  ],
  'a service that was off for a year: the second start confirms': [
    firstRun,
    { wall: 400 * day, left: 29, isRefused: true },
    { wall: 400 * day + 5 * minute, passed: 5 * minute, left: 29, isRefused: true },
    { wall: 400 * day + 10 * minute, left: 0 },
  ],
  'a start with a wrong clock, and the next with the right one': [
    firstRun,
    { wall: 439 * day, left: 29, isRefused: true },
    { wall: firstRun.wall + hour, left: 29 },
    { wall: 439 * day, passed: hour, left: 29, isRefused: true },
  ],
  'a jump that concerns few records': [
    firstRun,
    { wall: 44.5 * day, passed: hour, left: 24 },
    { wall: 20 * day, passed: 2 * hour, left: 24 },
    { wall: 45.5 * day, passed: 3 * hour, left: 23 },
    { wall: 60.5 * day, left: 23, isRefused: true },
  ],
  'ten records and fewer are not guarded': [
    { wall: 59.5 * day, left: 9 },
    { wall: 439 * day, passed: hour, left: 0 },
  ],
}

for (const { name, skip, start } of kinds)
  t.test(name, { skip }, async t => {
    const createDatabase = await start(t)

    t.test('deletes a picture with the last record that shows it, not before', async t => {
      const { options, query } = await createDatabase(t)
      const store = await startStore(t, options)
      const picture = { id: 'pic_1', type: 'image/webp', width: 9, height: 9, data: 'x', client: 'key:a' } as const
      await store.savePicture(picture, at(0))
      await store.savePage(page('p', 'page_1'), at(0))
      await Promise.all([store.savePicture(picture, at(20 * day)), store.savePage(page('p', 'page_2'), at(20 * day))])
      const database = openDatabase(options)
      for (const [days, left] of [
        [31, ['page_2', 'pic_1']],
        [51, []],
      ] as const) {
        const options = { database, days: 30, log: recordLog().log, intervalMs: 1e6, monotonicMs: () => days * day }
        const retention = startRetention({ ...options, now: () => at(days * day) })
        const isOver = async () =>
          (await query('select retention_at from storage'))[0]?.retention_at === timestamp(at(days * day))
        while (!(await isOver())) await setTimeout(5)
        await retention.stop()
        const rows = await query('select id from pages union all select id from pictures order by id')
        t.same(
          rows.map(({ id }) => id),
          left,
        )
      }
      await database.close()
    })

    for (const [name, steps] of Object.entries(cases))
      t.test(name, async t => {
        const { options, query } = await createDatabase(t)
        const store = await startStore(t, options)
        await Promise.all(Array.from({ length: 39 }, (_, i) => store.saveCapture(capture(`cap_${i}`), at(i * day))))
        await store.savePage(page('p', 'page_1'), at(0))
        const database = openDatabase(options)
        const clocks = { wall: 0, passed: 0 }
        const { log, lines } = recordLog()
        const startProcess = () =>
          startRetention({
            database,
            days: 30,
            log,
            intervalMs: 50,
            now: () => at(clocks.wall),
            monotonicMs: () => clocks.passed,
          })
        let process: ReturnType<typeof startProcess> | undefined

        for (const { wall, passed, left, isRefused = false } of steps) {
          const before = lines().length
          if (passed === undefined) await process?.stop()
          Object.assign(clocks, { wall, passed: passed ?? 0 })
          if (passed === undefined) process = startProcess()
          const isOver = async () => {
            if (isRefused) return lines().length > before + 1
            const [row] = await query('select retention_at from storage')
            return row?.retention_at === timestamp(at(wall))
          }
          while (!(await isOver())) await setTimeout(5)
          const { captures, pages, storage } = await store.totals()
          const step = `at ${wall / day} days`
          t.equal(captures.total + pages.total, left, step)
          t.equal(storage.retention_refused_at !== null, isRefused, step)
          t.equal(storage.expired, 40 - left, step)
          const last = lines().at(-1)
          if (isRefused) t.match(last, { level: 40, refused: { records: left, expired: Number }, msg: /restart/ }, step)
        }
        await process?.stop()
        await database.close()
        const deletions = lines().filter(line => line.level === 30)
        t.equal(
          deletions.reduce((sum, { retention }) => sum + retention.records, 0),
          40 - Number(steps.at(-1)?.left),
          'every deletion is logged',
        )
        t.match(deletions[0], {
          retention: { kinds: { captures: Number, pages: 1, analyses: 0 }, oldest: timestamp(at(0)), newest: String },
        })
      })
  })
