// A full disk: records are read, new ones are refused, and everything works again once there is space, without a restart.
import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import t, { type Test } from 'tap'
import { resolveCaptureConfig } from '../src/capture/config.ts'
import { createRenderSlot } from '../src/renders/render-slot.ts'
import { startRenderer } from '../src/renders/renderer.ts'
import { openStore, type StoreOptions } from '../src/store/open-store.ts'
import type { Store } from '../src/store/store.ts'
import { sqliteFile } from './helpers/databases.ts'
import { disks, fillDisk, freeDisk, mountDisk } from './helpers/disk.ts'
import { recordLog } from './helpers/log.ts'
import { at, page } from './helpers/records.ts'
import { startService } from './helpers/service.ts'

const full = { name: 'Problem', code: 'storage_full', statusCode: 503, headers: { 'retry-after': '60' } }
const day = 86_400_000

const textOf = (bytes: number): string => 'x'.repeat(bytes)

/** Saves pages until one does not fit. @returns the number of saved pages */
async function saveUntilFull(t: Test, store: Store, name: string, bytes = 8000): Promise<number> {
  for (let saved = 0; saved < 5000; saved++)
    try {
      await store.savePage(page('p', `${name}_${saved}`, textOf(bytes)), at(saved))
    } catch (error) {
      t.match(error, full)
      return saved
    }
  throw new Error('The disk never was full.')
}

function assertIntact(t: Test, folder: string): void {
  const database = new DatabaseSync(join(folder, sqliteFile))
  t.match(database.prepare('pragma integrity_check').all(), [{ integrity_check: 'ok' }])
  database.close()
}

/** Runs a test on a disk of its own. */
function onDisk(
  name: string,
  run: (t: Test, folder: string, options: StoreOptions) => Promise<void>,
  megabytes = 24,
): void {
  t.test(name, disks, async t => {
    const folder = mountDisk(t, megabytes)
    return run(t, folder, { dataDir: join(folder, 'data') })
  })
}

onDisk(
  'another program fills the disk: records are read, and saved and deleted once there is space',
  async (t, folder, options) => {
    const { log, lines } = recordLog()
    const store = await openStore({ ...options, log })
    for (let i = 0; i < 100; i++) await store.savePage(page('p', `page_${i}`, textOf(8000)), at(i))
    fillDisk(folder)
    t.equal(await saveUntilFull(t, store, 'more'), 0)
    t.match(lines(), [{ level: 50, msg: /disk is full/, err: { message: /free space/ } }])
    t.match(await store.totals(), { pages: { total: 100 }, storage: { full: true } })
    t.match(await store.page('page_0'), { projectId: 'p' })
    freeDisk(folder)
    for (let i = 0; i < 100; i++) t.ok(await store.deleteRecord(`page_${i}`))
    await store.savePage(page('p', 'again'), at(0))
    t.match(lines().at(-1), { level: 30, msg: /space is available again/ })
    t.match(await store.totals(), { pages: { total: 1 }, storage: { full: false } })
    await store.close()
    assertIntact(t, options.dataDir)
  },
)

onDisk('records fill the disk, again and again: each time some are deleted', async (t, _folder, options) => {
  let store = await openStore(options)
  const saved = await saveUntilFull(t, store, 'round_0')
  t.ok(saved > 100, `${saved} pages fit`)
  for (let round = 1; round < 6; round++) {
    for (let i = 0; i < 60; i++) await store.deleteRecord(`round_${round - 1}_${i}`)
    if (round === 3) {
      await store.close()
      store = await openStore(options)
    }
    const more = await saveUntilFull(t, store, `round_${round}`)
    // Tables share the pages of the file, whose rest stays free.
    t.ok(more > 36, `${more} pages fit in the space of those that were deleted`)
  }
  await store.close()
  assertIntact(t, options.dataDir)
})

onDisk('commits of any size fill the disk', async (t, _folder, options) => {
  const store = await openStore(options)
  for (const bytes of [700_000, 300_000, 40_000, 1000, 1]) await saveUntilFull(t, store, `of_${bytes}`, bytes)
  t.ok(await store.deleteRecord('of_700000_1'))
  t.ok(await store.deleteRecord('of_700000_0'))
  await store.savePage(page('p', 'again', textOf(100_000)), at(0))
  await store.close()
  assertIntact(t, options.dataDir)
})

onDisk('records filled the disk: after a restart eviction and retention delete some', async (t, _folder, options) => {
  const filled = await openStore(options)
  await saveUntilFull(t, filled, 'page')
  await filled.close()

  const maxBytes = 1_000_000
  const evicting = recordLog()
  const bounded = await openStore({ ...options, maxBytes, log: evicting.log })
  while ((await bounded.totals()).storage.record_bytes > maxBytes) await setTimeout(10)
  await bounded.savePage(page('p', 'after eviction', textOf(8000)), at(40 * day))
  await bounded.close()
  t.match(evicting.lines()[0], { level: 30, eviction: { records: Number } })

  const refilled = await openStore(options)
  await saveUntilFull(t, refilled, 'more')
  await refilled.close()
  const store = await openStore({ ...options, retentionDays: 30, now: () => at(41 * day) })
  while ((await store.totals()).pages.total > 1) await setTimeout(10)
  await store.savePage(page('p', 'after retention', textOf(8000)), at(41 * day))
  t.match(await store.totals(), { pages: { total: 2 }, storage: { failures: { eviction: 0, retention: 0 } } })
  await store.close()
  assertIntact(t, options.dataDir)
})

onDisk('another program filled the disk before the start, which fails and says why', async (t, folder, options) => {
  const first = await openStore(options)
  await first.savePage(page('p', 'page_1'), at(0))
  await first.close()
  fillDisk(folder)
  await t.rejects(openStore(options), { message: / database DATA_DIR .*: No space is left on the disk\.$/ })
  freeDisk(folder)
  const store = await openStore(options)
  t.match(await store.totals(), { pages: { total: 1 } })
  await store.close()
})

onDisk(
  'a file system that does not tell its size, as some in a network, counts as one with space',
  async (t, folder, options) => {
    t.equal(statfsSync(folder).blocks, 0)
    const store = await openStore(options)
    for (let i = 0; i < 5; i++) await store.savePage(page('p', `page_${i}`, textOf(8000)), at(i))
    t.ok(await store.deleteRecord('page_0'))
    t.match(await store.totals(), { pages: { total: 4 }, storage: { full: false } })
    await store.close()
    assertIntact(t, options.dataDir)
  },
  0,
)

onDisk('over HTTP', async (t, folder, { dataDir }) => {
  const { post, get } = await startService(t, { DATA_DIR: dataDir })
  const capture = (n: number) =>
    post('/api/v1/capture-media', { target_url: `https://example.com/${n}/${textOf(4000)}` })
  const first = await capture(0)
  fillDisk(folder)
  let answer = first
  for (let n = 1; answer.statusCode === 200; n++) answer = await capture(n)
  t.match(answer.json(), { status: 503, code: 'storage_full', type: '/problems/storage_full' })
  t.match(answer.headers, { 'retry-after': '60' })
  t.equal((await get('/api/admin/stats')).json().stats.storage.full, true)
  t.match((await get('/api/admin/metrics')).payload, 'automation_service_storage_full{kind="sqlite"} 1')
  t.equal((await get(`/api/v1/captures/${first.headers['x-capture-id']}`)).statusCode, 200)
  freeDisk(folder)
  t.equal((await capture(0)).statusCode, 200)
})

onDisk(
  'a render that does not fit ends with storage_full',
  async (t, _folder, options) => {
    const store = await openStore(options)
    const config = resolveCaptureConfig({ target_url: 'https://example.com/' })
    const [id = ''] = await store.renders.add([{ config, cookies: {}, headers: {} }], 'ip:192.0.2.1', false, at(0))
    const slot = createRenderSlot({
      ...{ allow: [], lookup: async () => [], chromium: undefined, hasSandbox: false, ffmpeg: 'ffmpeg' },
      readOwn: async () => ({ status: 200, headers: {}, body: Buffer.of() }),
      program: new URL('fixtures/renders/without-browser.mjs', import.meta.url),
    })
    const ended = new Set<string>()
    const { log, lines } = recordLog()
    const renderer = startRenderer({
      ...{ queue: store.renders, slots: [slot], now: () => at(1), log },
      onEnd: id => ended.add(id),
    })
    while (!ended.has(id)) await setTimeout(20)
    t.match(await store.renders.read(id), { status: 'failed', code: 'storage_full' })
    t.match(await store.totals(), { storage: { full: true } })
    t.notMatch(lines(), [{ outcome: 'done' }])
    await renderer.close()
    await store.close()
  },
  12,
)
