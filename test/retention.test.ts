// Retention: what it deletes and logs.
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { timestamp } from '../src/store/database.ts'
import { startRetention } from '../src/store/retention.ts'
import { ignoreViews, kinds, openDatabase, startStore } from './helpers/databases.ts'
import { recordLog } from './helpers/log.ts'
import { at, capture, page } from './helpers/records.ts'

const day = 86_400_000

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
      const { log } = recordLog()
      for (const [days, left] of [
        [31, ['page_2', 'pic_1']],
        [51, []],
      ] as const) {
        const retention = startRetention({
          database,
          saveViews: ignoreViews,
          days: 30,
          log,
          intervalMs: 1e6,
          now: () => at(days * day),
        })
        const ids = async () =>
          (await query('select id from pages union all select id from pictures order by id')).map(({ id }) => id)
        while ((await ids()).length > left.length) await setTimeout(5)
        await retention.stop()
        t.same(await ids(), left)
      }
      await database.close()
    })

    t.test('deletes what was last used too long ago, and logs it', async t => {
      const { options } = await createDatabase(t)
      const store = await startStore(t, options)
      await Promise.all(Array.from({ length: 39 }, (_, i) => store.saveCapture(capture(`cap_${i}`), at(i * day))))
      await store.savePage(page('p', 'page_1'), at(0))
      const database = openDatabase(options)
      const { log, lines } = recordLog()
      let now = at(39.5 * day)
      const retention = startRetention({
        database,
        saveViews: ignoreViews,
        days: 30,
        log,
        intervalMs: 20,
        now: () => now,
      })
      const expired = async (count: number) => {
        while ((await store.totals()).storage.expired < count) await setTimeout(5)
      }
      await expired(11)
      now = at(90 * day)
      await expired(40)
      await retention.stop()
      await database.close()
      t.match(await store.totals(), { captures: { total: 0 }, pages: { total: 0 }, projects: { total: 0 } })
      t.equal(retention.failures(), 0)
      t.strictSame(
        lines().map(({ level, retention }) => ({ level, retention })),
        [
          {
            records: 11,
            kinds: { analyses: 0, pages: 1, captures: 10, pictures: 0, renders: 0 },
            before: timestamp(at(9.5 * day)),
          },
          {
            records: 29,
            kinds: { analyses: 0, pages: 0, captures: 29, pictures: 0, renders: 0 },
            before: timestamp(at(60 * day)),
          },
        ].map(retention => ({ level: 30, retention })),
      )
    })
  })
